package term

import (
	"fmt"
	"math/bits"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// The normal form of an associative and commutative op is a list of what it combines: those of all prefixes of n
// elements have n^2/2 entries. Here it is a tree instead, of applications of a function that is known by its name. Its
// shape tells nothing of the order in which the op was applied: operands are its leaves by their numbers, as in a trie,
// so each set of operands has one tree. Those of prefixes share all but log n of their nodes. An application that
// combines an operand twice, where that is not the operand itself, is an operand of others: of such less is decided.

// Operator is an associative and commutative one of two words.
type Operator struct {
	fn *bv.Fn
	op op
}

// trie is a tree of applications, or an operand: the least and the greatest number of an operand, and the parts, the
// one with the lower numbers first.
type trie struct {
	least, most int
	parts       [2]*Term // nil of an operand
}

// bit is the highest one in which numbers of operands differ, plus 1; 0 of an operand.
func (t trie) bit() int { return bits.Len(uint(t.least ^ t.most)) }

// IntOperator is one of integers of w bits.
func IntOperator(code bv.IntOp, w int) *Operator {
	return operator(intOp(code), fmt.Sprintf("trie.int%d.%d", code, w), w, bv.NoFormat)
}

// FloatOperator is a minimum or maximum of floats.
func FloatOperator(code bv.FloatOp, f bv.Format) *Operator {
	return operator(floatOp(code, f), fmt.Sprintf("trie.float%d.%d", code, f), f.Bits(), f)
}

func operator(o op, name string, w int, of bv.Format) *Operator {
	f := &bv.Fn{Name: name, Bits: w, Of: []bv.Format{of, of}, Gives: of}
	f.Eval = func(x []uint64) uint64 { return o.apply(f.Bits, x[0], x[1]) }
	return &Operator{f, o}
}

// asTree is an application of two operands or more as a tree; nil: op makes none, or one of them is a number. There
// are more where some were combined as wider integers, with the low bits left.
func (d *Domain) asTree(o op, w int, in []entry, c []Guard) *Term {
	by := d.strategy.Tries
	if by == nil || o != by.op || w != by.fn.Bits || len(in) < 2 || c != nil && !d.vector(c).is(o.identity(w)) {
		return nil
	}
	for _, e := range in {
		if e.g != True || e.n != 1 || e.t.kind == kBits || e.t.kind == kCase {
			return nil
		}
	}
	var t *Term
	for i, e := range in {
		x := e.t
		if o.float {
			x = d.anyPayload(o.format, x)
		} else {
			d.exactBits(x)
		}
		if i == 0 {
			t = x
			continue
		}
		both, ok := d.treeOf(t, x)
		if !ok {
			both = d.called(by.fn, []*Term{t, x})
		}
		t = both
	}
	laws := lawsOf(Associativity, Commutativity)
	if o.float {
		laws |= lawsOf(NaNPayload)
	}
	return d.by(laws, t)
}

// trie is a term as one.
func (d *Domain) trie(t *Term) trie {
	if k, ok := d.tries[t]; ok {
		return k
	}
	return trie{least: t.id, most: t.id}
}

// treeOf is the tree of the operands of two. It is none where one is an operand of both, and that is not as good as of
// one.
func (d *Domain) treeOf(a, b *Term) (t *Term, ok bool) {
	x, y := d.trie(a), d.trie(b)
	if a == b && d.strategy.Tries.op.idempotent() {
		d.Use(Idempotence)
		return a, true
	}
	if x.bit() < y.bit() {
		a, b, x, y = b, a, y, x
	}
	high := x.bit()
	switch {
	case x.least>>high != y.least>>high: // neither is among the other's
		return d.tree(a, b), true
	case high == 0: // one operand
		return nil, false
	case y.bit() == high:
		first, ok1 := d.treeOf(x.parts[0], y.parts[0])
		second, ok2 := d.treeOf(x.parts[1], y.parts[1])
		if !ok1 || !ok2 {
			return nil, false
		}
		return d.tree(first, second), true
	}
	which := y.least >> (high - 1) & 1
	if x.parts[which], ok = d.treeOf(x.parts[which], b); !ok {
		return nil, false
	}
	return d.tree(x.parts[0], x.parts[1]), true
}

// tree is the tree of two trees, where no operand of one is between those of the other.
func (d *Domain) tree(a, b *Term) *Term {
	x, y := d.trie(a), d.trie(b)
	if x.least > y.least {
		a, b, x, y = b, a, y, x
	}
	t := d.called(d.strategy.Tries.fn, []*Term{a, b})
	d.tries.Keep(t, trie{x.least, y.most, [2]*Term{a, b}})
	return t
}

// idempotent reports whether an operand is the result of itself twice.
func (o op) idempotent() bool {
	if o.float {
		c := bv.FloatOp(o.code)
		return c == bv.FMin || c == bv.FMax || c == bv.FMinNaN || c == bv.FMaxNaN
	}
	signed, unsigned := o.ordering()
	return signed || unsigned || o.code == uint8(bv.And) || o.code == uint8(bv.Or)
}
