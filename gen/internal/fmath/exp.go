package fmath

import (
	"fmt"
	"math"
)

// The numbers of exp. Its argument is k ln 2 + r (W. J. Cody and W. Waite, "Software Manual for the Elementary
// Functions", 1980). The coefficients are minimax of relative error by Remez's exchange, rounded to float32 and then
// moved by single units in the last place to the least error of the whole.
const (
	expLow   = -104 // exp rounds to 0
	expHigh  = 89   // exp rounds to infinity
	log2OfE  = 0x1.715476p+0
	wholeBy  = 0x1.8p+23   // added to a small float, leaves it rounded to a whole number, in the low bits
	ln2High  = 0x1.62e4p-1 // of 15 bits
	ln2Low   = 0x1.7f7d1cp-20
	powerTop = 0x7f000000 // 2^127
	powerLow = 0x02000000 // 2^-123
	seriesBy = 113        // of x that are not positive, p·2^-seriesBy is computed
)

// exponential is one way to compute exp. With k the whole number next to x/ln 2, a series of what is left of it gives
// p, and exp(x) is p·2^k.
type exponential struct {
	series []float32                    // from the highest power to 1
	rest   func(whole float32) []string // sets k, or -k, and r, of t = k + whole
}

// full has a series of e^r, r = x - k ln 2.
var full = exponential{
	series: []float32{0x1.6a23ccp-10, 0x1.123a94p-7, 0x1.5558f2p-5, 0x1.555492p-3, 0x1.fffffcp-2, 1, 1},
	rest: func(whole float32) []string {
		return []string{fmt.Sprintf("sub.rn.f32 k, t, %s;", imm(whole)),
			fmt.Sprintf("fma.rn.f32 r, k, %s, %%1; fma.rn.f32 r, k, %s, r;", imm(-ln2High), imm(-ln2Low))}
	},
}

// short has a series of 2^r, r = x log2(e) - k: three instructions less, for results that are rounded to 11 bits. The
// series is the minimax one of relative error among those that are 1 at 0.
var short = exponential{
	series: []float32{0x1.4090b4p-7, 0x1.ca9008p-5, 0x1.ebf1b6p-3, 0x1.62dfccp-1, 1},
	rest: func(whole float32) []string {
		return []string{fmt.Sprintf("sub.rn.f32 k, %s, t; fma.rn.f32 r, %%1, %s, k;", imm(whole), imm(log2OfE))}
	},
}

// functions are exp and exp of x that are not positive, each at most off from e to the power of x.
func (e exponential) functions(name, off string) (ofAll, notPositive Function) {
	ofAll = Function{
		Name: name,
		Does: "exp(x), " + off,
		cuda: func(from, below int) []string { return e.cudaBody(from, below, true) },
	}
	notPositive = ofAll
	notPositive.Name += "NotPositive"
	notPositive.Does = "exp(x) of x <= 0 or NaN, " + off
	notPositive.cuda = func(from, below int) []string { return e.cudaBody(from, below, false) }
	return ofAll, notPositive
}

// cudaBody multiplies p by 2^k in two steps, as k may be any of -150..128 and a float has no such powers: of k above 0
// by 2^127 first, of others by 2^-123. The first product is exact, so a subnormal result is rounded once. Where x is a
// NaN, p is one. The integers that are made of t are then made of what is no NaN, so that they are the same everywhere.
//
// Where k is not above 0, the coefficients have a factor of 2^-113 instead: each stays normal, so each step rounds as
// without the factor. The low bits of t hold k+113+127, the exponent of 2^(k+113), which is a float for every k. 240 is
// even, so t rounds ties as before. Where x is a NaN the power may be any float: its product with p is a NaN.
func (e exponential) cudaBody(from, below int, positive bool) []string {
	clamps := fmt.Sprintf("max.NaN.f32 %%0, %%1, %s;", imm(expLow))
	clampsOld := []string{clampOld("max", expLow)}
	if positive {
		clamps += fmt.Sprintf(" min.NaN.f32 %%0, %%0, %s;", imm(expHigh))
		clampsOld = append(clampsOld, clampOld("min", expHigh))
	}
	clamps = fmt.Sprintf(`asm("%s" : "=f"(x) : "f"(x));`, clamps)
	var all []string
	switch {
	case from >= 80:
		all = []string{clamps}
	case below <= 80:
		all = clampsOld
	default:
		all = append(append([]string{"#if __CUDA_ARCH__ >= 800", clamps, "#else"}, clampsOld...), "#endif")
	}
	if !positive {
		return append(all, asm(e.notPositive()...)...)
	}
	main := append([]string{".reg .b32 t, k, r, p, s, u; .reg .pred up;"},
		e.reduced(wholeBy, fmt.Sprintf(" max.f32 t, t, %s;", imm(wholeBy-151)), e.series)...)
	main = append(main,
		fmt.Sprintf("setp.gt.f32 up, t, %s; selp.b32 s, 0x%08x, 0x%08x, up;", imm(wholeBy), powerTop, powerLow),
		fmt.Sprintf("shl.b32 u, t, 23; sub.u32 u, u, s; add.u32 u, u, 0x%08x;", powerTop),
		"mul.rn.f32 p, p, s; mul.rn.f32 %0, p, u;")
	return append(all, asm(main...)...)
}

// notPositive are the instructions of exp(x), where x is -104..0 or a NaN.
func (e exponential) notPositive() []string {
	series := make([]float32, len(e.series))
	for i, c := range e.series {
		series[i] = float32(math.Ldexp(float64(c), -seriesBy))
	}
	const whole = wholeBy + seriesBy + 127
	all := append([]string{".reg .b32 t, k, r, p, u;"}, e.reduced(whole, "", series)...)
	return append(all, "shl.b32 u, t, 23; mul.rn.f32 %0, p, u;")
}

// reduced are the instructions that round x/ln 2 to a whole number, in the low bits of t, and leave the series of the
// rest in p. number makes a number of t where it is a NaN.
func (e exponential) reduced(whole float32, number string, series []float32) []string {
	all := []string{fmt.Sprintf("fma.rn.f32 t, %%1, %s, %s;%s", imm(log2OfE), imm(whole), number)}
	all = append(all, e.rest(whole)...)
	all = append(all, fmt.Sprintf("fma.rn.f32 p, r, %s, %s;", imm(series[0]), imm(series[1])))
	return append(all, stepsCUDA("r", series[2:])...)
}

// clampOld is a NaN-propagating minimum or maximum of x for architectures without the instruction.
func clampOld(name string, bound float32) string {
	return fmt.Sprintf(`asm("{ .reg .pred nan; setp.nan.f32 nan, %%1, %%1; %s.f32 %%0, %%1, %s; selp.f32 %%0, `+
		`0f7FFFFFFF, %%0, nan; }" : "=f"(x) : "f"(x));`, name, imm(bound))
}
