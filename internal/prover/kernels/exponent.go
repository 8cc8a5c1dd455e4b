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
	if d.lowBits[hi] == nil {
		return d.concat(lo, hi)
	}
	return d.byCases(d.concat(lo, hi), []bv.Value{hi}, func(of []bv.Value) bv.Value { return d.concat(lo, of[0]) })
}

func (d *terms) concat(lo, hi bv.Value) bv.Value {
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
	if !d.split[v] {
		return d.extract(v, lo, n)
	}
	bits := func(of []bv.Value) bv.Value { return d.extract(of[0], lo, n) }
	return d.byCases(d.extract(v, lo, n), []bv.Value{v}, bits)
}

func (d *terms) extract(v bv.Value, lo, n int) bv.Value {
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
	d.limits = appendNew(d.limits, fmt.Sprintf(maximumBegins, math.Float64frombits(wide)))
}

func appendNew(to []string, text string) []string {
	if slices.Contains(to, text) {
		return to
	}
	return append(to, text)
}

// comparison is a < b.
type comparison struct {
	format bv.Format
	a, b   bv.Value
}

// cases are what a float is where a comparison holds, and where it does not.
type cases struct{ c, is, not bv.Value }

// Select gives a where the bit c is 1, else b.
func (d *terms) Select(c, a, b bv.Value) bv.Value {
	if of := d.flipped[c]; of != nil {
		c, a, b = of, b, a
	}
	if v, ok := d.rescaled(c, a, b); ok {
		return v
	}
	v := d.joins(d.Domain.Select(c, a, b), a, b)
	if _, is := d.orders[c]; is {
		d.differs(v, cases{c, a, b})
	}
	return v
}

// rescaled is a choice between two sums of exponentials, which are the same one where the greater of two elements is
// subtracted in each. Where low < high it is a, else b, so with m the greater of both
//
//	a = a * 2^(k * (high - m)) or b = b * 2^(k * (low - m)),
//
// as that power is 1 there. If the two products are equal, each is the choice.
func (d *terms) rescaled(c, a, b bv.Value) (v bv.Value, ok bool) {
	of, is := d.orders[c]
	x, isX := d.points[a]
	y, isY := d.points[b]
	if !is || !isX || !isY || of.format != bv.F32 || x.at == 0 || y.at == 0 || x.at == y.at {
		return nil, false
	}
	low, _ := d.at(of.format, of.a)
	high, _ := d.at(of.format, of.b)
	m, _ := d.at(of.format, d.Float(bv.FMax, of.format, of.a, of.b))
	for _, factor := range logarithms {
		scaled := func(r, by residue) residue { return r.times(by.plus(m.negative()).times(factor).ofTwo()) }
		if r := scaled(y, low); scaled(x, high).at == r.at {
			return d.of(of.format, r), true
		}
	}
	return nil, false
}

// mostCases bounds by how many comparisons a float is known to differ.
const mostCases = 4

// byCases is v, a function of arguments. Where some of these differ by a comparison, v is the function of those of one
// case or of the other.
func (d *terms) byCases(v bv.Value, args []bv.Value, of func(args []bv.Value) bv.Value) bv.Value {
	known := map[bv.Value]bool{}
	for _, a := range args {
		for _, k := range d.cases[a] {
			if known[k.c] || len(known) == mostCases {
				continue
			}
			known[k.c] = true
			is, not := slices.Clone(args), slices.Clone(args)
			for i, a := range args {
				for _, other := range d.cases[a] {
					if other.c == k.c {
						is[i], not[i] = other.is, other.not
					}
				}
			}
			both := cases{k.c, of(is), of(not)}
			if r, ok := d.rescaled(both.c, both.is, both.not); ok {
				return r
			}
			d.differs(v, both)
		}
	}
	return v
}

// differs notes that a float differs by a comparison.
func (d *terms) differs(v bv.Value, by cases) {
	if all := d.cases[v]; len(all) < mostCases && !slices.ContainsFunc(all, func(k cases) bool { return k.c == by.c }) {
		d.cases[v] = append(all, by)
	}
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
