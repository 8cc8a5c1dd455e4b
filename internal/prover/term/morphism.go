package term

import (
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/rule"
)

// The morphisms of package rule on operations of any number of operands. Each operand takes part where a guard holds.
// One that takes part n times is n operands. Where none takes part, an operation is its identity: either that is
// carried over as well, or some operand always takes part.

// byInner and byOuter are the morphisms of each way, by their operations and, of floats, the formats.
var byInner, byOuter = morphismsBy(func(m *rule.Morphism) *rule.Expr { return m.Inner }),
	morphismsBy(func(m *rule.Morphism) *rule.Expr { return m.Outer })

type morphismIndex [rule.Ways][heads][bv.F64 + 1]*morphism

// morphism is one of package rule, as this package has its operations and its law.
type morphism struct {
	*rule.Morphism
	inner, outer op
	laws         Laws
}

func morphismsBy(of func(*rule.Morphism) *rule.Expr) *morphismIndex {
	var all morphismIndex
	for i := range rule.Morphisms {
		m := &rule.Morphisms[i]
		e := of(m)
		t := &morphism{Morphism: m, inner: opOf(m.Inner), outer: opOf(m.Outer)}
		if m.Law != "" {
			t.laws = lawsOf(lawNamed(m.Law))
		}
		all[m.Way][headOf(e)][e.F] = t
	}
	return &all
}

func (o op) head() head {
	if o.float {
		return floatHead(bv.FloatOp(o.code))
	}
	return intHead(bv.IntOp(o.code))
}

// opOf is the operation of an expression.
func opOf(e *rule.Expr) op {
	if e.Op == rule.Float {
		return floatOp(bv.FloatOp(e.Code), e.F)
	}
	return intOp(bv.IntOp(e.Code))
}

// placed are the widths and places w, k, m and n of a morphism.
func placed(w, k, m, n int) (f found) {
	f.V[rule.VarW], f.V[rule.VarK], f.V[rule.VarM], f.V[rule.VarN] = uint64(w), uint64(k), uint64(m), uint64(n)
	return f
}

// carries reports whether a morphism holds for entries that may all be absent: it carries the identity over.
func (d *Domain) carries(m *morphism, f *found, from, to int, in []entry) bool {
	f.t[rule.SlotA] = d.constant(from, m.inner.identity(from))
	x, known := d.made(m.Over, f).known()
	return known && m.outer.isIdentity(to, x) || d.present(in)
}

// pushed is Over of t, an operation over entries, as an operation over what Over is of these; nil where no morphism
// says so.
func (d *Domain) pushed(way rule.Way, t *Term, f found) *Term {
	m := byInner[way][t.op.head()][t.op.format]
	if m == nil {
		return nil
	}
	over := func(t *Term) *Term {
		f.t[rule.SlotA] = t
		return d.made(m.Over, &f)
	}
	in := entriesOf(t.in, over)
	w := in[0].t.w
	if !d.carries(m, &f, t.w, w, t.in) {
		return nil
	}
	var c []Guard
	if t.bits != nil {
		c = over(d.vector(t.bits)).bits
	}
	return d.many(m.outer, w, in, c)
}

// pulled is an operation on w bits over entries that Over gives all of, as Over of an operation over what it is of; nil
// where no morphism says so.
func (d *Domain) pulled(way rule.Way, o op, w int, in []entry, f found) *Term {
	m := byOuter[way][o.head()][o.format]
	if m == nil {
		return nil
	}
	out := entriesOf(in, func(t *Term) *Term {
		f.t[rule.SlotA] = t
		if t = d.made(m.Undo, &f); o.float {
			t = d.anyPayload(o.format, t)
		}
		return t
	})
	from := out[0].t.w
	if !d.carries(m, &f, from, w, in) {
		return nil
	}
	f.t[rule.SlotA] = d.many(m.inner, from, out, nil)
	t := d.made(m.Over, &f)
	if o.float {
		t = d.quiet(o.format, t)
	}
	return d.by(m.laws, t)
}

// compared is a comparison of results of Over, as a comparison of its arguments.
func (d *Domain) compared(way rule.Way, code bv.IntOp, a, b *Term, f found) *Term {
	m := byOuter[way][intHead(code)][0]
	f.t[rule.SlotA] = a
	x := d.made(m.Undo, &f)
	f.t[rule.SlotA] = b
	return d.intx(bv.IntOp(m.Inner.Code), x, d.made(m.Undo, &f))
}
