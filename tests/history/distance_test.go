package history_test

// distanceBugs are bugs of shuffles by a distance of the caller.
var distanceBugs = []bug{
	{
		name: "remainder of a negative source", source: "C++, [expr.mul]; cuda::device::warp_shuffle_idx",
		spec: "-pattern shfl -width 12 -src var",
		cuda: []edit{{"    rest += rest >> 31 & 12;\n", "", 1}},
		want: counterexample, says: "src: -",
	},
	{
		name: "remainder of an unsigned source", source: "C++, [conv.integral]", spec: "-pattern shfl -width 12 -src each",
		cuda: []edit{{"int rest = src % 12;", "int rest = (int)((unsigned)src % 12u);", 1}},
		want: counterexample, says: "src of lane",
	},
	{
		name: "source that is no member", source: "CUDA C++ Programming Guide, warp shuffle functions",
		spec: "-pattern shfl -width 32 -src var",
		cuda: []edit{{"int x0 = reads ? from0 : v;", "int x0 = from0;", 1}},
		want: counterexample, says: "expected",
	},
	{
		name: "member tested at the source without its segment", source: "kokkos/kokkos#1958",
		spec: "-pattern shfl -width 8 -src var -type float32",
		cuda: []edit{{"base | ((unsigned)src & 7u)", "base | ((unsigned)src & 15u)", 1}},
		want: counterexample, says: "src: ",
	},
	{
		name: "signed comparison of a distance", source: "CERT C, INT02-C", spec: "-pattern shfl-up -width 32 -delta var",
		cuda: []edit{{"((unsigned)delta <= lane)", "(delta <= (int)lane)", 1}},
		want: counterexample, says: "delta: -",
	},
	{
		name: "distance taken modulo 32", source: "PTX ISA, shfl.sync",
		spec: "-pattern shfl-down -width 32 -delta var -mask full",
		cuda: []edit{{"((unsigned)delta < 32u - lane)", "(((unsigned)delta & 31u) < 32u - lane)", 1}},
		want: counterexample, says: "delta: ",
	},
	{
		name: "range off by one", source: "intel/intel-xpu-backend-for-triton#153",
		spec: "-pattern shfl-down -width 8 -delta var",
		cuda: []edit{{"(unsigned)delta < 8u - pos", "(unsigned)delta <= 8u - pos", 1}},
		want: counterexample, says: "delta: ",
	},
	{
		name: "lane mask past the width", source: "CHIP-SPV/chipStar#1354",
		spec: "-pattern shfl-xor -width 16 -xor var -mask full",
		cuda: []edit{{"(unsigned)lane_mask < 16u", "(unsigned)lane_mask < 32u", 1}},
		want: counterexample, says: "laneMask: ",
	},
	{
		name: "rotation that overflows", source: "NVIDIA/cub#380", spec: "-pattern rotate -width 7 -delta var",
		cuda: []edit{{"    int rest = delta % 7;\n    rest += rest >> 31 & 7;\n",
			"    int rest = (int)(((unsigned)delta + 7000000u) % 7u);\n", 1}},
		want: counterexample, says: "delta: ",
	},
	{
		name: "lane that is no member is read", source: "PTX ISA, shfl.sync",
		spec: "-pattern shfl -width 8 -src var -mask active",
		cuda: []edit{{"reads ? source : lane", "source", 1}},
		want: counterexample, says: "undefined",
	},
	{
		name: "full member mask of a shuffle of members", source: "apache/tvm#5498",
		spec: "-pattern shfl-up -width 32 -delta var -mask active",
		cuda: []edit{{"__shfl_sync(mask", "__shfl_sync(0xffffffffu", 1}},
		want: counterexample, says: "which may be elsewhere",
	},
	{
		name: "pred without the member", source: "cuda::device::warp_shuffle_result",
		spec: "-pattern shfl-up -width 8 -delta 3 -mask active",
		cuda: []edit{{"*pred = reads;", "*pred = pos >= 3u;", 1}},
		want: counterexample, says: "pred",
	},
}
