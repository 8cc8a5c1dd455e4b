package tape

import (
	"fmt"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// Bits in polynomials. A bit is 0 or 1, so that it is its own square, and logic is arithmetic:
// not x is 1 - x, and is the product, or is x + y - xy. A choice c ? x : y is y + c(x - y).

type bitKey struct {
	n *Node
	w int
}

// ofBit is a bit as a polynomial; false where that is too large.
func (t *Tape) ofBit(n *Node, r ring) (p poly, ok bool) {
	p = t.logics.Once(bitKey{n, r.w}, func() poly { return orNil(t.ofBitNew(n, r)) })
	return p, p != nil
}

func (t *Tape) ofBitNew(n *Node, r ring) (p poly, ok bool) {
	switch {
	case n.code == cConst:
		return r.constant(n.x), true
	case n.code == cNot:
		a, ok := t.ofBit(n.a, r)
		if !ok {
			return nil, false
		}
		return r.plus(r.constant(1), a, ones(r.w))
	case n.code == cSelect:
		c, ok1 := t.ofBit(n.a, r)
		x, ok2 := t.ofBit(n.b, r)
		y, ok3 := t.ofBit(n.c, r)
		if !ok1 || !ok2 || !ok3 {
			return nil, false
		}
		return t.chosen(c, x, y, r)
	case n.code == cInt && n.a.w == 1 && bv.IntOp(n.sub) == bv.Eq:
		return t.ofBit(t.not(t.integer(bv.Xor, n.a, n.b)), r)
	case n.code == cInt && n.a.w == 1 && (bv.IntOp(n.sub) == bv.And || bv.IntOp(n.sub) == bv.Or ||
		bv.IntOp(n.sub) == bv.Xor):
		a, ok1 := t.ofBit(n.a, r)
		b, ok2 := t.ofBit(n.b, r)
		if !ok1 || !ok2 {
			return nil, false
		}
		if t.work += len(a) * len(b); t.work > maxWork {
			return nil, false
		}
		both, ok := r.times(a, b)
		if !ok || bv.IntOp(n.sub) == bv.And {
			return both, ok
		}
		sum, ok := r.plus(a, b, 1)
		if !ok {
			return nil, false
		}
		if bv.IntOp(n.sub) == bv.Or {
			return r.plus(sum, both, ones(r.w))
		}
		return r.plus(sum, both, ones(r.w)-1)
	}
	m := t.Normal(n)
	if m != n && (m.code == cConst || m.code == cNot) {
		return t.ofBit(m, r)
	}
	return r.atom(t.extend(m, r.w, false)), true
}

// logic reports whether n computes a bit from bits.
func (n *Node) logic() bool {
	return n.w == 1 && (n.code == cNot || n.code == cSelect || n.code == cInt && n.a.w == 1)
}

// ofLogic is the normal form of a bit that is computed from bits: a polynomial in which no bit
// has a square is unlike every other. Nil where it is too large.
func (t *Tape) ofLogic(n *Node) *Node {
	r := ring{w: 32}
	p, ok := t.ofBit(n, r)
	if !ok {
		return nil
	}
	if t.work += len(p); t.work > maxWork {
		return nil
	}
	single := func(p poly) *Node {
		s := t.simple(p, r.w)
		switch {
		case s == nil:
			return nil
		case s.code == cConst:
			return t.constant(1, s.x)
		}
		return s.a
	}
	if s := single(p); s != nil {
		return s
	}
	if not, ok := r.plus(r.constant(1), p, ones(r.w)); ok {
		if s := single(not); s != nil {
			return t.not(s)
		}
	}
	return t.form(1, "bit "+p.String())
}

// maxWork bounds the products of monomials by which choices become polynomials, of one tape.
const maxWork = 1 << 15

// ofChoice is a choice of words as a polynomial.
func (t *Tape) ofChoice(n *Node, r ring) (p poly, ok bool) {
	if _, _, residue := t.remainder(n); residue {
		return nil, false
	}
	c, ok1 := t.ofBit(n.a, r)
	x, ok2 := t.polynomial(n.b)
	y, ok3 := t.polynomial(n.c)
	if !ok1 || !ok2 || !ok3 {
		return nil, false
	}
	return t.chosen(c, x, y, r)
}

// chosen is y + c(x - y).
func (t *Tape) chosen(c, x, y poly, r ring) (p poly, ok bool) {
	if x, ok = r.plus(x, y, ones(r.w)); !ok {
		return nil, false
	}
	if t.work += len(c) * len(x); t.work > maxWork {
		return nil, false
	}
	if x, ok = r.times(c, x); !ok {
		return nil, false
	}
	return r.plus(y, x, 1)
}

// maxCarry bounds how often a carry counts, so that whole numbers stay small.
const maxCarry = 1 << 20

// carries takes the bits s < y of words without sign out of a sum, where they stand alone. Such a
// bit is the carry of (s - y) + y, a whole number:
//
//	[s < y] = (I(s - y) + I(y) - I(s)) / 2^v
//
// with I(x) the number that a word x of v bits is. So sums of such bits are equal if they are
// as sums of the I(x), which are counted in whole numbers.
func (t *Tape) carries(p poly, w int) (rest poly, text string) {
	rest = poly{}
	counts := map[string]int64{}
	for k, m := range p {
		n := int64(m.n<<(64-w)) >> (64 - w)
		if len(m.atoms) != 1 || !m.atoms[0].isBit() || n > maxCarry || n < -maxCarry || !t.carry(m.atoms[0].a, n, counts) {
			rest[k] = m
		}
	}
	var parts []string
	for k, n := range counts {
		if n != 0 {
			parts = append(parts, fmt.Sprintf("%d/%s", n, k))
		}
	}
	slices.Sort(parts)
	if len(parts) == 0 {
		return rest, ""
	}
	return rest, " carries " + strings.Join(parts, " + ")
}

// carry counts the words of a bit s < y, n times; false for another bit.
func (t *Tape) carry(bit *Node, n int64, counts map[string]int64) bool {
	if bit.code != cInt || bv.IntOp(bit.sub) != bv.ULt {
		return false
	}
	v := int(bit.a.w)
	s, ok1 := t.polynomial(bit.a)
	y, ok2 := t.polynomial(bit.b)
	if !ok1 || !ok2 || v < 2 {
		return false
	}
	x, ok := ring{w: v}.plus(s, y, ones(v))
	if !ok {
		return false
	}
	for _, word := range []struct {
		p poly
		n int64
	}{{x, n}, {y, n}, {s, -n}} {
		if len(word.p) > 0 { // 0 is no number of words
			counts[fmt.Sprintf("%d:%s", v, word.p)] += word.n
		}
	}
	return true
}
