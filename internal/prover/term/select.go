package term

import (
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/rule"
)

// Select gives a where the bit c is 1, else b.
func (d *Domain) Select(c, a, b bv.Value) bv.Value {
	return d.sel(c.(*Term), a.(*Term), b.(*Term))
}

func (d *Domain) sel(c, a, b *Term) *Term {
	if t := d.rewriteChoice(rule.Early, c, a, b); t != nil {
		return t
	}
	if d.fromFloat(c) {
		stop("a choice by the bits of a float result: a NaN's are unspecified")
	}
	if t := d.selPair(c, a, b); t != nil {
		return d.by(lawsOf(Pairs), t)
	}
	if d.strategy.AbsCalls {
		if t := d.rewriteChoice(rule.Signs, c, a, b); t != nil {
			return t
		}
	}
	if t := d.rewriteChoice(rule.Late, c, a, b); t != nil {
		return t
	}
	switch c.kind {
	case kBits:
		return d.choose(c.bits[0], a, b)
	case kCase: // the condition is settled by the mask for a part
		return d.selParts(c, a, b)
	case kMany:
		if g := c.bits; flipped(c) && len(c.in) == 1 && c.in[0].g == g[0] { // a complement, where the mask lets it count
			return d.choose(g[0], d.sel(c.in[0].t, d.given(b, g[0]), d.given(a, g[0])), b)
		}
		if len(c.in) > 1 && d.apart(c) {
			return d.selParts(c, a, b)
		}
	case kFloat:
		if t := d.selByFloats(c, a, b); t != nil {
			return t
		}
	}
	if a.kind == kCase && b.kind == kBits || a.kind == kBits && b.kind == kCase { // what the mask settles comes first
		if t := d.aligned(a, b, func(a, b *Term) *Term { return d.sel(c, a, b) }); t != nil {
			return t
		}
	}
	if a.w == 1 && a.kind == kBits && b.kind == kBits { // which matters where they differ
		g, h := a.bits[0], b.bits[0]
		return d.cases([]entry{at(c, d.and(g, d.not(h))), at(d.not1(c), d.and(h, d.not(g)))}, []Guard{d.and(g, h)})
	}
	if t := d.rewriteChoice(rule.Parts, c, a, b); t != nil {
		return t
	}
	// a bool of an element, made of its bit
	if (d.strategy.Bools || c.kind == kExtract || c.kind == kVar) && d.bools(a, b) {
		return d.Extend(d.sel(c, d.extract(a, 0, 1), d.extract(b, 0, 1)), a.w, false).(*Term)
	}
	for _, signed := range []bool{true, false} {
		if n := max(d.narrowed(a, signed), d.narrowed(b, signed)); natural(n) < a.w {
			n = natural(n)
			return d.Extend(d.sel(c, d.extract(a, 0, n), d.extract(b, 0, n)), a.w, signed).(*Term)
		}
	}
	return d.intern(Term{kind: kSel, w: a.w, args: []*Term{c, a, b}})
}

// apart reports whether c is, by the mask, a bit of one of several terms or its complement.
func (d *Domain) apart(c *Term) bool {
	if c.kind != kMany || c.op != intOp(bv.Xor) {
		return false
	}
	free := True
	for _, e := range c.in {
		if d.and(e.g, free) != e.g { // two count at once
			return false
		}
		free = d.and(free, d.not(e.g))
	}
	return free != False || c.bits[0] != False
}

// selParts is a choice by a bit that the mask tells more of, part by part of the masks.
func (d *Domain) selParts(c, a, b *Term) *Term {
	var in []entry
	var split func(c, a, b *Term, where Guard)
	split = func(c, a, b *Term, where Guard) {
		switch {
		case where == False:
		case c.kind == kBits:
			in = append(in, at(d.choose(c.bits[0], a, b), where))
		case c.kind == kCase || d.apart(c):
			rest := where
			for _, e := range c.in {
				flips := False
				if c.kind == kMany {
					flips = c.bits[0]
				}
				here := d.and(where, e.g)
				split(e.t, a, b, d.and(here, d.not(flips)))
				split(e.t, b, a, d.and(here, flips))
				rest = d.and(rest, d.not(e.g))
			}
			in = append(in, at(d.choose(c.bits[0], a, b), rest))
		default:
			in = append(in, at(d.sel(c, d.given(a, where), d.given(b, where)), where))
		}
	}
	split(c, a, b, True)
	return d.cases(in, nil)
}

// given is what t is where g holds: the one case of it that can apply there.
func (d *Domain) given(t *Term, g Guard) *Term {
	if t.kind != kCase {
		return t
	}
	for _, e := range t.in {
		switch d.and(g, e.g) {
		case g:
			return e.t
		case False:
		default:
			return t
		}
	}
	return d.vector(t.bits)
}

// otherwise is where no case of t holds, and the number that t is there, if it is one.
func (d *Domain) otherwise(t *Term) (rest Guard, x uint64, ok bool) {
	rest = d.noneOf(t.in)
	x, ok = d.numberWhere(rest, t.bits)
	return rest, x, ok
}

// numberWhere is the number that a vector is wherever g holds, if it is one.
func (d *Domain) numberWhere(g Guard, bits []Guard) (x uint64, ok bool) {
	for i, b := range bits {
		switch d.and(g, b) {
		case False:
		case g:
			x |= 1 << i
		default:
			return 0, false
		}
	}
	return x, true
}

