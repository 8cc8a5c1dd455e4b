package smt

import (
	"fmt"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// number is what t is where its operands are numbers. Floats are canonical, as their definitions
// for solvers have it; of a NaN's payload, which may be any, it has the canonical one.
func (t *Term) number(args []uint64) uint64 {
	n := bv.Numbers{}
	word := func(i int) bv.Value { return bv.Word{W: t.args[i].w, X: args[i]} }
	canon := func(f bv.Format, x uint64) uint64 {
		if isNaN(f, x) {
			return canonical(f)
		}
		return x
	}
	known := func(v bv.Value) uint64 { return v.(bv.Word).X }
	switch t.kind {
	case kConst:
		return t.x
	case kExtract:
		return known(n.Extract(word(0), int(t.x), t.w))
	case kConcat:
		return known(n.Concat(word(0), word(1)))
	case kSign:
		return known(n.Extend(word(0), t.w, true))
	case kNot:
		return known(n.Not(word(0)))
	case kInt:
		return known(n.Int(bv.IntOp(t.code), word(0), word(1)))
	case kSelect:
		return known(n.Select(word(0), word(1), word(2)))
	case kFloat:
		x := known(n.Float(bv.FloatOp(t.code), t.format, word(0), word(1)))
		if t.w == 1 {
			return x
		}
		return canon(t.format, x)
	case kCanon:
		return canon(t.format, args[0])
	case kPayload:
		return args[0]
	case kConvert:
		return canon(t.to, known(n.Convert(t.to, t.format, word(0))))
	case kShift:
		return known(bv.Shift(n, bv.ShiftOp(t.code), word(0), word(1)))
	case kRotate:
		return known(bv.Rotate(n, word(0), word(1)))
	case kApply:
		x := t.fn.Value(args)
		if t.fn.Gives != bv.NoFormat {
			x = canon(t.fn.Gives, x)
		}
		return x
	}
	panic(fmt.Sprintf("unexpected term of kind %d", t.kind))
}

// operands are the terms that t is made of.
func (t *Term) operands() []*Term {
	n := 0
	for n < len(t.args) && t.args[n] != nil {
		n++
	}
	return t.args[:n]
}
