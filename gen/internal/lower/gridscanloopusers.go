package lower

import "github.com/shflgen/shflgen/gen/internal/ir"

// optional adds the functions of strips and rows that call a user's operator on elements alone: conditions say what is
// there.
func (g *scanLoop) optional() {
	b := g.Build("Append", g.elem, "is both combined, or b where a is not there.")
	there, x, y := b.Param("there", ir.Bool{}), b.Param("a", g.elem), b.Param("b", g.elem)
	b.If(there.Not(), func() { b.Return(y) })
	b.Return(g.join(x, y))

	g.trees()
	b = g.Build("Lanes", nil, "is the inclusive scan of at most 32 sums: distance 1, 2, 4, …")
	a := b.Param("a", ir.Slice{Of: g.elem})
	doubled(b, a.Len(), func(d ir.Expr) {
		downTo(b, "i", a.Len().Minus(1), d, func(i ir.Expr) { b.Set(a.At(i), g.join(a.At(i.Minus(d)), a.At(i))) })
	})
	if g.exclusive {
		b = g.Build("Start", g.elem, "is what is before a piece: before its strip and in it, as far as there is any.")
		some, tile := b.Param("some", ir.Bool{}), b.Param("tile", g.elem)
		within, base := b.Param("within", ir.Bool{}), b.Param("base", g.elem)
		b.If(within, func() { b.Return(g.after(some, tile, base)) })
		b.If(some, func() { b.Return(tile) })
		b.Return(g.Call("Identity"))
	}
	g.optionalRow()

	b = g.Build("Strip", g.elem, "scans a strip, which may be short where it is the last one. It returns the sum.")
	arrays, tile, some := g.arrays(b), b.Param("tile", g.elem), b.Param("some", ir.Bool{})
	rows := b.Let("rows", ir.Nothing(g.elem))
	while(b, "r", arrays[0], func(r ir.Expr) {
		n := b.Let("n", arrays[0].Len().Min(g.Row()))
		of := firsts(arrays, n)
		if g.of.Made() {
			x := b.Declare("x", ir.Array{Of: g.elem, N: g.Row()})
			b.Do("Made", append([]ir.Expr{x.First(n)}, of[:len(of)-1]...)...)
			of = []ir.Expr{x.First(n), of[len(of)-1]}
		}
		sum := b.Let("sum", g.Call("Row", append(of, tile, some, rows, r.Greater(0))...))
		b.Set(rows, g.after(r.Greater(0), rows, sum))
		next(b, arrays, n)
	})
	b.Return(rows)
}

// optionalRow adds the function of a row, which may be short.
func (g *scanLoop) optionalRow() {
	b := g.Build("Row", g.elem, "scans a row, after the rows of its strip and what is before the strip, "+
		"as far as they are there. It returns the row's sum.")
	in, out := b.Param("in", ir.Slice{Of: g.elem}), b.Param("out", ir.Slice{Of: g.elem})
	tile, some := b.Param("tile", g.elem), b.Param("some", ir.Bool{})
	rows, begun := b.Param("rows", g.elem), b.Param("begun", ir.Bool{})
	a := b.Declare("a", ir.Array{Of: g.elem, N: fan})
	n := b.Let("n", in.Len().Plus(g.Vector-1).Over(g.Vector))
	pieceOf := func(a, p ir.Expr) ir.Expr { return a.Past(ir.Times(g.Vector, p)) }
	rest := func(e ir.Expr, body func(v ir.Expr)) { upTo(b, "v", 1, e.Len().Min(g.Vector), body) }
	upTo(b, "p", 0, n, func(p ir.Expr) {
		e := b.Let("e", pieceOf(in, p))
		x := b.Let("x", e.At(0))
		rest(e, func(v ir.Expr) { b.Set(x, g.join(x, e.At(v))) })
		b.Set(a.At(p), x)
	})
	b.Do("Lanes", a.First(n))
	upTo(b, "p", 0, n, func(p ir.Expr) {
		base := b.Let("base", rows)
		b.If(p.Greater(0), func() { b.Set(base, g.after(begun, rows, a.At(p.Minus(1)))) })
		e := b.Let("e", pieceOf(in, p))
		o := b.Beside("o", pieceOf(out, p))
		within := b.Beside("within", begun.Either(p.Greater(0)))
		x := b.Let("x", e.At(0))
		whole := func() ir.Expr { return g.after(some, tile, g.after(within, base, x)) }
		if !g.exclusive {
			b.Set(o.At(0), whole())
			rest(e, func(v ir.Expr) {
				b.Set(x, g.join(x, e.At(v)))
				b.Set(o.At(v), whole())
			})
			return
		}
		b.Set(o.At(0), g.Call("Start", some, tile, within, base))
		rest(e, func(v ir.Expr) {
			b.Set(o.At(v), whole())
			b.If(v.Less(g.Vector-1), func() { b.Set(x, g.join(x, e.At(v))) })
		})
	})
	b.Return(a.At(n.Minus(1)))
}
