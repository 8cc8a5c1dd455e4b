package lower

import "github.com/shflgen/shflgen/gen/internal/ir"

// columnsAtOnce are the columns that are copied at once, so that each line of memory is read once.
const columnsAtOnce = 16

// columns adds the function of a matrix: it copies some columns, each to consecutive elements, and reduces each of them
// as an array. Several processors share the columns.
func (g *reduceLoop) columns(name string) {
	b := g.Build("", nil)
	b.Name = name
	in, out := b.Param("in", ir.Slice{Of: g.inputs[0].of}), b.Param("out", ir.Slice{Of: g.elem})
	b.If(out.Len().Equal(0), b.End)
	rows := b.Let("rows", in.Len().Over(out.Len()))
	b.If(rows.Times(out.Len()).Unequal(in.Len()), func() {
		b.Add(ir.Trap{Why: name + ": in has no whole number of rows of as many elements as out has"})
	})
	some := b.Let("some", out.Len().Min(columnsAtOnce))
	least := ir.Int.Int(g.Share).Over(rows.Plus(1)).Plus(1)
	b.Parallel(out.Len(), least, func(from, to ir.Expr) {
		columns := b.Let("columns", ir.MakeSlice(g.inputs[0].of, some.Times(rows)))
		b.For(ir.AsCompiled, "c", from, func(c ir.Expr) ir.Expr { return c.Less(to) },
			func(c ir.Expr) ir.Expr { return c.Plus(some) }, func(c ir.Expr) {
				n := b.Let("n", some.Min(to.Minus(c)))
				upTo(b, "r", 0, rows, func(r ir.Expr) {
					row := b.Let("row", in.Past(r.Times(out.Len()).Plus(c)).First(n))
					upTo(b, "i", 0, row.Len(), func(i ir.Expr) { b.Set(columns.At(i.Times(rows).Plus(r)), row.At(i)) })
				})
				upTo(b, "i", 0, n, func(i ir.Expr) {
					column := columns.Between(i.Times(rows), i.Plus(1).Times(rows))
					b.Set(out.At(c.Plus(i)), g.Call("Column", column))
				})
			})
	})
}
