package lower

import (
	"slices"

	"github.com/shflgen/shflgen/gen/internal/ir"
)

// columnsAtOnce are the columns that are copied at once, so that each line of memory is read once.
const columnsAtOnce = 16

// columns adds the function of matrices: it copies some columns, each to consecutive elements, and reduces each of them
// as an array. Several processors share the columns. Values of rows are an array of each column.
func (g *reduceLoop) columns() {
	b := g.Build("", nil)
	b.Name = g.of.FuncName()
	in := g.arrays(b, g.names())
	out := b.Param("out", ir.Slice{Of: g.elem})
	b.If(out.Len().Equal(0), b.End)
	rows := b.Let("rows", in[0].Len().Over(out.Len()))
	for i, x := range in {
		whole, why := rows.Times(out.Len()), " has no whole number of rows of as many elements as out has"
		switch {
		case g.inputs[i].ofRow:
			whole, why = rows, " has another length than there are rows"
		case i > 0:
			why = " has another length than " + g.inputs[0].name
		}
		b.If(whole.Unequal(x.Len()), func() { b.Add(ir.Trap{Why: b.Name + ": " + g.inputs[i].name + why}) })
	}
	some := b.Let("some", out.Len().Min(columnsAtOnce))
	least := ir.Int.Int(g.Share).Over(rows.Plus(1)).Plus(1)
	b.Parallel(out.Len(), least, func(from, to ir.Expr) {
		columns := make([]ir.Expr, len(in))
		for i, of := range g.inputs {
			if columns[i] = in[i]; !of.ofRow {
				columns[i] = b.Let(columnNames[i], ir.MakeSlice(of.of, some.Times(rows)))
			}
		}
		step(b, "c", from, to, some, func(c ir.Expr) {
			n := b.Let("n", some.Min(to.Minus(c)))
			upTo(b, "r", 0, rows, func(r ir.Expr) {
				for k, x := range in {
					if !g.inputs[k].ofRow {
						row := b.Let(rowNames[k], x.Past(r.Times(out.Len()).Plus(c)).First(n))
						upTo(b, "i", 0, row.Len(), func(i ir.Expr) { b.Set(columns[k].At(i.Times(rows).Plus(r)), row.At(i)) })
					}
				}
			})
			upTo(b, "i", 0, n, func(i ir.Expr) {
				column := slices.Clone(columns)
				for k, x := range columns {
					if !g.inputs[k].ofRow {
						column[k] = x.Between(i.Times(rows), i.Plus(1).Times(rows))
					}
				}
				b.Set(out.At(c.Plus(i)), g.Call("Column", column...))
			})
		})
	})
}

// columnNames and rowNames are those of the columns of each matrix, and of a part of a row.
var (
	columnNames = []string{"columns", "columnsB", "columnsC"}
	rowNames    = []string{"row", "rowB", "rowC"}
)
