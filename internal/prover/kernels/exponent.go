package kernels

import (
	"fmt"
	"math"
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// The whole part of an exponent as expf of CUDA's libdevice splits it: a number between 0 and 1 becomes one of 253
// whole numbers by fma.rm(u, exponents, exponentZero - 126). That number less exponentZero is the exponent. Its bits
// shifted left by mantissaBits are the float 2 to the power of the exponent.
const (
	exponentZero = 12583039
	exponents    = 252
	mantissaBits = 23
)

// wholePart is a product and a sum rounded down, which may split an exponent.
func (d *terms) wholePart(f *bv.Fn, args []bv.Value, at []residue) bv.Value {
	if len(at) < 3 || at[1] != natural(exponents) || at[2] != natural(exponentZero-exponents/2) {
		return d.Domain.Apply(f, args)
	}
	bits, known := d.Known(args[0])
	if u := math.Float32frombits(uint32(bits)); known && u >= 0 && u <= 1 { // exact: floats of that size are whole
		v := exponentZero - exponents/2 + math.Floor(exponents*float64(u))
		return d.Const(32, uint64(math.Float32bits(float32(v))))
	}
	v := d.Domain.Apply(f, args)
	if d.within[args[0]] {
		d.split[v] = true
		d.at(bv.F32, v)
	}
	return v
}

// saturated is a number as it is between 0 and 1, and the nearer of both where it is not.
func (d *terms) saturated(f *bv.Fn, args []bv.Value) bv.Value {
	if bits, known := d.Known(args[0]); known && len(args) == 1 && f.Gives == bv.F32 && f.Of[0] == bv.F32 {
		return d.Const(32, f.Eval([]uint64{bits}))
	}
	v := d.Domain.Apply(f, args)
	d.within[v] = true
	return v
}

// Concat puts lo in the low bits and hi above. The whole part of an exponent that is shifted so is a power of 2.
func (d *terms) Concat(lo, hi bv.Value) bv.Value {
	v := d.Domain.Concat(lo, hi)
	if x, known := d.Known(lo); known && x == 0 && lo.Width() == mantissaBits {
		if of := d.lowBits[hi]; of != nil {
			d.is(bv.F32, v, d.points[of].plus(natural(exponentZero).negative()).ofTwo())
		}
	}
	return v
}

// Extract gives bits lo..lo+n-1 of v.
func (d *terms) Extract(v bv.Value, lo, n int) bv.Value {
	x := d.Domain.Extract(v, lo, n)
	if d.split[v] && lo == 0 && n == v.Width()-mantissaBits {
		d.lowBits[x] = v
	}
	return x
}

// begins notes the number of the code that a maximum of elements begins with: where exponents add up, it does not show
// in results.
func (d *terms) begins(f bv.Format, a, b bv.Value) {
	x, known := d.Known(a)
	if !known {
		x, _ = d.Known(b)
	}
	wide, _ := d.Known(d.Domain.Convert(bv.F64, f, d.Const(f.Bits(), x)))
	if text := fmt.Sprintf(maximumBegins, math.Float64frombits(wide)); !slices.Contains(d.limits, text) {
		d.limits = append(d.limits, text)
	}
}

// comparison is a < b.
type comparison struct {
	format bv.Format
	a, b   bv.Value
}

// Select gives a where the bit c is 1, else b. A sum of exponentials that is rescaled only where the maximum grows is
// the one that is always rescaled: where low < high, a = b * 2^(k * (low - high)), so with m the greater of both it is
// b * 2^(k * (low - m)).
func (d *terms) Select(c, a, b bv.Value) bv.Value {
	if of := d.flipped[c]; of != nil {
		c, a, b = of, b, a
	}
	of, is := d.orders[c]
	x, isX := d.points[a]
	y, isY := d.points[b]
	if !is || !isX || !isY || of.format != bv.F32 || x.at == 0 || y.at == 0 || x.at == y.at {
		return d.joins(d.Domain.Select(c, a, b), a, b)
	}
	low, _ := d.at(of.format, of.a)
	high, _ := d.at(of.format, of.b)
	m, _ := d.at(of.format, d.Float(bv.FMax, of.format, of.a, of.b))
	for _, factor := range logarithms {
		by := low.plus(high.negative()).times(factor).ofTwo()
		if x.at == y.times(by).at {
			return d.of(of.format, y.times(low.plus(m.negative()).times(factor).ofTwo()))
		}
	}
	return d.Domain.Select(c, a, b)
}

// Not flips every bit.
func (d *terms) Not(v bv.Value) bv.Value {
	not := d.Domain.Not(v)
	if _, is := d.orders[v]; is {
		d.flipped[not] = v
	}
	return not
}

// logarithms are log2(e), as __expf multiplies by it and as expf does, by two numbers.
var logarithms = func() (all []residue) {
	of := func(bits uint64) residue { r, _ := residueOf(bv.F32, bits); return r }
	return []residue{of(0x3fb8aa3b), of(0x3fb8aa3b).plus(of(0x32a57060))}
}()
