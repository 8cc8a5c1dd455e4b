package term

import (
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// A map multiplies before an op adds. The normal form of products, a multiset under guards, takes
// choices between products apart and joins those of their factors, and a sum of such products has
// more than one form. Where the op itself does not multiply, a product of which no factor is known
// stays a call of a function that is known by its name.

// Apart keeps products as calls from now on, and signs of integers as bits.
func (d *Domain) Apart() { d.separate = true }

// DecodedCalls has products and magnitudes of w bits that are kept as calls be what decode makes of the call of
// a function, from now on. It has to be one-to-one on w bits, so that there is such a function: then an integer that
// is made of the result by its inverse is the call, as it is a variable of an element that is loaded.
func (d *Domain) DecodedCalls(w int, decode func(x bv.Value) bv.Value) {
	d.decodedBits, d.decode = w, decode
}

// ExactProducts gives products of floats that are kept apart the bits of the machine that computes
// them: the same factors, by the same instruction, give the same bits, also of a NaN. So a key may
// be made of a product, as of an element that is loaded.
func (d *Domain) ExactProducts() { d.oneMachine = true }

// ExactWidening gives a half of memory that is widened to float32 the bits of the machine that widens it: the
// same half gives the same bits, also of a NaN. So a key may be made of it, as of an element that is
// loaded.
func (d *Domain) ExactWidening() { d.exactWide = true }

// WidenedNaNs has a NaN of float16 that is a number of the code be widened to what decode makes of the call of a function: some
// NaN of float32, with the bits of the machine. For every such NaN there has to be a number up to the function's Most that it is
// decoded of.
func (d *Domain) WidenedNaNs(f *bv.Fn, decode func(x bv.Value) bv.Value) {
	d.widenedNaN = func(x *Term) *Term { return decode(d.called(f, []*Term{x})).(*Term) }
}

// apartly is an operation on integers, of which products and signs may be kept apart.
func (d *Domain) apartly(code bv.IntOp, a, b *Term) *Term {
	var t *Term
	switch {
	case code == bv.Mul && d.separate:
		t = d.productApart(a, b)
	case code == bv.SLt && (d.separate || d.magnitudes):
		t = d.sign(a, b)
	}
	if t != nil {
		return t
	}
	return d.intx(code, a, b)
}

// floatProductApart is the product of two floats as a call; nil for another op, where one is a
// number, and where products are not kept apart.
func (d *Domain) floatProductApart(o op, a, b *Term) *Term {
	_, x := a.known()
	_, y := b.known()
	if !d.separate || bv.FloatOp(o.code) != bv.FMul || x || y {
		return nil
	}
	if d.oneMachine && !d.fromFloat(a) && !d.fromFloat(b) {
		return d.Apply(bv.MulFloatBits(o.format), []bv.Value{a, b}).(*Term)
	}
	return d.Apply(bv.MulFloat(o.format), []bv.Value{a, b}).(*Term)
}

// productApart is the product of two integers as a call; nil where one is a number, and where
// products are not kept apart.
func (d *Domain) productApart(a, b *Term) *Term {
	if _, ok := a.known(); ok {
		return nil
	}
	if _, ok := b.known(); ok {
		return nil
	}
	if t := d.productByCases(a, b); t != nil {
		return t
	}
	if t := d.productByCases(b, a); t != nil {
		return t
	}
	return d.calledApart(bv.MulInt(a.w), a, b)
}

// calledApart is the call of a function of integers, or what is decoded of one: see [Domain.DecodedCalls].
func (d *Domain) calledApart(f *bv.Fn, args ...bv.Value) *Term {
	if d.decode == nil || f.Bits != d.decodedBits {
		return d.Apply(f, args).(*Term)
	}
	encoded := *f
	encoded.Name += ".encoded" // of which only the name is known
	encoded.Eval = func([]uint64) uint64 { panic(bv.Stop{Why: "an encoded " + f.Name + " of numbers"}) }
	return d.decode(d.Apply(&encoded, args)).(*Term)
}

// productByCases is the product case by case where the mask makes a factor a number for a part, as
// compilers do that take select(c, x*y, x) for x * select(c, y, 1); nil where it does not.
func (d *Domain) productByCases(a, b *Term) *Term {
	if b.kind != kCase {
		return nil
	}
	split, ok := d.split2(b)
	if !ok || !slices.ContainsFunc(split, func(e entry) bool { return e.t.kind == kBits }) {
		return nil
	}
	in := make([]entry, len(split))
	for i, e := range split {
		in[i] = at(d.apartly(bv.Mul, a, e.t), e.g)
	}
	return d.cases(in, nil)
}

// lowProduct is the low bits of a product: the product of the low bits.
func (d *Domain) lowProduct(t *Term, lo, w int) *Term {
	if !d.separate || t.kind != kApply || lo != 0 || d.fns[t.name].Name != bv.MulInt(t.w).Name {
		return nil
	}
	return d.productApart(d.extract(t.args[0], 0, w), d.extract(t.args[1], 0, w))
}

// sign is a signed comparison with 0, or with -1, as the sign of the other; nil for any other.
func (d *Domain) sign(a, b *Term) *Term {
	if a.w == 1 {
		return nil
	}
	if k, ok := b.known(); ok && k == 0 {
		return d.extract(a, a.w-1, 1)
	}
	if k, ok := a.known(); ok && k == ones(a.w) {
		return d.not1(d.extract(b, b.w-1, 1))
	}
	return nil
}
