package history_test

// ofRegisters is a transpose through shared memory: two stores and eight loads a lane.
const ofRegisters = "-pattern transpose -n 8 -type float32"

// memoryBugs are bugs of transposes through shared memory.
var memoryBugs = []bug{
	{
		name: "no barrier before the loads", source: "CUDA guide, Independent Thread Scheduling", spec: ofRegisters,
		cuda: []edit{{"    __syncwarp();\n    const", "    const", 1}},
		want: fault, says: "race: reads what thread 0 writes",
	},
	{
		name: "no barrier before the next call", source: "CUB, WarpExchange: reuse of TempStorage", spec: ofRegisters,
		cuda: []edit{{"    __syncwarp();\n\n    // The results.", "    // The results.", 1}},
		want: fault, says: "race: ",
	},
	{
		name: "a barrier of half the warp", source: "CUDA guide, __syncwarp", spec: ofRegisters,
		cuda: []edit{{"__syncwarp();", "__syncwarp(0x0000ffffu);", 2}},
		want: fault, says: "not in its own member mask",
	},
	{
		name: "two lanes store to one place", source: "CUDA guide, Shared Memory: padding", spec: ofRegisters,
		cuda: []edit{{"lane * 32u + lane / 4u * 16u", "lane * 16u + lane / 4u * 16u", 1}},
		want: fault, says: "race: writes what thread 0 writes",
	},
	{
		name: "loads by another padding than stores", source: "CUDA guide, Shared Memory: padding", spec: ofRegisters,
		cuda: []edit{{"from + 144", "from + 128", 1}},
		want: counterexample, says: "register 1 of lane 0",
	},
	{
		name: "a region smaller than what is stored", source: "CUDA guide, Dynamic Shared Memory", spec: ofRegisters,
		cuda: []edit{{"bytes[1136]", "bytes[1120]", 1}},
		want: fault, says: "outside shared memory of",
	},
	{
		name: "a region aligned to less than a store", source: "CUDA guide, Size and Alignment Requirement",
		spec: ofRegisters,
		cuda: []edit{{"alignas(16)", "alignas(4)", 1}},
		want: fault, says: "not aligned",
	},
	{
		name: "no barrier before ranks are loaded", source: "CUDA guide, Independent Thread Scheduling",
		spec: "-pattern topk -width 8 -k 4 -mask full -memory shared",
		cuda: []edit{{"    __syncwarp();\n    const", "    const", 1}},
		want: fault, says: "race: ",
	},
	{
		name: "another rank", source: "docs/semantics.md, sorting",
		spec: "-pattern topk -width 8 -k 3 -mask full -memory shared",
		cuda: []edit{{"(from + 4)", "(from + 8)", 1}},
		want: counterexample, says: "register 1 of lane",
	},
	{
		name: "ranks of the first segment alone", source: "docs/semantics.md, segments",
		spec: "-pattern topk -width 8 -k 4 -mask full -memory shared",
		cuda: []edit{{"memory.bytes + lane / 8u * 32u", "memory.bytes", 1}},
		want: counterexample, says: "register 0 of lane 8",
	},
	{
		name: "shared memory of its own for all warps", source: "CUDA guide, __shared__", spec: ofRegisters,
		cuda: []edit{
			{"    // The registers.\n",
				"    __shared__ transpose_float32_w32_n8_memory own;\n    (void)memory;\n    // The registers.\n", 1},
			{"memory.bytes", "own.bytes", 2},
		},
		want: refusal, says: "the warps of a block would meet there",
	},
	{
		name: "a member mask that barriers take", source: "CUDA guide, __syncwarp", spec: ofRegisters,
		cuda: []edit{{"__syncwarp();", "__syncwarp(mask);", 2}},
		want: counterexample, says: "member mask",
	},
	{
		name: "bytes of a word in another order", source: "CUDA guide, __byte_perm",
		spec: "-pattern transpose -n 8 -type uint8 -mask full",
		cuda: []edit{{"(unsigned)c << 16", "(unsigned)c << 24", 1}, {"(unsigned)d << 24", "(unsigned)d << 16", 1}},
		want: counterexample, says: "expected",
	},
}
