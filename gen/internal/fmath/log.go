package fmath

import "fmt"

// The numbers of log: x is 2^k (1 + m), 1 + m in [2/3, 4/3), and log(x) is k ln 2 + m + m² p(m). The coefficients were
// found as those of exp.
const (
	leastNormal = 0x1p-126
	twoThirds   = 0x3f2aaaab // the bits of the least 1 + m
	ln2         = 0x1.62e43p-1
)

// logSeries are the coefficients of m^8 to 1 of p.
var logSeries = []float32{-0x1.0931dap-3, 0x1.1ed142p-3, -0x1.f26d38p-4, 0x1.1ebe68p-3, -0x1.55a754p-3, 0x1.99d216p-3,
	-0x1.fffe82p-3, 0x1.555502p-2, -0.5}

// logCUDA takes the bits of y, which is no NaN: of what has no logarithm it is 0, and the result is chosen afterwards.
func logCUDA() []string {
	all := []string{
		".reg .b32 y, m, k, s, p, e; .reg .pred small, has, q;",
		fmt.Sprintf("setp.lt.f32 small, %%1, %s; mul.rn.f32 y, %%1, %s; selp.f32 y, y, %%1, small;", imm(leastNormal),
			imm(0x1p23)),
		fmt.Sprintf("selp.f32 k, %s, %s, small; max.f32 y, y, %s;", imm(-23), imm(0), imm(0)),
		fmt.Sprintf("sub.u32 e, y, 0x%08x; and.b32 e, e, 0xff800000; sub.u32 m, y, e;", twoThirds),
		fmt.Sprintf("add.rn.f32 m, m, %s;", imm(-1)),
		fmt.Sprintf("cvt.rn.f32.s32 y, e; fma.rn.f32 k, y, %s, k; mul.rn.f32 s, m, m;", imm(0x1p-23)),
		fmt.Sprintf("fma.rn.f32 p, m, %s, %s;", imm(logSeries[0]), imm(logSeries[1])),
	}
	all = append(all, stepsCUDA("m", logSeries[2:])...)
	return asm(append(all,
		fmt.Sprintf("fma.rn.f32 p, p, s, m; fma.rn.f32 p, k, %s, p;", imm(ln2)),
		"setp.lt.f32 q, %1, 0f00000000; selp.f32 s, 0f7FFFFFFF, %1, q;",
		"setp.eq.f32 q, %1, 0f00000000; selp.f32 s, 0fFF800000, s, q;",
		"setp.gt.f32 has, %1, 0f00000000; setp.lt.and.f32 has, %1, 0f7F800000, has;",
		"selp.f32 %0, p, s, has;")...)
}
