package history_test

// blockBugs are bugs of block reductions.
var blockBugs = []bug{
	{
		name: "absent lane read as 0", source: "apache/tvm#12274",
		spec: "-pattern block-reduce -block 11 -type float32 -op max",
		cuda: []edit{{"(lane < 7u) ? x4 : x3", "x4", 1}},
		want: counterexample, says: "undefined",
	},
	{
		name: "full member mask in a short warp", source: "flashinfer-ai/flashinfer#3880",
		spec: "-pattern block-reduce -block 180 -op max -order far",
		cuda: []edit{{"warp == 5u ? 0x000fffffu : 0xffffffffu", "0xffffffffu", 1}},
		want: counterexample, says: "undefined",
	},
	{
		name: "short warp dropped", source: "flashinfer-ai/flashinfer#3879",
		spec:   "-pattern block-reduce -block 180 -op max -order far",
		ground: byShuffle,
		cuda:   []edit{{"lane < 6u", "lane < 180u / 32u", 1}},
		want:   counterexample, says: "expected",
	},
	{
		name: "ballot of the warps, lanes past it read", source: "NVIDIA/cuda-samples#398",
		spec:   "-pattern block-reduce -block 180 -op max -order far",
		ground: byShuffle,
		cuda: []edit{
			{"    if (warp == 0u) {\n",
				"    unsigned ballot = __nvvm_vote_ballot_sync(threads, thread < 6u);\n    if (thread < 6u) {\n", 1},
			{"__shfl_down_sync(0xffffffffu", "__shfl_down_sync(ballot", 3},
		},
		want: counterexample, says: "undefined",
	},
	{
		name: "full member mask for a thread a warp", source: "ooples/AiDotNet.Tensors#31",
		spec:   "-pattern block-reduce -block 180 -op max -order far",
		ground: byShuffle,
		cuda:   []edit{{"    if (warp == 0u) {\n", "    if (thread < 6u) {\n", 1}},
		want:   fault, says: "divergent",
	},
	{
		name: "number of warps no power of two", source: "xlite-dev/LeetCUDA#357",
		spec:   "-pattern block-reduce -block 180 -op max -order far",
		ground: byShuffle,
		cuda: []edit{
			{"__shfl_down_sync(0xffffffffu, x, 4)", "__shfl_down_sync(0xffffffffu, x, 3)", 1},
			{"__shfl_down_sync(0xffffffffu, x, 2)", "__shfl_down_sync(0xffffffffu, x, 1)", 1},
			{"        int after1 = __shfl_down_sync(0xffffffffu, x, 1);\n        x = x > after1 ? x : after1;\n", "", 1},
		},
		want: counterexample, says: "expected",
	},
	{
		name: "0 for the warps that are not there", source: "cholla-hydro/cholla#426",
		spec:   "-pattern block-reduce -block 180 -op max -order far",
		ground: byShuffle,
		cuda:   []edit{{"partial[lane] : (-2147483647 - 1)", "partial[lane] : 0", 1}},
		want:   counterexample, says: "expected",
	},
	{
		name: "a full warp reads the warps' results", source: "xlite-dev/LeetCUDA#409",
		spec:   "-pattern block-reduce -block 180 -op max -order far",
		ground: byShuffle,
		cuda:   []edit{{"lane < 6u ? partial[lane] : (-2147483647 - 1)", "partial[lane]", 1}},
		want:   fault, says: "outside shared memory",
	},
	{
		name: "shared buffer of floor(n/32)", source: "NVlabs/cuda-oxide#1310",
		spec:   "-pattern block-reduce -block 180 -op max -order far",
		ground: byShuffle,
		cuda:   []edit{{"partial[6]", "partial[180 / 32]", 1}},
		want:   fault, says: "outside shared memory",
	},
	{
		name: "shared memory of a warp never filled", source: "modular/mojo-gpu-puzzles#53",
		spec: "-pattern block-reduce -block 180 -op max -order far",
		cuda: []edit{{"if (lane == 0u)", "if (lane == 0u && warp < 5u)", 1}},
		want: counterexample, says: "undefined",
	},
	{
		name: "slots past the block never filled", source: "CUB, BlockReduce::Reduce of num_valid items",
		spec: "-pattern block-reduce -block 180",
		cuda: []edit{{"    if (thread < 4u)\n        slots[thread + 180u + (thread + 180u) / 32u * 4u] = 0;\n", "", 1}},
		want: counterexample, says: "undefined",
	},
	{
		name: "floats of a block compared as integers", source: "a maximum of floats by atomicMax on their bits",
		spec: "-pattern block-reduce -block 70 -type float32 -op max -arch sm_80",
		cuda: []edit{{"int key = block_reduce_max_float32_b70_key(member ? v : identity);",
			"int key = __float_as_int(member ? v : identity);", 1}},
		want: counterexample, says: "expected",
	},
	{
		name: "last slots hold what lay there", source: "CUB, BlockReduce::Reduce of num_valid items",
		spec: "-pattern block-reduce -block 70 -type float32 -op max -arch sm_80 -for throughput",
		cuda: []edit{{"    if (thread < 2u)\n        slots[thread + 70u] = key;\n", "", 1}},
		want: counterexample, says: "undefined",
	},
	{
		name: "padding of stores, not of loads", source: "CUDA C++ Best Practices Guide, shared memory bank conflicts",
		spec: "-pattern block-reduce -block 250 -type float32",
		cuda: []edit{{"&slots[thread * 8u + thread * 8u / 32u * 4u]", "&slots[thread * 8u]", 1}},
		want: counterexample, says: "undefined",
	},
	{
		name: "values of lanes read before they are left", source: "CUDA C++ Programming Guide, __syncwarp",
		spec: "-pattern block-reduce -block 128 -type float32 -mask full",
		cuda: []edit{{"        __syncwarp();\n", "", 1}},
		want: fault, says: "race",
	},
	{
		name: "every second of the lanes leaves its value", source: "a raking first warp by hand",
		spec: "-pattern block-reduce -block 128 -type float32 -mask full",
		cuda: []edit{{"if (thread % 8u == 0u)", "if (thread % 16u == 0u)", 1}},
		want: counterexample, says: "undefined",
	},
	{
		name: "neighbours that read pieces of their own", source: "a raking first warp by hand",
		spec: "-pattern block-reduce -block 128 -type float32 -mask full",
		cuda: []edit{{"thread / 2u * 8u + thread / 8u * 4u", "thread % 16u * 8u + thread % 16u / 4u * 4u", 1}},
		want: counterexample, says: "expected",
	},
	{
		name: "result read before it is stored", source: "CUDA C++ Programming Guide, synchronization functions",
		spec: "-pattern block-reduce -block 128 -type float32 -all",
		cuda: []edit{{"    }\n    __syncthreads();\n\n    // Every thread takes", "    }\n\n    // Every thread takes", 1}},
		want: fault, says: "race",
	},
	{
		name:   "results of several registers read before they are stored",
		source: "CUDA C++ Programming Guide, synchronization functions",
		spec:   "-pattern block-reduce -block 128 -n 3 -type float32 -all",
		cuda:   []edit{{"    }\n    __syncthreads();\n\n    // Every thread takes", "    }\n\n    // Every thread takes", 1}},
		want:   fault, says: "race",
	},
	{
		name:   "no barrier of the warp before what is left is read",
		source: "CUDA C++ Programming Guide, Independent Thread Scheduling",
		spec:   "-pattern block-reduce -block 128 -n 3 -type float32",
		cuda:   []edit{{"        __syncwarp();\n", "", 1}},
		want:   fault, says: "race",
	},
	{
		name:   "no barrier before the next call's registers",
		source: "CUB, BlockReduce: TempStorage may be used again after a barrier",
		spec:   "-pattern block-reduce -block 128 -n 2 -mask full",
		cuda:   []edit{{"are read.\n    __syncthreads();", "are read.", 1}},
		want:   fault, says: "race",
	},
	{
		name: "values of two lanes in one slot", source: "a raking first warp by hand",
		spec: "-pattern block-reduce -block 128 -n 2 -mask full",
		cuda: []edit{{"thread / 8u * 2u + thread % 2u", "thread / 4u * 2u + thread % 2u", 1}},
		want: fault, says: "race",
	},
	{
		name: "parts of both registers exchanged", source: "a transposing butterfly by hand",
		spec: "-pattern block-reduce -block 128 -n 2 -mask full",
		cuda: []edit{{"left1 = left[1]", "left1 = left[0]", 1}},
		want: counterexample, says: "expected",
	},
	{
		name: "elements of the other register in a row", source: "CUDA C++ Best Practices Guide, strided access",
		spec: "-pattern block-reduce -block 128 -n 2 -mask full",
		cuda: []edit{{"(unsigned)mine[0] + (unsigned)mine[2]", "(unsigned)mine[0] + (unsigned)mine[1]", 1}},
		want: counterexample, says: "expected",
	},
	{
		name: "width of the block's second dimension", source: "CUDA C++ Programming Guide, Thread Hierarchy",
		spec: "-pattern block-reduce -block 64 -n 4 -mask full",
		cuda: []edit{{"%%ntid.x", "%%ntid.y", 1}},
		want: fault, says: "depends on the block's shape",
	},
	{
		name: "slots of a second value written over the first", source: "pytorch/pytorch#83825",
		spec: "-pattern block-reduce -block 128 -n 2 -type float32",
		cuda: []edit{{"    alignas(16) __shared__ float left[32];\n", "    float *left = slots;\n", 1}},
		want: fault, says: "race",
	},
	{
		name: "a register of another value raked", source: "CUDA C++ Best Practices Guide, strided access",
		spec: "-pattern block-reduce -block 128 -n 4",
		cuda: []edit{{"+ thread % 4u]", "+ thread / 4u % 4u]", 1}},
		want: counterexample, says: "expected",
	},
	{
		name: "the kept register sent", source: "a transposing butterfly by hand",
		spec: "-pattern block-reduce -block 64 -n 2 -mask full",
		cuda: []edit{{"upper1 ? v0 : v1", "upper1 ? v1 : v0", 1}},
		want: counterexample, says: "expected",
	},
	{
		name: "first warp's result taken in again", source: "xlite-dev/LeetCUDA#409",
		spec: "-pattern block-reduce -block 608 -arch sm_80",
		cuda: []edit{{"(lane < 19u) ? x2 : 0", "x2", 1}},
		want: counterexample, says: "expected",
	},
	{
		name: "warps' results read before they are stored", source: "arrayfire/arrayfire#633",
		spec: "-pattern block-reduce -block 608 -arch sm_80",
		cuda: []edit{{"        partial[warp] = x1;\n    __syncthreads();", "        partial[warp] = x1;", 1}},
		want: fault, says: "race",
	},
	{
		name: "a warp of four dropped", source: "flashinfer-ai/flashinfer#3879",
		spec: "-pattern block-reduce -block 1024 -n 4",
		cuda: []edit{{"thread < 128u", "thread < 96u", 1}},
		want: counterexample, says: "undefined",
	},
	{
		name: "first warp's own elements left out", source: "a raking first warp by hand",
		spec: "-pattern block-reduce -block 64 -mask full -arch sm_80",
		cuda: []edit{{"(unsigned)v + (unsigned)mine[0]", "(unsigned)mine[0]", 1}},
		want: counterexample, says: "expected",
	},
	{
		name: "elements of other warps read before they are stored", source: "arrayfire/arrayfire#633",
		spec: "-pattern block-reduce -block 64 -mask full -arch sm_80",
		cuda: []edit{{"        slots[thread - 32u] = v;\n    __syncthreads();", "        slots[thread - 32u] = v;", 1}},
		want: fault, says: "race",
	},
	{
		name: "a warp of 32 by redux dropped", source: "flashinfer-ai/flashinfer#3879",
		spec: "-pattern block-reduce -block 1024 -mask full -arch sm_80",
		cuda: []edit{{"if (lane == 0u)", "if (lane == 0u && warp != 31u)", 1}},
		want: counterexample, says: "undefined",
	},
	{
		name: "early return before a barrier", source: "acts-project/traccc#137",
		spec: "-pattern block-reduce -block 45 -order far",
		cuda: []edit{{"    // The first lane of each warp", "    if (thread >= 40u)\n        return 0;\n    //", 1}},
		want: fault, says: "divergent",
	},
	{
		name: "early return of who has no data", source: "Luce-Org/lucebox#225",
		spec: "-pattern block-reduce -block 45 -order far",
		cuda: []edit{{"    // A thread that is no member", "    if (!member)\n        return 0;\n    //", 1}},
		want: fault, says: "under a branch",
	},
	{
		name: "barrier in a branch", source: "acts-project/acts#307", spec: "-pattern block-reduce -block 128",
		cuda: []edit{{"    slots[thread] = x0;\n    __syncthreads();",
			"    slots[thread] = x0;\n    if (thread < 32u)\n        __syncthreads();", 1}},
		want: fault, says: "divergent",
	},
	{
		name: "barrier missing", source: "arrayfire/arrayfire#633", spec: "-pattern block-reduce -block 128",
		cuda: []edit{{"    slots[thread] = x0;\n    __syncthreads();", "    slots[thread] = x0;", 1}},
		want: fault, says: "race",
	},
	{
		name: "scratch used again without a barrier", source: "pytorch/pytorch#83825, ggml-org/llama.cpp#26385",
		spec:   "-pattern block-reduce -block 96 -type uint32 -op xor -arch sm_70",
		ground: twoCalls("block_reduce_xor_uint32_b96"),
		cuda:   []edit{{"before these are read.\n    __syncthreads();", "before these are read.", 1}},
		want:   fault, says: "race",
	},
	{
		name: "warp trusted to run in lockstep", source: "CanReader/FastNN#8, kokkos/kokkos#1676",
		spec:   "-pattern block-reduce -block 64 -order far",
		ground: throughMemory,
		cuda:   []edit{{"    __nvvm_bar_warp_sync(0xffffffffu);\n", "", 1}},
		want:   fault, says: "race",
	},
	{
		name: "shuffle trusted to order memory", source: "CUDA C++ Programming Guide, warp shuffle functions",
		spec:   "-pattern block-reduce -block 64 -order far",
		ground: throughMemory,
		cuda:   []edit{{"    __nvvm_bar_warp_sync(0xffffffffu);\n", "    x0 = __shfl_xor_sync(0xffffffffu, x0, 0);\n", 1}},
		want:   fault, says: "race",
	},
	{
		name: "branch before a shuffle deleted", source: "llvm/llvm-project#155682",
		spec:   "-pattern block-reduce -block 96 -order far",
		ground: fromFirstLane("int w[1] = {0};", "block_reduce_sum_int32_b96"),
		cuda:   []edit{{"int w[1] = {0};", "int w[1];", 1}},
		want:   fault, says: "race",
	},
	{
		name: "result left in thread 0", source: "ROCm/rocPRIM#179", spec: "-pattern block-reduce -block 128 -all -order far",
		cuda: []edit{{"return x8;", "return thread == 0u ? x8 : x5;", 1}},
		want: counterexample, says: "expected",
	},
	{
		name: "warps of 64 lanes", source: "GPUOpen-LibrariesAndSDKs/HIPRT#68",
		spec: "-pattern block-reduce -block 128 -order far",
		cuda: []edit{{"thread / 32u", "thread / 64u", 1}, {"thread % 32u", "thread % 64u", 1}},
		want: counterexample, says: "undefined",
	},
	{
		name: "last barrier left out", source: "a loop around a textbook's block reduction",
		spec: "-pattern block-reduce -block 96",
		cuda: []edit{{"before these are read.\n    __syncthreads();", "before these are read.", 2}},
		want: fault, says: "race",
	},
	{
		name: "one dimension in a block of three", source: "CUDA C++ Programming Guide, thread hierarchy",
		spec: "-pattern block-reduce -block 160 -type float32",
		cuda: []edit{{"unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);",
			"unsigned thread = threadIdx.x;", 1}},
		want: counterexample, says: "race",
	},
	{
		name: "third dimension forgotten", source: "CUDA C++ Programming Guide, thread hierarchy",
		spec: "-pattern block-reduce -block 160 -type float32",
		cuda: []edit{{"(threadIdx.y + blockDim.y * threadIdx.z)", "threadIdx.y", 1}},
		want: counterexample, says: "race",
	},
}

