package term

import (
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/rule"
)

// Float applies op to numbers of format f.
func (d *Domain) Float(code bv.FloatOp, f bv.Format, a, b bv.Value) bv.Value {
	o := floatOp(code, f)
	return d.once(o, a.(*Term), b.(*Term), func() *Term { return d.floatx(o, a.(*Term), b.(*Term)) })
}

func (d *Domain) floatx(o op, a, b *Term) *Term {
	w := o.format.Bits()
	if a.w != w || b.w != w {
		stop("operands of %d and %d bits for a float of %d", a.w, b.w, w)
	}
	x, y := a, b
	a, b = d.anyPayload(o.format, a), d.anyPayload(o.format, b)
	covers := d.covers(o, a, b)
	t := d.floatOf(o, a, b)
	if covers || a != x || b != y {
		d.by(lawsOf(NaNPayload), t)
	}
	return t
}

// floatOf is floatx of numbers without a payload.
func (d *Domain) floatOf(o op, a, b *Term) *Term {
	if t := d.byValues(o, a, b); t != nil {
		return t
	}
	w := o.format.Bits()
	switch bv.FloatOp(o.code) {
	case bv.FMin, bv.FMax, bv.FMinNaN, bv.FMaxNaN:
		return d.canonicalExtremum(o, a, b, d.many(o, w, []entry{at(a, True), at(b, True)}, nil))
	case bv.FAdd, bv.FMul:
		if t := d.floatProductCall(o, a, b); t != nil {
			return t
		}
		return d.arith(o, a, b)
	}
	if x, ok := a.known(); ok {
		if y, ok := b.known(); ok {
			return d.constant(1, o.apply(w, x, y))
		}
	}
	if t := d.rewrite(rule.Early, floatHead(bv.FloatOp(o.code)), o, [2]int{}, a, b, nil); t != nil {
		return t
	}
	if bv.FloatOp(o.code) != bv.FLt && a.id > b.id {
		a, b = b, a
	}
	return d.intern(Term{kind: kFloat, w: 1, op: o, args: []*Term{a, b}})
}

// arith is a sum or product: commutative, and no more. Operands that are never
// present together are a choice.
func (d *Domain) arith(o op, a, b *Term) *Term {
	a, b = d.anyPayload(o.format, a), d.anyPayload(o.format, b)
	if x, ok := a.known(); ok {
		if y, ok := b.known(); ok {
			return d.quiet(o.format, d.constant(a.w, o.apply(a.w, x, y)))
		}
	}
	sa, sb := d.support(o, a), d.support(o, b)
	if d.and(sa, sb) == False {
		return d.by(lawsOf(Identity), d.quiet(o.format, d.choose(sa, a, b)))
	}
	t := Term{kind: kFloat, w: a.w, op: o, args: []*Term{a, b}}
	if a.id > b.id {
		t.args, t.laws = []*Term{b, a}, lawsOf(Commutativity)
	}
	return d.intern(t)
}

// support is where t may differ from the identity of o.
func (d *Domain) support(o op, t *Term) Guard {
	id := d.constant(t.w, o.identity(t.w)).bits
	differs := func(bits []Guard) Guard {
		s := False
		for i, b := range bits {
			s = d.or(s, d.xor(b, id[i]))
		}
		return s
	}
	switch t.kind {
	case kBits:
		return differs(t.bits)
	case kCase:
		return d.or(d.someOf(t.in), differs(t.bits))
	}
	return True
}

// extremesOfFloats are the two kinds of a min and of a max of floats: in the first of a
// pair a NaN loses, in the second it wins. Their order is that of the terms made.
var extremesOfFloats = []struct{ plain, wins bv.FloatOp }{{bv.FMin, bv.FMinNaN}, {bv.FMax, bv.FMaxNaN}}

// selByFloats is a choice by a comparison of floats that has another form; else nil.
func (d *Domain) selByFloats(c, a, b *Term) *Term {
	if t := d.selByValues(c, a, b); t != nil {
		return t
	}
	if t := d.selNaN(c, a, b); t != nil {
		return d.by(lawsOf(Comparison), t)
	}
	return d.by(lawsOf(Encoding), d.selKey(c, a, b))
}

// selNaN sees a min or max in which a NaN wins: the other kind, but for a NaN
// where either operand is one.
func (d *Domain) selNaN(c, a, b *Term) *Term {
	if bv.FloatOp(c.op.code) != bv.FUnordered {
		return nil
	}
	x, y, f := c.args[0], c.args[1], c.op.format
	// One operand may be asked about after the other.
	if x == y && b.kind == kSel && d.isNaNOf(f, a, x) {
		if inner := b.args[0]; inner.kind == kFloat && inner.op == c.op && inner.args[0] == inner.args[1] &&
			d.isNaNOf(f, b.args[1], inner.args[0]) {
			nan := d.constant(f.Bits(), floatOp(bv.FMin, f).identity(f.Bits()))
			return d.rewriteChoice(rule.Late, d.floatx(c.op, x, inner.args[0]), nan, b.args[2])
		}
	}
	if x == y && d.isNaNOf(f, a, x) { // of the others every one is a number
		for _, p := range extremesOfFloats {
			if t := d.besideNumbers(floatOp(p.plain, f), floatOp(p.wins, f), x, b); t != nil {
				return t
			}
		}
	}
	return nil
}

