package tape

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// poly is a polynomial over Z/m: monomials by their factors' text.
type poly map[string]monomial

type monomial struct {
	n     uint64 // coefficient, not 0
	atoms []*Node
}

// maxMonomials bounds a polynomial.
const maxMonomials = 2048

// ring is Z/2^w, for p = 0, or Z/p.
type ring struct {
	w int
	p uint64
}

func (r ring) mul(a, b uint64) uint64 {
	if r.p == 0 {
		return a * b & ones(r.w)
	}
	hi, lo := bits.Mul64(a, b)
	return bits.Rem64(hi, lo, r.p)
}

func (r ring) add(a, b uint64) uint64 {
	if r.p == 0 {
		return (a + b) & ones(r.w)
	}
	sum, carry := bits.Add64(a, b, 0)
	return bits.Rem64(carry, sum, r.p)
}

func (r ring) reduced(a uint64) uint64 {
	if r.p == 0 {
		return a & ones(r.w)
	}
	return a % r.p
}

func (r ring) constant(x uint64) poly {
	if x = r.reduced(x); x == 0 {
		return poly{}
	}
	return poly{"": {x, nil}}
}

func (r ring) atom(n *Node) poly { return poly{ids([]*Node{n}): {r.reduced(1), []*Node{n}}} }

func (r ring) plus(a, b poly, times uint64) (poly, bool) {
	out := make(poly, len(a)+len(b))
	for k, m := range a {
		out[k] = m
	}
	for k, m := range b {
		n := r.add(out[k].n, r.mul(m.n, r.reduced(times)))
		if n == 0 {
			delete(out, k)
			continue
		}
		out[k] = monomial{n, m.atoms}
	}
	return out, len(out) <= maxMonomials
}

func (r ring) times(a, b poly) (poly, bool) {
	if len(a)*len(b) > 8*maxMonomials {
		return nil, false
	}
	out := poly{}
	for _, x := range a {
		for _, y := range b {
			atoms := append(slices.Clone(x.atoms), y.atoms...)
			slices.SortFunc(atoms, func(a, b *Node) int { return cmp.Compare(a.id, b.id) })
			atoms = slices.CompactFunc(atoms, func(a, b *Node) bool { return a == b && a.isBit() })
			k := ids(atoms)
			n := r.add(out[k].n, r.mul(x.n, y.n))
			if n == 0 {
				delete(out, k)
				continue
			}
			out[k] = monomial{n, atoms}
		}
	}
	return out, len(out) <= maxMonomials
}

// String is the polynomial, in an order of its own.
func (p poly) String() string {
	var parts []string
	for k, m := range p {
		parts = append(parts, fmt.Sprintf("%d*%s", m.n, k))
	}
	slices.Sort(parts)
	return strings.Join(parts, " + ")
}

// isBit reports whether a word is 0 or 1, as a bit that is widened: it is its own square.
func (n *Node) isBit() bool { return n.code == cZero && n.a.w == 1 }

// modular reports whether the low bits of n are the operation on the low bits of its operands.
func modular(n *Node) bool {
	switch n.code {
	case cInt:
		return bv.IntOp(n.sub) <= bv.Mul
	case cNot, cConcat, cZero, cSign:
		return true
	}
	return false
}

// polynomial is n as one over Z/2^w; false where it is too large.
func (t *Tape) polynomial(n *Node) (p poly, ok bool) {
	p = t.sums.Once(n, func() poly { return orNil(t.polynomialNew(n, int(n.w))) })
	return p, p != nil
}

// orNil is a polynomial, or nil where it is too large.
func orNil(p poly, ok bool) poly {
	if !ok {
		return nil
	}
	return p
}

