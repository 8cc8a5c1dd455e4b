package term

import (
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// A call of a function that is known by its name alone has operands that are made for every mask. As a case of a term
// it counts on some masks only, and on the others its operands may be anything: what stands for an element that is
// absent differs between functions that compute the same. Operands that are cut down to the masks that count are the
// same term wherever they are the same there.

// entries are the cases of a term: each term of order where its guard holds.
func (d *Domain) entries(order []*Term, guards map[*Term]Guard) []entry {
	var out []entry
	place := map[*Term]int{}
	for _, t := range order {
		g := guards[t]
		if d.strategy.RestrictCalls && !d.restricts && t.kind == kApply {
			t = d.restricted(t, g)
		}
		if i, ok := place[t]; ok {
			out[i].g = d.or(out[i].g, g)
			continue
		}
		place[t] = len(out)
		out = append(out, at(t, g))
	}
	return sorted(out)
}

// restricted is a call that is t on the masks of g. Calls among the cases of its operands stay as they are.
func (d *Domain) restricted(t *Term, g Guard) *Term {
	d.restricts = true
	defer func() { d.restricts = false }()
	args := make([]*Term, len(t.args))
	for i, a := range t.args {
		args[i] = d.whereTerm(a, g)
	}
	return d.called(d.fns[t.name], args)
}

// besideNumber reports whether bits are one number where none of some guards holds, which may be somewhere.
func (d *Domain) besideNumber(guards map[*Term]Guard, bits []Guard) bool {
	rest := True
	for _, g := range guards {
		rest = d.and(rest, d.not(g))
	}
	for _, b := range bits {
		if both := d.and(rest, b); both != False && both != rest {
			return false
		}
	}
	return rest != False
}

// A term that is settled is looked at to the end where it depends on so few elements, as those of a column, and else to
// a depth: sums of a row stay whole below it.
const ofColumn, settledDepth = 4, 8

// Settled is v on the masks of g: choices that g settles are what they are there, as deep as is looked.
func (d *Domain) Settled(g Guard, v bv.Value) bv.Value {
	if !d.strategy.RestrictFloats {
		return v
	}
	return d.settled(v.(*Term), g, settledDepth)
}

// whole reports whether t is an extremum of floats, that of a row say, which stays as it is.
func (t *Term) whole() bool { return t.kind == kMany && t.op.float && len(t.in) > 2 }

// elementsOf are the elements that t depends on, but for those of extrema that stay whole; of more than a column has,
// some.
func (d *Domain) elementsOf(t *Term) []*Term {
	switch {
	case t.kind == kVar:
		return []*Term{t}
	case t.whole():
		return nil
	}
	return bv.Once(d.columnOf, t, func() (all []*Term) {
		of := slices.Clone(t.args)
		for _, e := range t.in {
			of = append(of, e.t)
		}
		for _, a := range of {
			for _, x := range d.elementsOf(a) {
				if !slices.Contains(all, x) {
					all = append(all, x)
				}
			}
			if len(all) > ofColumn {
				break
			}
		}
		return all
	})
}

type settledKey struct {
	t     *Term
	g     Guard
	depth int
}

// settled is t on the masks of g: see [Domain.Settled].
func (d *Domain) settled(t *Term, g Guard, depth int) *Term {
	switch {
	case t.kind == kCase:
		return d.given(t, g)
	case len(t.args)+len(t.in) == 0 || t.whole():
		return t
	case len(d.elementsOf(t)) > ofColumn:
		if depth--; depth < 0 {
			return t
		}
	}
	return bv.Once(d.settles, settledKey{t, g, depth}, func() *Term { return d.settledNew(t, g, depth) })
}

func (d *Domain) settledNew(t *Term, g Guard, depth int) *Term {
	args, in, same := make([]*Term, len(t.args)), slices.Clone(t.in), true
	for i, a := range t.args {
		args[i] = d.settled(a, g, depth)
		same = same && args[i] == a
	}
	for i, e := range in {
		in[i].t = d.settled(e.t, g, depth)
		same = same && in[i].t == e.t
	}
	if same {
		return t
	}
	switch t.kind {
	case kFloat:
		return d.floatx(t.op, args[0], args[1])
	case kApply:
		var values []bv.Value
		for _, a := range args {
			values = append(values, a)
		}
		return d.Apply(d.fns[t.name], values).(*Term)
	case kMany:
		return d.many(t.op, t.w, in, t.bits)
	case kConcat:
		return d.concat(args...)
	case kExtract:
		return d.extract(args[0], t.lo, t.w)
	case kSel:
		return d.sel(args[0], args[1], args[2])
	case kConv:
		return d.convert(t.op.to, t.op.format, args[0])
	case kCmp:
		return d.intx(bv.IntOp(t.op.code), args[0], args[1])
	case kQuiet:
		return d.quiet(t.op.format, args[0])
	}
	return t
}

// takenIn is a choice between a sum and its operand b as a sum: of b, and of the other operand where g holds, else of
// what changes nothing; nil: a is no such sum.
func (d *Domain) takenIn(g Guard, a, b *Term) *Term {
	if !d.strategy.RestrictFloats || a.kind != kFloat || bv.FloatOp(a.op.code) != bv.FAdd || !d.fromFloat(b) {
		return nil
	}
	for i, operand := range a.args {
		if operand == b {
			other := d.choose(g, a.args[1-i], d.constant(a.w, a.op.identity(a.w)))
			return d.by(lawsOf(Identity), d.floatx(a.op, b, other))
		}
	}
	return nil
}
