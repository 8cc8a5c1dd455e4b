package term

import (
	"math/bits"
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// The laws of floats hold but for the payload of a NaN: x + -0 is x, yet of a
// NaN the hardware may return another. So what is left of x by such a law is
// kept apart from x: the same to a float op and to a comparison of floats of that
// format, but not a value whose bits may be computed with.

// Quiet is v as the result of a float op of format f.
func (d *Domain) Quiet(f bv.Format, v bv.Value) bv.Value {
	t := v.(*Term)
	d.numberOf(f, t)
	return d.quiet(f, t)
}

// quiet is t as the result of a float op of format f.
func (d *Domain) quiet(f bv.Format, t *Term) *Term {
	switch t.kind {
	case kBits:
		if d.nanWhere(f, t.bits) == False {
			return t
		}
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
			in[i] = at(d.quiet(f, e.t), e.g)
		}
		rest := t.bits
		if none := d.noneOf(t.in); d.and(none, d.nanWhere(f, rest)) != False {
			in = append(in, at(d.quiet(f, d.vector(rest)), none))
			rest = d.constant(t.w, 0).bits
		}
		return d.intern(Term{kind: kCase, w: t.w, in: sorted(in), bits: rest})
	}
	if inner := d.flipSign(f, t); inner != nil { // of a number, whatever its payload was
		t = inner
	}
	return d.intern(Term{kind: kQuiet, w: t.w, op: op{float: true, format: f}, args: []*Term{t}})
}

// flipSign is t with no payload to lose, if it is a quiet number with its sign flipped.
func (d *Domain) flipSign(f bv.Format, t *Term) *Term {
	if !d.signFlipped(t) {
		return nil
	}
	in := make([]entry, len(t.in))
	changed := false
	for i, e := range t.in {
		in[i] = at(d.loud(f, e.t), e.g)
		changed = changed || in[i].t != e.t
	}
	if !changed {
		return nil
	}
	return d.many(t.op, t.w, in, t.bits)
}

// signFlipped reports whether t is its one operand that takes part, with no bit flipped
// but the sign; where none does, the mask alone gives t.
func (d *Domain) signFlipped(t *Term) bool {
	return flipped(t) && d.zeroUnder(t.in, t.bits[:t.w-1]) && d.disjoint(t.in)
}

// loud undoes quiet, for an operand of a float op of format f.
func (d *Domain) loud(f bv.Format, t *Term) *Term {
	switch t.kind {
	case kQuiet:
		if t.op.format == f { // what is a NaN of another may be a number of this
			return t.args[0]
		}
	case kMany:
		if inner := d.flipSign(f, t); inner != nil { // a sign that is flipped leaves a NaN one
			return d.loud(f, inner)
		}
	case kProduct:
		if t.op.format == f && t.lo == 0 { // by 1: a NaN became another
			return d.loud(f, t.args[0])
		}
	case kCase:
		in := make([]entry, len(t.in))
		changed := false
		for i, e := range t.in {
			in[i] = at(d.loud(f, e.t), e.g)
			changed = changed || in[i].t != e.t
		}
		if changed {
			return d.cases(in, t.bits)
		}
	}
	return t
}

// nanWhere is where a vector of guards is a NaN of format f.
func (d *Domain) nanWhere(f bv.Format, v []Guard) Guard {
	fraction := bits.TrailingZeros64(infinity(f)) // bits below the exponent
	some := False
	for _, b := range v[:fraction] {
		some = d.or(some, b)
	}
	for _, b := range v[fraction : len(v)-1] {
		some = d.and(some, b)
	}
	return some
}

// noneOf is where no entry takes part.
func (d *Domain) noneOf(in []entry) Guard {
	none := True
	for _, e := range in {
		none = d.and(none, d.not(e.g))
	}
	return none
}

// isNumber reports whether the value of t as a number of format f, a NaN being one of
// them, is the same whatever bits arithmetic returns of a NaN.
func (d *Domain) isNumber(f bv.Format, t *Term) bool {
	if !d.fromFloat(t) {
		return true
	}
	switch t.kind {
	case kFloat, kProduct, kQuiet:
		return t.op.format == f
	case kConv:
		return t.op.to == f
	case kCase:
		for _, e := range t.in {
			if !d.isNumber(f, e.t) {
				return false
			}
		}
		return true
	case kSel:
		return d.isNumber(f, t.args[1]) && d.isNumber(f, t.args[2])
	case kMany:
		if t.op.float {
			return t.op.format == f
		}
		return d.signFlipped(t) && !slices.ContainsFunc(t.in, func(e entry) bool { return !d.isNumber(f, e.t) })
	case kConcat:
		if len(t.args) != 2 {
			return false
		}
		lo, hi := t.args[0], t.args[1]
		switch {
		case f == bv.F32 && lo.w == 16 && lo.is(0): // a widened bfloat16
			return d.isNumber(bv.BF16, hi)
		case hi.w == 1 && hi.kind == kBits && lo.kind == kExtract && lo.lo == 0: // a sign that is given
			return lo.args[0].w == t.w && d.isNumber(f, lo.args[0])
		}
	}
	return false
}

// numberOf stops where a payload would decide what number t is.
func (d *Domain) numberOf(f bv.Format, t *Term) {
	if !d.isNumber(f, t) {
		stop("bits of a float result taken for another float: a NaN's are unspecified")
	}
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