// throughMemory does the first step of a warp through shared memory.
var throughMemory = []edit{{"int from1 = __shfl_down_sync(0xffffffffu, x0, 16);", `__shared__ int lanes[64];
    lanes[thread] = x0;
    __nvvm_bar_warp_sync(0xffffffffu);
    int from1 = lanes[thread ^ 16u];`, 1}}

// byShuffle combines the results of the warps in the first warp, as most hand-written block
// reductions do, not in thread 0.
var byShuffle = []edit{{`    if (thread == 0u) {
        int warp0 = partial[0];
        int warp4 = partial[4];
        int x7 = warp0 > warp4 ? warp0 : warp4;
        int warp2 = partial[2];
        int x8 = x7 > warp2 ? x7 : warp2;
        int warp1 = partial[1];
        int warp5 = partial[5];
        int x9 = warp1 > warp5 ? warp1 : warp5;
        int warp3 = partial[3];
        int x10 = x9 > warp3 ? x9 : warp3;
        int x11 = x8 > x10 ? x8 : x10;
        all = x11;
    }
`, `    if (warp == 0u) {
        int x = lane < 6u ? partial[lane] : (-2147483647 - 1);
        int after4 = __shfl_down_sync(0xffffffffu, x, 4);
        x = x > after4 ? x : after4;
        int after2 = __shfl_down_sync(0xffffffffu, x, 2);
        x = x > after2 ? x : after2;
        int after1 = __shfl_down_sync(0xffffffffu, x, 1);
        x = x > after1 ? x : after1;
        all = x;
    }
`, 1}}