func (t *Tape) polynomialNew(n *Node, w int) (p poly, ok bool) {
	r := ring{w: w}
	low := func(n *Node) (poly, bool) { return t.polynomial(t.extract(n, 0, min(w, int(n.w)))) }
	switch {
	case n.code == cConst:
		return r.constant(n.x), true
	case n.code == cExtract && n.x == 0 && modular(n.a):
		if n.a.code == cInt || n.a.code == cNot {
			k := n.a.key
			k.w = n.w
			k.a = t.extract(k.a, 0, w)
			if k.b != nil {
				k.b = t.extract(k.b, 0, w)
			}
			return t.polynomial(t.made(k))
		}
	case n.code == cNot && w > 1: // -x - 1
		a, ok := low(n.a)
		if !ok {
			return nil, false
		}
		return r.plus(r.constant(ones(w)), a, ones(w))
	case n.code == cConcat && n.a.is(0), n.code == cZero && n.a.code == cConcat && n.a.a.is(0):
		return t.movedUp(n, r)
	case n.code == cInt && bv.IntOp(n.sub) <= bv.Mul && w > 1:
		a, ok1 := t.polynomial(n.a)
		b, ok2 := t.polynomial(n.b)
		switch {
		case !ok1 || !ok2:
			return nil, false
		case bv.IntOp(n.sub) == bv.Add:
			return r.plus(a, b, 1)
		case bv.IntOp(n.sub) == bv.Sub:
			return r.plus(a, b, ones(w))
		}
		return r.times(a, b)
	}
	switch {
	case n.isBit():
		return t.ofBit(n.a, r)
	case n.code == cZero:
		if wide := t.wide(n.a, w); wide != nil {
			return t.polynomial(wide)
		}
	case n.code == cSign && n.a.w == 1:
		p, ok := t.ofBit(n.a, r)
		if !ok {
			return nil, false
		}
		return r.plus(poly{}, p, ones(w))
	case n.code == cSelect && w > 1:
		if p, ok := t.ofChoice(n, r); ok {
			return p, true
		}
	}
	// A term that is no sum or product is a factor by itself, in its normal form.
	m := n
	if n.code == cExtract || n.code == cConcat || n.code == cSelect || n.code == cZero || n.code == cSign ||
		n.code == cInt && bv.IntOp(n.sub) <= bv.Mul {
		m = t.again(n) // not Normal, which asks here
	} else {
		m = t.Normal(n)
	}
	if m.code == cConst {
		return r.constant(m.x), true
	}
	if p, ok := t.forms.sums[m]; ok {
		return p, true
	}
	return r.atom(m), true
}

// movedUp is a word above zeros, widened or not.
func (t *Tape) movedUp(n *Node, r ring) (p poly, ok bool) {
	up := n
	if n.code == cZero {
		up = n.a
	}
	of := t.extend(up.b, r.w, false)
	if b := up.b; up == n && b.code == cExtract && b.x == 0 && int(b.a.w) >= r.w { // what is cut off does not matter
		of = t.extract(b.a, 0, r.w)
	}
	upper, ok := t.polynomial(of)
	if !ok {
		return nil, false
	}
	return r.plus(poly{}, upper, 1<<up.a.w)
}

// ofPolynomial is the node of a polynomial over Z/2^w.
func (t *Tape) ofPolynomial(p poly, w int) *Node {
	if n := t.simple(p, w); n != nil {
		return n
	}
	rest, carries := t.carries(p, w)
	n := t.form(w, "sum "+rest.String()+carries)
	t.forms.sums.Keep(n, p)
	return n
}

// simple is a polynomial that is a constant or one factor, else nil.
func (t *Tape) simple(p poly, w int) *Node {
	switch len(p) {
	case 0:
		return t.constant(w, 0)
	case 1:
		for _, m := range p {
			if len(m.atoms) == 0 {
				return t.constant(w, m.n)
			}
			if len(m.atoms) == 1 && m.n == 1 && int(m.atoms[0].w) == w {
				return m.atoms[0]
			}
		}
	}
	return nil
}

// resized is the number n in w bits.
func (t *Tape) resized(n *Node, w int) *Node {
	if w < int(n.w) {
		return t.extract(n, 0, w)
	}
	return t.extend(n, w, false)
}

// wide is the number n computed in w bits, where no bit is cut off in its own; else nil.
func (t *Tape) wide(n *Node, w int) *Node {
	switch {
	case n.code == cInt && t.wholly(n): // a sum that does not wrap
		return t.integer(bv.IntOp(n.sub), t.extend(n.a, w, false), t.extend(n.b, w, false))
	case n.code == cExtract && n.x == 0 && t.limit(n.a) <= ones(int(n.w)):
		return t.resized(n.a, w)
	}
	return nil
}

// wholly reports whether n is the sum or the product of two numbers without sign, as it does not wrap.
func (t *Tape) wholly(n *Node) bool {
	hi, product := bits.Mul64(t.limit(n.a), t.limit(n.b))
	sum, carry := bits.Add64(t.limit(n.a), t.limit(n.b), 0)
	op, most := bv.IntOp(n.sub), ones(int(n.w))
	return op == bv.Add && carry == 0 && sum <= most || op == bv.Mul && hi == 0 && product <= most
}
