package term

import "github.com/shflgen/shflgen/internal/prover/bv"

// covers ends the proof if a payload would decide which number an operand of o is. It reports whether one would, but
// for the other operand, which covers it.
func (d *Domain) covers(o op, a, b *Term) bool {
	switch left, right := d.isNumber(o.format, a), d.isNumber(o.format, b); {
	case left && right:
		return false
	case left && d.covered(o, b, a), right && d.covered(o, a, b):
		return true
	}
	d.numberOf(o.format, a)
	d.numberOf(o.format, b)
	return false
}

// covered reports whether the sum or product o of t and by is a number, or a NaN, whatever the bits are that t has of
// NaNs. It is where each float that t has bits of, if it is a NaN, is one of by's operands, or of theirs. So by is a
// NaN then, and the result is.
func (d *Domain) covered(o op, t, by *Term) bool {
	switch bv.FloatOp(o.code) {
	case bv.FAdd, bv.FMul:
	default:
		return false
	}
	switch {
	case !d.fromFloat(t):
		return true
	case t.kind == kExtract, t.kind == kConcat:
		return !t.some(func(a *Term) bool { return !d.covered(o, a, by) })
	}
	return d.isNumber(o.format, t) && d.carriesNaN(o.format, t, by)
}

// carriesNaN reports whether t is a NaN of format f wherever of is: every arithmetic operation on a NaN gives one, and
// so does a flipped sign.
func (d *Domain) carriesNaN(f bv.Format, of, t *Term) bool {
	if of == t {
		return true
	}
	if d.signFlipped(t) && len(t.in) == 1 && t.in[0].g == True {
		return d.carriesNaN(f, of, t.in[0].t)
	}
	arithmetic := t.kind == kFloat && t.w > 1 || t.kind == kApply && d.fns[t.name].Name == bv.FMA(f).Name
	if t.id < of.id || !arithmetic || t.op.format != f { // a term is younger than its operands
		return false
	}
	return t.some(func(a *Term) bool { return d.carriesNaN(f, of, a) })
}
