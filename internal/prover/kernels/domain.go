// Package kernels finds what a whole kernel computes, in launches of known size, and shows it by terms. It is separate
// from package survey: there a kernel of ours calls the functions, and specs say what they compute.
package kernels

import (
	"math"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/term"
)

// terms is the domain of terms in which a float stands for a real number. Its sums, products, quotients, square roots
// and powers of 2 are known by their values at a random point of the field of residues modulo a prime: equal functions
// have equal values, and others have different ones but for one chance in 10^9 in a launch (Schwartz and Zippel). Every
// other function, and the elements, are arguments: random numbers.
type terms struct {
	*term.Domain
	points    map[bv.Value]residue
	values    bv.Memo[point, bv.Value] // the first with a value at the point
	exponents bool                     // products of powers of 2 are those of sums
	within    map[bv.Value]bool        // floats between 0 and 1
	split     map[bv.Value]bool        // the whole parts of exponents, as expf splits them: see [terms.wholePart]
	lowBits   map[bv.Value]bv.Value    // of split: by their low bits
	orders    map[bv.Value]comparison  // comparisons of floats
	flipped   map[bv.Value]bv.Value    // of orders: what is 1 where they are not
	cases     map[bv.Value][]cases     // of floats that differ by comparisons
	made      int
	reals     bool // some float was computed
	nonzero   bool // no float that is compared with 0 is 0

	bounds   *bounds // of elements that are better than far numbers; nil: they may be anything
	greatest bool    // of pairs the greatest is the first
	pairs    int     // one more than the number of the set with elements that are pairs with their numbers; 0: none are

	limits []string // conditions of the forms that were found

	called bv.Memo[call, bv.Value] // results of functions of CUDA C++
}

// point is the value of a float of a format.
type point struct {
	format bv.Format
	at     uint64 // of the residue
}

// call is a call of a function of CUDA C++.
type call struct {
	name string
	arg  bv.Value
}

// firstMade is the number of the first variable that stands for a computed float: those of elements are below.
const firstMade = 1 << 24

func newTerms(by term.Strategy) *terms {
	d := &terms{Domain: term.New(by), points: map[bv.Value]residue{},
		within: map[bv.Value]bool{}, split: map[bv.Value]bool{},
		lowBits: map[bv.Value]bv.Value{}, orders: map[bv.Value]comparison{}, flipped: map[bv.Value]bv.Value{},
		cases: map[bv.Value][]cases{}}
	d.at(bv.F32, d.Const(32, 0x3f800000)) // 1 is the constant
	d.at(bv.F64, d.Const(64, 0x3ff<<52))
	return d
}

// at is the value of a float at the point; false: it is none, as an infinity is none.
func (d *terms) at(f bv.Format, v bv.Value) (residue, bool) {
	if f != bv.F32 && f != bv.F64 {
		return residue{}, false
	}
	if r, ok := d.points[v]; ok {
		return r, true
	}
	r := anything()
	if x, known := d.Known(v); known {
		var finite bool
		if r, finite = residueOf(f, x); !finite {
			return residue{}, false
		}
	}
	d.is(f, v, r)
	return r, true
}

// canonical is the first float that was seen with the value of v.
func (d *terms) canonical(f bv.Format, v bv.Value) bv.Value {
	if r, ok := d.at(f, v); ok {
		return d.values[point{f, r.at}]
	}
	return v
}

// of is the float with a value at the point.
func (d *terms) of(f bv.Format, r residue) bv.Value {
	d.reals = true
	if r.at == 0 {
		return d.Const(f.Bits(), 0)
	}
	return d.values.Once(point{f, r.at}, func() bv.Value {
		v := d.Var(firstMade+d.made, f.Bits())
		d.made++
		d.points[v] = r
		return v
	})
}

