package term

import (
	"github.com/shflgen/shflgen/verify/bv"
)

// Float applies op to numbers of format f.
func (d *Domain) Float(code bv.FloatOp, f bv.Format, a, b bv.Value) bv.Value {
	o := floatOp(code, f)
	return d.once(joinKey{o, a.(*Term), b.(*Term)}, func(a, b *Term) *Term { return d.floatx(o, a, b) })
}

func (d *Domain) floatx(o op, a, b *Term) *Term {
	w := o.format.Bits()
	if a.w != w || b.w != w {
		stop("operands of %d and %d bits for a float of %d", a.w, b.w, w)
	}
	a, b = d.loud(o.format, a), d.loud(o.format, b)
	switch bv.FloatOp(o.code) {
	case bv.FMin, bv.FMax, bv.FMinNaN, bv.FMaxNaN:
		return d.many(o, w, []entry{{a, True}, {b, True}}, nil)
	case bv.FAdd, bv.FMul:
		return d.arith(o, a, b)
	}
	if x, ok := a.known(); ok {
		if y, ok := b.known(); ok {
			return d.constant(1, o.apply(w, x, y))
		}
	}
	if bv.FloatOp(o.code) != bv.FLt && a.id > b.id {
		a, b = b, a
	}
	return d.intern(Term{kind: kFloat, w: 1, op: o, args: []*Term{a, b}})
}

// arith is a sum or product: commutative, and no more. Operands that are never
// present together are a choice.
func (d *Domain) arith(o op, a, b *Term) *Term {
	a, b = d.loud(o.format, a), d.loud(o.format, b)
	if x, ok := a.known(); ok {
		if y, ok := b.known(); ok {
			return d.constant(a.w, o.apply(a.w, x, y))
		}
	}
	sa, sb := d.support(o, a), d.support(o, b)
	if d.and(sa, sb) == False {
		return d.quiet(o.format, d.choose(sa, a, b))
	}
	if a.id > b.id {
		a, b = b, a
	}
	return d.intern(Term{kind: kFloat, w: a.w, op: o, args: []*Term{a, b}})
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
		rest := differs(t.bits)
		some := False
		for _, e := range t.in {
			some = d.or(some, e.g)
		}
		return d.or(some, rest)
	}
	return True
}

// pushFloat moves a choice between a sum and nothing into the sum's operands.
func (d *Domain) pushFloat(with *Term, in []entry, bits []Guard, none Guard) *Term {
	if len(in) != 1 || bv.FloatOp(with.op.code) > bv.FMul {
		return nil
	}
	id := d.constant(with.w, with.op.identity(with.w))
	for i, b := range bits {
		if d.and(none, d.xor(b, id.bits[i])) != False {
			return nil
		}
	}
	g := in[0].g
	return d.arith(with.op, d.choose(g, with.args[0], id), d.choose(g, with.args[1], id))
}

// chooseFloat is a choice between a sum and one of its operands, or between two
// sums that share one: the other operand is what is chosen. Else nil.
func (d *Domain) chooseFloat(g Guard, a, b *Term) *Term {
	sum := func(t *Term) bool {
		return t.kind == kFloat && bv.FloatOp(t.op.code) <= bv.FMul
	}
	if sum(a) && sum(b) && a.op == b.op {
		for i, p := range a.args {
			for j, q := range b.args {
				if p == q {
					return d.arith(a.op, p, d.choose(g, a.args[1-i], b.args[1-j]))
				}
			}
		}
	}
	if sum(b) && !sum(a) || sum(b) && (b.args[0] == a || b.args[1] == a) {
		return d.chooseOperand(d.not(g), b, a)
	}
	if sum(a) {
		return d.chooseOperand(g, a, b)
	}
	return nil
}

// chooseOperand is sum where g holds, else other, if that is an operand of it.
func (d *Domain) chooseOperand(g Guard, sum, other *Term) *Term {
	other = d.loud(sum.op.format, other)
	for i, p := range sum.args {
		if p == other {
			id := d.constant(sum.w, sum.op.identity(sum.w))
			return d.arith(sum.op, p, d.choose(g, sum.args[1-i], id))
		}
	}
	return nil
}