// choose is a where g holds, else b.
func (d *Domain) choose(g Guard, a, b *Term) *Term {
	switch {
	case g == True || a == b:
		return a
	case g == False:
		return b
	}
	return d.cases([]entry{at(a, g), at(b, d.not(g))}, nil)
}

// entriesOf are entries with what f makes of the term of each; nil if that is nil of one.
func entriesOf(in []entry, f func(t *Term) *Term) []entry {
	out := make([]entry, len(in))
	for i, e := range in {
		if out[i] = (entry{f(e.t), e.g, e.n}); out[i].t == nil {
			return nil
		}
	}
	return out
}

// cases is the term of the entry with a true guard, else rest (nil: zeros). Guards must be disjoint.
func (d *Domain) cases(in []entry, rest []Guard) *Term {
	w := len(rest)
	if len(in) > 0 {
		w = in[0].t.w
	}
	bits := make([]Guard, w)
	outside := True
	flat := map[*Term]Guard{}
	var order []*Term
	addBits := func(g Guard, more []Guard) {
		for i := range bits {
			bits[i] = d.or(bits[i], d.and(g, more[i]))
		}
	}
	add := func(t *Term, g Guard) {
		old, ok := flat[t]
		if !ok {
			order = append(order, t)
		}
		flat[t] = d.or(old, g)
	}
	for _, e := range in {
		g := e.g
		if g == False {
			continue
		}
		outside = d.and(outside, d.not(g))
		switch e.t.kind {
		case kBits:
			addBits(g, e.t.bits)
		case kCase:
			left := g
			for _, f := range e.t.in {
				if h := d.and(g, f.g); h != False {
					add(f.t, h)
				}
				left = d.and(left, d.not(f.g))
			}
			addBits(left, e.t.bits)
		default:
			add(e.t, g)
		}
	}
	if rest != nil {
		addBits(outside, rest)
	}
	out := d.entries(order, flat)
	if len(out) == 0 {
		return d.vector(bits)
	}
	if len(out) == 1 && out[0].g == True {
		return out[0].t
	}
	if t := d.push(out, bits, w); t != nil {
		return t
	}
	return d.intern(Term{kind: kCase, w: w, in: out, bits: bits})
}

// push moves a choice into the operands of an operator, where absent operands
// are its identity: the form in which both a select before an op and one behind
// it end.
func (d *Domain) push(in []entry, bits []Guard, w int) *Term {
	var with *Term
	least := false // or greatest: any other operator's result may be an operand of it
	for _, e := range in {
		if e.t.kind != kMany {
			continue
		}
		if with == nil || !least && isExtremum(e.t) {
			with, least = e.t, isExtremum(e.t)
		}
	}
	if with == nil || d.strategy.ZeroOne {
		return nil
	}
	none := d.noneOf(in) // there the mask alone gives the value
	op := with.op
	var all []entry
	c := make([]Guard, w)
	useC := op.hasConstant()
	for _, e := range in {
		switch {
		case e.t.kind == kMany && e.t.op == op:
			for _, f := range e.t.in {
				all = append(all, entry{f.t, d.and(f.g, e.g), f.n})
			}
			if useC {
				d.under(c, e.g, e.t.bits)
			}
		case e.t.kind == kMany && (!least || isExtremum(e.t)):
			return nil
		case op.float && !d.isNumber(op.format, e.t):
			return nil
		default:
			all = append(all, e)
			if useC {
				d.under(c, e.g, d.constant(w, op.identity(w)).bits)
			}
		}
	}
	if none != False {
		if useC {
			d.under(c, none, bits)
		} else {
			rest, ok := d.guardedConstants(none, bits)
			if !ok {
				return nil
			}
			all = append(all, rest...)
		}
	}
	if !useC {
		c = nil
	}
	return d.many(op, w, all, c)
}

// isExtremum reports whether t is a least or greatest.
func isExtremum(t *Term) bool {
	signed, unsigned := t.op.ordering()
	return t.kind == kMany && (signed || unsigned)
}

// under sets the bits of c, where g holds, to those of v.
func (d *Domain) under(c []Guard, g Guard, v []Guard) {
	for i := range c {
		c[i] = d.ite(g, v[i], c[i])
	}
}

// guardedConstants splits a vector, where g holds, into the few numbers that it
// takes there.
func (d *Domain) guardedConstants(g Guard, bits []Guard) ([]entry, bool) {
	todo := []struct {
		g    Guard
		bits []Guard
	}{{g, bits}}
	var out []entry
	for len(todo) > 0 {
		p := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		split := False
		for _, b := range p.bits {
			if h := d.and(p.g, b); h != False && h != p.g {
				split = b
				break
			}
		}
		if split == False {
			var x uint64
			for i, b := range p.bits {
				if d.and(p.g, b) != False {
					x |= 1 << i
				}
			}
			out = append(out, at(d.constant(len(bits), x), p.g))
			continue
		}
		if len(todo)+len(out) > 16 {
			return nil, false
		}
		yes, no := p, p
		yes.g, no.g = d.and(p.g, split), d.and(p.g, d.not(split))
		todo = append(todo, yes, no)
	}
	return out, true
}

func sorted(in []entry) []entry {
	slices.SortFunc(in, byID)
	return in
}
