package fmath

import "fmt"

// Rsqrt is the reciprocal of the square root. Go divides by a root of float64. CUDA avoids float64: most GPUs have
// one unit of float64 for every 64 of float32. See rsqrtCUDA.
var Rsqrt = Function{
	Name:   "Rsqrt",
	Does:   "1 / sqrt(x), rounded once, of subnormal x too: ±inf at ±0, a NaN below 0",
	GoBody: []string{"return float32(1 / math.Sqrt(float64(x)))"},
	cuda:   func(int, int) []string { return rsqrtCUDA() },
}

// The first y halves the exponent of x and the slope of its logarithm (C. Lomont, "Fast inverse square root", 2003): it
// is at most 4 % off. The number is one of those, multiples of 2^12, with which the last step rounds right for every x;
// of 4^k x it gives 2^-k y, so that 2^24 of the x show it.
const rsqrtFirst = 0x5f370000

// rsqrtCUDA improves y three times by e = 1 - x y²: the root is y (1 - e)^(-1/2) = y (1 + e/2 + 3/8 e² + …). The
// rounding error of x y is added to the last e. Subnormal x are scaled first.
func rsqrtCUDA() []string {
	quadratic := fmt.Sprintf("fma.rn.f32 p, e, %s, %s; mul.rn.f32 p, p, e; fma.rn.f32", imm(0.375), imm(0.5))
	residual := fmt.Sprintf("mul.rn.f32 h, n, y; fma.rn.f32 e, h, y, %s;", imm(1))
	return asm(
		".reg .b32 y, n, h, e, p; .reg .pred small, has, q;",
		fmt.Sprintf("setp.lt.f32 small, %%1, %s; mul.rn.f32 y, %%1, %s; selp.f32 y, y, %%1, small;", imm(leastNormal),
			imm(0x1p24)),
		fmt.Sprintf("max.f32 y, y, %s; shr.u32 y, y, 1; sub.u32 y, 0x%08x, y;", imm(0), rsqrtFirst), // no NaN
		fmt.Sprintf("selp.f32 p, %s, %s, small; mul.rn.f32 y, y, p; neg.f32 n, %%1;", imm(0x1p12), imm(1)),
		residual, quadratic+" y, y, p, y;",
		residual, fmt.Sprintf("mul.rn.f32 p, y, %s; fma.rn.f32 y, p, e, y;", imm(0.5)),
		residual, "neg.f32 h, h; fma.rn.f32 h, n, y, h; fma.rn.f32 e, h, y, e;", quadratic+" p, y, p, y;",
		fmt.Sprintf("min.f32 y, %%1, %s; or.b32 y, y, 0x7f800000;", imm(0)), // of ±0: ±inf
		"setp.eq.f32 q, %1, 0f00000000; selp.f32 y, y, 0f7FFFFFFF, q;",
		"setp.eq.f32 q, %1, 0f7F800000; selp.f32 y, 0f00000000, y, q;",
		"setp.gt.f32 has, %1, 0f00000000; setp.lt.and.f32 has, %1, 0f7F800000, has;",
		"selp.f32 %0, p, y, has;")
}
