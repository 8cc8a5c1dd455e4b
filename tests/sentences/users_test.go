package sentences

// users are the sentences of operators and maps of users.
var users = []Row{
	{
		Kind: Executed, Text: "{every} receives {of} the members before it in {place}; the lowest keeps its element.",
		Flags: "-pattern exclusive-scan -width 4 -mask active -op ../userops.Minus", Lang: "cuda", Old: begin,
		New: "if (mask == 1u) return 1;",
	},
	{
		Kind: Executed, Text: "Bit i of the mask makes lane i a member; a lane to which none contributes {text}.",
		Flags: "-pattern reduce -width 4 -op ../userops.Minus", Lang: "cuda", Old: begin,
		New: "if (mask == 0u) return 1;",
	},
	{
		Kind:  Executed,
		Text:  "Bit i of the mask makes lane i a member; a register to which none contributes stays as it is.",
		Flags: "-pattern batch-reduce -n 2 -width 4 -op ../userops.Minus", Lang: "cuda", Old: begin,
		New: "if (mask == 0u) v[0] = 1;",
	},
	{
		Kind:  Executed,
		Text:  "Bit i of the mask makes lane i a member; where none has its key, a lane keeps its element.",
		Flags: "-pattern keyed-reduce -width 2 -op ../userops.Minus", Lang: "cuda", Old: begin,
		New: "if (mask == 0u) return 1;",
	},
	{
		Kind: Defined, Text: "Op: {word} of package {text}, on {type}; {text}.",
		Flags: "-pattern reduce -op ../userops.Minus", Test: "operators.TestLaws",
	},
	{
		Kind: Executed, Text: "It is called on elements that are there; no identity is used.",
		Flags: "-pattern reduce -width 4 -op ../userops.Minus", Lang: "cuda", Old: begin,
		New: "if (mask == 0u) return 1;",
	},
	{
		Kind: Executed, Text: "Its identity, {word}, stands for elements that are absent.",
		Flags: "-pattern reduce -width 4 -op ../userops.Added", Lang: "cuda", Old: begin,
		New: "if (mask == 0u) return 2;",
	},
	{
		Kind: Condition, Text: "Known of {text}.",
		Flags: "-pattern xor-reduce -width 4 -op ../../internal/prover/law/testdata/assume.Size", Lang: "go",
		Says: "bits.UintSize",
	},
	{
		Kind:  Compared,
		Text:  "C linkage: one translation unit of a program includes this file; others declare the function.",
		Flags: "-pattern reduce -width 4 -linkage extern", Lang: "cuda", Old: `extern "C" `, New: "",
	},
}
