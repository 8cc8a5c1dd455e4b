package term

import (
	"math/bits"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// splitsAt reports whether the low k bits of a sum's operands add up to less than
// 2^k, whichever take part: then the bits above are the sum of the operands' own.
// So do compilers add several small numbers in one word.
func (d *Domain) splitsAt(sum *Term, k int) bool {
	most := uint64(0)
	add := func(low *Term, n uint64) bool {
		hi, more := bits.Mul64(d.most(low), n)
		if hi > 0 || most+more < most {
			return false
		}
		most += more
		return most < 1<<k
	}
	if k > 62 || !add(d.vector(sum.bits[:k]), 1) {
		return false
	}
	for _, e := range sum.in {
		if low := e.n & ones(k); low != 0 && !add(d.extract(e.t, 0, k), low) {
			return false
		}
	}
	return true
}

// upperSum is bits lo..lo+n-1 of a sum that splits there.
func (d *Domain) upperSum(sum *Term, lo, n int) *Term {
	var in []entry
	for _, e := range sum.in {
		if low := e.n & ones(lo); low != 0 {
			in = append(in, entry{d.extract(e.t, lo, n), e.g, low})
		}
		if high := e.n >> lo; high != 0 { // moves the low part of what it multiplies up
			in = append(in, entry{d.extract(e.t, 0, n), e.g, high})
		}
	}
	return d.many(sum.op, n, in, sum.bits[lo:lo+n])
}

// most is a bound of t as a number without a sign.
func (d *Domain) most(t *Term) uint64 {
	if t.kind == kMany && t.op == intOp(bv.Add) {
		if m, ok := d.mostOfSum(t); ok {
			return m
		}
	}
	if x, ok := t.known(); ok {
		return x
	}
	if m, ok := d.mostOfRest(t); ok {
		return m
	}
	if n := d.narrowed(t, false); n < t.w {
		return d.most(d.extract(t, 0, n))
	}
	return ones(t.w)
}

// mostOfSum is a bound of a sum that never wraps.
func (d *Domain) mostOfSum(t *Term) (most uint64, ok bool) {
	most = d.bounds.Once(t, func() uint64 {
		most := d.most(d.vector(t.bits))
		for _, e := range t.in {
			hi, more := bits.Mul64(d.most(e.t), e.n)
			if hi > 0 || most+more < most || most+more > ones(t.w) {
				return ones(t.w)
			}
			most += more
		}
		return most
	})
	return most, most < ones(t.w)
}

// zerosAbove is bits lo..lo+n-1 of a sum with zeros as its upper bits, or nil.
func (d *Domain) zerosAbove(t *Term, lo, n int) *Term {
	if t.op != intOp(bv.Add) || lo == 0 {
		return nil
	}
	most, ok := d.mostOfSum(t)
	end := bits.Len64(most)
	switch {
	case !ok || end >= lo+n:
		return nil
	case end <= lo:
		return d.constant(n, 0)
	}
	part, zeros := d.extract(t, lo, end-lo), d.constant(lo+n-end, 0)
	if part.kind == kBits || part.kind == kConcat {
		return d.concat(part, zeros)
	}
	return d.intern(Term{kind: kConcat, w: n, args: []*Term{part, zeros}}) // concat would ask what lies above
}

// widenedSum is a sum that never wraps, with zeros above, as the sum of what is widened;
// nil if t is none.
func (d *Domain) widenedSum(t *Term, w int) *Term {
	if t.kind != kMany || t.op != intOp(bv.Add) {
		return nil
	}
	if _, ok := d.mostOfSum(t); !ok {
		return nil
	}
	zeros := d.constant(w-t.w, 0)
	in := entriesOf(t.in, func(x *Term) *Term { return d.concat(x, zeros) })
	return d.many(t.op, w, in, d.concat(d.vector(t.bits), zeros).bits)
}

// carryOf sees a carry in s < y, where y is a summand of s: the bit above y and the rest
// of s, added without a loss. It gives nil for another comparison.
func (d *Domain) carryOf(s, y *Term) *Term {
	add := intOp(bv.Add)
	if s.kind != kMany || s.op != add || s.w > termBits/2 {
		return nil
	}
	rest := d.intx(bv.Sub, s, y)
	parts := func(t *Term) int {
		switch {
		case t.kind == kMany && t.op == add:
			n := len(t.in)
			if !d.vector(t.bits).is(0) {
				n++
			}
			return n
		case t.kind == kBits && t.is(0):
			return 0
		case t.kind == kCase:
			return len(t.in)
		}
		return 1
	}
	if parts(y)+parts(rest) > parts(s) {
		return nil
	}
	return d.carry(y, rest)
}

// carry is the carry out of x + y: the bit above both, added without a loss.
func (d *Domain) carry(x, y *Term) *Term {
	zeros := d.constant(x.w, 0)
	return d.extract(d.intx(bv.Add, d.concat(x, zeros), d.concat(y, zeros)), x.w, 1)
}

// isComplement reports whether an xor flips every bit.
func (d *Domain) isComplement(t *Term) bool {
	x, ok := t.known0()
	return ok && x == ones(t.w)
}

// joinSum is the sum with the words lo and hi, if hi counts the carry out of lo; or nil.
func (d *Domain) joinSum(lo, hi *Term) *Term {
	if hi.kind != kMany || hi.op != intOp(bv.Add) || lo.w+hi.w > termBits {
		return nil
	}
	for _, e := range hi.in {
		v := e.t
		if e.n != 1 {
			continue
		}
		if n := d.narrowed(v, false); n < v.w {
			v = d.extract(v, 0, n)
		}
		if v.kind == kExtract && v.lo == lo.w && d.extract(v.args[0], 0, lo.w) == lo {
			return d.intx(bv.Add, d.concat(lo, d.constant(hi.w, 0)), d.concat(d.constant(lo.w, 0), hi))
		}
	}
	return nil
}
