package history_test

// scanBugs are bugs of block scans.
var scanBugs = []bug{
	{
		name:   "scan's barrier missing before the pieces are read",
		source: "CUDA C++ Programming Guide, synchronization functions", spec: "-pattern block-inclusive-scan -block 96",
		cuda: []edit{{"= x0;\n    __syncthreads();", "= x0;", 1}},
		want: fault, says: "race",
	},
	{
		name:   "scan's barrier missing before the results are read",
		source: "CUDA C++ Programming Guide, synchronization functions", spec: "-pattern block-inclusive-scan -block 96",
		cuda: []edit{{"    }\n    __syncthreads();", "    }", 1}},
		want: fault, says: "race",
	},
	{
		name:   "a thread reads its neighbour's result, which the next call overwrites",
		source: "CUB, BlockScan: TempStorage may be used again after a barrier",
		spec:   "-pattern block-inclusive-scan -block 96",
		cuda:   []edit{{"    return slots[thread];", "    return thread != 0u ? slots[thread - 1u] + x0 : x0;", 1}},
		want:   fault, says: "race",
	},
	{
		name:   "no barrier between the warps' results and the next call",
		source: "CUB, BlockScan: TempStorage may be used again after a barrier",
		spec:   "-pattern block-exclusive-scan -block 64",
		cuda:   []edit{{"before these are read.\n    __syncthreads();", "before these are read.", 1}},
		want:   fault, says: "race",
	},
	{
		name: "total of a short warp never stored", source: "xlite-dev/LeetCUDA#357",
		spec: "-pattern block-inclusive-scan -block 45 -total",
		cuda: []edit{{"lane == 31u || thread == 44u", "lane == 31u", 1}},
		want: counterexample, says: "undefined",
	},
	{
		name: "exclusive scan by taking the own element away", source: "NVIDIA/cccl, ExclusiveSum of floats",
		spec: "-pattern block-exclusive-scan -block 40 -type float32 -mask full",
		cuda: []edit{{"float x11 = (lane != 0u) ? from11 : identity;", "float x11 = from11 - from11 + x9 - v;", 1}},
		want: counterexample, says: "expected",
	},
	{
		name: "first lane of a warp starts from 0, not from the warps before", source: "NVIDIA/cuda-samples, shfl_scan",
		spec: "-pattern block-inclusive-scan -block 64",
		cuda: []edit{{"(warp & 1u) != 0u", "(warp & 1u) != 0u && lane != 0u", 1}},
		want: counterexample, says: "expected",
	},
}
