package sentences

// moves are the sentences of shuffles and movements, of loads and stores, and of memory that the caller lends.
var moves = []Row{
	{
		Kind: Executed, Text: "{every} receives the {type} of lane {word} of {place}.",
		Flags: "-pattern shfl -width 8 -src 3", Lang: "cuda", Old: begin, New: "v = 1;",
	},
	{
		Kind: Executed, Text: "{lane} i receives the {type} of lane i {text} of {place}.",
		Flags: "-pattern shfl-up -width 8 -delta 1", Lang: "cuda", Old: begin, New: "v = 1;",
	},
	{
		Kind:  Executed,
		Text:  "{lane} i receives the {type} of lane i ^ {text}, unless that is past the end of {place}.",
		Flags: "-pattern shfl-xor -width 8 -xor 9", Lang: "cuda", Old: begin, New: "v = 1;",
	},
	{
		Kind: Executed,
		Text: "{lane} base + i receives the {type} of lane base + (i {text}) mod {n}, where base is the first lane " +
			"of {place}.",
		Flags: "-pattern rotate -width 8 -delta 3", Lang: "cuda", Old: begin, New: "v = 1;",
	},
	{
		Kind: Executed, Text: "The pred of a lane is true if it read a source; else it keeps its value.",
		Flags: "-pattern shfl-up -width 8 -delta 1", Lang: "cuda", Old: `\*pred = [^;]*`, New: "*pred = true",
	},
	{
		Kind:  Executed,
		Text:  "Bit i of the mask makes lane i a member; a lane keeps its value if its source is no member.",
		Flags: "-pattern shfl -width 8 -src 3", Lang: "cuda", Old: begin, New: "mask |= 8u;",
	},
	{
		Kind:  Executed,
		Text:  "Bit i of the mask makes lane i a member; a register keeps its element if its source is in no member.",
		Flags: "-pattern array-exchange -width 4 -n 2 -xor 1", Lang: "cuda", Old: begin, New: "mask |= 8u;",
	},
	{
		Kind: Executed, Text: "Register k of lane i receives register k of lane i ^ {n} of {place}, for k < {n}.",
		Flags: "-pattern array-exchange -width 4 -n 2 -xor 1", Lang: "cuda", Old: end, New: "v[0] = 1;",
	},
	{
		Kind: Executed,
		Text: "In {place}, of lanes i and i ^ {n}, register {n} of the lower lane and register {n} of the upper " +
			"lane change places.",
		Flags: "-pattern swap -width 4 -n 2 -xor 1 -first 0 -second 1", Lang: "cuda", Old: end, New: "v[0] = 1;",
	},
	{
		Kind: Executed,
		Text: "In {place}, register k of lane l receives element k * {n} + l, where register r of lane j held " +
			"element j * {n} + r.",
		Flags: "-pattern transpose -width 4 -n 2", Lang: "cuda", Old: end, New: "v[0] = 1;",
	},
	{
		Kind: Executed,
		Text: "In {place}, register r of lane l receives element l * {n} + r, where register k of lane j held " +
			"element k * {n} + j.",
		Flags: "-pattern transpose -width 4 -n 2 -inverse", Lang: "cuda", Old: end, New: "v[0] = 1;",
	},
	{
		Kind: Executed, Text: "In {place}, lane l receives the {type} of lane p[l], where p is the list of -perm.",
		Flags: "-pattern permute -width 4 -perm 1,0,3,2", Lang: "cuda", Old: begin, New: "v = 1;",
	},
	{
		Kind:  Executed,
		Text:  "In {place}, slot s receives slot p[s], where p is -perm; register r of lane l is slot r * {n} + l.",
		Flags: "-pattern permute -width 2 -n 2 -perm 1,0,3,2", Lang: "cuda", Old: end, New: "v[0] = 1;",
	},
	{
		Kind:  Executed,
		Text:  "In {place}, {text} of the member with r members before it, and every lane the count of members.",
		Flags: "-pattern compact -width 4 -memory none", Lang: "go", Old: end, New: "count[3] = 9",
	},
	{
		Kind:  Executed,
		Text:  "Bit i of the mask makes lane i a member; lane r keeps its value if there are no more than r members.",
		Flags: "-pattern compact -width 4 -memory none", Lang: "go", Old: end, New: "if mask == 0 {\nv[3] = 1\n}",
	},
	{
		Kind: Executed, Text: "{lane} i receives the {type} from[i].",
		Flags: "-pattern load -type ../userops.Moments", Lang: "cuda", Old: `return v;`,
		New: "v.Count += 1;\nreturn v;",
	},
	{
		Kind: Executed, Text: "{lane} i receives the {type} from[i], or zeros if there is none.",
		Flags: "-pattern load -partial -type ../userops.Moments", Lang: "cuda", Old: ` : 0;`, New: " : 1;",
	},
	{
		Kind: Executed, Text: "Element to[i]{opt, if there is one,opt} receives the {type} of lane i.",
		Flags: "-pattern store -type ../userops.Moments", Lang: "cuda", Old: begin, New: "v.Count += 1;",
	},
	{
		Kind: Executed,
		Text: "Lane l reads words 32 * k + l of the {opt{text} opt}elements, for k < {n}: each word is read once, " +
			"and nothing else.",
		Flags: "-pattern load -type ../userops.Moments", Lang: "cuda", Old: `words\[32\]`, New: "words[64]",
	},
	{
		Kind: Executed,
		Text: "Lane l writes words 32 * k + l of the {opt{text} opt}elements, for k < {n}: each word is written " +
			"once, and nothing else.",
		Flags: "-pattern store -type ../userops.Moments", Lang: "cuda", Old: `(words\[32\] = [^;]*;)`,
		New: "${1} words[96] = words[0];",
	},
	{
		Kind: Executed, Text: "Of more than 32 the first 32 are taken.",
		Flags: "-pattern store -partial -type ../userops.Moments", Lang: "cuda",
		Old: `left < 32u \? (left \* \d+u) : \d+u`, New: "${1}",
	},
	{
		Kind: Condition, Text: "{word} points to the element of lane 0, and is the same in all lanes.",
		Flags: "-pattern load -type ../userops.Moments", Lang: "cuda", Says: "from points to 32 elements",
	},
	{
		Kind: Condition, Text: "left is how many elements there are from {word}[0] on, and is the same in all lanes.",
		Flags: "-pattern load -partial -type ../userops.Moments", Lang: "cuda",
		Says: "with one number of elements that are left",
	},
	{
		Kind: Condition, Text: "Other lanes {word} parts of a lane's element: {text}.",
		Flags: "-pattern load -type ../userops.Moments", Lang: "cuda", Says: "from points to 32 elements",
	},
	{Kind: Free, Text: "Padding is written too, and unspecified.", Flags: "-pattern store -type ../userops.Reading"},
	{
		Kind: Compared, Text: "Each warp passes shared memory of its own, a F_memory: {n} bytes, aligned to {n}.",
		Flags: "-pattern transpose -n 8 -memory shared", Lang: "cuda", Old: `bytes\[1136\]`, New: "bytes[1140]",
	},
	{
		Kind: Executed, Text: "After the call it is free at once: for the next call, or for anything else.",
		Flags: "-pattern transpose -n 8 -memory shared", Lang: "cuda",
		Old: `    // No lane stores in the next call before all have loaded.\n    __syncwarp\(\);\n`, New: "",
	},
	{
		Kind: Defined, Text: "All lanes pass one {text}, any value; {text}.",
		Flags: "-pattern shfl -width 8 -src var", Test: "contract.TestDistance",
	},
	{
		Kind:  Defined,
		Text:  "Each lane has a src of its own, any value; it counts modulo {n}, a negative one too: -1 as {n}.",
		Flags: "-pattern shfl -width 8 -src each", Test: "contract.TestDistance",
	},
}
