package term

import (
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/rule"
)

// found is what stands for the unknowns and the numbers of a row.
type found struct {
	rule.Numbers
	t [rule.Slots]*Term
}

// rewrite is what the first row gives that matches an operation on terms, else nil. Those that are not asked for are
// nil. of are the numbers of an operation: the first bit and the width of an extract, the width of an extension.
func (d *Domain) rewrite(stage rule.Stage, h head, o op, of [2]int, a, b, c *Term) *Term {
	for _, p := range patterns[stage][h][a.kind] {
		if b != nil && p.kinds[1]>>b.kind&1 == 0 || c != nil && p.kinds[2]>>c.kind&1 == 0 {
			continue
		}
		if t := d.rewritten(p, o, of, a, b, c); t != nil {
			return t
		}
	}
	return nil
}

// rewrite2 is rewrite of two operands.
func (d *Domain) rewrite2(stage rule.Stage, h head, a, b *Term) *Term {
	return d.rewrite(stage, h, op{}, [2]int{}, a, b, nil)
}

// rewriteChoice is rewrite of a choice.
func (d *Domain) rewriteChoice(stage rule.Stage, c, a, b *Term) *Term {
	return d.rewrite(stage, headSelect, op{}, [2]int{}, c, a, b)
}

// rewritten is the result of a row on an operation; nil if it does not match.
func (d *Domain) rewritten(p *pattern, o op, of [2]int, a, b, c *Term) *Term {
	var f found
	e := p.root
	switch e.Op {
	case rule.Extract:
		if !f.Bind(e.N, uint64(of[0])) || !f.Bind(e.W, uint64(of[1])) {
			return nil
		}
	case rule.SExt:
		if !f.Bind(e.W, uint64(of[0])) {
			return nil
		}
	case rule.Float:
		if o.format != e.F {
			return nil
		}
	case rule.Convert:
		if o.format != e.F || o.to != e.To {
			return nil
		}
	}
	if !d.match(e.Args[0], a, &f) || b != nil && !d.match(e.Args[1], b, &f) || c != nil && !d.match(e.Args[2], c, &f) {
		return nil
	}
	if !d.holds(p, &f) {
		return nil
	}
	if d.onRow != nil {
		d.onRow(p.Row)
	}
	t := d.made(p.Right, &f)
	if p.Float {
		t = d.quiet(p.Format, t)
	}
	return d.by(p.laws, t)
}

// holds reports whether what was found meets the conditions of a row, and is equal to what the row asks.
func (d *Domain) holds(p *pattern, f *found) bool {
	for _, u := range p.widths {
		if f.Of(u.W) != uint64(f.t[u.Slot].w) {
			return false
		}
	}
	for _, c := range p.When {
		if !f.Holds(c) {
			return false
		}
	}
	for _, e := range p.equal {
		if d.made(e.Args[0], f) != f.t[e.Slot] {
			return false
		}
	}
	return true
}

// match reports whether t is what e says, and notes what stands for its unknowns.
func (d *Domain) match(e *rule.Expr, t *Term, f *found) bool {
	switch e.Op {
	case rule.Unknown:
		if old := f.t[e.Slot]; old != nil {
			return old == t
		}
		if !f.Bind(e.W, uint64(t.w)) || e.Shape != rule.Any && !d.looks(e, t) {
			return false
		}
		f.t[e.Slot] = t
		return true
	case rule.Is:
		f.t[e.Slot] = t
		return e.W == nil || f.Bind(e.W, uint64(t.w))
	case rule.Number:
		x, ok := t.known()
		return ok && f.Bind(e.W, uint64(t.w)) && f.Bind(e.N, x)
	case rule.Extract:
		return t.kind == kExtract && f.Bind(e.N, uint64(t.lo)) && f.Bind(e.W, uint64(t.w)) && d.match(e.Args[0], t.args[0], f)
	case rule.SExt:
		return t.kind == kSExt && f.Bind(e.W, uint64(t.w)) && d.match(e.Args[0], t.args[0], f)
	case rule.ZExt:
		return t.kind == kConcat && f.Bind(e.W, uint64(t.w)) && d.matchZeros(e.Args[0], t, f)
	case rule.Concat:
		if t.kind != kConcat || !d.match(e.Args[0], t.args[0], f) {
			return false
		}
		return d.match(e.Args[1], d.extract(t, t.args[0].w, t.w-t.args[0].w), f)
	case rule.Not:
		if !flipped(t) {
			return false
		}
		of := d.not1(t)
		return (!flipped(of) || d.isComplement(t)) && d.match(e.Args[0], of, f)
	case rule.Neg:
		return t.kind == kNeg && d.match(e.Args[0], t.args[0], f)
	case rule.Select:
		return t.kind == kSel && d.match(e.Args[0], t.args[0], f) && d.match(e.Args[1], t.args[1], f) &&
			d.match(e.Args[2], t.args[2], f)
	case rule.Int:
		return d.matchOp(e, intOp(bv.IntOp(e.Code)), t, f)
	case rule.Float:
		return d.matchOp(e, floatOp(bv.FloatOp(e.Code), e.F), t, f)
	case rule.Convert:
		return t.kind == kConv && t.op.format == e.F && t.op.to == e.To && d.match(e.Args[0], t.args[0], f)
	case rule.Quiet:
		return t.kind == kQuiet && t.op.format == e.F && d.match(e.Args[0], t.args[0], f)
	}
	panic(unexpected("operation of a rule", e.Op))
}

