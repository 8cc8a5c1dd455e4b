package sentences

// blocks are the sentences of functions of a block and of a cluster.
var blocks = []Row{
	{
		Kind: Executed, Text: "F: thread i of the block is v[i].", Flags: "-pattern block-reduce -block 40",
		Lang: "go", Old: end, New: "v[1] = 1",
	},
	{
		Kind: Executed,
		Text: "F: thread i of the block is a[i]{opt, b[i]opt}{opt, c[i]opt}, and its result is left in v[i]. v may " +
			"be one of the inputs.",
		Flags: "-pattern block-reduce -block 40 -map square", Lang: "go", Old: begin, New: "v[1] = 1",
	},
	{
		Kind: Executed, Text: "F: register r of thread i of the block is v[r][i].",
		Flags: "-pattern block-inclusive-scan -block 40 -total", Lang: "go", Old: end, New: "v[1][1] = 1",
	},
	{
		Kind: Executed, Text: "Thread 0{opt of block 0opt} receives {of} the members in {block}{index}{map}.",
		Flags: "-pattern block-reduce -block 40", Lang: "go", Old: end, New: "v[0] = 1",
	},
	{
		Kind: Executed,
		Text: "Thread 0{opt of block 0opt} receives, in each of its {n} registers, {of} that register of the " +
			"members in {block}.",
		Flags: "-pattern block-reduce -block 40 -n 2", Lang: "go", Old: end, New: "v[1][0] = 1",
	},
	{
		Kind: Executed, Text: "Every thread receives {of} the members {opt{text} opt}in {block}{index}{map}.",
		Flags: "-pattern block-inclusive-scan -block 40", Lang: "go", Old: end, New: "v[3] = 1",
	},
	{
		Kind:  Executed,
		Text:  "Every thread receives, in each of its {n} registers, {of} that register of the members in {block}.",
		Flags: "-pattern block-reduce -block 40 -n 2 -all", Lang: "go", Old: end, New: "v[1][3] = 1",
	},
	{
		Kind: Executed,
		Text: "Every thread receives, in register 0, {of} the members {opt{text} opt}it in {block} and, in " +
			"register 1, {of} all members.",
		Flags: "-pattern block-inclusive-scan -block 40 -total", Lang: "go", Old: end, New: "v[1][3] = 1",
	},
	{
		Kind: Executed, Text: "A thread with member true is one; without members the value is the identity.",
		Flags: "-pattern block-reduce -block 40 -op min", Lang: "cuda", Old: begin,
		New: "v = member ? v : 0; member = true;",
	},
	{
		Kind:  Executed,
		Text:  "A thread with member true is one; without members{opt there is no result, andopt} the index is -1.",
		Flags: "-pattern block-reduce -block 40 -op argmin", Lang: "cuda", Old: begin, New: "member = true;",
	},
	{
		Kind: Executed, Text: "Bit i%32 of mask[i/32] makes thread i a member; without members {text}.",
		Flags: "-pattern block-reduce -block 40 -op min", Lang: "go", Old: begin, New: "mask[0] = 1",
	},
	{
		Kind: Executed, Text: "A block without members keeps its elements.",
		Flags: "-pattern block-reduce -block 40 -op argmin -all", Lang: "go", Old: end, New: "v[3] = 1",
	},
	{
		Kind:  Executed,
		Text:  "No thread returns early, every barrier is reached by all, and the next call may follow at once.",
		Flags: "-pattern block-reduce -block 40", Lang: "cuda", Old: begin, New: "if (!member) return 0;",
	},
	{
		Kind: Executed, Text: "In a cluster of any other number of blocks, or in none, it traps.",
		Flags: "-pattern block-reduce -block 64 -cluster 2 -arch sm_90", Lang: "cuda", Old: `blocks != 2u`,
		New: "blocks == 4u",
	},
	{
		Kind:  Condition,
		Text:  "All {n} threads of the block must make the call; the block may have 1, 2 or 3 dimensions.",
		Flags: "-pattern block-reduce -block 40", Lang: "cuda", Says: "called by all 40 threads of a block",
	},
	{
		Kind: Condition,
		Text: "All threads of a cluster of {n} blocks of {n} threads must make the call; clusters and blocks may " +
			"have 1, 2 or 3 dimensions, and blocks count by %cluster_ctarank.",
		Flags: "-pattern block-reduce -block 64 -cluster 2 -arch sm_90", Lang: "cuda",
		Says: "called by all threads of a cluster of 2 blocks of 64 threads",
	},
	{
		Kind: Defined, Text: "Every thread is a member.", Flags: "-pattern block-reduce -block 40 -mask full",
		Test: "contract.TestOrder",
	},
	{Kind: Free, Text: "The results of the other threads are unspecified.", Flags: "-pattern block-reduce -block 40"},
}
