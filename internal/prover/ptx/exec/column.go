package exec

import (
	"math/bits"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// A load may have a column of a row that other data name, by guards, as a label does. It gives a choice among all
// elements of the row, by one bit of the place after the other. The place has to be one in the row. Where the row is
// not in focus, neither is what names the column: the place is undefined, and so is what is read there.

// namedColumn is such a place: of a row that does not change.
type namedColumn struct {
	of *region
	at bv.Value // bytes from its start
	n  int      // bytes that are loaded
}

// byColumn is the row of a load from a column that guards name, and the place in it; nil: any place.
func (t *thread) byColumn(in *instr, a arg, space string) (r *region, at bv.Value, ok bool) {
	g := t.m.grid
	if g == nil || !t.m.ranged || in.form.name != "ld" || in.args[0].kind == argVector || a.reg < 0 ||
		space != "" && space != "global" {
		return nil, nil, false
	}
	c := t.regs[a.reg]
	p, is := c.V.(address)
	if !is || p.of.matrix == nil || p.of.matrix.Vector {
		return nil, nil, false
	}
	off := t.linearOf(p.off).plus(constantOf(64, a.bits), 1)
	k, _, _, loose, placed := p.of.matrix.place(g, off)
	switch defined := c.Def == t.m.one; {
	case !placed || loose != defined || loose && k != g.Focus:
		return nil, nil, false
	case !defined && k == g.Focus:
		return nil, nil, false
	}
	named := t.m.Dom.Const(64, 0)
	for _, x := range off.terms[:off.n] {
		if g.isAnswer(x.of) {
			bytes := t.m.Dom.Int(bv.Mul, g.unknowns[x.of[1]].data, t.m.Dom.Const(64, x.by))
			named, off = t.m.Dom.Int(bv.Add, named, bytes), off.with(x.of, -x.by)
		}
	}
	r, start := t.inMatrix(p.of.matrix, off)
	if !loose {
		return t.m.anywhere(p.of.matrix, k), nil, true
	}
	return r, t.m.Dom.Int(bv.Add, named, t.m.Dom.Const(64, start)), true
}

// loadColumn loads n bytes of a row in focus from a place that guards name.
func (t *thread) loadColumn(in *instr, r *region, at bv.Value, n int) Cell {
	d, low := t.m.Dom, bits.Len(uint(n))-1
	inside := d.Int(bv.ULt, at, d.Const(64, uint64(r.size-n+1)))
	if low > 0 {
		inside = t.m.and(inside, d.Int(bv.Eq, d.Extract(at, 0, low), d.Const(low, 0)))
	}
	t.m.must(t, t.m.where(t.executing(in), inside), "%d bytes of a column that data name are outside a row of %s", n,
		r.matrix.Name)
	place := namedColumn{r, at, n}
	if c, known := t.m.columns[place]; known {
		return c
	}
	if !r.buffer.ReadOnly || r.matrix.Has != nil {
		stop("a column that data name, of a row that is written or may end before it")
	}
	table := make([]bv.Value, 1<<bits.Len(uint(r.size/n-1)))
	all := Cell{Def: t.m.one}
	for i := range table {
		c := t.load(r, uint64(min(i, r.size/n-1)*n), n)
		table[i], all.Def = c.V, t.m.and(all.Def, c.Def)
	}
	all.V = bv.At(d, d.Extract(at, low, 64-low), table)
	if t.m.columns == nil {
		t.m.columns = map[namedColumn]Cell{}
	}
	t.m.columns[place] = all
	return all
}
