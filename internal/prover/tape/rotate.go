package tape

import (
	"math/bits"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// Shift is x moved by a count.
func (t *Tape) Shift(op bv.ShiftOp, x, count bv.Value) bv.Value {
	return t.Apply(bv.ShiftFn(op, x.Width()), []bv.Value{x, t.Extend(count, 64, false)})
}

// Rotate is x turned to the left by a count of as many bits as the width takes.
func (t *Tape) Rotate(x, count bv.Value) bv.Value {
	return t.Apply(bv.RotateFn(x.Width()), []bv.Value{x, t.Extend(count, 64, false)})
}

// rotation is a rotation that is made of two shifts of one word in opposite directions, by counts that add up to the
// width; nil for others.
func (t *Tape) rotation(op bv.IntOp, a, b *Node) *Node {
	if t.plain || a.code != cApply || b.code != cApply || a.a != b.a || op != bv.Or && op != bv.Xor && op != bv.Add {
		return nil
	}
	w := int(a.w)
	left, right := bv.ShiftFn(bv.Left, w), bv.ShiftFn(bv.Right, w)
	if a.fn == right {
		a, b = b, a
	}
	if left == nil || a.fn != left || b.fn != right {
		return nil
	}
	by, back := a.b, b.b
	if back.code == cZero && t.limit(by) <= ones(int(back.a.w)) {
		by, back = t.extract(by, 0, int(back.a.w)), back.a
	}
	if most := uint64(w); most > ones(int(by.w)) || t.limit(by) > most || !t.Normal(t.integer(bv.Add, by, back)).is(most) {
		return nil
	}
	return t.Rotate(a.a, t.extract(by, 0, bits.Len(uint(w-1)))).(*Node)
}
