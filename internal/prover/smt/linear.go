package smt

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// Linear gives sums one form: of sorted parts, and in as many bits as the result needs if it cannot
// wrap. Compilers sum in other orders and widths, move constants, and count bits in words of 32 and
// of 64 bits; solvers do not find their way from one sum of many parts to another.
func (d *Domain) Linear() {
	d.mosts, d.leasts, d.sums = map[*Term]uint64{}, map[*Term]uint64{}, map[*Term]sum{}
}

// sum is k and the parts, modulo 2^w of the term that it is. Where it is exact, the term is the sum
// of integers, without a wrap.
type sum struct {
	k     int64
	parts []part
	exact bool
}

// part is a term, read without sign, times a number.
type part struct {
	t *Term
	c int64
}

// maxParts bounds a sum that is kept sorted.
const maxParts = 256

// sumOf is t as a sum of parts modulo 2^w, of a w that is at least its width.
func (d *Domain) sumOf(t *Term) sum {
	if s, ok := d.sums[t]; ok {
		return s
	}
	zeros := 0
	if t.kind == kConcat && t.args[0].is(0) { // moved up
		zeros, t = t.args[0].w, t.args[1]
	}
	t = unextended(t)
	switch s, ok := d.sums[t]; {
	case t.kind == kConst:
		return sum{k: int64(t.x << zeros), exact: true}
	case ok && s.exact && zeros == 0:
		return s
	}
	return sum{parts: []part{{t, 1 << zeros}}, exact: true}
}

// unextended is t without zeros above it.
func unextended(t *Term) *Term {
	for t.kind == kConcat && t.args[1].is(0) {
		t = t.args[0]
	}
	return t
}

// plus is x + n*y in w bits.
func (d *Domain) plus(w int, x, y sum, n int64) sum {
	all := map[*Term]int64{}
	var out sum
	add := func(t *Term, c int64) {
		if zeros := bits.TrailingZeros64(uint64(c)); t.w > w-zeros && zeros < w {
			t = unextended(d.extract(t, 0, w-zeros)) // the bits that count
		}
		if t.kind == kConst {
			out.k += c * int64(t.x)
			return
		}
		if n := d.least(t); n > 0 {
			out.k += c * int64(n)
			t = unextended(d.lowered(t, n, map[*Term]*Term{}))
		}
		if s, ok := d.sums[t]; ok && s.exact {
			out.k += s.k * c
			for _, p := range s.parts {
				all[p.t] += p.c * c
			}
			return
		}
		all[t] += c
	}
	out.k = x.k + n*y.k
	for _, p := range x.parts {
		add(p.t, p.c)
	}
	for _, p := range y.parts {
		add(p.t, n*p.c)
	}
	signed := func(c int64) int64 { return c << (64 - w) >> (64 - w) }
	out.k = signed(out.k)
	for t, c := range all {
		if c = signed(c); c != 0 {
			out.parts = append(out.parts, part{t, c})
		}
	}
	slices.SortFunc(out.parts, func(a, b part) int {
		return cmp.Or(cmp.Compare(a.t.first, b.t.first), cmp.Compare(a.t.id, b.t.id))
	})
	return out
}

// summed is a + b, a - b or a * b of a number b in the form of a sum; nil: it has too many parts.
func (d *Domain) summed(op bv.IntOp, a, b *Term) *Term {
	var s sum
	w := a.w
	switch x, y := d.sumOf(a), d.sumOf(b); {
	case len(x.parts)+len(y.parts) > maxParts:
		return nil
	case op == bv.Add:
		s = d.plus(w, x, y, 1)
	case op == bv.Sub:
		s = d.plus(w, x, y, -1)
	case op == bv.Mul && b.kind == kConst:
		s = d.plus(w, sum{}, x, int64(b.x))
	default:
		return nil
	}
	if most, ok := d.mostOf(s); ok && bits.Len64(most) < w {
		s.exact = true
		low := d.built(max(bits.Len64(most), 1), s)
		if low.kind != kConst {
			d.mosts[low] = min(most, d.most(low))
		}
		return d.Extend(low, w, false).(*Term)
	}
	return d.built(w, s)
}

