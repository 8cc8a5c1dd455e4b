package term

import (
	"github.com/shflgen/shflgen/internal/prover/bv"
)

// Input is one mask and one value of each element.
type Input struct {
	Mask    func(bit int) bool
	Element func(name int) uint64
	// NaN, if it is there, gives the bits of the NaN that the float op with that
	// number returns: no others are known.
	NaN func(id int, f bv.Format) uint64
}

// Eval is the number that v is on an input.
func (d *Domain) Eval(v bv.Value, in Input) uint64 {
	return d.EvalAll([]bv.Value{v}, in)[0]
}

// EvalAll is [Domain.Eval] of several values on one input: each of their terms is evaluated once.
func (d *Domain) EvalAll(all []bv.Value, in Input) []uint64 {
	e := evaluation{d, in, map[*Term]uint64{}}
	out := make([]uint64, len(all))
	for i, v := range all {
		out[i] = e.of(v.(*Term))
	}
	return out
}

// evaluation is what terms are on one input.
type evaluation struct {
	*Domain
	in   Input
	memo bv.Memo[*Term, uint64]
}

// of is the number that t is.
func (v evaluation) of(t *Term) uint64 {
	return v.memo.Once(t, func() uint64 {
		r := v.value(t).(bv.Word).X
		if f, ok := t.resultFormat(); ok && v.in.NaN != nil && bv.IsNaN(f, r) {
			return v.in.NaN(t.id, f)
		}
		return r
	})
}

// arg is operand i of t.
func (v evaluation) arg(t *Term, i int) bv.Word {
	return bv.Word{W: t.args[i].w, X: v.of(t.args[i])}
}

// bits is the number with the guards of t as its bits.
func (v evaluation) bits(t *Term) uint64 {
	var x uint64
	for i, b := range t.bits {
		if v.Holds(b, v.in.Mask) {
			x |= 1 << i
		}
	}
	return x
}

// value computes t from its operands.
func (v evaluation) value(t *Term) bv.Value {
	n := bv.Numbers{}
	switch t.kind {
	case kBits:
		return bv.Word{W: t.w, X: v.bits(t)}
	case kVar:
		return n.Const(t.w, v.in.Element(t.name))
	case kExtract:
		return n.Extract(v.arg(t, 0), t.lo, t.w)
	case kConcat:
		var x bv.Value = v.arg(t, 0)
		for i := range t.args[1:] {
			x = n.Concat(x, v.arg(t, i+1))
		}
		return x
	case kSExt:
		return n.Extend(v.arg(t, 0), t.w, true)
	case kNeg:
		return n.Int(bv.Sub, n.Const(t.w, 0), v.arg(t, 0))
	case kMany:
		return n.Const(t.w, v.combined(t))
	case kCase:
		x := v.bits(t)
		for _, e := range t.in {
			if v.Holds(e.g, v.in.Mask) {
				x = v.of(e.t)
			}
		}
		return n.Const(t.w, x)
	case kSel:
		return n.Select(v.arg(t, 0), v.arg(t, 1), v.arg(t, 2))
	case kFirst:
		for i := range t.args {
			if v.arg(t, i).X == 1 {
				return n.Const(t.w, uint64(i))
			}
		}
		return n.Const(t.w, uint64(t.lo))
	case kCmp:
		return n.Int(bv.IntOp(t.op.code), v.arg(t, 0), v.arg(t, 1))
	case kFloat:
		return n.Float(bv.FloatOp(t.op.code), t.op.format, v.arg(t, 0), v.arg(t, 1))
	case kProduct:
		return n.Float(bv.FMul, t.op.format, v.arg(t, 0), n.Const(t.w, t.factor()))
	case kQuiet:
		return v.arg(t, 0)
	case kApply:
		args := make([]uint64, len(t.args))
		for i := range args {
			args[i] = v.arg(t, i).X
		}
		return n.Const(t.w, v.fns[t.name].Value(args))
	case kConv:
		return n.Convert(t.op.to, t.op.format, v.arg(t, 0))
	}
	panic(unexpected("kind of term", t.kind))
}

// combined is t's op over the entries that take part.
func (v evaluation) combined(t *Term) uint64 {
	sum := t.op.identity(t.w)
	if t.bits != nil {
		sum = v.bits(t)
	}
	for _, e := range t.in {
		if v.Holds(e.g, v.in.Mask) {
			sum = t.op.apply(t.w, sum, t.op.times(t.w, v.of(e.t), e.n))
		}
	}
	return sum
}

// resultFormat is the format of the result of a float op. A NaN of it may have any payload.
func (t *Term) resultFormat() (f bv.Format, ok bool) {
	switch t.kind {
	case kFloat:
		return t.op.format, t.w > 1
	case kMany, kApply:
		return t.op.format, t.op.float
	case kQuiet:
		return t.op.format, true
	case kConv:
		return t.op.to, true
	}
	return 0, false
}
