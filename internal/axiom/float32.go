package axiom

import "math"

// Functions of groups of float32 in which every operation rounds. Those of one float32 are package math32's. Package
// elementary says what they compute; the tests of both run every float32.

// Float32Exp8 sets each element of y to [math32.Exp] of that of x less a number. It reads all of x before it sets any
// of y.
//
// It computes in float64, where each product here is exact. To add 3·2^n and subtract it rounds a number of one
// binade to a float32: the last bit of the sum is that of a float32 of the binade. Where the rest of x/ln 2 is below
// 0, the last three values of p are in another binade than where it is not. The last sum has the bits of a float32 in
// its low ones. A number with a result that may be no normal float is computed as math32.Exp does.
func Float32Exp8(y, x *[8]float32, less float32) {
	var r [8]float64
	var k [8]uint32
	far := uint64(0)
	for i := range x {
		w := float64(x[i] - less)
		t := w*0x1.715476p+00 + 0x1.8p+52
		n := math.Float64bits(t) - 0x4337ffffffffff83
		far |= n
		k[i] = uint32(n) << 23
		w -= (t - 0x1.8p+52) * (0x1.62e4p-01 + 0x1.7f7d1cp-20)
		r[i] = math.Float64frombits((math.Float64bits(w) + 0x10000000) &^ 0x1fffffff)
	}
	if far > 127 {
		// Results that may be subnormal, 0, infinite or a NaN: p of 0 is 0x01000000.
		for i := range x {
			x := x[i] - less
			if x >= -86 && x <= 1 {
				continue
			}
			y := float32(0)
			if !(x <= -104) {
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
				y = float32(float64(p) * power)
			}
			r[i], k[i] = 0, math.Float32bits(y)-0x01000000
		}
	}
	// Adding 3·2^n rounds to a float32 of one binade, which is another one where r is below 0.
	steps := [2][8]float64{
		{0x1.fffffcp-02 + 0x1.8p+28, 0x1.8p+28, 1 + 0x1.8p+29, 0x1.8p+29, 2 + 0x1.8p+29},
		{0x1.fffffcp-02 + 0x1.8p+27, 0x1.8p+27, 1 + 0x1.8p+28, 0x1.8p+28, 1 + 0x1.8p+28},
	}
	for i := 0; i < 8; i += 2 {
		r0, s0 := r[i], &steps[math.Float64bits(r[i])>>63]
		r1, s1 := r[i+1], &steps[math.Float64bits(r[i+1])>>63]
		p0 := r0*0x1.6a23ccp-10 + (0x1.123a94p-07 + 0x1.8p+22) - 0x1.8p+22
		p1 := r1*0x1.6a23ccp-10 + (0x1.123a94p-07 + 0x1.8p+22) - 0x1.8p+22
		p0 = p0*r0 + (0x1.5558f2p-05 + 0x1.8p+24) - 0x1.8p+24
		p1 = p1*r1 + (0x1.5558f2p-05 + 0x1.8p+24) - 0x1.8p+24
		p0 = p0*r0 + (0x1.555492p-03 + 0x1.8p+26) - 0x1.8p+26
		p1 = p1*r1 + (0x1.555492p-03 + 0x1.8p+26) - 0x1.8p+26
		p0 = p0*r0 + s0[0] - s0[1]
		p1 = p1*r1 + s1[0] - s1[1]
		p0 = p0*r0 + s0[2] - s0[3]
		p1 = p1*r1 + s1[2] - s1[3]
		p0 = p0*r0 + s0[4]
		p1 = p1*r1 + s1[4]
		y[i] = math.Float32frombits(uint32(math.Float64bits(p0)) + k[i])
		y[i+1] = math.Float32frombits(uint32(math.Float64bits(p1)) + k[i+1])
	}
}

// Float32ExpHalf8 sets each element of y to [math32.ExpHalf] of that of x less a number. It reads all of x before it
// sets any of y. Products in float64 are exact.
func Float32ExpHalf8(y, x *[8]float32, less float32) {
	var w [8]float64
	for i := range x {
		w[i] = float64(x[i] - less)
		if !(w[i] >= -104 && w[i] <= 89) {
			w[i] = min(max(w[i], -104), 89)
		}
	}
	for i := range w {
		x := w[i] * 0x1.715476p+00
		t := x + 0x1.8p+52
		r := float64(float32(x - (t - 0x1.8p+52)))
		p := float32(r*0x1.4090b4p-07 + 0x1.ca9008p-05)
		p = float32(float64(p)*r + 0x1.ebf1b6p-03)
		p = float32(float64(p)*r + 0x1.62dfccp-01)
		p = float32(float64(p)*r + 1)
		y[i] = float32(float64(p) * math.Float64frombits(math.Float64bits(t)<<52+0x3ff0000000000000))
	}
}
