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

func logGo() []string {
	all := []string{
		"bits := math.Float32bits(x)",
		"scaled, by := bits, int32(0)",
		fmt.Sprintf("if x < %s {", lit(leastNormal)),
		"\tscaled, by = math.Float32bits(x*0x1p+23), 23",
		"}",
		fmt.Sprintf("e := (scaled - 0x%x) & 0xff800000", twoThirds),
		"m := math.Float32frombits(scaled-e) - 1",
		"k := float32(int32(e)>>23 - by)",
		fmt.Sprintf("p := float32(float64(m)*%s + %s)", lit(logSeries[0]), lit(logSeries[1])),
	}
	for _, c := range logSeries[2:] {
		all = append(all, stepGo("m", c))
	}
	return append(all,
		"p = float32(float64(p)*float64(float32(m*m)) + float64(m))",
		fmt.Sprintf("p = float32(float64(k)*%s + float64(p))", lit(ln2)),
		"special := bits // +Inf and NaN",
		"if bits > 0x80000000 {", "\tspecial = 0x7fc00000", "}",
		"if bits&0x7fffffff == 0 {", "\tspecial = 0xff800000", "}",
		"out := math.Float32bits(p)",
		"if bits-1 >= 0x7f7fffff {", "\tout = special", "}",
		"return math.Float32frombits(out)")
}

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
