package history_test

// activeBugs are bugs of calls that only some lanes make.
var activeBugs = []bug{
	{
		name: "full member mask where some lanes are elsewhere", source: "apache/tvm#5498",
		spec: "-pattern reduce -width 8 -type float32 -mask active",
		cuda: []edit{{"plan[0] = mask;", "plan[0] = 0xffffffffu;", 1}},
		want: counterexample, says: "which may be elsewhere",
	},
	{
		name: "full member mask in a reduction of a partial warp", source: "flashinfer-ai/flashinfer#3880",
		spec: "-pattern reduce -width 32 -op max -mask active",
		cuda: []edit{{"__reduce_max_sync(mask, v)", "__reduce_max_sync(mask | 0xffffffffu, v)", 1}},
		want: counterexample, says: "which may be elsewhere",
	},
	{
		name: "activemask for the members", source: "AdaptiveCpp/AdaptiveCpp#823",
		spec: "-pattern inclusive-scan -width 16 -mask active",
		cuda: []edit{{"plan[0] = mask;", "asm volatile(\"activemask.b32 %0;\" : \"=r\"(plan[0]));", 1}},
		want: refusal, says: "activemask",
	},
	{
		name: "next lane for next member", source: "NVIDIA/cuda-samples#398",
		spec: "-pattern down-reduce -width 8 -mask active",
		cuda: []edit{{"plan[1] = after != 0u ? next : lane + 32u;",
			"(void)next;\n    plan[1] = after != 0u ? lane + 1u : lane + 32u;", 1}},
		want: counterexample, says: "undefined",
	},
	{
		name: "nobody before, read as 0", source: "apache/tvm#12274",
		spec: "-pattern exclusive-scan -width 8 -op max -mask active",
		cuda: []edit{{"(-2147483647 - 1)", "0", 1}},
		want: counterexample, says: "expected",
	},
	{
		name: "shuffle's predicate taken for a member", source: "PTX ISA, shfl.sync",
		spec: "-pattern inclusive-scan -width 8 -type int64 -mask active",
		cuda: []edit{{"(plan[2] < 32u)", "(lane % 8u >= 2u)", 1},
			{"    // 1 rank back: a member takes in",
				"    unsigned lane;\n    asm(\"mov.u32 %0, %%laneid;\" : \"=r\"(lane));\n    // 1 rank back: a member takes in",
				1}},
		want: counterexample, says: "expected",
	},
	{
		name: "lane 0 for the lowest member", source: "CUDA C++ Programming Guide, warp shuffle functions",
		spec: "-pattern reduce -width 32 -type float64 -mask active",
		cuda: []edit{{"(mask & (0u - mask))", "(1u)", 1}},
		want: counterexample, says: "undefined",
	},
	{
		name: "segment of the mask by % for /", source: "kokkos/kokkos#1958", spec: "-pattern reduce -width 4 -mask active",
		cuda: []edit{{"unsigned base = lane & ~3u;", "unsigned base = lane % 4u * 8u;", 1}},
		want: counterexample, says: "expected",
	},
}
