package history_test

// warpBugs are bugs of single warps.
var warpBugs = []bug{
	{
		name: "members alone in the member mask", source: "NVIDIA/cub#154", spec: "-pattern down-reduce -width 8",
		cuda: []edit{{"__shfl_down_sync(0xffffffffu", "__shfl_down_sync(mask", 3}},
		want: counterexample, says: "not in its own member mask",
	},
	{
		name: "member mask without the source lane", source: "NVIDIA/cuda-samples#398",
		spec: "-pattern shfl-down -width 32 -delta 16",
		cuda: []edit{{"int from0 = __shfl_down_sync(0xffffffffu, v, 16);",
			"int from0 = 0;\n    if (lane < 16u)\n        from0 = __shfl_down_sync(0xffffu, v, 16);", 1}},
		want: counterexample, says: "undefined",
	},
	{
		name: "activemask as member mask", source: "AdaptiveCpp/AdaptiveCpp#823", spec: "-pattern xor-reduce -width 16",
		cuda: []edit{
			{"    unsigned lane;\n", "    unsigned lane, active;\n    asm volatile(\"activemask.b32 %0;\" : \"=r\"(active));\n",
				1},
			{"__shfl_xor_sync(0xffffffffu", "__shfl_xor_sync(active", 4},
		},
		want: refusal, says: "activemask",
	},
	{
		name: "full member mask in a branch on the data", source: "apache/tvm#5498", spec: "-pattern down-reduce -width 16",
		cuda: []edit{{"int from1 = __shfl_down_sync(0xffffffffu, x0, 1, 16);",
			"int from1 = 0;\n    if (mask >> lane & 1u)\n        from1 = __shfl_down_sync(0xffffffffu, x0, 1, 16);", 1}},
		want: counterexample, says: "divergent",
	},
	{
		name: "full member mask in a branch on the lane", source: "NVIDIA/Fuser#1063",
		spec: "-pattern down-reduce -width 32 -mask full",
		cuda: []edit{{"int from1 = __shfl_down_sync(0xffffffffu, x0, 2);",
			"int from1 = 0, lane;\n    asm(\"mov.u32 %0, %%laneid;\" : \"=r\"(lane));\n    if (lane < 17)\n" +
				"        from1 = __shfl_down_sync(0xffffffffu, x0, 2);", 1}},
		want: fault, says: "divergent",
	},
	{
		name: "shuffle's predicate used as membership", source: "PTX ISA, shfl.sync",
		spec: "-pattern shfl-up -width 8 -delta 3",
		cuda: []edit{
			{"    unsigned lane;\n", "    (void)mask;\n    unsigned lane;\n", 1},
			{"((pos >= 3u) & ((mask >> ((lane - 3u) & 31u) & 1u) != 0u))", "(pos >= 3u)", 2},
		},
		want: counterexample, says: "expected",
	},
	{
		name: "segment of a mask by % for /", source: "kokkos/kokkos#1958", spec: "-pattern xor-reduce -width 8",
		ground: []edit{{"(mask >> lane & 1u)", "(mask >> lane / 8u * 8u >> lane % 8u & 1u)", 1}},
		cuda:   []edit{{"lane / 8u * 8u", "lane % 4u * 8u", 1}},
		want:   counterexample, says: "expected",
	},
	{
		name: "signed mask, and > 0 for != 0", source: "CERT C, INT13-C", spec: "-pattern xor-reduce -width 32",
		ground: []edit{{"(mask >> lane & 1u) != 0u", "(mask & 1u << lane) > 0u", 1}},
		cuda:   []edit{{"(mask & 1u << lane) > 0u", "((int)mask & 1 << lane) > 0", 1}},
		want:   counterexample, says: "expected",
	},
	{
		name: "(1 << 32) - 1 where shifts count modulo 32", source: "C++, [expr.shift]; x86 shl",
		spec: "-pattern xor-reduce -width 32",
		cuda: []edit{{"__shfl_xor_sync(0xffffffffu, x0", "__shfl_xor_sync((1u << (32u & 31u)) - 1u, x0", 1}},
		want: fault, says: "not in its own member mask",
	},
	{
		name: "width ignored by xor", source: "CHIP-SPV/chipStar#1354", spec: "-pattern shfl-xor -width 8 -xor 12",
		cuda: []edit{{"(lane & 8u) != 0u", "lane < 32u", 2}},
		want: counterexample, says: "expected",
	},
	{
		name: "xor held to stay in its segment", source: "PTX ISA, shfl.sync.bfly",
		spec: "-pattern shfl-xor -width 8 -xor 12",
		cuda: []edit{{"__shfl_xor_sync(0xffffffffu, v, 12", "__shfl_xor_sync(0xffffffffu, v, 4", 1}},
		want: counterexample, says: "expected",
	},
	{
		name: "width that is no power of two", source: "NVIDIA/cub#380", spec: "-pattern rotate -width 7 -delta 2",
		cuda: []edit{{"__shfl_sync(0xffffffffu, v, (int)((pos < 5u ? lane + 2u : lane - 5u) & 31u))",
			"__shfl_sync(0xffffffffu, v, (int)((pos + 2u) % 7u), 7)", 1}},
		want: fault, says: "a shuffle's width",
	},
	{
		name: "source lane taken modulo the width", source: "PTX ISA, shfl.sync.idx", spec: "-pattern shfl -width 16 -src 3",
		ground: []edit{{"__shfl_sync(0xffffffffu, v, 3, 16)", "__shfl_sync(0xffffffffu, v, (int)(base + 3u))", 1}},
		cuda:   []edit{{"(int)(base + 3u))", "(int)(base + 3u), 8)", 1}},
		want:   counterexample, says: "expected",
	},
	{
		name: "a step for 64 lanes", source: "1bit-MONSTER/1bit-MONSTER#746", spec: "-pattern xor-reduce -width 32",
		cuda: []edit{{"    // The result.\n",
			"    x5 = (int)((unsigned)x5 + (unsigned)__shfl_xor_sync(0xffffffffu, x5, 32));\n", 1}},
		want: counterexample, says: "expected",
	},
	{
		name: "clamp of down given to up", source: "taichi-dev/taichi#4734", spec: "-pattern inclusive-scan -width 8",
		ground: []edit{{"(pos >= 1u) ? x1", "(lane >= lane / 8u * 8u + 1u) ? x1", 1}},
		ptx:    []edit{{", 1, 6144, -1", ", 1, 6175, -1", 1}},
		want:   counterexample, says: "expected",
	},
	{
		name: "scan guarded for another distance", source: "intel/intel-xpu-backend-for-triton#153",
		spec: "-pattern inclusive-scan -width 16 -type int64",
		cuda: []edit{{"(pos >= 2u)", "(pos >= 1u)", 1}},
		want: counterexample, says: "expected",
	},
	{
		name: "64 bits through a 32-bit shuffle", source: "intel/sycl-tla#171",
		spec: "-pattern inclusive-scan -width 16 -type int64",
		cuda: []edit{{"__shfl_up_sync(0xffffffffu, x4, 4, 16)", "__shfl_up_sync(0xffffffffu, (int)x4, 4, 16)", 1}},
		want: counterexample, says: "expected",
	},
	{
		name: "lanes past the last segment", source: "NVIDIA/cub#179", spec: "-pattern down-reduce -width 7 -type float32",
		cuda: []edit{{"return lane < 28u ? x4 : v;", "return x4;", 1}},
		want: counterexample, says: "expected",
	},
	{
		name: "0 as the identity of max", source: "cholla-hydro/cholla#426", spec: "-pattern xor-reduce -width 32 -op max",
		cuda: []edit{{"(-2147483647 - 1)", "0", 1}},
		want: counterexample, says: "expected",
	},
	{
		name: "smallest positive float as the identity of maximum", source: "NVIDIA/raft#2226",
		spec: "-pattern xor-reduce -width 8 -type float32 -op maximum",
		cuda: []edit{{"0xff800000", "0x00800000", 1}},
		want: counterexample, says: "expected",
	},
	{
		name: "lowest finite float as the identity of maximum", source: "NVIDIA/cudf#11352",
		spec: "-pattern xor-reduce -width 8 -type float64 -op maximum",
		cuda: []edit{{"0xfff0000000000000", "0xffefffffffffffff", 1}},
		want: counterexample, says: "expected",
	},
	{
		name: "+0.0 as the identity of a sum", source: "IEEE 754-2019, 6.3",
		spec: "-pattern exclusive-scan -width 8 -type float32",
		cuda: []edit{{"mov.b32 %0, 0x80000000", "mov.b32 %0, 0x00000000", 1}},
		want: counterexample, says: "expected",
	},
	{
		name: "max in a min", source: "a textbook's block minimum", spec: "-pattern down-reduce -width 32 -op min",
		cuda: []edit{{"x3 < from4", "x3 > from4", 1}},
		want: counterexample, says: "expected",
	},
	{
		name: "NaN dropped by a maximum", source: "apache/tvm#19518",
		spec: "-pattern xor-reduce -width 8 -type float32 -op maximum",
		cuda: []edit{{"max.NaN.f32", "max.f32", 1}},
		want: counterexample, says: "expected",
	},
	{
		name: "NaN kept by a > b ? a : b", source: "sonots/cumo#219",
		spec: "-pattern down-reduce -width 8 -type float32 -op max",
		cuda: []edit{{"down_reduce_max_float32_w8_op(x1, from2)", "(x1 > from2 ? x1 : from2)", 1}},
		want: counterexample, says: "expected",
	},
	{
		name: "floats compared as integers", source: "ROCm/MIOpen#2819",
		spec: "-pattern down-reduce -width 2 -type float32 -op max -mask full",
		cuda: []edit{{"float x0 = down_reduce_max_float32_w2_full_op(v, from0)",
			"float x0 = down_reduce_max_float32_w2_full_op(v, v); x0 = (__builtin_bit_cast(int, v) > " +
				"__builtin_bit_cast(int, from0) ? v : from0)", 1}},
		want: counterexample, says: "expected",
	},
	{
		name: "doubles compared as floats", source: "tensorflow/tensorflow#113270",
		spec: "-pattern xor-reduce -width 4 -type float64 -op max",
		cuda: []edit{{"xor_reduce_max_float64_w4_op(x0, from1)", "xor_reduce_max_float64_w4_op((float)x0, (float)from1)", 1}},
		want: counterexample, says: "expected",
	},
	{
		name: "sum contracted with a product", source: "NVIDIA/numba-cuda#118",
		spec: "-pattern xor-reduce -width 32 -type float32",
		cuda: []edit{{"xor_reduce_sum_float32_w32_op(x1, from2)", "x1 + 0.75f * from2", 1}},
		want: fault, says: "an fma that is neither a sum nor a product",
	},
	{
		name: "denormals flushed", source: "mathiasbourgoin/Sarek#304", spec: "-pattern xor-reduce -width 16 -type float32",
		ptx:  []edit{{"add.rn.f32", "add.rn.ftz.f32", 4}},
		want: refusal, says: "flushes denormals",
	},
	{
		name: "operands of __reduce_max_sync swapped", source: "llvm/llvm-project#131415",
		spec:   "-pattern xor-reduce -width 32 -op max",
		ground: []edit{{"    // Distance 1:", "    return __nvvm_redux_sync_max(x0, -1);\n    //", 1}},
		cuda:   []edit{{"__nvvm_redux_sync_max(x0, -1)", "__nvvm_redux_sync_max(-1, x0)", 1}},
		want:   counterexample, says: "not in its own member mask",
	}, {
		name: "half sum kept in float", source: "CUDA Math API, __hadd_rn",
		spec: "-pattern xor-reduce -width 4 -type float16",
		cuda: []edit{
			{"__half x1 = xor_reduce_sum_float16_w4_op(x0, from1);",
				"xor_reduce_sum_float16_w4_op(x0, from1); float x1 = __fadd_rn(__half2float(x0), __half2float(from1));", 1},
			{"__half from2", "float from2", 1},
			{"__half x2 = xor_reduce_sum_float16_w4_op(x1, from2);", "__half x2 = __float2half_rn(__fadd_rn(x1, from2));", 1},
		},
		want: counterexample, says: "expected",
	},
	{
		name: "half sum contracted with a product", source: "CUDA Math API, __hadd_rn",
		spec: "-pattern xor-reduce -width 4 -type float16",
		cuda: []edit{{"xor_reduce_sum_float16_w4_op(x0, from1)", "__hfma(from1, from1, x0)", 1}},
		want: fault, says: "an fma that is neither a sum nor a product",
	},
	{
		name: "NaN of a half dropped by a maximum", source: "tile-ai/tilelang#3270",
		spec: "-pattern xor-reduce -width 4 -type float16x2 -op maximum",
		cuda: []edit{{"max.NaN.f16x2", "max.f16x2", 1}},
		want: counterexample, says: "expected",
	},
	{
		name: "thread for lane", source: "every tutorial with one warp a block", spec: "-pattern xor-reduce -width 8",
		cuda: []edit{{"asm(\"mov.u32 %0, %%laneid;\" : \"=r\"(lane));", "lane = threadIdx.x;", 1}},
		want: fault, says: "only %laneid",
	},
	{
		name:   "thread modulo 32 for lane in a block of two dimensions",
		source: "CUDA C++ Programming Guide, thread hierarchy", spec: "-pattern xor-reduce -width 8",
		cuda: []edit{{"asm(\"mov.u32 %0, %%laneid;\" : \"=r\"(lane));", "lane = threadIdx.x % 32u;", 1}},
		want: fault, says: "only %laneid",
	},
	{
		name: "shared memory that the warps of a block share", source: "CUDA C++ Programming Guide, shared memory",
		spec: "-pattern rotate -width 32 -delta 1 -mask full",
		cuda: []edit{{"int from0 = __shfl_sync(0xffffffffu, v, (int)(lane + 1u));",
			"__shared__ int scratch[32];\n    scratch[lane] = v;\n    asm volatile(\"bar.warp.sync -1;\" ::: \"memory\");\n" +
				"    int from0 = scratch[lane + 1u & 31u];", 1}},
		want: refusal, says: "shared memory in a function of a warp",
	},
}