// Int applies op. A float with the other sign has the value of the other sign.
func (d *terms) Int(op bv.IntOp, a, b bv.Value) bv.Value {
	v := d.Domain.Int(op, a, b)
	if op != bv.Xor || v.Width() != 32 && v.Width() != 64 {
		return v
	}
	f := bv.F32
	if v.Width() == 64 {
		f = bv.F64
	}
	if x, known := d.Known(a); known {
		a, b = b, d.Const(a.Width(), x)
	}
	x, known := d.Known(b)
	_, both := d.Known(a)
	if known && !both && x == 1<<(v.Width()-1) {
		negative := func(v, a bv.Value) bv.Value {
			if r, ok := d.at(f, a); ok {
				d.is(f, v, r.negative())
			}
			return v
		}
		return d.byCases(negative(v, a), []bv.Value{a}, func(of []bv.Value) bv.Value {
			return negative(d.Domain.Int(op, of[0], b), of[0])
		})
	}
	return v
}

// Float combines two numbers.
func (d *terms) Float(op bv.FloatOp, f bv.Format, a, b bv.Value) bv.Value {
	v := d.combined(op, f, a, b)
	if op != bv.FAdd && op != bv.FMul {
		return v
	}
	return d.byCases(v, []bv.Value{a, b}, func(of []bv.Value) bv.Value { return d.combined(op, f, of[0], of[1]) })
}

func (d *terms) combined(op bv.FloatOp, f bv.Format, a, b bv.Value) bv.Value {
	if v, ok := d.beyond(op, f, a, b); ok {
		return v
	}
	_, left := d.Known(a)
	_, right := d.Known(b)
	x, isX := d.at(f, a)
	y, isY := d.at(f, b)
	switch {
	case left && right || !isX || !isY:
	case op == bv.FEq && d.nonzero && (left && x.at == 0 || right && y.at == 0):
		d.limits = appendNew(d.limits, comparedWith0)
		return d.Const(1, 0)
	case op == bv.FAdd && d.split[d.canonical(f, a)] && y == natural(exponentZero).negative(): // exact, as both are near
		return d.of(f, x.plus(y))
	case op == bv.FAdd && (left && d.rounds(f, a) || right && d.rounds(f, b)):
	case op == bv.FAdd:
		return d.of(f, x.plus(y))
	case op == bv.FMul:
		return d.of(f, x.times(y))
	}
	v := d.Domain.Float(op, f, d.canonical(f, a), d.canonical(f, b))
	if slices.Contains([]bv.FloatOp{bv.FMax, bv.FMin, bv.FMaxNaN, bv.FMinNaN}, op) {
		d.joins(v, a, b)
	}
	switch {
	case op == bv.FLt && isX && isY && d.exponents:
		d.orders[v] = comparison{f, a, b}
	case (op == bv.FMax || op == bv.FMaxNaN) && d.exponents && left != right && isX && isY:
		d.begins(f, a, b)
	}
	return v
}

// rounds reports whether a number of the code is so great that adding it may be meant to round, as adding 2^23 and
// subtracting it is.
func (d *terms) rounds(f bv.Format, v bv.Value) bool {
	x, _ := d.Known(v)
	wide, _ := d.Known(d.Domain.Convert(bv.F64, f, d.Const(f.Bits(), x)))
	return math.Abs(math.Float64frombits(wide)) > 1
}

// Convert rounds or widens a number, which stays the same real number.
func (d *terms) Convert(to, from bv.Format, v bv.Value) bv.Value {
	c := d.joins(d.Domain.Convert(to, from, d.canonical(from, v)), v, v)
	if r, ok := d.at(from, v); ok && (to == bv.F32 || to == bv.F64) {
		d.reals = d.reals || to.Bits() < from.Bits()
		d.is(to, c, r)
	}
	return c
}

// Quiet is v, which stays the same real number.
func (d *terms) Quiet(f bv.Format, v bv.Value) bv.Value {
	c := d.Domain.Quiet(f, v)
	if r, ok := d.points[v]; ok {
		d.is(f, c, r)
	}
	for _, k := range d.cases[v] {
		d.differs(c, k)
	}
	return c
}

// is says that a float has a value at the point, unless it has one already.
func (d *terms) is(f bv.Format, v bv.Value, r residue) {
	if _, seen := d.points[v]; seen {
		return
	}
	d.points[v] = r
	d.values.Once(point{f, r.at}, func() bv.Value { return v })
}

