package term

import (
	"github.com/shflgen/shflgen/verify/bv"
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
	return d.eval(v.(*Term), in, map[*Term]uint64{})
}

func (d *Domain) eval(t *Term, in Input, memo map[*Term]uint64) uint64 {
	if x, ok := memo[t]; ok {
		return x
	}
	n := bv.Numbers{}
	arg := func(i int) bv.Word {
		return bv.Word{W: t.args[i].w, X: d.eval(t.args[i], in, memo)}
	}
	bits := func() uint64 {
		var x uint64
		for i, b := range t.bits {
			if d.Holds(b, in.Mask) {
				x |= 1 << i
			}
		}
		return x
	}
	var x bv.Value
	switch t.kind {
	case kBits:
		x = bv.Word{W: t.w, X: bits()}
	case kVar:
		x = n.Const(t.w, in.Element(t.name))
	case kExtract:
		x = n.Extract(arg(0), t.lo, t.w)
	case kConcat:
		x = arg(0)
		for i := range t.args[1:] {
			x = n.Concat(x, arg(i+1))
		}
	case kSExt:
		x = n.Extend(arg(0), t.w, true)
	case kNeg:
		x = n.Int(bv.Sub, n.Const(t.w, 0), arg(0))
	case kMany:
		sum := t.op.identity(t.w)
		if t.bits != nil {
			sum = bits()
		}
		for _, e := range t.in {
			if d.Holds(e.g, in.Mask) {
				sum = t.op.apply(t.w, sum, t.op.times(t.w, d.eval(e.t, in, memo), e.n))
			}
		}
		x = n.Const(t.w, sum)
	case kCase:
		x = bv.Word{W: t.w, X: bits()}
		for _, e := range t.in {
			if d.Holds(e.g, in.Mask) {
				x = n.Const(t.w, d.eval(e.t, in, memo))
			}
		}
	case kSel:
		x = n.Select(arg(0), arg(1), arg(2))
	case kFirst:
		x = n.Const(t.w, uint64(t.lo))
		for i := len(t.args) - 1; i >= 0; i-- {
			if arg(i).X == 1 {
				x = n.Const(t.w, uint64(i))
			}
		}
	case kCmp:
		x = n.Int(bv.IntOp(t.op.code), arg(0), arg(1))
	case kFloat:
		x = n.Float(bv.FloatOp(t.op.code), t.op.format, arg(0), arg(1))
	case kProduct:
		x = n.Float(bv.FMul, t.op.format, arg(0), n.Const(t.w, t.factor()))
	case kQuiet:
		x = arg(0)
	case kConv:
		x = n.Convert(t.op.to, t.op.format, arg(0))
	default:
		panic(unexpected("kind of term", t.kind))
	}
	r := x.(bv.Word).X
	if f, ok := t.resultFormat(); ok && in.NaN != nil && isNaN(f, r) {
		r = in.NaN(t.id, f)
	}
	memo[t] = r
	return r
}

// resultFormat is the format of what a float op gives, of which a NaN may be any.
func (t *Term) resultFormat() (f bv.Format, ok bool) {
	switch t.kind {
	case kFloat:
		return t.op.format, t.w > 1
	case kMany:
		return t.op.format, t.op.float
	case kQuiet:
		return t.op.format, true
	case kConv:
		return t.op.to, true
	}
	return 0, false
}
