package tape

import (
	"fmt"
	"math/bits"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// Remainders by a constant p: of sums and products that do not wrap, polynomials over Z/p.

// remainder sees x % p of words without sign by a constant p: written so, or as a choice of x
// and x - p of an x below 2p.
func (t *Tape) remainder(n *Node) (x *Node, p uint64, ok bool) {
	w := int(n.w)
	if n.code == cApply && n.b != nil && n.b.code == cConst && n.b.x > 1 &&
		n.fn == bv.Divide(bv.Division{Remainder: true, Bits: w}) {
		return n.a, n.b.x, true
	}
	if n.code != cSelect || n.a.code != cInt || bv.IntOp(n.a.sub) != bv.ULt {
		return nil, 0, false
	}
	of := func(x *Node) *Node { return t.extend(x, max(w, int(x.w)), false) } // compared before it was widened
	switch c := n.a; {
	case c.b.code == cConst && of(c.a) == n.b: // x < p ? x : x - p
		x, p = n.b, c.b.x
		ok = t.isLess(n.c, x, p)
	case c.a.code == cConst && of(c.b) == n.c && c.a.x < ones(w): // p-1 < x ? x - p : x
		x, p = n.c, c.a.x+1
		ok = t.isLess(n.b, x, p)
	}
	return x, p, ok && p > 1 && p <= ones(w)/2 && t.limit(x) < 2*p
}

// isLess reports whether n is x less a number p.
func (t *Tape) isLess(n, x *Node, p uint64) bool {
	return n == t.integer(bv.Sub, x, t.constant(int(x.w), p)) || n == t.integer(bv.Add, x, t.constant(int(x.w), -p))
}

// Below notes that an input is less than a number, of all inputs that matter.
func (t *Tape) Below(n *Node, most uint64) {
	if n.code == cVar && most > 0 {
		t.limits.Keep(n, min(t.limit(n), most-1))
	}
}

// Bounded notes the upper bound of an input by a condition: an and of comparisons with constants.
func (t *Tape) Bounded(condition *Node) {
	switch c := condition; {
	case c.code == cInt && bv.IntOp(c.sub) == bv.And && c.w == 1:
		t.Bounded(c.a)
		t.Bounded(c.b)
	case c.code == cInt && bv.IntOp(c.sub) == bv.ULt && c.b.code == cConst:
		t.Below(c.a, c.b.x)
	case c.code == cNot && c.a.code == cInt && bv.IntOp(c.a.sub) == bv.ULt && c.a.a.code == cConst:
		t.Below(c.a.b, c.a.a.x+1)
	}
}

// residue is the normal form of the remainder n of x by p.
func (t *Tape) residue(n, x *Node, p uint64) *Node {
	c, ok := t.congruent(x, ring{p: p})
	if !ok {
		return nil
	}
	w := int(n.w)
	if s := t.simple(c, w); s != nil && s.code == cConst {
		return s
	}
	if len(c) == 1 {
		for _, m := range c { // what is a residue already
			if len(m.atoms) == 1 && m.n == 1 && t.limit(m.atoms[0]) < p && int(m.atoms[0].w) <= w {
				return t.extend(m.atoms[0], w, false)
			}
		}
	}
	r := t.form(bits.Len64(p-1), fmt.Sprintf("modulo %d: %s", p, c)) // the same at every width
	t.limits.Keep(r, p-1)
	return t.extend(r, w, false)
}

// congruent is a polynomial over Z/p that n, as a number without sign, is congruent to.
func (t *Tape) congruent(n *Node, r ring) (poly, bool) {
	w := int(n.w)
	switch n.code {
	case cConst:
		return r.constant(n.x), true
	case cZero:
		return t.congruent(n.a, r)
	case cExtract:
		if n.x == 0 && t.limit(n.a) <= ones(w) {
			return t.congruent(n.a, r)
		}
	case cConcat:
		if n.a.is(0) {
			c, ok := t.congruent(n.b, r)
			if !ok || n.a.w > 63 {
				return nil, false
			}
			return r.plus(poly{}, c, 1<<n.a.w)
		}
	case cApply, cSelect:
		if x, q, ok := t.remainder(n); ok && q%r.p == 0 {
			return t.congruent(x, r)
		}
	case cInt:
		if !t.wholly(n) {
			break
		}
		a, ok1 := t.congruent(n.a, r)
		b, ok2 := t.congruent(n.b, r)
		switch {
		case !ok1 || !ok2:
			return nil, false
		case bv.IntOp(n.sub) == bv.Add:
			return r.plus(a, b, 1)
		}
		return r.times(a, b)
	}
	m := t.Normal(n)
	for m.code == cZero { // a number is the same at every width
		m = m.a
	}
	if m.code == cConst {
		return r.constant(m.x), true
	}
	return r.atom(m), true
}

// limit is a number that n, without sign, never exceeds.
func (t *Tape) limit(n *Node) uint64 {
	return t.limits.Once(n, func() uint64 { return min(t.limitNew(n), ones(int(n.w))) })
}

func (t *Tape) limitNew(n *Node) uint64 {
	all := ones(int(n.w))
	switch n.code {
	case cConst:
		return n.x
	case cZero:
		return t.limit(n.a)
	case cExtract:
		if n.x == 0 {
			return t.limit(n.a)
		}
		return t.limit(n.a) >> n.x
	case cConcat:
		return t.limit(n.b)<<n.a.w | t.limit(n.a)
	case cSelect, cApply:
		if x, p, ok := t.remainder(n); ok {
			return min(t.limit(x), p-1)
		}
		if n.code == cSelect {
			return max(t.limit(n.b), t.limit(n.c))
		}
	case cInt:
		a, b := t.limit(n.a), t.limit(n.b)
		switch bv.IntOp(n.sub) {
		case bv.And, bv.UMin:
			return min(a, b)
		case bv.UMax:
			return max(a, b)
		case bv.Or, bv.Xor:
			return ones(max(1, bits.Len64(a|b)))
		case bv.Add:
			if sum, carry := bits.Add64(a, b, 0); carry == 0 && sum <= all {
				return sum
			}
		case bv.Mul:
			if hi, p := bits.Mul64(a, b); hi == 0 && p <= all {
				return p
			}
		}
	}
	return all
}
