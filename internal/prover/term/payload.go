package term

import (
	"math/bits"
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// The laws of floats do not cover the payload of a NaN: x + -0 is x, but hardware may return
// another NaN. The result of such a law is therefore a quiet x: equal to x in a float op or
// comparison of its format, but its bits may not be used in integer arithmetic.

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
	case kFloat, kMany, kQuiet, kProduct, kApply: // results of float ops are already quiet
		if t.op.float && t.op.format == f {
			return t
		}
	case kConv:
		if t.op.to == f {
			return t
		}
	case kCase:
		in := entriesOf(t.in, func(x *Term) *Term { return d.quiet(f, x) })
		rest := t.bits
		if none := d.noneOf(t.in); d.and(none, d.nanWhere(f, rest)) != False {
			in = append(in, at(d.quiet(f, d.vector(rest)), none))
			rest = d.constant(t.w, 0).bits
		}
		return d.intern(Term{kind: kCase, w: t.w, in: sorted(in), bits: rest})
	}
	if inner := d.flipSign(f, t); inner != nil { // the payload is already lost
		t = inner
	}
	return d.intern(Term{kind: kQuiet, w: t.w, op: op{float: true, format: f}, args: []*Term{t}})
}

// flipSign is t as a quiet value if it is a quiet number with its sign flipped, else nil.
func (d *Domain) flipSign(f bv.Format, t *Term) *Term {
	if !d.signFlipped(t) {
		return nil
	}
	in := entriesOf(t.in, func(x *Term) *Term { return d.anyPayload(f, x) })
	if slices.Equal(in, t.in) {
		return nil
	}
	return d.many(t.op, t.w, in, t.bits)
}

// signFlipped reports whether t is the operand that takes part, with only the sign flipped. Where
// no operand takes part, t depends on the mask alone.
func (d *Domain) signFlipped(t *Term) bool {
	return flipped(t) && d.zeroUnder(t.in, t.bits[:t.w-1]) && d.disjoint(t.in)
}

// anyPayload is an operand of a float op of format f before its NaNs were made one: the op
// ignores payloads.
func (d *Domain) anyPayload(f bv.Format, t *Term) *Term {
	switch t.kind {
	case kQuiet:
		if t.op.format == f { // a NaN of another format may be a number of this one
			return t.args[0]
		}
	case kMany:
		if inner := d.flipSign(f, t); inner != nil { // a NaN with a flipped sign is a NaN
			return d.anyPayload(f, inner)
		}
	case kProduct:
		if t.op.format == f && t.lo == 0 { // a product with 1: only the payload changed
			return d.anyPayload(f, t.args[0])
		}
	case kSel:
		if yes, no := d.anyPayload(f, t.args[1]), d.anyPayload(f, t.args[2]); yes != t.args[1] || no != t.args[2] {
			return d.Select(t.args[0], yes, no).(*Term)
		}
	case kCase:
		in := entriesOf(t.in, func(x *Term) *Term { return d.anyPayload(f, x) })
		if !slices.Equal(in, t.in) {
			return d.cases(in, t.bits)
		}
	}
	return t
}

// nanWhere are the masks on which a vector of guards is a NaN of format f.
func (d *Domain) nanWhere(f bv.Format, v []Guard) Guard {
	fraction := bits.TrailingZeros64(bv.Infinity(f)) // bits below the exponent
	some := False
	for _, b := range v[:fraction] {
		some = d.or(some, b)
	}
	for _, b := range v[fraction : len(v)-1] {
		some = d.and(some, b)
	}
	return some
}

// noneOf are the masks on which no entry takes part.
func (d *Domain) noneOf(in []entry) Guard { return d.not(d.someOf(in)) }

// isNumber reports whether t, as a number or NaN of format f, is independent of the payloads of
// NaNs that arithmetic returns.
func (d *Domain) isNumber(f bv.Format, t *Term) bool {
	if !d.fromFloat(t) {
		return true
	}
	switch t.kind {
	case kFloat, kProduct, kQuiet, kApply:
		return t.op.format == f
	case kConv:
		return t.op.to == f
	case kCase:
		return !t.some(func(x *Term) bool { return !d.isNumber(f, x) })
	case kSel:
		return d.isNumber(f, t.args[1]) && d.isNumber(f, t.args[2])
	case kMany:
		if t.op.float {
			return t.op.format == f
		}
		return d.signFlipped(t) && !t.some(func(x *Term) bool { return !d.isNumber(f, x) })
	case kConcat:
		if len(t.args) != 2 {
			return false
		}
		lo, hi := t.args[0], t.args[1]
		switch {
		case f == bv.F32 && lo.w == 16 && lo.is(0): // a widened bfloat16
			return d.isNumber(bv.BF16, hi)
		case hi.w == 1 && !d.fromFloat(hi): // a sign that no NaN gave
			return d.isMagnitude(f, lo)
		}
	}
	return false
}

// numberOf ends the proof if a payload would decide which number t is.
func (d *Domain) numberOf(f bv.Format, t *Term) {
	if !d.isNumber(f, t) {
		stop("bits of a float result taken for another float: a NaN's are unspecified")
	}
}

// isMagnitude reports whether t is a number or NaN of format f, in the sense of isNumber, without
// its sign.
func (d *Domain) isMagnitude(f bv.Format, t *Term) bool {
	switch {
	case t.kind == kExtract && t.lo == 0:
		return t.args[0].w == t.w+1 && d.isNumber(f, t.args[0])
	case t.kind == kSel:
		return d.isMagnitude(f, t.args[1]) && d.isMagnitude(f, t.args[2])
	}
	return !d.fromFloat(t)
}

// fromFloat reports whether t may contain bits of a float op's result.
func (d *Domain) fromFloat(t *Term) bool {
	switch t.kind {
	case kBits, kVar, kCmp:
		return false
	case kFloat:
		return t.w > 1
	case kConv, kQuiet:
		return true
	case kApply:
		return t.op.float
	}
	return d.floats.Once(t, func() bool {
		return !(t.kind == kMany && (d.aNumber(t) || d.isCanonical(t))) &&
			(t.kind == kMany && t.op.float || t.some(d.fromFloat))
	})
}

// aNumber reports whether t is an extremum in which a NaN loses, with one operand that is a known number: then t is a
// number, the bits of one of them.
func (d *Domain) aNumber(t *Term) bool {
	code := bv.FloatOp(t.op.code)
	return t.op.float && (code == bv.FMin || code == bv.FMax) && slices.ContainsFunc(t.in, func(e entry) bool {
		return e.g == True && e.t.kind == kBits && d.nanWhere(t.op.format, e.t.bits) == False
	})
}

// exactBits ends the proof if integer arithmetic would depend on the payload of a NaN.
func (d *Domain) exactBits(t *Term) {
	if d.fromFloat(t) {
		stop("integer arithmetic on the bits of a float result: a NaN's are unspecified")
	}
}
