package history_test

// ballotBugs are bugs of functions that find lanes by votes and by counts of bits.
var ballotBugs = []bug{
	{
		name: "lanes at or before, not before", source: "PTX ISA, %lanemask_le and %lanemask_lt",
		spec: "-pattern compact -memory none -width 32",
		cuda: []edit{{"((1u << lane) - 1u)", "((2u << lane) - 1u)", 1}},
		want: counterexample, says: "expected",
	},
	{
		name: "rank within the warp, not the segment", source: "docs/semantics.md, segments",
		spec: "-pattern compact -memory none -width 8",
		cuda: []edit{{"__popc(members & ", "__popc(mask & ", 1}},
		want: counterexample, says: "expected",
	},
	{
		name: "lowest bit of no bit", source: "PTX ISA, bfind", spec: "-pattern compact -memory none -width 32",
		cuda: []edit{{"found != 0u ? source : lane + 32u", "source", 1}},
		want: counterexample, says: "expected",
	},
	{
		name: "one vote too few", source: "docs/semantics.md, members to the front",
		spec: "-pattern compact -memory none -width 32",
		cuda: []edit{{"    found &= __ballot_sync(0xffffffffu, (rank & 16u) != 0u) ^ " +
			"(((lane & 16u) != 0u) ? 0u : 0xffffffffu);\n", "", 1}},
		want: counterexample, says: "expected",
	},
	{
		name: "member mask of a vote that all lanes make", source: "CUDA C++ Programming Guide, warp vote functions",
		spec: "-pattern compact -memory none -width 16",
		cuda: []edit{{"__ballot_sync(0xffffffffu", "__ballot_sync(mask", 4}},
		want: counterexample, says: "not in its own member mask",
	},
	{
		name: "count of the warp, not the segment", source: "docs/semantics.md, segments",
		spec: "-pattern compact -memory none -width 16 -type float64",
		cuda: []edit{{"(unsigned)__popc(members);", "(unsigned)__popc(mask);", 1}},
		want: counterexample, says: "count of lane",
	},
	{
		name: "members past the last segment", source: "docs/semantics.md, segments",
		spec: "-pattern compact -memory none -width 12",
		cuda: []edit{{"lane < 24u ? mask & 0xfffu << base : 0u", "mask & 0xfffu << base", 1}},
		want: counterexample, says: "lane 24",
	},
	{
		name: "rank that counts lanes that are no member", source: "CUDA C++ Programming Guide, warp match functions",
		spec: "-pattern rank -width 32",
		cuda: []edit{{"__match_any_sync(0xffffffffu, key) & mask;", "__match_any_sync(0xffffffffu, key); (void)mask;", 1}},
		want: counterexample, says: "expected",
	},
	{
		name: "rank that counts the lane itself", source: "PTX ISA, %lanemask_le and %lanemask_lt",
		spec: "-pattern rank -width 32 -mask full",
		cuda: []edit{{"((1u << lane) - 1u)", "((2u << lane) - 1u)", 1}},
		want: counterexample, says: "expected",
	},
	{
		name: "rank within the warp, not the segment of equal keys", source: "docs/semantics.md, segments",
		spec: "-pattern rank -width 8 -mask full",
		cuda: []edit{{"& 0xffu << base;", "; (void)base;", 1}},
		want: counterexample, says: "expected",
	},
	{
		name: "keys of 64 bits compared by their low words", source: "C++, [conv.integral]",
		spec: "-pattern rank -width 32 -key uint64 -mask full",
		cuda: []edit{{"__match_any_sync(0xffffffffu, key)", "__match_any_sync(0xffffffffu, (unsigned)key)", 1}},
		want: fault, says: "a match of anything but the lane's key",
	},
	{
		name: "match that waits for lanes elsewhere", source: "PTX ISA, match.sync",
		spec: "-pattern rank -width 32 -mask active",
		cuda: []edit{{"__match_any_sync(mask, key)", "__match_any_sync(0xffffffffu, key) & mask", 1}},
		want: counterexample, says: "which may be elsewhere",
	},
	{
		name: "count of those before the lane", source: "CUDA C++ Programming Guide, warp-aggregated atomics",
		spec: "-pattern rank -width 16 -mask full",
		cuda: []edit{{"*count = __popc(group);", "*count = x0;", 1}},
		want: counterexample, says: "count of lane",
	},
}
