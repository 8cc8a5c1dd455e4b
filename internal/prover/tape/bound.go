package tape

import "github.com/shflgen/shflgen/internal/prover/bv"

// Solvers are lost in two trees of minima that hold the same elements in another order. But two elements are equal if
// for every bound both are at most that bound or neither is. A minimum is at most a bound if one of its operands is, a
// maximum if both are. The rest is a formula over bits.

// Order is a total order of elements: of integers, or of floats with a NaN below or above all numbers.
type Order struct {
	Signed bool
	Float  bv.Format // bv.NoFormat: of integers
	NaNLow bool
}

// extremum says whether n is a minimum, or a maximum, in the order.
func (o Order) extremum(n *Node) (least, greatest bool) {
	switch {
	case o.Float != bv.NoFormat:
		op := bv.FloatOp(n.sub)
		is := n.code == cFloat && n.f == o.Float
		if o.NaNLow {
			return is && op == bv.FMinNaN, is && op == bv.FMax
		}
		return is && op == bv.FMin, is && op == bv.FMaxNaN
	case n.code != cInt:
		return false, false
	case o.Signed:
		return bv.IntOp(n.sub) == bv.SMin, bv.IntOp(n.sub) == bv.SMax
	}
	return bv.IntOp(n.sub) == bv.UMin, bv.IntOp(n.sub) == bv.UMax
}

// Key is an integer that is ordered as n is.
func (t *Tape) Key(o Order, n *Node) *Node {
	if o.Float == bv.NoFormat {
		return n
	}
	w := int(n.w)
	top := uint64(1) << (w - 1)
	nan := t.constant(w, top-1)
	if o.NaNLow {
		nan = t.constant(w, top)
	}
	k := t.choose(t.extract(n, w-1, 1), t.integer(bv.Xor, n, t.constant(w, top-1)), n)
	return t.choose(t.Float(bv.FUnordered, o.Float, n, n).(*Node), nan, k)
}

// Under is the bit that n is at most a bound, which is a key.
func (t *Tape) Under(o Order, n, bound *Node) *Node {
	less := bv.ULt
	if o.Signed || o.Float != bv.NoFormat {
		less = bv.SLt
	}
	return t.not(t.integer(less, bound, t.Key(o, n)))
}

// AtMost is [Tape.Under], taken apart along minima, maxima and choices.
func (t *Tape) AtMost(o Order, n, bound *Node) *Node {
	var done bv.Memo[*Node, *Node]
	var down func(n *Node) *Node
	down = func(n *Node) *Node {
		if o.Float != bv.NoFormat {
			n = t.loud(o.Float, n)
		}
		return done.Once(n, func() *Node {
			switch least, greatest := o.extremum(n); {
			case least:
				return t.integer(bv.Or, down(n.a), down(n.b))
			case greatest:
				return t.integer(bv.And, down(n.a), down(n.b))
			case n.code == cSelect:
				return t.choose(n.a, down(n.b), down(n.c))
			}
			return t.Under(o, n, bound)
		})
	}
	return down(n)
}