// matchOp matches an operation on operands that always take part. The vector of a sum or a xor is the last of them.
func (d *Domain) matchOp(e *rule.Expr, o op, t *Term, f *found) bool {
	switch {
	case t.op != o:
		return false
	case t.kind == kCmp || t.kind == kFloat:
		return d.match(e.Args[0], t.args[0], f) && d.match(e.Args[1], t.args[1], f)
	case t.kind != kMany || len(t.in) > len(e.Args) || len(t.in) < len(e.Args)-1:
		return false
	}
	for i, of := range t.in {
		if of.g != True || of.n != 1 || !d.match(e.Args[i], of.t, f) {
			return false
		}
	}
	if len(t.in) < len(e.Args) {
		return t.bits != nil && d.match(e.Args[len(t.in)], d.vector(t.bits), f)
	}
	return !slices.ContainsFunc(t.bits, func(b Guard) bool { return b != False })
}

// matchZeros matches what has zeros above.
func (d *Domain) matchZeros(e *rule.Expr, t *Term, f *found) bool {
	last := len(t.args) - 1
	if !t.args[last].is(0) {
		return false
	}
	if last == 1 {
		return d.match(e, t.args[0], f)
	}
	below := t.w - t.args[last].w
	if e.Op == rule.Unknown && f.Has(e.W) && f.Of(e.W) != uint64(below) {
		return false
	}
	return d.match(e, d.extract(t, 0, below), f)
}

// looks reports whether t has the shape that a row asks for.
func (d *Domain) looks(e *rule.Expr, t *Term) bool {
	switch e.Shape {
	case rule.Mask:
		return t.kind == kBits
	case rule.NotMask:
		return t.kind != kBits
	case rule.Sum:
		return t.kind == kNeg || t.kind == kMany && t.op == intOp(bv.Add)
	case rule.Unflipped:
		return !flipped(t) && !flipped(d.not1(t))
	case rule.Single:
		return t.kind != kBits && t.kind != kCase
	case rule.Result:
		return t.w == e.F.Bits() && d.fromFloat(t) && d.isNumber(e.F, t)
	case rule.Made:
		return t.kind == kMany && t.op == intOp(bv.IntOp(e.Code))
	}
	panic(unexpected("shape", e.Shape))
}

// made is what an expression is of what was found.
func (d *Domain) made(e *rule.Expr, f *found) *Term {
	switch e.Op {
	case rule.Unknown:
		return f.t[e.Slot]
	case rule.Number:
		return d.constant(int(f.Of(e.W)), f.Of(e.N))
	}
	a := d.made(e.Args[0], f)
	switch e.Op {
	case rule.Extract:
		return d.extract(a, int(f.Of(e.N)), int(f.Of(e.W)))
	case rule.Concat:
		return d.concat(a, d.made(e.Args[1], f))
	case rule.SExt:
		return d.sext(a, int(f.Of(e.W)))
	case rule.ZExt:
		return d.zext(a, int(f.Of(e.W)))
	case rule.Not:
		return d.not1(a)
	case rule.Neg:
		return d.neg(a)
	case rule.Select:
		return d.sel(a, d.made(e.Args[1], f), d.made(e.Args[2], f))
	case rule.Abs:
		return d.uninterpreted(bv.AbsInt(a.w), a)
	case rule.Int:
		for _, b := range e.Args[1:] {
			a = d.intx(bv.IntOp(e.Code), a, d.made(b, f))
		}
		return a
	case rule.Float:
		return d.floatx(floatOp(bv.FloatOp(e.Code), e.F), a, d.made(e.Args[1], f))
	case rule.Convert:
		return d.convert(e.To, e.F, a)
	case rule.Quiet:
		return d.quiet(e.F, a)
	}
	panic(unexpected("operation of a rule", e.Op))
}
