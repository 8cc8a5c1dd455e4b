package smt

import "github.com/shflgen/shflgen/internal/prover/bv"

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