const intFunction = "[[maybe_unused]] static __device__ __forceinline__ int "

// twoCalls is the xor of two calls: one with all threads as members, one with the non-members.
func twoCalls(name string) []edit {
	head := "[[maybe_unused]] static __device__ __forceinline__ unsigned "
	return []edit{
		{head + name, head + "once", 1},
		{"    return all;\n}\n", "    return all;\n}\n" + head + name + `(bool member, unsigned v)
{
    unsigned others = once(!member, v);
    return once(true, v) ^ others;
}
`, 1},
	}
}

// fromFirstLane stores a warp's result by way of a variable that only the first
// lane sets, and of a shuffle in a function as the CUDA headers have it: a
// compiler takes its arguments to be defined.
func fromFirstLane(declare, name string) []edit {
	return []edit{
		{intFunction + name, "static __device__ int broadcast(int v) { return __shfl_sync(0xffffffffu, v, 0); }\n" +
			intFunction + name, 1},
		{"    if (lane == 0u)\n        partial[warp] = x5;\n", "    " + declare + `
    if (lane == 0u) {
        asm volatile("mov.u32 %0, %1;" : "=r"(w[0]) : "r"(x5)); // as opaque as an atomic
        partial[warp] = x5;
    }
    x5 = broadcast(w[0]);
`, 1},
	}
}
