package fmath

import "fmt"

// Rsqrt is the reciprocal of the square root. Go divides by a root of float64. CUDA avoids float64: most GPUs have
// one unit of float64 for every 64 of float32. See rsqrtCUDA.
var Rsqrt = Function{
	Name: "Rsqrt",
	Does: "1 / sqrt(x), rounded once, of subnormal x too: ±inf at ±0, a NaN below 0",
	cuda: func(int, int) []string { return rsqrtCUDA() },
}

// rsqrtCUDA improves an estimate y once by e = 1 - x y²: the root is y (1 - e)^(-1/2) = y (1 + e/2 + 3/8 e² +
// …). The rounding error of x y is added to e. rsqrt.approx.f32 is at most 2^-22.9 of the root off (PTX ISA,
// "rsqrt"); from every such y the last step rounds right, which tests of the prover show for all x of two
// binades, and 4^k x gives 2^-k y. Where x has no root, or 0 or an infinity as one, e is a NaN, and y is the
// result.
func rsqrtCUDA() []string {
	return asm(
		".reg .b32 y, n, h, e, p; .reg .pred no;",
		"rsqrt.approx.f32 y, %1; neg.f32 n, %1;",
		fmt.Sprintf("mul.rn.f32 h, n, y; fma.rn.f32 e, h, y, %s;", imm(1)),
		"neg.f32 h, h; fma.rn.f32 h, n, y, h; fma.rn.f32 e, h, y, e;",
		fmt.Sprintf("mul.rn.f32 p, e, %s; fma.rn.f32 e, p, e, e;", imm(0.75)),
		fmt.Sprintf("mul.rn.f32 p, y, %s; fma.rn.f32 p, p, e, y;", imm(0.5)),
		"setp.nan.f32 no, p, p; selp.f32 %0, y, p, no;")
}
