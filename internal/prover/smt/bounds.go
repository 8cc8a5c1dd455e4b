package smt

import (
	"math/bits"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// most is a bound of t, read without sign.
func (d *Domain) most(t *Term) uint64 {
	if m, ok := d.mosts[t]; ok {
		return m
	}
	m := min(d.bound(t), ones(t.w))
	d.mosts[t] = m
	return m
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
