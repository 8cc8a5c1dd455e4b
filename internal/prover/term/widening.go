package term

import "github.com/shflgen/shflgen/internal/prover/bv"

// ofHalves is the min or max of halves that t widens, where f is the same of float32, and some half always takes part; nil for another
// t. Widening keeps the order of halves and the sign of zero, and a NaN is widened to a NaN. Of which payload does not matter to f.
func (f *flattening) ofHalves(t *Term) *Term {
	if !f.o.float || f.o.format != bv.F32 || t.kind != kConv && t.kind != kConcat {
		return nil
	}
	switch bv.FloatOp(f.o.code) {
	case bv.FMin, bv.FMax, bv.FMinNaN, bv.FMaxNaN:
	default:
		return nil
	}
	for _, half := range []bv.Format{bv.F16, bv.BF16} {
		h := f.narrower(half, bv.F32, t)
		if h != nil && h.kind == kMany && h.op == floatOp(bv.FloatOp(f.o.code), half) && f.present(h.in) {
			return h
		}
	}
	return nil
}

// addHalves adds the halves of a min or max, widened, where g holds.
func (f *flattening) addHalves(h *Term, g Guard, n uint64) {
	f.laws |= lawsOf(Widening) | h.laws
	for _, e := range h.in {
		f.add(f.convert(bv.F32, h.op.format, e.t), f.and(g, e.g), n)
	}
}