// mostOf is a bound of a sum of integers, if it is never negative.
func (d *Domain) mostOf(s sum) (most uint64, ok bool) {
	const limit = 1 << 40
	lo, hi := s.k, s.k
	for _, p := range s.parts {
		m := d.most(p.t)
		if m > limit/uint64(max(p.c, -p.c)) || hi > limit || lo < -limit { // the product could wrap
			return 0, false
		}
		if p.c > 0 {
			hi += p.c * int64(m)
		} else {
			lo += p.c * int64(m)
		}
	}
	if lo < 0 || hi > limit {
		return 0, false
	}
	return uint64(hi), true
}

// lowSum is the low bits of a sum, as a sum; nil for other terms.
func (d *Domain) lowSum(t *Term, n int) *Term {
	if s, ok := d.sums[t]; ok {
		return d.built(n, d.plus(n, sum{}, s, 1))
	}
	return nil
}

// built is the term of a sum in w bits.
func (d *Domain) built(w int, s sum) *Term {
	raw := func(op bv.IntOp, a, b *Term) *Term {
		return d.intern(node{kind: kInt, w: w, code: uint8(op), args: [3]*Term{a, b}})
	}
	if w == 1 {
		return d.parity(s)
	}
	var out *Term
	constant := d.number(w, uint64(s.k))
	for _, p := range s.parts {
		t := p.t
		if t.w > w {
			t = d.extract(t, 0, w)
		}
		t = d.Extend(t, w, false).(*Term)
		switch {
		case p.c != 1 && p.c != -1:
			t = raw(bv.Mul, t, d.number(w, uint64(p.c)))
			fallthrough
		case p.c == 1:
			if out == nil {
				out = t
			} else {
				out = raw(bv.Add, out, t)
			}
		case out == nil:
			out = raw(bv.Sub, constant, t)
			constant = d.number(w, 0)
		default:
			out = raw(bv.Sub, out, t)
		}
	}
	if out == nil {
		return constant
	}
	if !constant.is(0) {
		out = raw(bv.Add, out, constant)
	}
	if len(s.parts) > 1 || s.k != 0 || s.parts[0].c != 1 {
		d.sums[out] = s
	}
	return out
}

// parity is the lowest bit of a sum.
func (d *Domain) parity(s sum) *Term {
	out := d.number(1, uint64(s.k)&1)
	for _, p := range s.parts {
		if p.c&1 == 1 {
			out = d.integer(bv.Xor, out, d.extract(p.t, 0, 1))
		}
	}
	return out
}

// narrowChoice is a choice between small numbers, in the bits that they need; nil for others.
func (d *Domain) narrowChoice(c, a, b *Term) *Term {
	if d.sums == nil {
		return nil
	}
	n := max(1, bits.Len64(max(d.most(a), d.most(b))))
	if n == a.w {
		return nil
	}
	return d.Extend(d.choose(c, d.extract(a, 0, n), d.extract(b, 0, n)), a.w, false).(*Term)
}

// least is the least number of a choice between numbers; 0 for other terms.
func (d *Domain) least(t *Term) uint64 {
	if t.kind == kConst {
		return t.x
	}
	if t.kind != kSelect {
		return 0
	}
	return bv.Once(d.leasts, t, func() uint64 { return min(d.least(t.args[1]), d.least(t.args[2])) })
}

// lowered is a choice between numbers, each less n.
func (d *Domain) lowered(t *Term, n uint64, done map[*Term]*Term) *Term {
	if t.kind == kConst {
		return d.number(t.w, t.x-n)
	}
	return bv.Once(done, t, func() *Term {
		return d.choose(t.args[0], d.lowered(t.args[1], n, done), d.lowered(t.args[2], n, done))
	})
}
