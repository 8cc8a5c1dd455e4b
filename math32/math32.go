// Package math32 computes functions of float32 that have the same bits on every machine: in Go, whatever the platform
// fuses, and in the CUDA that shflgen makes of functions that call them, whatever the compiler's flags.
//
// The functions have no branches and no tables. [Exp], [ExpHalf] and [Log] are polynomials of fused multiply-adds of
// float32. Go computes such a step in float64, where the product of two float32 is exact, and rounds the sum to float64
// and then to float32. Two roundings may differ from one. For these polynomials they do not: the tests compare both on
// every float32.
package math32

import "math"

// Exp is e to the power of x, at most 0.892 units in the last place off. It is exactly 1 at 0 and never above 1 where x
// is not above 0. Below -103.98 it is 0, above 88.722839 it is +Inf. Exp of a NaN is a NaN. Exp is not monotonic: the
// result of the next greater float may be less, by one unit in the last place.
//
// The method is that of W. J. Cody and W. Waite, "Software Manual for the Elementary Functions", 1980: x = k ln 2 + r,
// with ln 2 as a sum of two numbers, the first of 15 bits, so that k times it is exact; then a minimax polynomial in r.
func Exp(x float32) float32 {
	x = min(max(x, -104), 89)
	t := float32(float64(x)*0x1.715476p+00 + 0x1.8p+23)
	k := t - 0x1.8p+23
	r := float32(float64(k)*-0x1.62e4p-01 + float64(x))
	r = float32(float64(k)*-0x1.7f7d1cp-20 + float64(r))
	p := float32(float64(r)*0x1.6a23ccp-10 + 0x1.123a94p-07)
	p = float32(float64(p)*float64(r) + 0x1.5558f2p-05)
	p = float32(float64(p)*float64(r) + 0x1.555492p-03)
	p = float32(float64(p)*float64(r) + 0x1.fffffcp-02)
	p = float32(float64(p)*float64(r) + 1)
	p = float32(float64(p)*float64(r) + 1)
	power := math.Float64frombits(uint64(math.Float32bits(t))<<52 + 0x3ff0000000000000)
	return float32(float64(p) * power)
}

// ExpHalf is e to the power of x, at most 5e-6 of it off where it is a normal float: for results that are rounded to
// float16 or bfloat16, in fewer operations. It is exactly 1 at 0 and never above 1 where x is not above 0.
//
// With k the whole number next to x log2(e), a minimax polynomial of what is left gives a power of two.
func ExpHalf(x float32) float32 {
	x = min(max(x, -104), 89)
	t := float32(float64(x)*0x1.715476p+00 + 0x1.8p+23)
	k := t - 0x1.8p+23
	r := float32(float64(x)*0x1.715476p+00 - float64(k))
	p := float32(float64(r)*0x1.4090b4p-07 + 0x1.ca9008p-05)
	p = float32(float64(p)*float64(r) + 0x1.ebf1b6p-03)
	p = float32(float64(p)*float64(r) + 0x1.62dfccp-01)
	p = float32(float64(p)*float64(r) + 1)
	power := math.Float64frombits(uint64(math.Float32bits(t))<<52 + 0x3ff0000000000000)
	return float32(float64(p) * power)
}

// Log is the natural logarithm of x, at most 0.898 units in the last place off. It is exactly 0 at 1, never falls, and
// is -Inf at both zeros, +Inf at +Inf and a NaN below zero. Log of a NaN is a NaN.
//
// x = 2^k (1 + m) with 1 + m in [2/3, 4/3); then log(x) = k ln 2 + m + m² p(m) with a minimax polynomial p.
func Log(x float32) float32 {
	bits := math.Float32bits(x)
	scaled, by := bits, int32(0)
	if x < 0x1p-126 {
		scaled, by = math.Float32bits(x*0x1p+23), 23
	}
	e := (scaled - 0x3f2aaaab) & 0xff800000
	m := math.Float32frombits(scaled-e) - 1
	k := float32(int32(e)>>23 - by)
	p := float32(float64(m)*-0x1.0931dap-03 + 0x1.1ed142p-03)
	p = float32(float64(p)*float64(m) - 0x1.f26d38p-04)
	p = float32(float64(p)*float64(m) + 0x1.1ebe68p-03)
	p = float32(float64(p)*float64(m) - 0x1.55a754p-03)
	p = float32(float64(p)*float64(m) + 0x1.99d216p-03)
	p = float32(float64(p)*float64(m) - 0x1.fffe82p-03)
	p = float32(float64(p)*float64(m) + 0x1.555502p-02)
	p = float32(float64(p)*float64(m) - 0.5)
	p = float32(float64(p)*float64(float32(m*m)) + float64(m))
	p = float32(float64(k)*0x1.62e43p-01 + float64(p))
	special := bits // +Inf and NaN
	if bits > 0x80000000 {
		special = 0x7fc00000
	}
	if bits&0x7fffffff == 0 {
		special = 0xff800000
	}
	out := math.Float32bits(p)
	if bits-1 >= 0x7f7fffff {
		out = special
	}
	return math.Float32frombits(out)
}

// Rsqrt is the reciprocal of the square root of x, rounded once, to nearest: +Inf at +0, -Inf at -0, 0 at +Inf, a NaN
// below zero. Both roundings of float64 leave it so far from the middle of two float32 that the last one is right, for
// every float32.
func Rsqrt(x float32) float32 {
	return float32(1 / math.Sqrt(float64(x)))
}

// FMA is x*y + z, rounded once. math.FMA is of float64, and rounding its result again may give other bits.
//
// The product is exact in float64. The sum is rounded to odd, so that rounding it to float32 is rounding once (S. Boldo
// and G. Melquiond, "Emulation of FMA and correctly rounded sums", 2008).
func FMA(x, y, z float32) float32 {
	p, c := float64(x)*float64(y), float64(z)
	s := p + c
	t := s - p
	e := (p - (s - t)) + (c - t) // what the sum lacks
	bits := math.Float64bits(s)
	odd := bits | 1
	if (e < 0) != (s < 0) {
		odd = bits - 1 | 1
	}
	if e != 0 && !math.IsInf(s, 0) && bits&1 == 0 { // a NaN of e is the sum's
		bits = odd
	}
	return float32(math.Float64frombits(bits))
}