// Apply is a function of arguments: quotients, roots and fused products are computed at the point.
func (d *terms) Apply(f *bv.Fn, args []bv.Value) bv.Value {
	return d.byCases(d.applied(f, args), args, func(of []bv.Value) bv.Value { return d.applied(f, of) })
}

func (d *terms) applied(f *bv.Fn, args []bv.Value) bv.Value {
	var all []residue
	known, args := 0, slices.Clone(args)
	for i, a := range args {
		if f.Of[i] == bv.NoFormat {
			continue
		}
		args[i] = d.canonical(f.Of[i], a)
		if r, ok := d.at(f.Of[i], a); ok {
			all = append(all, r)
		}
		if _, ok := d.Known(a); ok {
			known++
		}
	}
	name, mods, _ := strings.Cut(f.Name, ".")
	switch {
	case !d.exponents:
	case name == "ex2" && len(all) == 1:
		return d.of(f.Gives, all[0].ofTwo())
	case name == "fma" && f.Gives == bv.F32 && strings.HasPrefix(mods, "rm"):
		return d.wholePart(f, args, all)
	case strings.Contains(mods, "sat"):
		return d.saturated(f, args)
	}
	if known == len(args) || len(all) < len(args) || strings.HasPrefix(mods, "r") && mods[:2] != "rn" {
		return d.Domain.Apply(f, args)
	}
	root := func() residue { // of equal numbers one root
		v := d.Domain.Apply(bv.FSqrt(f.Gives), args)
		r, _ := d.at(f.Gives, v)
		return r
	}
	switch one := natural(1); {
	case name == "fma":
		return d.combined(bv.FAdd, f.Gives, d.of(f.Gives, all[0].times(all[1])), args[2])
	case name == "div" && all[1].at != 0:
		return d.of(f.Gives, all[0].over(all[1]))
	case name == "rcp" && all[0].at != 0:
		return d.of(f.Gives, one.over(all[0]))
	case name == "sqrt":
		return d.of(f.Gives, root())
	case name == "rsqrt":
		return d.of(f.Gives, one.over(root()))
	}
	return d.Domain.Apply(f, args)
}

// equal reports whether two values of an output are the same: floats as real numbers.
func (d *terms) equal(f *bv.Format, a, b bv.Value) bool {
	if f != nil {
		x, isX := d.at(*f, a)
		y, isY := d.at(*f, b)
		if isX && isY && x.at == y.at {
			return true
		}
		a, b = d.canonical(*f, a), d.canonical(*f, b)
	}
	return a == b || d.Differ(a, b, f) == 0
}

// residueOf is the value of a number. A number of the code that is the nearest to a fraction with a denominator up to
// mostDenominator is that fraction, as 1/3 has no other form.
func residueOf(f bv.Format, bits uint64) (residue, bool) {
	x := math.Float64frombits(bits)
	nearest := func(x float64) float64 { return x }
	if f == bv.F32 {
		x = float64(math.Float32frombits(uint32(bits)))
		nearest = func(x float64) float64 { return float64(float32(x)) }
	}
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return residue{}, false
	}
	sign := func(r residue) residue {
		if x < 0 {
			return r.negative()
		}
		return r
	}
	// Convergents of the continued fraction.
	var before, above, below, beforeBelow uint64 = 0, 1, 0, 1
	for rest := math.Abs(x); rest < 1<<52; rest = 1 / rest {
		whole := uint64(rest)
		before, above = above, whole*above+before
		beforeBelow, below = below, whole*below+beforeBelow
		if below > mostDenominator || above > 1<<52 {
			break
		}
		if nearest(float64(above)/float64(below)) == math.Abs(x) {
			return sign(natural(above).over(natural(below))), true
		}
		rest -= float64(whole)
	}
	fraction, exponent := math.Frexp(math.Abs(x))
	r := natural(uint64(math.Ldexp(fraction, 53)))
	two := natural(2)
	if exponent -= 53; exponent < 0 {
		two, exponent = natural(1).over(two), -exponent
	}
	return sign(r.times(two.power(uint64(exponent)))), true
}

// mostDenominator is the greatest denominator of a fraction that a number of the code stands for.
const mostDenominator = 4096
