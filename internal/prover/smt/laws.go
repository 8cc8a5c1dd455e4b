package smt

import (
	"fmt"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// Laws is what a script takes for granted beside the meaning of its terms: that elements may be compared by bounds,
// and that what compilers make of a min or a max is one. Each claim has two sides. A script holds only one of them.
func Laws() []Claim {
	d := New()
	var all []Claim
	for _, w := range []int{8, 16, 32, 64} {
		for _, signed := range []bool{false, true} {
			all = append(all, d.bounds(order{signed: signed}, fmt.Sprintf("integers of %d bits, signed: %v", w, signed), w)...)
		}
		all = append(all, d.choices(w)...)
	}
	for f := bv.F16; f <= bv.F64; f++ {
		for _, low := range []bool{false, true} {
			all = append(all, d.bounds(order{format: &f, nanLow: low}, fmt.Sprintf("%s, NaN lowest: %v", formatNames[f], low),
				f.Bits())...)
		}
		all = append(all, d.winner(f)...)
	}
	return all
}

// unknowns are two elements, canonical if they are numbers of f.
func (d *Domain) unknowns(w int, f *bv.Format) (a, b *Term) {
	a, b = d.Var(fmt.Sprintf("a%d", w), 0, w), d.Var(fmt.Sprintf("b%d", w), 1, w)
	if f != nil {
		a, b = d.canon(*f, a), d.canon(*f, b)
	}
	return a, b
}

// bounds are the laws of [Domain.atMost].
func (d *Domain) bounds(o order, what string, w int) []Claim {
	a, b := d.unknowns(w, o.format)
	bound := d.Var(fmt.Sprintf("bound%d", w), 2, w)
	under := func(t *Term) *Term { return d.below(o, t, bound) }
	both := d.integer(bv.And, d.below(o, a, d.key(o, b)), d.below(o, b, d.key(o, a)))
	all := []Claim{
		{what + ": equal if each is at most the other", both, d.integer(bv.Eq, a, b)},
		{what + ": each is at most itself", d.below(o, a, d.key(o, a)), d.number(1, 1)},
	}
	for _, m := range d.extremes(w, o.format, a, b) {
		switch least, greatest := o.extremum(m); {
		case least:
			all = append(all, Claim{what + ": min", under(m), d.integer(bv.Or, under(a), under(b))})
		case greatest:
			all = append(all, Claim{what + ": max", under(m), d.integer(bv.And, under(a), under(b))})
		}
	}
	return all
}

// extremes are the mins and maxes of a and b.
func (d *Domain) extremes(w int, f *bv.Format, a, b *Term) []*Term {
	n := node{kind: kInt, w: w, args: [3]*Term{a, b}}
	from, to := uint8(bv.SMin), uint8(bv.UMax)
	if f != nil {
		n.kind, n.format = kFloat, *f
		from, to = uint8(bv.FMin), uint8(bv.FMaxNaN)
	}
	var all []*Term
	for n.code = from; n.code <= to; n.code++ {
		all = append(all, d.intern(n))
	}
	return all
}

// choices are the laws of [Domain.extreme] on integers.
func (d *Domain) choices(w int) []Claim {
	a, b := d.unknowns(w, nil)
	var all []Claim
	for _, less := range []bv.IntOp{bv.ULt, bv.SLt} {
		c := d.integer(less, a, b)
		for _, args := range [][3]*Term{{c, a, b}, {c, b, a}} {
			plain := d.intern(node{kind: kSelect, w: w, args: args})
			all = append(all, Claim{"a choice by a comparison", d.extreme(args[0], args[1], args[2]), plain})
		}
	}
	return all
}

// winner are the laws of [Domain.extreme] on floats.
func (d *Domain) winner(f bv.Format) []Claim {
	a, b := d.unknowns(f.Bits(), &f)
	unordered := d.intern(node{kind: kFloat, w: 1, code: uint8(bv.FUnordered), format: f, args: [3]*Term{a, b}})
	sum := d.intern(node{kind: kFloat, w: f.Bits(), code: uint8(bv.FAdd), format: f, args: [3]*Term{a, b}})
	var all []Claim
	for _, m := range d.extremes(f.Bits(), &f, a, b)[:2] {
		for _, nan := range []*Term{d.number(f.Bits(), canonical(f)), sum} {
			plain := d.intern(node{kind: kSelect, w: f.Bits(), args: [3]*Term{unordered, nan, m}})
			all = append(all, Claim{formatNames[f] + ": a NaN wins", d.extreme(unordered, nan, m), plain})
		}
	}
	return all
}
