package term

import (
	"math/bits"
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// How often a term takes part: a coefficient modulo 2^w of a sum, an exponent of a
// product, a parity of xor, once of ops that are idempotent. So x + x is one entry
// however often it is repeated.

// maxWeights bounds in how many ways a term may take part.
const maxWeights = 1 << 10

// reduced is the least number of times that is as good as n.
func (o op) reduced(w int, n uint64) uint64 {
	switch {
	case o == intOp(bv.Add):
		return n & ones(w)
	case o == intOp(bv.Mul):
		// x^w is 0 for an even x; odd ones have orders that divide 2^(w-2).
		period := uint64(1) << max(w-2, 1)
		if n >= uint64(w)+period {
			n = uint64(w) + (n-uint64(w))%period
		}
		return n
	case o == intOp(bv.Xor):
		return n & 1
	}
	return min(n, 1)
}

// nested is how often an operand takes part that does so m times in what takes part n
// times.
func (o op) nested(w int, n, m uint64) uint64 {
	if o == intOp(bv.Mul) {
		hi, lo := bits.Mul64(n, m)
		if hi > 0 {
			stop("an exponent of more than 64 bits")
		}
		return o.reduced(w, lo)
	}
	return o.reduced(w, n*m)
}

// times is o over n operands that are all x.
func (o op) times(w int, x, n uint64) uint64 {
	switch {
	case o == intOp(bv.Add):
		return x * n & ones(w)
	case o == intOp(bv.Mul):
		r := uint64(1)
		for ; n > 0; n >>= 1 {
			if n&1 == 1 {
				r *= x
			}
			x *= x
		}
		return r & ones(w)
	}
	return x
}

// power sees that a coefficient is 2^k, or -2^k.
func power(w int, n uint64) (k int, negative, ok bool) {
	k = bits.TrailingZeros64(n)
	switch n {
	case 1 << k:
		return k, false, true
	case -(1 << k) & ones(w):
		return k, true, true
	}
	return 0, false, false
}

// merge sorts entries and joins those of one term into entries that never hold at the
// same time. It returns the laws by which that is the same.
func (d *Domain) merge(o op, w int, in []entry) (out []entry, laws Laws) {
	byTerm := func(a, b entry) int { return a.t.id - b.t.id }
	if !slices.IsSortedFunc(in, byTerm) {
		laws = lawsOf(Commutativity)
		slices.SortStableFunc(in, byTerm)
	}
	out = make([]entry, 0, len(in))
	for i := 0; i < len(in); {
		j := i + 1
		for j < len(in) && in[j].t == in[i].t {
			j++
		}
		if j == i+1 {
			if n := o.reduced(w, in[i].n); n != 0 && in[i].g != False {
				out = append(out, entry{in[i].t, in[i].g, n})
			}
		} else {
			parts, by := d.mergeOne(o, w, in[i:j])
			out, laws = append(out, parts...), laws|by
		}
		i = j
	}
	return out, laws
}

// mergeOne joins entries of one term.
func (d *Domain) mergeOne(o op, w int, in []entry) (parts []entry, laws Laws) {
	for _, e := range in {
		var next []entry
		add := func(g Guard, n uint64) {
			if n = o.reduced(w, n); g == False || n == 0 {
				return
			}
			for i := range next {
				if next[i].n == n {
					next[i].g = d.or(next[i].g, g)
					return
				}
			}
			next = append(next, entry{e.t, g, n})
		}
		left := e.g
		for _, p := range parts {
			both := d.and(p.g, e.g)
			if both != False && !o.float { // two results that are equal may be NaNs of other bits
				d.exactBits(e.t)
			}
			if both != False {
				laws |= o.ofRepeats()
			}
			add(both, p.n+e.n)
			add(d.and(p.g, d.not(e.g)), p.n)
			left = d.and(left, d.not(p.g))
		}
		add(left, e.n)
		if parts = next; len(parts) > maxWeights {
			stop("a term that takes part in more than %d ways", maxWeights)
		}
	}
	slices.SortFunc(parts, byID)
	return parts, laws
}

// ofRepeats is the law by which an operand that takes part twice is as good as one that
// does so less often; sums and products count.
func (o op) ofRepeats() Laws {
	switch o {
	case intOp(bv.Add), intOp(bv.Mul):
		return 0
	case intOp(bv.Xor):
		return lawsOf(Cancellation)
	}
	return lawsOf(Idempotence)
}

// standAlone reports whether each entry by itself is a term that is not of o.
func (d *Domain) standAlone(o op, in []entry) bool {
	for _, e := range in {
		if e.n == 1 {
			continue
		}
		if o != intOp(bv.Add) || e.n>>bits.TrailingZeros64(e.n) != 1 && e.n != ones(e.t.w) {
			return false
		}
	}
	return true
}

// multiples are the entries, each with what it brings as one term.
func (d *Domain) multiples(in []entry) []entry {
	out := make([]entry, len(in))
	for i, e := range in {
		out[i] = at(e.t, e.g)
		if e.n != 1 {
			out[i].t = d.multiple(e.t, e.n)
		}
	}
	return out
}

// multiple is n times t: moved up for a power of two, else a sum of one entry.
func (d *Domain) multiple(t *Term, n uint64) *Term {
	n &= ones(t.w)
	k := bits.TrailingZeros64(n)
	switch {
	case n == 0:
		return d.constant(t.w, 0)
	case n == 1:
		return t
	case k > 0:
		return d.concat(d.constant(k, 0), d.multiple(d.extract(t, 0, t.w-k), n>>k))
	case t.kind == kBits:
		return d.bitsOp(bv.Mul, t, d.constant(t.w, n))
	case n == ones(t.w):
		return d.neg(t)
	}
	if e := d.exact(t); e.kind == kMany && e.op == intOp(bv.Add) || e.kind == kCase || e.kind == kNeg {
		return d.many(intOp(bv.Add), t.w, []entry{{t, True, n}}, nil)
	}
	return d.intern(Term{kind: kMany, w: t.w, op: intOp(bv.Add), in: []entry{{t, True, n}}, bits: d.constant(t.w, 0).bits})
}

// exact is t. Every bit of it must be known.
func (d *Domain) exact(t *Term) *Term {
	d.exactBits(t)
	return t
}

// scaledBits is n times a vector of guards.
func (d *Domain) scaledBits(v *Term, n uint64) *Term {
	if n == 1 || v.is(0) {
		return v
	}
	return d.bitsOp(bv.Mul, v, d.constant(v.w, n&ones(v.w)))
}