// negatedExtremum is a min or max of floats with every operand negated, as the negated extremum of the original
// operands; or nil.
func (d *Domain) negatedExtremum(o op, w int, in []entry) *Term {
	if !o.float {
		return nil
	}
	some := false
	for _, e := range in {
		x, number := e.t.known0()
		negated := flipped(e.t) && len(e.t.in) == 1 && e.t.in[0].g == True && number && x == 1<<(w-1)
		if !negated && e.t.kind != kBits {
			return nil
		}
		some = some || negated
	}
	if !some {
		return nil
	}
	return d.pulled(rule.SignFlipped, o, w, in, placed(w, 0, 0, 0))
}

// besideNumbers is the min or max in which a NaN wins, wins, of x and the numbers beside it, if b is the other kind,
// plain, of these; or nil. It is what b is, but for a NaN where x is one. x may be a choice; b then has each case
// separately.
func (d *Domain) besideNumbers(plain, wins op, x, b *Term) *Term {
	if b.kind != kMany || b.op != plain {
		return nil
	}
	in := []entry{at(x, True)}
	for _, e := range b.in {
		if k, ok := e.t.known(); ok && !bv.IsNaN(plain.format, k) {
			in = append(in, e)
		}
	}
	if d.many(plain, b.w, in, nil) != b {
		return nil
	}
	return d.many(wins, b.w, in, nil)
}

// isNaNOf reports whether t is a NaN wherever x is one.
func (d *Domain) isNaNOf(f bv.Format, t, x *Term) bool {
	k, ok := t.known()
	return ok && bv.IsNaN(f, k) || d.anyPayload(f, t) == x
}

// Convert changes the format of a number.
func (d *Domain) Convert(to, from bv.Format, v bv.Value) bv.Value {
	return d.convert(to, from, v.(*Term))
}

func (d *Domain) convert(to, from bv.Format, t *Term) *Term {
	t = d.anyPayload(from, t)
	d.numberOf(from, t)
	if x, ok := t.known(); ok {
		if nan := d.strategy.WidenedNaN; nan != nil && to == bv.F32 && from == bv.F16 && bv.IsNaN(from, x) {
			return nan.Decode(d, d.called(nan.Fn, []*Term{t})).(*Term)
		}
		r := bv.Numbers{}.Convert(to, from, bv.Word{W: t.w, X: x}).(bv.Word)
		return d.quiet(to, d.constant(r.W, r.X))
	}
	if t.kind == kCase || t.kind == kBits {
		if parts, ok := d.split2(t); ok {
			return d.cases(entriesOf(parts, func(x *Term) *Term { return d.convert(to, from, x) }), nil)
		}
	}
	conversion := op{format: from, to: to}
	if r := d.rewrite(rule.Early, headConvert, conversion, [2]int{}, t, nil, nil); r != nil {
		return r
	}
	switch exact := d.strategy.ExactWidening && to == bv.F32 && !d.fromFloat(t); {
	case exact && from == bv.BF16:
		return d.concat(d.constant(16, 0), t)
	case exact && from == bv.F16:
		return d.Apply(bv.WidenBits(from), []bv.Value{t}).(*Term)
	case to.Bits() < from.Bits():
		if h := d.narrower(to, from, t); h != nil {
			return d.quiet(to, h)
		}
		// Rounding a sum or product of halves from float32, or of float32 from float64,
		// is rounding it once: 24 and 53 bits are at least twice the significand's and
		// two more (Figueroa, "When is double rounding innocuous?", 1995).
		if t.kind == kFloat {
			if a, b := d.narrower(to, from, t.args[0]), d.narrower(to, from, t.args[1]); a != nil && b != nil {
				return d.by(lawsOf(Rounding)|t.laws, d.arith(floatOp(bv.FloatOp(t.op.code), to), a, b))
			}
		}
	}
	if r := d.rewrite(rule.Late, headConvert, conversion, [2]int{}, t, nil, nil); r != nil {
		return r
	}
	return d.intern(Term{kind: kConv, w: to.Bits(), op: op{float: true, format: from, to: to}, args: []*Term{t}})
}

// narrower is the number of format f that t, of the wider format from, is the exact value
// of, if its form shows one.
func (d *Domain) narrower(f, from bv.Format, t *Term) *Term {
	t = d.anyPayload(from, t)
	switch t.kind {
	case kConv:
		switch {
		case t.op.format == f:
			return t.args[0]
		case t.op.format.Bits() < f.Bits(): // widened twice
			return d.convert(f, t.op.format, t.args[0])
		}
		return nil
	case kBits, kCase:
		parts, ok := d.split2(t)
		if !ok {
			return nil
		}
		in := entriesOf(parts, func(part *Term) *Term {
			x, known := part.known()
			if !known {
				return d.narrower(f, from, part)
			}
			n := bv.Numbers{}
			r := n.Convert(f, from, bv.Word{W: t.w, X: x})
			if back := n.Convert(from, f, r).(bv.Word).X; back != x && !bv.IsNaN(from, x) {
				return nil
			}
			return d.constant(f.Bits(), r.(bv.Word).X)
		})
		if in != nil {
			return d.cases(in, nil)
		}
		return nil
	case kMany:
		if !t.op.float || t.op.format != from {
			return nil
		}
		if in := entriesOf(t.in, func(x *Term) *Term { return d.narrower(f, from, x) }); in != nil {
			return d.many(floatOp(bv.FloatOp(t.op.code), f), f.Bits(), in, nil)
		}
		return nil
	}
	if f == bv.BF16 && from == bv.F32 && d.extract(t, 0, 16).is(0) {
		return d.extract(t, 16, 16)
	}
	return nil
}
