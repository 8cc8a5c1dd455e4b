package smt

import (
	"github.com/shflgen/shflgen/internal/prover/algebra"
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/spec"
)

// Solvers are lost in two trees of comparisons that hold the same elements in another order. But two elements are
// equal if for every bound both are at most that bound or neither is; and a min is at most a bound if one of its
// operands is, a max if both are. The rest is a formula over bits. That each of these steps is right is a question
// that solvers answer: see [Laws].

// order is a total order of elements: of integers, or of a format's canonical
// numbers with the NaN below or above all others.
type order struct {
	signed bool
	format *bv.Format
	nanLow bool
}

// orderOf is the order in which a spec's op is a min or max.
func orderOf(s spec.Spec) (order, bool) {
	switch s.Op {
	case spec.Min, spec.Maximum:
		return order{s.Type.Class() == spec.Signed, algebra.Format(s.Type), false}, s.Laws().Idempotent
	case spec.Max, spec.Minimum:
		return order{s.Type.Class() == spec.Signed, algebra.Format(s.Type), true}, s.Laws().Idempotent
	}
	return order{}, false
}

// extremum says whether t is a min (or max) in the order.
func (o order) extremum(t *Term) (least, greatest bool) {
	if o.format != nil {
		if t.kind != kFloat || t.format != *o.format {
			return false, false
		}
		op := bv.FloatOp(t.code)
		if o.nanLow {
			return op == bv.FMinNaN, op == bv.FMax
		}
		return op == bv.FMin, op == bv.FMaxNaN
	}
	if t.kind != kInt {
		return false, false
	}
	op := bv.IntOp(t.code)
	if o.signed {
		return op == bv.SMin, op == bv.SMax
	}
	return op == bv.UMin, op == bv.UMax
}

// key is an integer that is ordered as t is.
func (d *Domain) key(o order, t *Term) *Term {
	if o.format == nil {
		return t
	}
	top := uint64(1) << (t.w - 1)
	flipped := d.integer(bv.Xor, t, d.number(t.w, top-1))
	k := d.choose(d.extract(t, t.w-1, 1), flipped, t)
	if o.nanLow {
		nan := d.integer(bv.Eq, t, d.number(t.w, canonical(*o.format)))
		k = d.choose(nan, d.number(t.w, top), k)
	}
	return k
}

// below is the bit that says whether t is at most the bound.
func (d *Domain) below(o order, t, bound *Term) *Term {
	less := bv.ULt
	if o.signed || o.format != nil {
		less = bv.SLt
	}
	return d.not(d.integer(less, bound, d.key(o, t)))
}

// atMost is below, taken apart along the mins and maxes of t.
func (d *Domain) atMost(o order, t, bound *Term, done map[*Term]*Term) *Term {
	if b, ok := done[t]; ok {
		return b
	}
	down := func(i int) *Term { return d.atMost(o, t.args[i], bound, done) }
	var b *Term
	least, greatest := o.extremum(t)
	switch {
	case least:
		b = d.integer(bv.Or, down(0), down(1))
	case greatest:
		b = d.integer(bv.And, down(0), down(1))
	case t.kind == kSelect:
		b = d.choose(t.args[0], down(1), down(2))
	default:
		b = d.below(o, t, bound)
	}
	done[t] = b
	return b
}

// extreme sees a min or max in a choice, or nil: of integers by a comparison of
// both, of floats by a test for a NaN, which then wins.
func (d *Domain) extreme(c, a, b *Term) *Term {
	if d.plain {
		return nil
	}
	if c.kind == kInt && (c.args[0] == a && c.args[1] == b || c.args[0] == b && c.args[1] == a) {
		least := c.args[0] == a
		switch op := bv.IntOp(c.code); {
		case op == bv.ULt && least:
			return d.integer(bv.UMin, a, b)
		case op == bv.ULt:
			return d.integer(bv.UMax, a, b)
		case op == bv.SLt && least:
			return d.integer(bv.SMin, a, b)
		case op == bv.SLt:
			return d.integer(bv.SMax, a, b)
		}
	}
	if c.kind != kFloat || bv.FloatOp(c.code) != bv.FUnordered || b.kind != kFloat || b.format != c.format ||
		b.args != c.args {
		return nil
	}
	sum := a.kind == kFloat && a.format == c.format && bv.FloatOp(a.code) == bv.FAdd && a.args == c.args
	if !sum && !a.is(canonical(c.format)) {
		return nil
	}
	n := b.node
	switch bv.FloatOp(b.code) {
	case bv.FMin:
		n.code = uint8(bv.FMinNaN)
	case bv.FMax:
		n.code = uint8(bv.FMaxNaN)
	default:
		return nil
	}
	return d.intern(n)
}
