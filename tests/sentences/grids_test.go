package sentences

// grids are the sentences of functions of arrays.
var grids = []Row{
	{
		Kind: Compared, Text: "F {word} {text}.", Flags: "-pattern grid-reduce", Lang: "go", Old: `reduces an array`,
		New: "reduces arrays",
	},
	{
		Kind:  Executed,
		Text:  "The result is {of} all elements{opt and, as its index, the number of the elementopt}{map}.",
		Flags: "-pattern grid-reduce", Lang: "go", Old: `return in\[0\]`, New: "return in[0] + 1",
	},
	{
		Kind: Executed, Text: "Every element contributes; of none, the {text}.",
		Flags: "-pattern grid-reduce -op min", Lang: "go", Old: `(case 0:\n\t\treturn) [^\n]*`, New: "${1} 0",
	},
	{
		Kind: Executed,
		Text: "Every element of out receives {of} the elements{opt of inopt}{opt at oropt} before it{opt; the " +
			"first receives the identityopt}{map}.",
		Flags: "-pattern grid-exclusive-scan", Lang: "go", Old: `(Identity\(\) int32 \{\n\treturn) 0`, New: "${1} 1",
	},
	{
		Kind: Executed, Text: "{args} have one length, and do not overlap.", Flags: "-pattern grid-inclusive-scan",
		Lang: "go", Old: `len\(out\) != len\(in\)`, New: "len(out) < len(in)",
	},
	{
		Kind:  Executed,
		Text:  "{args} n elements{opt eachopt}, 0 to 2^40, of any alignment{opt; the {word} is *out{opt{text}opt}opt}.",
		Flags: "-pattern grid-inclusive-scan", Lang: "cuda", Old: `ull \+ \(n % 4096ull != 0ull\)`, New: "ull",
	},
	{
		Kind: Executed, Text: "From {n} elements on, several processors share the chunks.",
		Flags: "-pattern grid-reduce", Lang: "go", Old: `len\(in\) < 262144`, New: "len(in) < 24000",
	},
	{
		Kind: Executed, Text: "More do nothing; fewer end in a trap.", Flags: "-pattern grid-inclusive-scan",
		Lang: "cuda", Old: `gridDim\.x < all`, New: "gridDim.x + 1u < all",
	},
	{
		Kind:  Executed,
		Text:  "Launch: F<<<blocks, {n}>>>({args}), with at least t = ceil(n / {n}) blocks, and at least one.",
		Flags: "-pattern grid-inclusive-scan", Lang: "cuda", Old: `n / 4096ull`, New: "n / 2048ull",
	},
	{
		Kind: Executed,
		Text: "workspace: {n} + {n} * w words of {n} bits of global memory, where w = t + t/32 + t/1024 + …, each " +
			"rounded down; aligned to {n} and zero before the first launch.",
		Flags: "-pattern grid-inclusive-scan", Lang: "cuda", Old: `workspace \+ 16`, New: "workspace + 17",
	},
	{
		Kind: Executed,
		Text: "It serves launches of any n that it is large enough for, one after the other; launches that may run " +
			"at the same time, and programmatic dependent launches, need one each.",
		Flags: "-pattern grid-inclusive-scan", Lang: "cuda", Old: `== gridDim\.x - 1u\)`, New: "== tiles - 1u)",
	},
	{
		Kind: Executed, Text: "Launch: any number of blocks of {n} threads, F<<<blocks, {n}>>>({args}).",
		Flags: "-pattern grid-reduce", Lang: "cuda", Old: `chunk \+= blocks\)`, New: "chunk += chunks)",
	},
	{
		Kind: Executed,
		Text: "The number of blocks does not change the result; those beyond {n}, or beyond ceil(n / {n}), have " +
			"nothing to do.",
		Flags: "-pattern grid-reduce", Lang: "cuda", Old: `blockIdx\.x >= blocks\)`, New: "blockIdx.x > blocks)",
	},
	{
		Kind: Executed,
		Text: "workspace: {n} bytes of global memory, aligned to {n} and zero before the first launch; every " +
			"launch leaves them zero.",
		Flags: "-pattern grid-reduce", Lang: "cuda", Old: `workspace \+ 16 \+`, New: "workspace + 17 +",
	},
	{
		Kind: Condition, Text: "Launches that may run at the same time need one each.",
		Flags: "-pattern grid-reduce -op min", Lang: "cuda", Says: "a workspace that is zero before is zero after",
	},
	{
		Kind: Condition, Text: "They do not overlap.", Flags: "-pattern grid-inclusive-scan", Lang: "cuda",
		Says: "do not overlap",
	},
	{
		Kind: Executed,
		Text: "The results of some chunks of {word}{opt arrayopt} of n elements, for {text} spread over devices. " +
			"out has {n} elements; out[c] receives the result of chunk c, for from <= c < to.",
		Flags: "-pattern grid-reduce -parts", Lang: "cuda", Old: `out\[chunk\] = result`,
		New: "out[chunk] = result + 1",
	},
	{
		Kind: Executed,
		Text: "A chunk has {n} * max({n}, ceil(n / {n})) elements, the last one what is left; up to {n} elements " +
			"are one chunk. {text} of these chunks only, from the first of chunk `from` on.",
		Flags: "-pattern grid-reduce -parts", Lang: "cuda", Old: `first - from \* size`, New: "first",
	},
	{
		Kind: Executed, Text: "Launch: any number of blocks of {n} threads; more than to - from have nothing to do.",
		Flags: "-pattern grid-reduce -parts", Lang: "cuda", Old: `to < chunks \? to : chunks`,
		New: "to < chunks ? to + 1u : chunks",
	},
	{
		Kind:  Executed,
		Text:  "The result of an array of n elements, from the results of its chunks: that of F for the whole array.",
		Flags: "-pattern grid-reduce -parts", Lang: "cuda", Old: `result = results\[threadIdx\.x\]`,
		New: "result = results[0]",
	},
	{
		Kind: Compared, Text: "Launch: one block of {n} threads.", Flags: "-pattern grid-reduce -parts", Lang: "cuda",
		Old: `__launch_bounds__\(256\)`, New: "__launch_bounds__(128)",
	},
	{
		Kind: Executed, Text: "Order: more than {n} elements in chunks of {n} * max({n}, ceil(n / {n})).",
		Flags: "-pattern grid-reduce -type float32", Lang: "go", Old: `rounds := max\(8,`, New: "rounds := max(4,",
	},
	{
		Kind: Executed,
		Text: "In a chunk, accumulator j of {n} takes in elements j, j + {n}, … from left to right; then near over " +
			"the accumulators: distance {steps}, the lower on the left; then near over the chunks{any}.",
		Flags: "-pattern grid-reduce -type float32", Lang: "go", Old: `a0 = a0 \+ e\[0\]`, New: "a0 = a0 + e[1]",
	},
	{
		Kind: Executed,
		Text: "Order: pieces of {n} elements from left to right, {text} by distance {steps}; before a tile, near " +
			"over the nodes of each level, where 32 make one of the next; docs/order.md says more{any}.",
		Flags: "-pattern grid-inclusive-scan -type float32", Lang: "go", Old: `for d := 1; d < `,
		New: "for d := 2; d < ",
	},
}
