package term

import (
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/rule"
)

// A map multiplies before an op adds. The normal form of products, a multiset under guards, takes choices between
// products apart and joins those of their factors, and a sum of such products has more than one form. Where the op
// itself does not multiply, a product without a known factor stays a call of an uninterpreted function: see
// [CalledProducts].

// withCalls is an operation on integers. Products may be calls, and signs bits.
func (d *Domain) withCalls(code bv.IntOp, a, b *Term) *Term {
	var t *Term
	switch {
	case code == bv.Mul && d.callsProducts():
		t = d.productCall(a, b)
	case code == bv.SLt && (d.callsProducts() || d.strategy.AbsCalls):
		t = d.rewrite2(rule.Signs, intHead(code), a, b)
	}
	if t != nil {
		return t
	}
	return d.intx(code, a, b)
}

// callsProducts reports whether products are calls.
func (d *Domain) callsProducts() bool { return d.strategy.Products != MultipliedProducts }

// floatProductCall is the product of two floats as a call; nil for another op, where one is a number, and where
// products are no calls.
func (d *Domain) floatProductCall(o op, a, b *Term) *Term {
	_, x := a.known()
	_, y := b.known()
	if !d.callsProducts() || bv.FloatOp(o.code) != bv.FMul || x || y {
		return nil
	}
	if d.strategy.Products == ExactProducts && !d.fromFloat(a) && !d.fromFloat(b) {
		return d.Apply(bv.MulFloatBits(o.format), []bv.Value{a, b}).(*Term)
	}
	return d.Apply(bv.MulFloat(o.format), []bv.Value{a, b}).(*Term)
}

// productCall is the product of two integers as a call; nil where one is a number.
func (d *Domain) productCall(a, b *Term) *Term {
	_, x := a.known()
	_, y := b.known()
	if x || y {
		return nil
	}
	if t := d.productByCases(a, b); t != nil {
		return t
	}
	if t := d.productByCases(b, a); t != nil {
		return t
	}
	return d.uninterpreted(bv.MulInt(a.w), a, b)
}

// uninterpreted is the call of a function of integers, or what is decoded of one: see [Strategy.CallCode].
func (d *Domain) uninterpreted(f *bv.Fn, args ...bv.Value) *Term {
	code := d.strategy.CallCode
	if code == nil || f.Bits != code.Bits {
		return d.Apply(f, args).(*Term)
	}
	encoded := *f
	encoded.Name += ".encoded" // only its name is known
	encoded.Eval = func([]uint64) uint64 { panic(bv.Stop{Why: "an encoded " + f.Name + " of numbers"}) }
	return code.Decode(d, d.Apply(&encoded, args)).(*Term)
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
	return d.cases(entriesOf(split, func(x *Term) *Term { return d.withCalls(bv.Mul, a, x) }), nil)
}

// lowProduct is the low bits of a product: the product of the low bits.
func (d *Domain) lowProduct(t *Term, lo, w int) *Term {
	if !d.callsProducts() || t.kind != kApply || lo != 0 || d.fns[t.name].Name != bv.MulInt(t.w).Name {
		return nil
	}
	return d.productCall(d.extract(t.args[0], 0, w), d.extract(t.args[1], 0, w))
}
