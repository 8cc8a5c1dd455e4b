package smt

import (
	"math/bits"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// most is a bound of t, read without sign.
func (d *Domain) most(t *Term) uint64 {
	return bv.Once(d.mosts, t, func() uint64 { return min(d.bound(t), ones(t.w)) })
}

func (d *Domain) bound(t *Term) uint64 {
	arg := func(i int) uint64 { return d.most(t.args[i]) }
	switch t.kind {
	case kConst:
		return t.x
	case kExtract:
		return arg(0) >> t.x
	case kConcat:
		return arg(1)<<t.args[0].w | arg(0)
	case kSelect:
		return max(arg(1), arg(2))
	case kShift:
		if bv.ShiftOp(t.code) == bv.Right {
			return arg(0)
		}
	case kInt:
		switch bv.IntOp(t.code) {
		case bv.And, bv.UMin:
			return min(arg(0), arg(1))
		case bv.Or, bv.Xor:
			return ones(bits.Len64(arg(0) | arg(1)))
		case bv.UMax:
			return max(arg(0), arg(1))
		}
	}
	return ones(t.w)
}

// floor is the least that t can be as it shows, read without sign: that of a maximum with a number, and of what is
// extended by zeros.
func (t *Term) floor() uint64 {
	switch {
	case t.kind == kConst:
		return t.x
	case t.kind == kConcat && t.args[1].is(0):
		return t.args[0].floor()
	case t.kind == kInt && bv.IntOp(t.code) == bv.UMax:
		return max(t.args[0].floor(), t.args[1].floor())
	}
	return 0
}

// floored is a comparison, or a minimum, that the floor of one side decides; else nil.
func (d *Domain) floored(op bv.IntOp, a, b *Term) *Term {
	switch {
	case op == bv.ULt && a.kind == kConst && a.x < b.floor():
		return d.number(1, 1)
	case op == bv.ULt && b.kind == kConst && b.x <= a.floor():
		return d.number(1, 0)
	case op == bv.Eq && b.kind == kConst && b.x < a.floor():
		return d.number(1, 0)
	case op == bv.UMin && b.kind == kConst && b.x <= a.floor():
		return b
	}
	return nil
}
