package smt

import (
	"math/bits"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// C++ computes on small integers as on int. An op on widened operands with a truncated result is the same op on the
// narrow operands.

// narrow takes a min, max or comparison of widened integers before they were.
func (d *Domain) narrow(op bv.IntOp, a, b *Term) *Term {
	if op < bv.SMin || d.plain {
		return nil
	}
	widen := func(v *Term, signed bool) *Term {
		if op >= bv.Eq {
			return v
		}
		return d.Extend(v, a.w, signed).(*Term)
	}
	zeros := func(t *Term) int { // high ones
		switch {
		case t.kind == kConst:
			return t.w - bits.Len64(t.x)
		case t.kind == kConcat && t.args[1].is(0):
			return t.args[1].w
		}
		return 0
	}
	if n := min(zeros(a), zeros(b), a.w-1); n > 0 {
		// Without the sign's bit, both are positive.
		unsigned := map[bv.IntOp]bv.IntOp{bv.SMin: bv.UMin, bv.SMax: bv.UMax, bv.SLt: bv.ULt}
		if u, ok := unsigned[op]; ok {
			op = u
		}
		return widen(d.integer(op, d.extract(a, 0, a.w-n), d.extract(b, 0, a.w-n)), false)
	}
	signs := func(t *Term) int { // bits without copies of the sign
		switch {
		case t.kind == kConst:
			s := int64(t.x<<(64-t.w)) >> (64 - t.w)
			return bits.Len64(uint64(s^s>>63)) + 1
		case t.kind == kSign:
			return t.args[0].w
		}
		return t.w
	}
	if n := max(signs(a), signs(b)); n < a.w && (op == bv.SMin || op == bv.SMax || op == bv.SLt) {
		return widen(d.integer(op, d.extract(a, 0, n), d.extract(b, 0, n)), true)
	}
	return nil
}

// widened says whether t was computed from n bits, widened as C++ does: its low
// n bits are then what the same ops give on n bits.
func (d *Domain) widened(t *Term, n int) bool {
	switch t.kind {
	case kConst:
		return !d.plain
	case kConcat, kSign:
		return t.args[0].w <= n && !d.plain
	case kInt:
		return bv.IntOp(t.code) <= bv.Xor && d.widened(t.args[0], n) && d.widened(t.args[1], n)
	case kSelect:
		return d.widened(t.args[1], n) && d.widened(t.args[2], n)
	}
	return false
}
