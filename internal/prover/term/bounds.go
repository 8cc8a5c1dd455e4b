package term

import "github.com/shflgen/shflgen/internal/prover/bv"

// lessByBounds is the bit that a < b where the numbers that they may be tell, else nil.
func (d *Domain) lessByBounds(a, b *Term) *Term {
	least, most := bounds(a)
	least2, most2 := bounds(b)
	if a.w < 64 {
		most = min(most, ones(d.narrowed(a, false)))
	}
	if most < least2 || least >= most2 {
		return d.GuardOf(guardIf(most < least2))
	}
	return nil
}

// bounds are the least and the greatest number that t may be, by its upper bits.
func bounds(t *Term) (least, most uint64) {
	if x, ok := t.known(); ok {
		return x, x
	}
	if t.kind != kConcat {
		return 0, ones(t.w)
	}
	last := t.args[len(t.args)-1]
	from := t.w - last.w
	least, most = bounds(last)
	return least << from, most<<from | ones(from)
}

// beyond reports whether a is the greatest number in the order of a comparison, or b the least: then a is not less than b.
func beyond(code bv.IntOp, a, b *Term) bool {
	least, greatest := uint64(0), ones(a.w)
	if code == bv.SLt {
		least, greatest = uint64(1)<<(a.w-1), ones(a.w)>>1
	}
	return a.is(greatest) || b.is(least)
}
