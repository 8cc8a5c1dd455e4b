package history_test

// ofMembers is a compact through shared memory: a store at the rank of a member.
const ofMembers = "-pattern compact -memory shared -type float32"

// Lines of it: where a lane stores, and the barriers.
const (
	storesAt = "unsigned place = ((members >> lane & 1u) != 0u) ? rank : lane + 32u;"
	upToRank = "__popc(members & ((1u << lane) - 1u))"
	atFirst  = "    __syncwarp();\n    const"
	atLast   = "    __syncwarp();\n\n    // The result."
)

// inBranch has members alone store, under a branch.
var inBranch = []edit{
	{storesAt, "bool member = (members >> lane & 1u) != 0u;\n    unsigned place = rank;", 1},
	{"    *reinterpret_cast<float *>(to) = v;", "    if (member)\n        *reinterpret_cast<float *>(to) = v;", 1},
}

// rankBugs are bugs of functions that store where the mask says.
var rankBugs = []bug{
	{
		name: "no barrier between ranks and their loads", source: "CUDA guide, Independent Thread Scheduling",
		spec: ofMembers,
		cuda: []edit{{atFirst, "    const", 1}},
		want: counterexample, says: "race: ",
	},
	{
		name: "no barrier before the next call's ranks", source: "CUB, WarpExchange: reuse of TempStorage", spec: ofMembers,
		cuda: []edit{{atLast, "\n    // The result.", 1}},
		want: counterexample, says: "race: the second call writes what thread",
	},
	{
		name: "barriers of the members alone", source: "CUDA guide, __syncwarp", spec: ofMembers,
		cuda: []edit{{"__syncwarp();", "__syncwarp(mask);", 2}},
		want: counterexample, says: "not in its own member mask",
	},
	{
		name: "ranks that count the lane itself", source: "PTX ISA, %lanemask_le and %lanemask_lt", spec: ofMembers,
		cuda: []edit{{upToRank, "__popc(members & ((2u << lane) - 1u))", 1}},
		want: counterexample, says: "expected",
	},
	{
		name: "ranks by the lanes that are no member", source: "CUDA guide, warp-aggregated atomics", spec: ofMembers,
		cuda: []edit{{upToRank, "__popc(~members & ((1u << lane) - 1u))", 1}},
		want: counterexample, says: "race: writes what thread",
	},
	{
		name: "ranks from the last lane down", source: "PTX ISA, %lanemask_gt and %lanemask_lt", spec: ofMembers,
		cuda: []edit{{upToRank, "__popc(members & ~((2u << lane) - 1u))", 1}},
		want: counterexample, says: "expected",
	},
	{
		name: "lanes that are no member among the ranks", source: "CUB, WarpExchange: ScatterToStriped", spec: ofMembers,
		cuda: []edit{{storesAt, "unsigned place = ((members >> lane & 1u) != 0u) ? rank : lane;", 1}},
		want: counterexample, says: "race: writes what thread",
	},
	{
		name: "one place for all that are no member", source: "CUDA guide, Shared Memory", spec: ofMembers,
		cuda: []edit{{storesAt, "unsigned place = ((members >> lane & 1u) != 0u) ? rank : 32u;", 1}},
		want: counterexample, says: "race: writes what thread",
	},
	{
		name: "rank of every lane", source: "CUDA guide, Shared Memory", spec: ofMembers,
		cuda: []edit{{storesAt, "unsigned place = rank;", 1}},
		want: counterexample, says: "race: writes what thread",
	},
	{
		name: "one place too far", source: "CUDA guide, Shared Memory", spec: ofMembers,
		cuda: []edit{{storesAt, "unsigned place = ((members >> lane & 1u) != 0u) ? rank : lane + 33u;", 1}},
		want: counterexample, says: "outside shared memory of",
	},
	{
		name: "one place too early", source: "CUDA guide, Shared Memory", spec: ofMembers,
		cuda: []edit{{storesAt, "unsigned place = ((members >> lane & 1u) != 0u) ? rank - 1u : lane + 32u;", 1}},
		want: counterexample, says: "outside shared memory of",
	},
	{
		name: "a region for the members alone", source: "CUDA guide, Dynamic Shared Memory", spec: ofMembers,
		cuda: []edit{{"bytes[256]", "bytes[128]", 1}},
		want: counterexample, says: "outside shared memory of",
	},
	{
		name: "a region aligned to less than an element", source: "CUDA guide, Size and Alignment Requirement",
		spec: ofMembers,
		cuda: []edit{{"alignas(16)", "alignas(2)", 1}},
		want: fault, says: "not aligned",
	},
	{
		name: "ranks two bytes apart", source: "CUDA guide, Size and Alignment Requirement", spec: ofMembers,
		cuda: []edit{{"place * 4u", "place * 2u", 1}},
		want: counterexample, says: "not aligned",
	},
	{
		name: "a byte for an element", source: "C++, [conv.integral]", spec: "-pattern compact -memory shared",
		cuda: []edit{{"*reinterpret_cast<int *>(to) = v;", "*reinterpret_cast<unsigned char *>(to) = (unsigned char)v;", 1}},
		want: counterexample, says: "expected",
	},
	{
		name: "loads past the last member", source: "CUDA guide, Shared Memory: nothing is initialized", spec: ofMembers,
		cuda: []edit{{"lane < all ? *reinterpret_cast<const float *>(from) : v", "*reinterpret_cast<const float *>(from)",
			1}},
		want: counterexample, says: "undefined",
	},
	{
		name: "one lane too many loads", source: "docs/semantics.md, members to the front", spec: ofMembers,
		cuda: []edit{{"lane < all ?", "lane <= all ?", 1}},
		want: counterexample, says: "lane",
	},
	{
		name: "the next lane's place", source: "CUDA guide, Shared Memory", spec: ofMembers,
		cuda: []edit{{"const unsigned char *from = memory.bytes + lane * 4u;",
			"const unsigned char *from = memory.bytes + lane * 4u + 4u;", 1}},
		want: counterexample, says: "lane",
	},
	{
		name: "two registers that overlap", source: "CUDA guide, Shared Memory: several arrays in one",
		spec: "-pattern compact -memory shared -n 2",
		cuda: []edit{{"(to + 128)", "(to + 64)", 1}, {"(from + 128)", "(from + 64)", 1}},
		want: counterexample, says: "race: writes what thread",
	},
	{
		name: "ranks of two segments in one place", source: "docs/semantics.md, segments",
		spec: "-pattern compact -memory shared -width 8",
		cuda: []edit{{"? base + rank :", "? rank :", 1}},
		want: counterexample, says: "race: writes what thread",
	},
	{
		name: "ranks past the last segment", source: "docs/semantics.md, segments",
		spec: "-pattern compact -memory shared -width 12",
		cuda: []edit{{"lane < 24u ? mask & 0xfffu << base : 0u", "mask & 0xfffu << base", 1}},
		want: counterexample, says: "lane 24",
	},
	{
		name: "members of the warp, not the segment", source: "docs/semantics.md, segments",
		spec: "-pattern compact -memory shared -width 16 -type float64",
		cuda: []edit{{"all = (unsigned)__popc(members)", "all = (unsigned)__popc(mask)", 1}},
		want: counterexample, says: "lane",
	},
	{
		name: "a place that the element chooses", source: "CUDA guide, Shared Memory",
		spec: "-pattern compact -memory shared",
		cuda: []edit{{storesAt, "unsigned place = ((members >> lane & 1u) != 0u) ? rank ^ (unsigned)v >> 31 : lane + 32u;",
			1}},
		want: fault, says: "depends on the data",
	},
	{
		name: "a branch's ranks without a barrier", source: "CUDA guide, Independent Thread Scheduling", spec: ofMembers,
		ground: inBranch,
		cuda:   []edit{{atFirst, "    const", 1}},
		want:   counterexample, says: "race: ",
	},
	{
		name: "both ways of a branch store to one place", source: "CUDA guide, Independent Thread Scheduling",
		spec:   ofMembers,
		ground: inBranch,
		cuda: []edit{{"(to) = v;", "(to) = v;\n    else\n        *reinterpret_cast<float *>(memory.bytes + lane * 4u) = v;",
			1}},
		want: counterexample, says: "race: writes what thread",
	},
	{
		name: "a branch on the element around a store", source: "CUDA guide, Control Flow Instructions", spec: ofMembers,
		ground: inBranch,
		cuda:   []edit{{"if (member)", "if (member && v != 0.0f)", 1}},
		want:   counterexample, says: "an undefined value",
	},
	{
		name: "a permutation that is none", source: "CUB, WarpExchange: ScatterToStriped",
		spec:   "-pattern compact -memory shared -width 8",
		ground: []edit{{"rank : lane + 32u;", "rank : lane + all - rank;", 1}, {"bytes[256]", "bytes[128]", 1}},
		cuda:   []edit{{"lane + all - rank;", "lane + all - rank - 1u;", 1}},
		want:   counterexample, says: "outside shared memory of",
	},
	{
		name: "ranks in shared memory of all warps", source: "CUDA guide, __shared__", spec: ofMembers,
		cuda: []edit{
			{"    // Each member stores",
				"    __shared__ compact_float32_w32_shared_memory own;\n    (void)memory;\n    // Each member stores", 1},
			{"memory.bytes", "own.bytes", 2},
		},
		want: refusal, says: "the warps of a block would meet there",
	},
}
