package sentences

// sorted are the sentences of sorts and of the best elements.
var sorted = []Row{
	{
		Kind: Executed,
		Text: "In {place}, {opt{text} of opt}member k in the order of lanes receives the {type} of rank k{opt * " +
			"{n} + ropt} among the members'{opt and, as {text}opt}.",
		Flags: "-pattern sort -width 4", Lang: "go", Old: end, New: "v[3] = 1",
	},
	{
		Kind: Executed, Text: "{every} receives the {type} of rank {n} among those of the members in {place}.",
		Flags: "-pattern select -k 1 -width 2", Lang: "go", Old: end, New: "v[1] = 1",
	},
	{
		Kind: Executed,
		Text: "{every} receives, in register {n}, the {type} of rank {n} among those in all registers of the " +
			"members in {place}.",
		Flags: "-pattern select -k 1 -width 2 -n 2", Lang: "go", Old: end, New: "v[0][1] = 1",
	},
	{
		Kind: Executed,
		Text: "{every} receives, in register r, the {type} of rank r among those {opt{text} opt}of the members in " +
			"{place}, for r < {n}.",
		Flags: "-pattern topk -k 2 -width 2", Lang: "go", Old: end, New: "v[0][1] = 1",
	},
	{
		Kind: Executed,
		Text: "Bit i of the mask makes lane i a member; a lane that is no member keeps what it has{opt, from " +
			"itselfopt}.",
		Flags: "-pattern sort -width 4", Lang: "go", Old: end, New: "if mask == 0 {\nv[3] = 1\n}",
	},
	{
		Kind:  Executed,
		Text:  "Bit i of the mask makes lane i a member; past the members, a rank has what sorts last, {text}.",
		Flags: "-pattern select -k 1 -width 2", Lang: "go", Old: end, New: "if mask == 0 {\nv[1] = 1\n}",
	},
	{
		Kind: Executed, Text: "Rank 0 is the {word}.", Flags: "-pattern sort -width 2", Lang: "go", Old: end,
		New: "v[0], v[1] = v[1], v[0]",
	},
	{
		Kind:  Executed,
		Text:  "Of equal elements the lower lane's comes first{opt, within a lane the lower register'sopt}.",
		Flags: "-pattern sort -width 2 -from", Lang: "go", Old: end, New: "from[1] = 0",
	},
	{
		Kind: Executed, Text: "-0 is below +0, and a NaN comes after every number.",
		Flags: "-pattern sort -width 2 -type float32", Lang: "go", Old: end, New: "v[1] = v[0]",
	},
	{
		Kind: Defined, Text: "Equal elements have the same bits, so they stay in order.",
		Flags: "-pattern sort -stable", Test: "contract.TestEqualBits",
	},
}