// selNaN sees a min or max in which a NaN wins: the other kind, but for a NaN
// where either operand is one.
func (d *Domain) selNaN(c, a, b *Term) *Term {
	if bv.FloatOp(c.op.code) != bv.FUnordered {
		return nil
	}
	x, y, f := c.args[0], c.args[1], c.op.format
	// One operand may be asked about after the other.
	if x == y && b.kind == kSel && isNaNOf(f, a, x) {
		if inner := b.args[0]; inner.kind == kFloat && inner.op == c.op && inner.args[0] == inner.args[1] && isNaNOf(f, b.args[1], inner.args[0]) {
			a = d.constant(f.Bits(), floatOp(bv.FMin, f).identity(f.Bits())) // a NaN
			y, b = inner.args[0], b.args[2]
		}
	}
	if k, ok := a.known(); !(ok && isNaN(f, k)) && a != d.arith(floatOp(bv.FAdd, f), x, y) {
		return nil
	}
	for plain, wins := range map[bv.FloatOp]bv.FloatOp{bv.FMin: bv.FMinNaN, bv.FMax: bv.FMaxNaN} {
		if b == d.floatx(floatOp(plain, f), x, y) {
			return d.floatx(floatOp(wins, f), x, y)
		}
	}
	return nil
}

// isNaNOf reports whether t is a NaN wherever x is one.
func isNaNOf(f bv.Format, t, x *Term) bool {
	k, ok := t.known()
	return ok && isNaN(f, k) || t == x
}

// bothUnordered joins two tests for a NaN of one number each.
func (d *Domain) bothUnordered(a, b *Term) *Term {
	one := func(t *Term) bool {
		return t.kind == kFloat && bv.FloatOp(t.op.code) == bv.FUnordered && t.args[0] == t.args[1]
	}
	if !one(a) || !one(b) || a.op != b.op {
		return nil
	}
	return d.floatx(a.op, a.args[0], b.args[0])
}

// Convert changes the format of a number.
func (d *Domain) Convert(to, from bv.Format, v bv.Value) bv.Value {
	return d.convert(to, from, v.(*Term))
}

func (d *Domain) convert(to, from bv.Format, t *Term) *Term {
	t = d.loud(from, t)
	if x, ok := t.known(); ok {
		r := bv.Numbers{}.Convert(to, from, bv.Word{W: t.w, X: x}).(bv.Word)
		return d.constant(r.W, r.X)
	}
	if t.kind == kCase || t.kind == kBits {
		if parts, ok := d.split2(t); ok {
			in := make([]entry, len(parts))
			for i, p := range parts {
				in[i] = entry{d.convert(to, from, p.t), p.g}
			}
			return d.cases(in, nil)
		}
	}
	switch {
	case to == from:
		return t
	case from == bv.BF16 && to == bv.F32: // its high half
		return d.quiet(to, d.concat(d.constant(16, 0), t))
	case from == bv.F32 && to.Bits() == 16:
		if h := d.half(to, t); h != nil {
			return d.quiet(to, h)
		}
		// Rounding a sum or product of halves from float32 is rounding it once:
		// 24 bits are at least twice the significand's and two more.
		if t.kind == kFloat {
			if a, b := d.half(to, t.args[0]), d.half(to, t.args[1]); a != nil && b != nil {
				return d.arith(floatOp(bv.FloatOp(t.op.code), to), a, b)
			}
		}
	}
	return d.intern(Term{kind: kConv, w: to.Bits(), op: op{float: true, format: from, to: to}, args: []*Term{t}})
}

// half is the number of format f that t, a float32, is the exact value of, if
// its form shows one.
func (d *Domain) half(f bv.Format, t *Term) *Term {
	t = d.loud(bv.F32, t)
	switch t.kind {
	case kConv:
		if t.op.format == f {
			return t.args[0]
		}
		return nil
	case kBits, kCase:
		parts, ok := d.split2(t)
		if !ok {
			return nil
		}
		in := make([]entry, len(parts))
		for i, p := range parts {
			var h *Term
			if x, ok := p.t.known(); ok {
				n := bv.Numbers{}
				r := n.Convert(f, bv.F32, bv.Word{W: 32, X: x})
				if back := n.Convert(bv.F32, f, r).(bv.Word).X; back != x && !isNaN(bv.F32, x) {
					return nil
				}
				h = d.constant(16, r.(bv.Word).X)
			} else if h = d.half(f, p.t); h == nil {
				return nil
			}
			in[i] = entry{h, p.g}
		}
		return d.cases(in, nil)
	case kMany:
		if !t.op.float || t.op.format != bv.F32 {
			return nil
		}
		in := make([]entry, len(t.in))
		for i, e := range t.in {
			h := d.half(f, e.t)
			if h == nil {
				return nil
			}
			in[i] = entry{h, e.g}
		}
		return d.many(floatOp(bv.FloatOp(t.op.code), f), 16, in, nil)
	}
	if f == bv.BF16 && d.extract(t, 0, 16).is(0) {
		return d.extract(t, 16, 16)
	}
	return nil
}
