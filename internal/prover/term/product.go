package term

import "github.com/shflgen/shflgen/internal/prover/bv"

// A float32 or a half by 1 or by -1 is exact, and of a NaN it is the canonical one,
// positive with all bits set: CUDA C++ Programming Guide, "Floating-Point Standard", for
// float32, and of halves what hardware does with each of them, see gpu/model. So its
// key needs no test for a NaN to be one of [Key]: with the canonical NaN the greatest
// of all keys is that of a NaN, and the complement of the key of -x is ordered as x
// is, with a NaN's as the least.

// Product is x of format f by 1, or by -1.
func (d *Domain) Product(f bv.Format, x bv.Value, negative bool) bv.Value {
	n := bv.Numbers{}
	t := x.(*Term)
	sign := uint64(0)
	if negative {
		sign = 1 << (t.w - 1)
	}
	if k, ok := t.known(); ok {
		p, _ := n.Known(n.Float(bv.FMul, f, n.Const(t.w, k), n.Const(t.w, n.One(f)|sign)))
		return d.Const(t.w, p)
	}
	if (t.kind == kProduct || d.upperHalf(t) != nil) && t.op.format == f && !negative { // has no NaN but that
		if t.kind == kMany { // an extremum: its key is known, too
			d.keepKey(f, t, t, false)
		}
		return t
	}
	if d.fromFloat(t) { // its bits do not matter
		return d.Float(bv.FMul, f, x, d.Const(t.w, n.One(f)|sign))
	}
	if t.kind == kCase {
		return d.productOfCases(f, t, negative)
	}
	p := Term{kind: kProduct, w: t.w, op: op{float: true, format: f}, args: []*Term{t}}
	if negative {
		p.lo = 1
	}
	r := d.intern(p)
	d.keepKey(f, t, r, negative)
	return r
}

// productOfCases is the product of each case.
func (d *Domain) productOfCases(f bv.Format, t *Term, negative bool) bv.Value {
	rest, x, ok := d.otherwise(t)
	if !ok {
		stop("a product of a number that depends on the mask")
	}
	in := append(t.in[:len(t.in):len(t.in)], at(d.constant(t.w, x), rest))
	return d.cases(entriesOf(in, func(x *Term) *Term { return d.Product(f, x, negative).(*Term) }), nil)
}

// keepKey remembers what the key of a float32's product is known as.
func (d *Domain) keepKey(f bv.Format, x, p *Term, negative bool) {
	if f != bv.F32 {
		return
	}
	highest := uint64(ones(32) >> 1)
	key := func(lost uint64) *Term { return Key(d, f, IsNaN(d, f, x), x, lost).(*Term) }
	spread := d.Extend(d.Extend(d.Extract(p, 31, 1), 31, true), 32, false)
	if of := d.intx(bv.Xor, p, spread.(*Term)); negative { // not by Int, which remembers what it gives
		d.keyed.Keep(d.not1(of), key(highest+1))
	} else {
		d.keyed.Keep(of, key(highest))
	}
}

// factor is the bits of 1, or of -1.
func (t *Term) factor() uint64 {
	return bv.Numbers{}.One(t.op.format) | uint64(t.lo)<<(t.w-1)
}

// KeyTwice is a key of a half, in both halves of a word: that of x or of -x, as a
// product, so that a NaN's is the greatest. Words are ordered as keys are.
func KeyTwice(d bv.Domain, f bv.Format, x bv.Value, negative bool) bv.Value {
	p := bv.Product(d, f, x, negative)
	word := d.Concat(p, p)
	return d.Int(bv.Xor, word, d.Int(bv.And, signs(d, word), d.Const(32, 0x7fff7fff)))
}

// UnkeyTwice is the half of such a key, or its negative.
func UnkeyTwice(d bv.Domain, word bv.Value, negative bool) bv.Value {
	flip := d.Int(bv.And, signs(d, word), d.Const(32, 0x7fff7fff))
	if negative {
		flip = d.Int(bv.Or, signs(d, word), d.Const(32, 0x80008000))
	}
	return d.Extract(d.Int(bv.Xor, word, flip), 0, 16)
}

// signs is a word's sign in all its places.
func signs(d bv.Domain, word bv.Value) bv.Value {
	return d.Extend(d.Extract(word, word.Width()-1, 1), word.Width(), true)
}
