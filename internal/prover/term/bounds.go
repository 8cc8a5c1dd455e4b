package term

import (
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// lessByBounds is the bit that a < b where the numbers that they may be tell, else nil.
func (d *Domain) lessByBounds(a, b *Term) *Term {
	least, most := d.span(a)
	least2, most2 := d.span(b)
	if a.w < 64 {
		most = min(most, ones(d.narrowed(a, false)))
	}
	if most < least2 || least >= most2 {
		return d.GuardOf(guardIf(most < least2))
	}
	return nil
}

// span is the least and the greatest number that t may be, by its upper bits; of the lesser or the greater of several by theirs.
func (d *Domain) span(t *Term) (least, most uint64) {
	if x, ok := t.known(); ok {
		return x, x
	}
	parts := t.args
	switch _, unsigned := t.op.ordering(); {
	case t.kind == kConcat:
		last := t.args[len(t.args)-1]
		from := t.w - last.w
		least, most = d.span(last)
		return least << from, most<<from | ones(from)
	case t.kind == kApply && d.shaped.fn != nil && d.fns[t.name].Name == d.shaped.fn.Name:
		if _, unsigned = d.shaped.op.ordering(); unsigned && parts[0].kind == kConcat && parts[1].kind == kConcat { // not of all operands of a large tree
			return d.spanOf(d.shaped.op, t.w, parts)
		}
	case t.kind == kMany && unsigned && !slices.ContainsFunc(t.in, func(e entry) bool { return e.g != True }):
		parts = nil
		for _, e := range t.in {
			parts = append(parts, e.t)
		}
		return d.spanOf(t.op, t.w, parts)
	}
	return 0, ones(t.w)
}

// spanOf is the span of a minimum or maximum without signs.
func (d *Domain) spanOf(o op, w int, of []*Term) (least, most uint64) {
	id := o.identity(w)
	least, most = id, id
	for _, t := range of {
		x, y := d.span(t)
		least, most = o.apply(w, least, x), o.apply(w, most, y)
	}
	return least, most
}

// beyond reports whether a is the greatest number in the order of a comparison, or b the least: then a is not less than b.
func beyond(code bv.IntOp, a, b *Term) bool {
	least, greatest := uint64(0), ones(a.w)
	if code == bv.SLt {
		least, greatest = uint64(1)<<(a.w-1), ones(a.w)>>1
	}
	return a.is(greatest) || b.is(least)
}
