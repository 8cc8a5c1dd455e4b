package tape

import (
	"fmt"
	"math/bits"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// byComparison is a choice between what the bit c compares.
func (t *Tape) byComparison(c, a, b *Node) *Node {
	ops := map[bv.IntOp][2]bv.IntOp{bv.SLt: {bv.SMin, bv.SMax}, bv.ULt: {bv.UMin, bv.UMax}}
	op, ok := ops[bv.IntOp(c.sub)]
	switch {
	case bv.IntOp(c.sub) == bv.Eq:
		return b
	case !ok:
		return nil
	case c.a == a:
		return t.integer(op[0], a, b)
	}
	return t.integer(op[1], a, b)
}

// Int applies op.
func (t *Tape) Int(op bv.IntOp, a, b bv.Value) bv.Value { return t.integer(op, a.(*Node), b.(*Node)) }

func (t *Tape) integer(op bv.IntOp, a, b *Node) *Node {
	if a.w != b.w {
		panic(bv.Stop{Why: fmt.Sprintf("operands of %d and %d bits", a.w, b.w)})
	}
	w := int(a.w)
	if known(a, b) {
		return t.folded(bv.Numbers{}.Int(op, word(a), word(b)))
	}
	if w == 1 && !t.plain {
		op, a, b = t.logic(op, a, b)
	}
	if op != bv.Sub && op != bv.ULt && op != bv.SLt && (known(a) || !known(b) && !t.plain && a.id > b.id) {
		a, b = b, a // a constant stands last
	}
	switch {
	case t.plain && !known(b):
	case a == b:
		switch op {
		case bv.And, bv.Or, bv.SMin, bv.SMax, bv.UMin, bv.UMax:
			return a
		case bv.Xor, bv.Sub:
			return t.constant(w, 0)
		case bv.Eq:
			return t.constant(1, 1)
		case bv.ULt, bv.SLt:
			return t.constant(1, 0)
		}
	case b.is(0):
		switch op {
		case bv.Add, bv.Sub, bv.Or, bv.Xor, bv.UMax:
			return a
		case bv.And, bv.Mul, bv.UMin:
			return b
		case bv.ULt:
			return t.constant(1, 0)
		case bv.Eq:
			if w == 1 {
				return t.not(a)
			}
		}
	case b.is(ones(w)):
		switch op {
		case bv.And, bv.UMin:
			return a
		case bv.Or, bv.UMax:
			return b
		case bv.Xor:
			return t.not(a)
		case bv.Eq:
			if w == 1 {
				return a
			}
		}
	case b.is(1) && op == bv.Mul:
		return a
	case op == bv.Mul && known(b) && bits.OnesCount64(b.x) == 1: // moved up
		k := bits.TrailingZeros64(b.x)
		return t.concat(t.constant(k, 0), t.extract(a, 0, w-k))
	case b.is(1<<(w-1)) && op == bv.SMax, b.is(ones(w)>>1) && op == bv.SMin:
		return a
	case b.is(1<<(w-1)) && op == bv.SMin, b.is(ones(w)>>1) && op == bv.SMax:
		return b
	case w == 1 && (op == bv.And || op == bv.Or) && (a.code == cNot && a.a == b || b.code == cNot && b.a == a):
		return t.constant(1, bit(op == bv.Or))
	}
	for _, simpler := range []func(bv.IntOp, *Node, *Node) *Node{t.decided, t.rotation, t.parts} {
		if r := simpler(op, a, b); r != nil {
			return r
		}
	}
	out := a.w
	if op >= bv.Eq {
		out = 1
	}
	return t.intern(key{code: cInt, w: out, sub: uint8(op), a: a, b: b})
}

// logic is an op on bits as one of and, or, xor and equality.
func (t *Tape) logic(op bv.IntOp, a, b *Node) (bv.IntOp, *Node, *Node) {
	switch op {
	case bv.Add, bv.Sub:
		op = bv.Xor
	case bv.Mul, bv.UMin, bv.SMax:
		op = bv.And
	case bv.UMax, bv.SMin:
		op = bv.Or
	case bv.ULt:
		op, a = bv.And, t.not(a)
	case bv.SLt:
		op, b = bv.And, t.not(b)
	}
	return op, a, b
}

// least is a number that n, without sign, is never below.
func (n *Node) least() uint64 {
	switch {
	case n.code == cConst:
		return n.x
	case n.code == cInt && bv.IntOp(n.sub) == bv.UMax:
		return max(n.a.least(), n.b.least())
	}
	return 0
}

// decided is a comparison or a minimum that the least value of one side decides; nil for others.
func (t *Tape) decided(op bv.IntOp, a, b *Node) *Node {
	switch {
	case op == bv.ULt && known(a) && a.x < b.least():
		return t.constant(1, 1)
	case op == bv.ULt && known(b) && b.x <= a.least(), op == bv.Eq && known(b) && b.x < a.least():
		return t.constant(1, 0)
	case op == bv.UMin && known(b) && b.x <= a.least():
		return b
	}
	return nil
}
