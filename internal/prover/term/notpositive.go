package term

import "github.com/shflgen/shflgen/internal/prover/bv"

// NotPositive is the bit that it shows that the float32 v is not above 0, or a NaN: that v is a minimum in which 0
// takes part, or a number less a maximum that the number takes part in. Where the number or the maximum is a NaN, so
// is v; else their difference is not above 0, and rounding keeps that. Of equal infinities it is a NaN.
func (d *Domain) NotPositive(v bv.Value) bv.Value {
	t, where := v.(*Term), False
	if t.kind == kMany && (t.op == floatOp(bv.FMinNaN, bv.F32) || t.op == floatOp(bv.FMin, bv.F32)) {
		where = d.where(t.in, func(x *Term) Guard { return guardIf(x.is(0)) })
	}
	if t.kind == kFloat && t.op == floatOp(bv.FAdd, bv.F32) {
		sign := d.constant(32, 1<<31)
		for i, x := range t.args {
			peak := d.anyPayload(bv.F32, d.intx(bv.Xor, t.args[1-i], sign))
			if peak == x {
				where = True
			}
			where = d.or(where, d.takesPart(peak, x))
		}
	}
	return d.vector([]Guard{where})
}

// takesPart is where x is an operand of a maximum of float32.
func (d *Domain) takesPart(peak, x *Term) Guard {
	if peak.kind != kMany || peak.op != floatOp(bv.FMaxNaN, bv.F32) && peak.op != floatOp(bv.FMax, bv.F32) {
		return False
	}
	return d.someOf(ofTerm(peak.in, x))
}
