package term

import "github.com/shflgen/shflgen/verify/bv"

// The laws of floats hold but for the payload of a NaN: x + -0 is x, yet of a
// NaN the hardware may return another. So what is left of x by such a law is
// kept apart from x: the same to a float op and to a comparison of floats of that
// format, but not a value whose bits may be computed with.

// quiet is t as the result of a float op of format f.
func (d *Domain) quiet(f bv.Format, t *Term) *Term {
	switch t.kind {
	case kBits:
		return t
	case kFloat, kMany, kQuiet, kProduct: // what an op of the format gave is left as it is
		if t.op.float && t.op.format == f {
			return t
		}
	case kConv:
		if t.op.to == f {
			return t
		}
	case kCase:
		in := make([]entry, len(t.in))
		for i, e := range t.in {
			in[i] = entry{d.quiet(f, e.t), e.g}
		}
		return d.intern(Term{kind: kCase, w: t.w, in: sorted(in), bits: t.bits})
	}
	return d.intern(Term{kind: kQuiet, w: t.w, op: op{float: true, format: f}, args: []*Term{t}})
}

// loud undoes quiet, for an operand of a float op of format f.
func (d *Domain) loud(f bv.Format, t *Term) *Term {
	switch t.kind {
	case kQuiet:
		if t.op.format == f { // what is a NaN of another may be a number of this
			return t.args[0]
		}
	case kProduct:
		if t.op.format == f && t.lo == 0 { // by 1: a NaN became another
			return d.loud(f, t.args[0])
		}
	case kCase:
		in := make([]entry, len(t.in))
		changed := false
		for i, e := range t.in {
			in[i] = entry{d.loud(f, e.t), e.g}
			changed = changed || in[i].t != e.t
		}
		if changed {
			return d.cases(in, t.bits)
		}
	}
	return t
}

// fromFloat reports whether a bit of t may be one of a float op's result.
func (d *Domain) fromFloat(t *Term) bool {
	switch t.kind {
	case kBits, kVar, kCmp:
		return false
	case kFloat:
		return t.w > 1
	case kConv, kQuiet:
		return true
	}
	if is, ok := d.floats[t]; ok {
		return is
	}
	is := t.kind == kMany && t.op.float
	for _, a := range t.args {
		is = is || d.fromFloat(a)
	}
	for _, e := range t.in {
		is = is || d.fromFloat(e.t)
	}
	d.floats[t] = is
	return is
}

// exactBits stops where integer arithmetic would depend on the payload of a NaN.
func (d *Domain) exactBits(t *Term) {
	if d.fromFloat(t) {
		stop("integer arithmetic on the bits of a float result: a NaN's are unspecified")
	}
}
