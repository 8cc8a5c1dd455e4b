package tape

import (
	"cmp"
	"math/bits"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// Compilers widen small integers, mask words and put words together. So parts of words are known, and an operation on
// such words is one on the other parts.

// parts is an operation on two words as operations on their parts, where one of these is known or none is left; nil for
// others.
func (t *Tape) parts(op bv.IntOp, a, b *Node) *Node {
	w := int(a.w)
	if t.plain || op == bv.Sub || op == bv.Mul {
		return nil
	}
	if n := max(a.significant(), b.significant()); n < w && op != bv.Add {
		narrow := t.integer(op, t.extract(a, 0, n), t.extract(b, 0, n))
		if op >= bv.Eq {
			return narrow
		}
		return t.extend(narrow, w, true)
	}
	k := max(a.boundary(op), b.boundary(op))
	if k == 0 {
		return nil
	}
	al, bl, ah, bh := t.extract(a, 0, k), t.extract(b, 0, k), t.extract(a, k, w-k), t.extract(b, k, w-k)
	if op <= bv.Xor || op == bv.Eq {
		lo, hi := t.integer(op, al, bl), t.integer(op, ah, bh)
		kept := (lo == al || lo == bl) && (hi == ah || hi == bh)
		switch {
		case !kept && (op == bv.Add || !known(lo) && !known(hi)):
			return nil
		case op == bv.Eq:
			return t.integer(bv.And, lo, hi)
		}
		return t.concat(lo, hi)
	}
	switch upper := t.integer(op, ah, bh); {
	case !known(ah, bh):
		return nil
	case ah == bh: // the lower parts decide, without sign
		unsigned := map[bv.IntOp]bv.IntOp{bv.SMin: bv.UMin, bv.SMax: bv.UMax, bv.SLt: bv.ULt}
		lo := t.integer(cmp.Or(unsigned[op], op), al, bl)
		if op > bv.Eq {
			return lo
		}
		return t.concat(lo, ah)
	case op > bv.Eq:
		return upper
	case upper == ah:
		return a
	}
	return b
}

// significant is the number of bits without copies of the sign.
func (n *Node) significant() int {
	switch n.code {
	case cConst:
		x := int64(n.x<<(64-n.w)) >> (64 - n.w)
		return bits.Len64(uint64(x^x>>63)) + 1
	case cSign:
		return int(n.a.w)
	}
	return int(n.w)
}

// boundary is where a known part of n begins or ends; 0 for none. A number has one for and and or, if its ones are
// consecutive.
func (n *Node) boundary(op bv.IntOp) int {
	switch n.code {
	case cConst:
		flips := n.x ^ n.x<<1 // of the bits from one to the next
		if op == bv.And || op == bv.Or {
			if low := flips &^ 1 & ones(int(n.w)); bits.OnesCount64(low) <= 2-int(n.x&1) {
				return bits.TrailingZeros64(low) % 64
			}
		}
	case cZero:
		return int(n.a.w)
	case cConcat:
		if known(n.a) || known(n.b) {
			return int(n.a.w)
		}
	}
	return 0
}

// narrow reports whether n was computed from words of at most w bits, which C++ widened: its low w bits are the same
// operations on these words. Widened bits do not count: their sums are counts, which solvers compare better whole.
func (n *Node) narrow(w int) bool {
	switch n.code {
	case cConst:
		return true
	case cConcat, cZero, cSign:
		return n.a.w > 1 && int(n.a.w) <= w
	case cInt:
		return bv.IntOp(n.sub) <= bv.Xor && n.a.narrow(w) && n.b.narrow(w)
	case cSelect:
		return n.b.narrow(w) && n.c.narrow(w)
	}
	return false
}
