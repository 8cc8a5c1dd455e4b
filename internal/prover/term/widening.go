package term

import "github.com/shflgen/shflgen/internal/prover/bv"

// ofHalves is the min or max of halves that t widens, where f is the same of float32, and some half always takes part;
// nil for another t. Widening keeps the order of halves and the sign of zero, and a NaN is widened to a NaN. Its
// payload does not matter to f.
func (f *flattening) ofHalves(t *Term) *Term {
	if !f.o.float || f.o.format != bv.F32 || !f.o.idempotent() || t.kind != kConv && t.kind != kConcat {
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
