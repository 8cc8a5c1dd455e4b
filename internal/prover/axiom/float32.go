package axiom

import "math"

// Functions of float32 of which every operation rounds. Package elementary says what they compute; the tests of both run
// every float32.

// Float32Exp is e to the power of x.
func Float32Exp(x float32) float32 {
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

// Float32Log is the natural logarithm of x.
func Float32Log(x float32) float32 {
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

// Float32Rsqrt is the reciprocal of the square root of x.
func Float32Rsqrt(x float32) float32 {
	return float32(1 / math.Sqrt(float64(x)))
}
