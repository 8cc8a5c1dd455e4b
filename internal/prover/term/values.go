package term

import (
	"slices"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// Values is what is known of the elements of a call before a function sees them. Floats that are neither NaNs nor -0
// are ordered by comparisons, and each is equal to itself alone.
type Values struct {
	NoNaN, NoInfinity, NoNegativeZero bool
	Elements                          int       // variables from 0 on that are elements
	Format                            bv.Format // of these

	// Instead is what calls on numbers have in the place of NaN, a NaN that is the identity: an element to which others
	// are preferred.
	NaN, Instead uint64
}

// Any reports whether nothing is known.
func (v Values) Any() bool { return !v.NoNaN && !v.NoInfinity && !v.NoNegativeZero }

// Ordered reports whether comparisons order the elements, and equal ones have the same bits.
func (v Values) Ordered() bool { return v.NoNaN && v.NoNegativeZero }

// String is the condition in words.
func (v Values) String() string {
	var none []string
	for _, n := range []struct {
		is   bool
		text string
	}{{v.NoNaN, "a NaN"}, {v.NoInfinity, "infinite"}, {v.NoNegativeZero, "-0"}} {
		if n.is {
			none = append(none, n.text)
		}
	}
	if last := len(none) - 1; last > 0 {
		none = append(none[:last-1], none[last-1]+" or "+none[last])
	}
	return "if no element is " + strings.Join(none, ", ")
}

// Nearest is x if it is one of the values. Else it is 0 for -0, the greatest finite number of its sign for an infinity,
// and for a NaN Instead, or a small number.
func (v Values) Nearest(x, which uint64) uint64 {
	inf, sign := bv.Infinity(v.Format), uint64(1)<<(v.Format.Bits()-1)
	switch magnitude := x &^ sign; {
	case v.NoNaN && x == v.NaN:
		return v.Instead
	case v.NoNaN && magnitude > inf:
		one := bv.Numbers{}.Convert(v.Format, bv.F64, bv.Word{W: 64, X: 0x3ff0000000000000}).(bv.Word).X
		return one + which%2 // 1, or the number above it
	case v.NoInfinity && magnitude == inf:
		return x - 1
	case v.NoNegativeZero && x == sign:
		return 0
	}
	return x
}

// neverNaN reports whether t is known to be no NaN.
func (d *Domain) neverNaN(f bv.Format, t *Term) bool {
	return d.knownValue(f, t, func(x uint64) bool { return !bv.IsNaN(f, x) }, d.strategy.Values.NoNaN)
}

// ordered reports whether t is known to be neither a NaN nor -0.
func (d *Domain) ordered(f bv.Format, t *Term) bool {
	number := func(x uint64) bool { return !bv.IsNaN(f, x) && x != 1<<(t.w-1) }
	return d.knownValue(f, t, number, d.strategy.Values.Ordered())
}

// knownValue reports whether t has a property: an element if it is known of elements, also where it was widened, a
// number if it has it, and a minimum or maximum if one of its operands is there on every mask, and each of them has it.
func (d *Domain) knownValue(f bv.Format, t *Term, number func(x uint64) bool, ofElements bool) bool {
	x, known := t.known()
	switch {
	case known:
		return number(x)
	case t.kind == kVar:
		return ofElements && d.isElement(f, t)
	case t.kind == kConv || t.kind == kConcat || t.kind == kApply:
		h := d.widenedFrom(d.strategy.Values.Format, f, t)
		return ofElements && h != nil && h.kind == kVar && d.isElement(d.strategy.Values.Format, h)
	case t.kind == kMany && t.op.float && slices.Contains(kindsOfExtrema, bv.FloatOp(t.op.code)):
		return d.present(t.in) && !slices.ContainsFunc(t.in, func(e entry) bool {
			return !d.knownValue(f, e.t, number, ofElements)
		})
	}
	return false
}

// widenedFrom is the number of a narrower format that t, of format f, is the exact value of; nil: its form shows none.
func (d *Domain) widenedFrom(narrow, f bv.Format, t *Term) *Term {
	switch {
	case narrow.Bits() >= f.Bits():
		return nil
	case narrow.Bits() == 16 && f == bv.F32 && t.kind == kApply && d.fns[t.name].Name == bv.WidenBits(narrow).Name:
		return t.args[0]
	}
	return d.narrower(narrow, f, t)
}

// isElement reports whether a variable is an element of a format.
func (d *Domain) isElement(f bv.Format, t *Term) bool {
	return t.name < d.strategy.Values.Elements && f == d.strategy.Values.Format
}

var kindsOfExtrema = []bv.FloatOp{bv.FMin, bv.FMax, bv.FMinNaN, bv.FMaxNaN}

// neverNegativeZero reports whether t is known not to be -0: a sum is -0 only if both operands are.
func (d *Domain) neverNegativeZero(f bv.Format, t *Term) bool {
	switch {
	case t.kind == kVar:
		return d.strategy.Values.NoNegativeZero && d.isElement(f, t)
	case t.kind == kFloat && t.op == floatOp(bv.FAdd, f):
		return d.neverNegativeZero(f, t.args[0]) || d.neverNegativeZero(f, t.args[1])
	case t.kind == kQuiet:
		return d.neverNegativeZero(f, t.args[0])
	}
	return d.ordered(f, t)
}

// byValues is the simpler form of a float operation by the values of elements; nil of others.
func (d *Domain) byValues(o op, a, b *Term) *Term {
	if d.strategy.Values.Any() {
		return nil
	}
	f := o.format
	x, isX := a.known()
	y, isY := b.known()
	sign := uint64(1) << (a.w - 1)
	switch code := bv.FloatOp(o.code); {
	case d.outdone(o, a, b):
		return d.by(lawsOf(Identity), b)
	case d.outdone(o, b, a):
		return d.by(lawsOf(Identity), a)
	case code == bv.FUnordered && d.neverNaN(f, a) && d.neverNaN(f, b):
		return d.constant(1, 0)
	case code == bv.FEq && a == b && d.neverNaN(f, a):
		return d.constant(1, 1)
	case code == bv.FLt && (isY && d.nothingBelow(f, y, a) || isX && d.nothingBelow(f, x^sign, b)):
		return d.constant(1, 0)
	case code == bv.FAdd && a.is(0) && d.neverNegativeZero(f, b):
		return d.by(lawsOf(Identity), d.quiet(f, b))
	case code == bv.FAdd && b.is(0) && d.neverNegativeZero(f, a):
		return d.by(lawsOf(Identity), d.quiet(f, a))
	}
	return nil
}

// outdone reports whether the minimum or maximum of x and t is t: x is a number that no value of t is beyond, and t is
// no NaN, which would become another one.
func (d *Domain) outdone(o op, x, t *Term) bool {
	number, known := x.known()
	switch bv.FloatOp(o.code) {
	case bv.FMin, bv.FMinNaN:
		number ^= 1 << (t.w - 1)
	case bv.FMax, bv.FMaxNaN:
	default:
		return false
	}
	return known && d.neverNaN(o.format, t) && d.nothingBelow(o.format, number, t)
}

// nothingBelow reports whether no float is below a number, or none that t may be. The upper end is asked by the number
// with the other sign.
func (d *Domain) nothingBelow(f bv.Format, number uint64, t *Term) bool {
	least := bv.Infinity(f) | 1<<(t.w-1)
	finite := func(x uint64) bool { return x&bv.Infinity(f) != bv.Infinity(f) }
	return number == least || number == least-1 && d.knownValue(f, t, finite, d.strategy.Values.NoNaN &&
		d.strategy.Values.NoInfinity)
}

// selByValues is the choice of one of two floats that neither are NaNs nor -0 by their order; nil of others.
func (d *Domain) selByValues(c, a, b *Term) *Term {
	if d.strategy.Values.Any() || bv.FloatOp(c.op.code) != bv.FLt || a.w != c.args[0].w {
		return nil
	}
	x, y, f := c.args[0], c.args[1], c.op.format
	if !d.ordered(f, x) || !d.ordered(f, y) {
		return nil
	}
	switch {
	case a == x && b == y:
		return d.by(lawsOf(Comparison), d.floatx(floatOp(bv.FMin, f), x, y))
	case a == y && b == x:
		return d.by(lawsOf(Comparison), d.floatx(floatOp(bv.FMax, f), x, y))
	}
	return nil
}
