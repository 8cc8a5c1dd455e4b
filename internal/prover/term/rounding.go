package term

import "github.com/shflgen/shflgen/internal/prover/bv"

// Before sm_80 no instruction rounds a float32 to bfloat16. Integer arithmetic does: it adds 0x7fff and the lowest bit
// that stays to the bits, and takes the upper half. A NaN is found by its magnitude. Elsewhere, arithmetic on the bits
// of a float result ends the proof, as a NaN's are unspecified. Here they do not matter: a NaN becomes one number,
// whatever its bits.

// bfloatHalf is half of the lowest bit of a bfloat16 in a float32, less one.
const bfloatHalf = 0x7fff

// bfloatNaN is the bfloat16 that a NaN becomes.
const bfloatNaN = 0x7fff

// comparison is a comparison of integers that has no other form, but for a test for a NaN.
func (d *Domain) comparison(code bv.IntOp, a, b *Term) *Term {
	if t := d.nanByMagnitude(code, a, b); t != nil {
		return t
	}
	d.exactBits(a)
	d.exactBits(b)
	return d.intern(Term{kind: kCmp, w: 1, op: intOp(code), args: []*Term{a, b}})
}

// nanByMagnitude is the test for a NaN that a comparison of a float result's magnitude with infinity is; else nil.
func (d *Domain) nanByMagnitude(code bv.IntOp, a, b *Term) *Term {
	if code == bv.Eq || a.w != 32 {
		return nil
	}
	if x, ok := a.known(); ok && x == infinity(bv.F32) {
		if t := d.magnitudeOf(b); t != nil {
			return d.by(lawsOf(RoundingByBits), d.Float(bv.FUnordered, bv.F32, t, t).(*Term))
		}
	}
	if x, ok := b.known(); ok && x == infinity(bv.F32)+1 {
		if t := d.magnitudeOf(a); t != nil {
			return d.not1(d.by(lawsOf(RoundingByBits), d.Float(bv.FUnordered, bv.F32, t, t).(*Term)))
		}
	}
	return nil
}

// magnitudeOf is the float32 result of which t has all bits but the sign, with a zero above them; nil if there is none.
func (d *Domain) magnitudeOf(t *Term) *Term {
	if t.kind != kConcat || len(t.args) != 2 || !t.args[1].is(0) || t.args[1].w != 1 || t.args[0].kind != kExtract ||
		t.args[0].lo != 0 {
		return nil
	}
	return d.rounds(t.args[0].args[0])
}

// rounds is t if it is a float32 result; else nil.
func (d *Domain) rounds(t *Term) *Term {
	if t.w == 32 && d.fromFloat(t) && d.isNumber(bv.F32, t) {
		return t
	}
	return nil
}

// lowestKept is the lowest bit of a float32 that its bfloat16 has, in w bits.
func (d *Domain) lowestKept(t *Term, w int) *Term {
	return d.Extend(d.extract(t, 16, 1), w, false).(*Term)
}

// stepOfRounding reports whether o over entries and a constant is a sum of the bits of a float32 result, of the lowest
// bit that its bfloat16 keeps, and of 0x7fff, each once or not at all, or the lower half of such a sum: what integer
// arithmetic takes to round it.
func (d *Domain) stepOfRounding(o op, w int, flat []entry, constant *Term) bool {
	if o != intOp(bv.Add) || w != 16 && w != 32 || constant != nil && !constant.is(0) && !constant.is(bfloatHalf) {
		return false
	}
	var whole, bit *Term
	for _, e := range flat {
		t := e.t
		switch {
		case e.g != True || e.n != 1:
			return false
		case t.kind == kConcat && t.args[0].kind == kExtract && t.args[0].lo == 16 && bit == nil:
			if bit = d.rounds(t.args[0].args[0]); bit == nil || t != d.lowestKept(bit, w) {
				return false
			}
		case whole == nil:
			if w < 32 && t.kind == kExtract && t.lo == 0 {
				t = t.args[0]
			}
			if whole = d.rounds(t); whole == nil {
				return false
			}
		default:
			return false
		}
	}
	return whole == nil || bit == nil || whole == bit
}

// selRounded is the bfloat16 that is a NaN where a float32 result is one, else the upper half of that result's bits,
// rounded; nil of another choice. The bfloat16 may be the upper half of a word.
func (d *Domain) selRounded(c, a, b *Term) *Term {
	if bv.FloatOp(c.op.code) != bv.FUnordered || c.op.format != bv.F32 || c.args[0] != c.args[1] ||
		d.rounds(c.args[0]) == nil {
		return nil
	}
	if a.w == 32 && d.zerosBelow(a) >= 16 && d.zerosBelow(b) >= 16 {
		if t := d.selRounded(c, d.extract(a, 16, 16), d.extract(b, 16, 16)); t != nil {
			return d.concat(d.constant(16, 0), t)
		}
	}
	x := c.args[0]
	if !a.is(bfloatNaN) || b.kind != kExtract || b.lo != 16 || b.w != 16 || !d.isRounding(x, b.args[0]) {
		return nil
	}
	return d.by(lawsOf(RoundingByBits), d.Convert(bv.BF16, bv.F32, x).(*Term))
}

// isRounding reports whether t is the whole sum for a float32 result x.
func (d *Domain) isRounding(x, t *Term) bool {
	if t.kind != kMany || t.op != intOp(bv.Add) || t.w != 32 || len(t.in) != 2 || !d.vector(t.bits).is(bfloatHalf) {
		return false
	}
	in, bit := t.in, d.lowestKept(x, 32)
	return in[0].g == True && in[1].g == True && in[0].n == 1 && in[1].n == 1 &&
		(in[0].t == x && in[1].t == bit || in[0].t == bit && in[1].t == x)
}
