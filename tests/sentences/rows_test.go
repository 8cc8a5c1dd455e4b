package sentences

// rows are the sentences of functions of rows.
var rows = []Row{
	{
		Kind: Executed, Text: "Each row receives {of} its {n} elements{index}{map}.",
		Flags: "-pattern row-reduce -cols 5", Lang: "cuda", Old: `(out\[row\] = [^;]*);`, New: "${1} + 1;",
	},
	{
		Kind: Executed, Text: "Each row receives {of} its cols ({n} to {n}) elements{index}{map}.",
		Flags: "-pattern row-reduce -cols 1..4", Lang: "cuda", Old: `(out\[row\] = [^;]*);`, New: "${1} + 1;",
	},
	{
		Kind: Executed,
		Text: "F: row r of the matrix is {word}[r*{word} : r*{word}+{word}], and its result " +
			"{opt{text}opt}out[r{opt{text}opt}].",
		Flags: "-pattern row-reduce -cols 5", Lang: "go", Old: `out\[r\] = `, New: "out[len(out)-1-r] = ",
	},
	{
		Kind:  Executed,
		Text:  "F: row r of the matrix is in[r*pitch : r*pitch+{word}], and its result is out[r], its column idx[r].",
		Flags: "-pattern row-reduce -cols 5 -op argmax", Lang: "go", Old: `out\[r\], idx\[r\] = `,
		New: "out[r], idx[0] = ",
	},
	{
		Kind:  Executed,
		Text:  "F: row r is a[r*aPitch : r*aPitch+{word}] and b[r*bPitch : r*bPitch+{word}], and its result is out[r].",
		Flags: "-pattern row-reduce -cols 5 -map product", Lang: "go", Old: `a\[r\*aPitch`, New: "a[r*bPitch",
	},
	{
		Kind: Executed, Text: "There is a row for each element of out.", Flags: "-pattern row-reduce -cols 5",
		Lang: "go", Old: `for r := range out `, New: "for r := range out[1:] ",
	},
	{
		Kind: Compared, Text: "From {n} {word} on, several processors share them.",
		Flags: "-pattern row-reduce -cols 5", Lang: "go", Old: `len\(out\) < `, New: "len(out) < 9",
	},
	{
		Kind: Executed, Text: "It panics if cols is not one of {n} to {n}.", Flags: "-pattern row-reduce -cols 1..4",
		Lang: "go", Old: `cols > 4 `, New: "cols > 5 ",
	},
	{
		Kind:  Executed,
		Text:  "Row i is {text}, of any alignment, and its result is out[i]{opt, its column idx[i]opt}.",
		Flags: "-pattern row-reduce -cols 100", Lang: "cuda",
		Old: `if \(\(\(unsigned long long\)\w+ & 15u?l?l?\) == 0[^\n]*\{`, New: "if (true) {",
	},
	{
		Kind:  Executed,
		Text:  "Row i is {text}, aligned to {n} bytes, and its result is out[i]{opt, its column idx[i]opt}.",
		Flags: "-pattern row-reduce -cols 100 -aligned", Lang: "cuda", Old: `row \* pitch`, New: "row * (pitch + 1)",
	},
	{
		Kind: Executed,
		Text: "Row i is {text}, its result out[i * out_pitch] to out[i * out_pitch + {word}{opt - 1opt}], of any " +
			"alignment. in and out do not overlap.",
		Flags: "-pattern row-apply -cols 5 -f softmax", Lang: "cuda", Old: `row \* out_pitch`,
		New: "row * (out_pitch + 1)",
	},
	{
		Kind:  Executed,
		Text:  "Row i is {text}, its result out[i * out_pitch] to out[i * out_pitch + {word}{opt - 1opt}], of any alignment.",
		Flags: "-pattern row-apply -cols 5 -f residual-rms-norm", Lang: "cuda", Old: `row \* out_pitch`,
		New: "row * (out_pitch + 1)",
	},
	{
		Kind: Executed,
		Text: "Row i is {text}, its result out[i * out_pitch] to out[i * out_pitch + {n}], aligned to {n} bytes" +
			"{opt, as {text} areopt}.{opt in and out do not overlap.opt}",
		Flags: "-pattern row-apply -cols 5 -f layer-norm -aligned", Lang: "cuda", Old: `row \* out_pitch`,
		New: "row * (out_pitch + 1)",
	},
	{
		Kind: Executed, Text: "Of any other number of columns nothing is read or written.",
		Flags: "-pattern row-reduce -cols 1..4", Lang: "cuda", Old: `cols > 4u`, New: "cols > 5u",
	},
	{
		Kind: Executed, Text: "A call gives the number of columns, cols: one of {n} to {n}.",
		Flags: "-pattern row-reduce -cols 1..4", Lang: "cuda", Old: `cols > 4u`, New: "cols > 3u",
	},
	{
		Kind: Executed, Text: "Launch: a block of {n} threads for {n} rows, F<<<(rows + {n}) / {n}, {n}>>>({args}).",
		Flags: "-pattern row-reduce -cols 60", Lang: "cuda",
		Old: `\(long long\)blockIdx.x \* (\d+) \+ threadIdx.x / (\d+)u;`,
		New: "(long long)blockIdx.x * (${1} / 2) + threadIdx.x / ${2}u;\n    if (threadIdx.x >= ${2}u * (${1}u / " +
			"2u))\n        return;",
	},
	{
		Kind: Executed, Text: "Launch: one block of {n} threads for each row, F<<<rows, {n}>>>({args}).",
		Flags: "-pattern row-reduce -cols 2000", Lang: "cuda", Old: `blockIdx\.x`, New: "(2 * blockIdx.x)",
	},
	{
		Kind:  Executed,
		Text:  "Launch: a cluster of {n} blocks of {n} threads for each row, F<<<rows * {n}, {n}>>>({args}).",
		Flags: "-pattern row-reduce -cols 4400 -cluster 2", Lang: "cuda", Old: `blockIdx\.x >> 1`,
		New: "blockIdx.x >> 2",
	},
	{
		Kind: Executed, Text: "Each element of a row of {word}{opt ({n} to {n})opt} receives {text}.",
		Flags: "-pattern row-apply -cols 5 -f rms-norm", Lang: "go", Old: `/ ?5\)`, New: "/6)",
	},
	{
		Kind: Executed, Text: "Each row of {word}{opt ({n} to {n})opt} elements receives {text}.",
		Flags: "-pattern row-apply -cols 5 -f log-sum-exp", Lang: "cuda", Old: `\w+_add\(peak, level\)`,
		New: "level",
	},
	{
		Kind: Executed, Text: "Computed in float32; {text} is in the order of docs/order.md.",
		Flags: "-pattern row-apply -cols 5 -f l2-norm", Lang: "go", Old: `(?s)a2 = a2 \+ a3\n(.*?)a0 = a0 \+ a2\n`,
		New: "${1}a0 = a0 + a2\n\ta0 = a0 + a3\n",
	},
	{
		Kind: Executed, Text: "Each operation is rounded once.", Flags: "-pattern row-apply -cols 5 -f rms-norm",
		Lang: "go", Old: `float32\(float32\(x\[i\]\*scale\) \* weight\[i\]\)`,
		New: "float32(float64(x[i]) * float64(scale) * float64(weight[i]))",
	},
	{
		Kind: Executed, Text: "Each operation is rounded once, and each result again to {word}, ties to even.",
		Flags: "-pattern row-apply -cols 5 -f rms-norm -in bfloat16", Lang: "go", Old: `0x7fff\+bits>>16&1`, New: "0x8000",
	},
	{
		Kind: Executed, Text: "Order: near over the {word} columns: distance {steps}, the lower on the left{any}.",
		Flags: "-pattern row-reduce -cols 5 -type float32", Lang: "go",
		Old: `(?s)a2 = a2 \+ a3\n(.*?)a0 = a0 \+ a2\n`, New: "${1}a0 = a0 + a2\n\ta0 = a0 + a3\n",
	},
	{
		Kind: Executed,
		Text: "Order: accumulator j of {n} takes in columns j, j + {n}, … from left to right; then near over the " +
			"accumulators: distance {steps}, the lower on the left{any}.",
		Flags: "-pattern row-reduce -cols 200 -type float32", Lang: "cuda", Old: `x1\.x\)\)`, New: "x1.y))",
	},
	{
		Kind: Condition, Text: "out may be in, with the same pitch; else they do not overlap.",
		Flags: "-pattern row-apply -cols 5 -f softmax", Lang: "go",
		Says: "in is out, with the same pitch, or they do not overlap",
	},
	{
		Kind: Executed, Text: "The rows of residual and sum are as those of in and out.",
		Flags: "-pattern row-apply -cols 5 -f residual-rms-norm", Lang: "cuda", Old: `row \* residual_pitch`,
		New: "row * (pitch + 0 * residual_pitch)",
	},
	{
		Kind: Condition, Text: "out may be in, and sum may be residual, with the same pitch; else they do not overlap.",
		Flags: "-pattern row-apply -cols 5 -f residual-layer-norm", Lang: "cuda",
		Says: "but out may be in, and sum may be residual, with the same pitch",
	},
	{
		Kind: Executed, Text: "The rows of grad are as those of in.", Flags: "-pattern row-apply -cols 5 -f softmax-grad",
		Lang: "go", Old: `r\*gradPitch:`, New: "r*pitch:",
	},
	{
		Kind: Executed, Text: "The rows of grad are as those of in. in, grad and out do not overlap.",
		Flags: "-pattern row-apply -cols 5 -f rms-norm-grad", Lang: "cuda", Old: `row \* grad_pitch`,
		New: "row * (pitch + 0 * grad_pitch)",
	},
	{
		Kind: Condition, Text: "out may be in, with the same pitch; else in, grad and out do not overlap.",
		Flags: "-pattern row-apply -cols 5 -f layer-norm-grad", Lang: "go",
		Says: "in is out, with the same pitch; else in, grad and out do not overlap",
	},
	{
		Kind: Condition, Text: "in and out do not overlap.", Flags: "-pattern row-apply -cols 5 -f log-sum-exp",
		Lang: "cuda", Says: "in and out do not overlap",
	},
	{
		Kind: Condition, Text: "in, label and out do not overlap.", Flags: "-pattern row-apply -cols 5 -f cross-entropy",
		Lang: "cuda", Says: "in, label and out do not overlap",
	},
	{
		Kind: Defined, Text: "Every element contributes.", Flags: "-pattern row-reduce -cols 5",
		Test: "contract.TestOrder",
	},
}
