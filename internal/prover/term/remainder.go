package term

import (
	"math"
	"math/bits"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// Divisions of what is bounded. Compilers divide a number in the registers that hold it, and subtract
// once where the quotient is 0 or 1. These normal forms are the same however it was divided.

// divided is a division without sign by a known number, where its dividend is bounded; nil for others.
func (d *Domain) divided(f *bv.Fn, in []*Term) *Term {
	w := f.Bits
	remainder := f == bv.Divide(bv.Division{Bits: w, Remainder: true})
	if !remainder && f != bv.Divide(bv.Division{Bits: w}) {
		return nil
	}
	by, known := in[1].known()
	if !known || by == 0 {
		return nil
	}
	x, most := in[0], d.most(in[0])
	var once *Term // whether the quotient is 0, where it is 0 or 1
	if most/2 < by {
		once = d.intx(bv.ULt, x, in[1])
	}
	zero := d.constant(w, 0)
	switch {
	case by == 1 && remainder:
		return zero
	case by == 1:
		return x
	case most < by && remainder:
		return x
	case most < by:
		return zero
	case most-by < by && remainder:
		return d.sel(once, x, d.intx(bv.Sub, x, in[1]))
	case most-by < by:
		return d.sel(once, zero, d.constant(w, 1))
	case w == 64 && most <= math.MaxUint32:
		narrow := bv.Divide(bv.Division{Bits: 32, Remainder: remainder})
		return d.Extend(d.Apply(narrow, []bv.Value{d.extract(x, 0, 32), d.constant(32, by)}), w, false).(*Term)
	case remainder && bits.Len64(by-1) < w:
		t := d.intern(Term{kind: kApply, w: w, name: d.numberOfFn(f), args: in, op: op{format: bv.NoFormat}})
		d.rests.Keep(t, by-1)
		return d.Extend(d.extract(t, 0, bits.Len64(by-1)), w, false).(*Term)
	}
	return nil
}

// mostOfRest is a bound of the low bits of a remainder by a known number.
func (d *Domain) mostOfRest(t *Term) (uint64, bool) {
	if t.kind != kExtract || t.lo != 0 {
		return 0, false
	}
	most, ok := d.rests[t.args[0]]
	return most, ok && most <= ones(t.w)
}

// lessSums is a < b where either is a sum: a carry, or what is below 2^32 compared as numbers of 32 bits; nil for
// others.
func (d *Domain) lessSums(a, b *Term) *Term {
	if t := d.carryOf(a, b); t != nil {
		return d.by(lawsOf(Parts), t)
	}
	sum := func(t *Term) bool { return t.kind == kMany && t.op == intOp(bv.Add) }
	if a.w != 64 || !sum(a) && !sum(b) || d.most(a) > math.MaxUint32 || d.most(b) > math.MaxUint32 {
		return nil
	}
	return d.intx(bv.ULt, d.extract(a, 0, 32), d.extract(b, 0, 32))
}
