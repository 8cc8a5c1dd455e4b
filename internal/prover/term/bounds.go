package term

import (
	"math/bits"
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// lessByBounds is the bit that a < b where the numbers that they may be tell, or that of sums, else nil.
func (d *Domain) lessByBounds(a, b *Term) *Term {
	least, most := d.span(a)
	least2, most2 := d.span(b)
	if a.w < 64 {
		most = min(most, ones(d.narrowed(a, false)))
	}
	if most < least2 || least >= most2 {
		return d.GuardOf(guardIf(most < least2))
	}
	return d.lessSums(a, b)
}

// byParts is a comparison that parts of the operands decide, else nil: that of their upper parts, or, of equality, one
// of numbers that are not equal.
func (d *Domain) byParts(code bv.IntOp, a, b *Term) *Term {
	if code != bv.Eq {
		return d.lessByUpper(code, a, b)
	}
	if d.unequalParts(a, b) || d.unequalParts(b, a) {
		return d.constant(1, 0)
	}
	if t := d.allEqual(a, b); t != nil {
		return t
	}
	return d.allEqual(b, a)
}

// allEqual is the equality of b, a number, with what is made of bits beside each other, or of zero with an or: that of
// each part. Else nil.
func (d *Domain) allEqual(a, b *Term) *Term {
	x, known := b.known()
	all := d.constant(1, 1)
	switch {
	case !known:
		return nil
	case a.kind == kConcat && len(a.args) == a.w:
		for i, bit := range a.args {
			if x>>i&1 == 0 {
				bit = d.not1(bit)
			}
			all = d.intx(bv.And, all, bit)
		}
		return all
	case a.kind == kMany && a.op == intOp(bv.Or) && x == 0:
		for _, e := range a.in {
			if e.g != True {
				return nil
			}
			all = d.intx(bv.And, all, d.intx(bv.Eq, e.t, b))
		}
		return all
	}
	return nil
}

// lessByUpper is the bit that a < b by the upper parts of both, if one is a number and the other is made of parts: the
// number a has ones below the parts, or the number b zeros, so that of equal upper parts a is not less. Else nil.
func (d *Domain) lessByUpper(code bv.IntOp, a, b *Term) *Term {
	n := 0
	if x, ok := b.known(); ok {
		n = cutBelow(a, bits.TrailingZeros64(x))
	} else if x, ok := a.known(); ok {
		n = cutBelow(b, bits.TrailingZeros64(^x))
	}
	if n == 0 || n >= a.w {
		return nil
	}
	return d.intx(code, d.extract(a, n, a.w-n), d.extract(b, n, b.w-n))
}

// unequalParts reports whether a part of a is a number, and the bits of b in its place are another.
func (d *Domain) unequalParts(a, b *Term) bool {
	if a.kind != kConcat || b.kind != kBits && b.kind != kConcat {
		return false
	}
	at := 0
	for _, p := range a.args {
		if x, ok := p.known(); ok {
			if y, ok := d.extract(b, at, p.w).known(); ok && x != y {
				return true
			}
		}
		at += p.w
	}
	return false
}

// cutBelow is the highest bit up to n at which a part of t begins; of a choice a part of each. 0 if there is none.
func cutBelow(t *Term, n int) int {
	switch t.kind {
	case kConcat:
		at := 0
		for _, p := range t.args {
			if at+p.w > n {
				break
			}
			at += p.w
		}
		return at
	case kSel:
		return min(cutBelow(t.args[1], n), cutBelow(t.args[2], n))
	}
	return 0
}

// span is the least and the greatest number that t may be, by its upper bits; of the lesser or the greater of several
// by theirs.
func (d *Domain) span(t *Term) (least, most uint64) {
	o, of := t.op, t.args
	switch {
	case t.kind == kConcat:
		return above(t, d.span)
	case t.kind == kApply && d.strategy.Tries != nil && d.fns[t.name].Name == d.strategy.Tries.fn.Name:
		o = d.strategy.Tries.op
	case t.kind == kMany && !slices.ContainsFunc(t.in, func(e entry) bool { return e.g != True }):
		of = nil
		for _, e := range t.in {
			of = append(of, e.t)
		}
	default:
		return bounds(t)
	}
	if _, unsigned := o.ordering(); !unsigned {
		return bounds(t)
	}
	id := o.identity(t.w)
	least, most = id, id
	for _, part := range of { // each by itself: terms of many operands share theirs
		x, y := bounds(part)
		least, most = o.apply(t.w, least, x), o.apply(t.w, most, y)
	}
	return least, most
}

// withoutLess leaves out of a maximum without signs what is never above a number that always takes part.
func (d *Domain) withoutLess(o op, numbers, flat []entry) []entry {
	if o != intOp(bv.UMax) {
		return flat
	}
	for _, n := range numbers {
		if x, _ := n.t.known(); n.g == True {
			flat = slices.DeleteFunc(flat, func(e entry) bool {
				return e.t.kind == kApply && d.fns[e.t.name].Most > 0 && d.fns[e.t.name].Most <= x
			})
		}
	}
	return flat
}

// bounds are the least and the greatest number that t may be, by its upper bits alone.
func bounds(t *Term) (least, most uint64) {
	if x, ok := t.known(); ok {
		return x, x
	}
	if t.kind == kConcat {
		return above(t, bounds)
	}
	return 0, ones(t.w)
}

// above are those of a register, by those of its upper part.
func above(t *Term, of func(*Term) (uint64, uint64)) (least, most uint64) {
	last := t.args[len(t.args)-1]
	from := t.w - last.w
	least, most = of(last)
	return least << from, most<<from | ones(from)
}
