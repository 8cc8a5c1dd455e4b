package sentences

// costs are the sentences of what a call takes, and of plans.
var costs = []Row{
	{
		Kind: Compared, Text: "Half of the selects are products, {n} in all, which go through another pipe of an SM.",
		Flags: "-pattern transpose -width 4 -n 4 -inverse -mask full", Lang: "cuda", Old: begin, New: "v[0] = v[0];",
	},
	{
		Kind: Compared,
		Text: "Cost:{opt one match andopt} {number} {word} for the plan; to use it, {number} {word}{opt, of {word} " +
			"words eachopt}.",
		Flags: "-pattern reduce -mask active -width 8", Lang: "cuda",
		Old: `(\n    reduce_sum_int32_w8_active_plan\(mask, plan\);)`, New: "${1}${1}",
	},
	{
		Kind: Compared, Text: "It costs{opt one match andopt} {number} {word}{opt, of {word} words eachopt}.",
		Flags: "-pattern reduce -mask active -width 8", Lang: "cuda", Old: `(int from0 = )`,
		New: "(void)__shfl_sync(plan[0], v, 0);\n    ${1}",
	},
	{
		Kind: Compared,
		Text: "Cost: {number} {word}{opt, the fewestopt}{opt; no fewer than {n} would doopt}{opt: lane {n} {word} " +
			"{n} {word} {text}opt}.",
		Flags: "-pattern array-exchange -width 4 -n 2 -xor 1", Lang: "cuda", Old: begin,
		New: "(void)__shfl_sync(0xffffffffu, v[0], 0);",
	},
	{
		Kind: Compared, Text: "Cost: {n} {word} and {n} {word} of shared memory{text}.",
		Flags: "-pattern transpose -n 8 -memory shared", Lang: "cuda",
		Old: `\*reinterpret_cast<int4 \*>\(to\) = make_int4\(v0, v1, v2, v3\);`,
		New: "int *words = reinterpret_cast<int *>(to);\n    words[0] = v0;\n    words[1] = v1;\n    words[2] = " +
			"v2;\n    words[3] = v3;",
	},
	{
		Kind: Compared,
		Text: "From sm_{n} on: redux.sync, since {word} is associative and commutative: {number} {word} {word} for " +
			"{number} shuffles{text}.",
		Flags: "-pattern reduce -mask full", Lang: "cuda", Old: begin,
		New: `asm volatile("shfl.sync.bfly.b32 %0, %0, 0, 0x1f, 0xffffffff;" : "+r"(v));`,
	},
	{
		Kind: Compared,
		Text: "From sm_{n} on: redux.sync, which finds one rank a round: {n} reductions and {n} {word} stand for " +
			"{n} shuffles.",
		Flags: "-pattern select -k 2", Lang: "cuda", Old: begin, New: "(void)__shfl_sync(0xffffffffu, v, 0);",
	},
	{
		Kind: Compared, Text: "A plan: {text}.", Flags: "-pattern reduce -mask active -width 8", Lang: "cuda",
		Old: `plan\[0\] = mask;`, New: "plan[0] = mask | 0u;",
	},
	{
		Kind: Compared,
		Text: "It depends on {text} alone: every {word}{opt and {word}opt} of this width{opt and {text}opt} may " +
			"use it, of any type and {word}.",
		Flags: "-pattern reduce -mask active -width 8", Lang: "cuda", Old: `plan\[0\] = mask;`,
		New: "plan[0] = mask & 0xffffffffu;",
	},
	{
		Kind: Free, Text: "The plan of another pattern or width differs, even at this size.",
		Flags: "-pattern reduce -mask active -width 8",
	},
}
