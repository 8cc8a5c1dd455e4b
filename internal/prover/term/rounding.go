package term

import "github.com/shflgen/shflgen/internal/prover/bv"

// Before sm_80 no instruction rounds a float32 to bfloat16. Integer arithmetic does: it adds 0x7fff and the lowest bit
// that stays to the bits, and takes the upper half. A NaN is found by its magnitude. Elsewhere, arithmetic on the bits
// of a float result ends the proof, as a NaN's are unspecified. Here they do not matter: a NaN becomes one number,
// whatever its bits.

// bfloatHalf is half of the lowest bit of a bfloat16 in a float32, less one.
const bfloatHalf = 0x7fff

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
