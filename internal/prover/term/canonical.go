package term

import "github.com/shflgen/shflgen/internal/prover/bv"

// Minima and maxima in which a NaN loses give a NaN of two NaNs only. By one instruction on two registers of float32 or
// of halves that is the canonical one: so all bits of such an extremum are known, and two of them are equal where their
// keys are. An extremum of one register with itself may be a move that keeps every bit, and one of float64 is made of
// several instructions: nothing is known of theirs.

// canonicalExtremum is the extremum t of a and b, if one of them is known to be a NaN: the other number, or the
// canonical NaN. Else it is t.
func (d *Domain) canonicalExtremum(o op, a, b, t *Term) *Term {
	if !d.strategy.CanonicalNaN || !o.ofCanonical() || t.kind != kQuiet {
		return t
	}
	for _, p := range [][2]*Term{{a, b}, {b, a}} {
		if x, ok := p[0].known(); ok && bv.IsNaN(o.format, x) && !d.fromFloat(p[1]) {
			return d.Product(o.format, p[1], false).(*Term)
		}
	}
	return t
}

// ofCanonical reports whether o is a min or max in which a NaN loses, and gives the canonical one of two.
func (o op) ofCanonical() bool {
	return o.float && o.format != bv.F64 && (bv.FloatOp(o.code) == bv.FMin || bv.FloatOp(o.code) == bv.FMax)
}

// isCanonical reports whether t is an extremum with all bits known.
func (d *Domain) isCanonical(t *Term) bool {
	return d.strategy.CanonicalNaN && t.kind == kMany && t.op.ofCanonical()
}

// keysCompared is the condition that a and b are equal, where one is a canonical extremum: that their keys are. It is
// nil for others.
func (d *Domain) keysCompared(a, b *Term) *Term {
	of := a
	if !d.isCanonical(a) {
		of = b
	}
	if !d.isCanonical(of) {
		return nil
	}
	x, y := d.canonicalKey(a, of.op), d.canonicalKey(b, of.op)
	if x == nil || y == nil {
		return nil
	}
	return d.by(lawsOf(Encoding), d.intx(bv.Eq, x, y))
}

// canonicalKey is the key of a float that is the canonical one if it is a NaN: an extremum by o, a product with 1, or
// a number; else nil. A NaN's is the last key of the end that loses.
func (d *Domain) canonicalKey(t *Term, o op) *Term {
	by, lost, _ := KeyOrder(bv.FloatOp(o.code), t.w)
	switch {
	case d.isCanonical(t) && t.op == o:
		return d.extremumKeys.Once(t, func() *Term {
			if t.some(d.fromFloat) {
				return nil
			}
			keys := entriesOf(t.in, func(x *Term) *Term { return d.elementKey(o.format, x, lost) })
			return d.many(intOp(by), t.w, keys, nil)
		})
	case t.kind == kProduct && t.op.format == o.format && t.lo == 0:
		return d.elementKey(o.format, t.args[0], lost)
	}
	if x, ok := t.known(); ok && (!bv.IsNaN(o.format, x) || x == ones(t.w)>>1) {
		return d.elementKey(o.format, t, lost)
	}
	return nil
}

// elementKey is [Key] of an element of format f. lost is the key of every NaN. A half is asked as a float32 whether
// it is a NaN.
func (d *Domain) elementKey(f bv.Format, x *Term, lost uint64) *Term {
	return d.elementKeys.Once(keyOfElement{f, x, lost}, func() *Term {
		wide, of := x, f
		if f.Bits() == 16 {
			wide, of = d.convert(bv.F32, f, x), bv.F32
		}
		return Key(d, f, IsNaN(d, of, wide), x, lost).(*Term)
	})
}

type keyOfElement struct {
	f    bv.Format
	x    *Term
	lost uint64
}

// selKey sees the key of a canonical extremum, in a choice by whether that is a NaN: the extremum of the keys. The key
// of a product with 1 is that of the float, which is the same where it is no NaN.
func (d *Domain) selKey(c, a, b *Term) *Term {
	x, f := c.args[0], c.op.format
	if bv.FloatOp(c.op.code) != bv.FUnordered || x != c.args[1] || !d.strategy.CanonicalNaN {
		return nil
	}
	for _, half := range []bv.Format{bv.F16, bv.BF16} { // what widens a half is a NaN where that is one
		if h := d.narrower(half, f, x); h != nil && a.w == half.Bits() {
			x, f = h, half
			break
		}
	}
	if a.w != x.w || !d.isCanonical(x) && d.fromFloat(x) {
		return nil
	}
	if !d.isCanonical(x) {
		key := Unkey(d, f, x).(*Term)
		if b == key || b != Unkey(d, f, d.Product(f, x, false)) {
			return nil
		}
		return d.sel(c, a, key)
	}
	if _, lost, _ := KeyOrder(bv.FloatOp(x.op.code), x.w); x.op.format != f || !a.is(lost) || b != Unkey(d, f, x) {
		return nil
	}
	return d.canonicalKey(x, x.op)
}

// upperHalf is the upper half of a canonical extremum of float32, or of a product with 1, of numbers that bfloat16
// has: that of these; nil for others. The canonical NaN of float32 is that of bfloat16 and ones.
func (d *Domain) upperHalf(t *Term) *Term {
	switch {
	case d.isCanonical(t) && t.op.format == bv.F32:
		in := entriesOf(t.in, d.widened)
		if in == nil {
			return nil
		}
		in = entriesOf(in, func(h *Term) *Term { return d.anyPayload(bv.BF16, h) })
		return d.by(lawsOf(NaNPayload), d.many(floatOp(bv.FloatOp(t.op.code), bv.BF16), bv.BF16.Bits(), in, nil))
	case d.strategy.CanonicalNaN && t.kind == kProduct && t.op.format == bv.F32 && t.lo == 0:
		if h := d.widened(t.args[0]); h != nil {
			return d.Product(bv.BF16, h, false).(*Term)
		}
	}
	return nil
}

// widened is the bfloat16 that a float32 is, whatever it is; nil for one that may be another.
func (d *Domain) widened(t *Term) *Term {
	half := bv.BF16.Bits()
	if t.kind != kBits && t.kind != kConcat || !d.extract(t, 0, half).is(0) {
		return nil
	}
	return d.extract(t, half, half)
}

// byKey is the float of the key of a canonical extremum, which differs from it in the payload of a NaN alone; else t.
func (d *Domain) byKey(f *bv.Format, t *Term) *Term {
	if f == nil || !d.isCanonical(t) || t.op.format != *f {
		return t
	}
	if k := d.canonicalKey(t, t.op); k != nil {
		return Unkey(d, *f, k).(*Term)
	}
	return t
}

// decodes reports whether t is the float of the key of x: x, but for the payload of a NaN. Unkey is its own inverse,
// and both ends decode to NaNs. Where x is computed, the bits of its NaN are unspecified, and so is their key.
func (d *Domain) decodes(f bv.Format, t, x *Term) bool {
	if t.kind != kConcat || d.fromFloat(x) {
		return false
	}
	lost := ones(f.Bits()) >> 1
	for _, end := range []uint64{lost, lost + 1} {
		if t == Unkey(d, f, d.elementKey(f, x, end)) {
			return true
		}
	}
	return false
}
