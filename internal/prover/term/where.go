package term

import (
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// Where is a term that is v on the masks of g. Its value on other masks is chosen so
// that terms of one make that are the same on the masks of g become one term.
func (d *Domain) Where(g Guard, v bv.Value) bv.Value { return d.whereTerm(v.(*Term), g) }

type whereKey struct {
	t *Term
	g Guard
}

func (d *Domain) whereTerm(t *Term, g Guard) *Term {
	if g == True || g == False {
		return t
	}
	k := whereKey{t, g}
	return d.wheres.Once(k, func() *Term { return d.whereNew(t, g) })
}

// whereNew takes what t is made of where g holds, and makes t of that. Floats and calls stay whole.
func (d *Domain) whereNew(t *Term, g Guard) *Term {
	switch {
	case t.kind == kFloat, t.kind == kConv, t.kind == kApply, t.kind == kMany && t.op.float:
		return t
	}
	bits := slices.Clone(t.bits)
	for i, b := range bits {
		bits[i] = d.constrain(b, g)
	}
	in := make([]entry, 0, len(t.in))
	for _, e := range t.in {
		if both := d.and(e.g, g); both != False {
			in = append(in, entry{d.whereTerm(e.t, both), d.constrain(e.g, g), e.n})
		}
	}
	args := make([]*Term, len(t.args))
	for i, a := range t.args {
		args[i] = d.whereTerm(a, g)
	}
	return d.remade(t, args, in, bits)
}

// remade is made of other parts as t is of its own. Elements, winners and products with 1 stay what they are.
func (d *Domain) remade(t *Term, args []*Term, in []entry, bits []Guard) *Term {
	switch t.kind {
	case kBits:
		return d.vector(bits)
	case kExtract:
		return d.extract(args[0], t.lo, t.w)
	case kConcat:
		return d.concat(args...)
	case kSExt:
		return d.sext(args[0], t.w)
	case kNeg:
		return d.neg(args[0])
	case kMany:
		return d.many(t.op, t.w, in, bits)
	case kCase:
		return d.cases(in, bits)
	case kSel:
		return d.sel(args[0], args[1], args[2])
	case kCmp:
		return d.intx(bv.IntOp(t.op.code), args[0], args[1])
	case kFloat:
		return d.floatx(t.op, args[0], args[1])
	case kConv:
		return d.convert(t.op.to, t.op.format, args[0])
	case kQuiet:
		return d.quiet(t.op.format, args[0])
	case kApply:
		values := make([]bv.Value, len(args))
		for i, a := range args {
			values[i] = a
		}
		return d.Apply(d.fns[t.name], values).(*Term)
	}
	return t
}

// constrain is a function that is f where c holds, the same for any two f that are
// the same there: Coudert and Madre, "A Unified Framework for the Formal Verification
// of Sequential Circuits" (1990).
func (g *guards) constrain(f, c Guard) Guard {
	switch {
	case c == True || c == False || f <= True:
		return f
	case f == c:
		return True
	}
	return g.held.Once([2]Guard{f, c}, func() Guard {
		bit := min(g.nodes[f].bit, g.nodes[c].bit)
		f0, f1 := g.split(f, bit)
		c0, c1 := g.split(c, bit)
		switch {
		case c0 == False:
			return g.constrain(f1, c1)
		case c1 == False:
			return g.constrain(f0, c0)
		}
		return g.node(bit, g.constrain(f0, c0), g.constrain(f1, c1))
	})
}
