package lower

import (
	"fmt"
	"strings"

	"github.com/shflgen/shflgen/gen/internal/ir"
	"github.com/shflgen/shflgen/spec"
)

// rows adds the function of a thread, which combines rows of its columns.
func (c *colReduce) rows() {
	b := c.Build("_rows", nil,
		"A thread combines rows of its columns. From its first one on, `count` rows of the chunk are left: in",
		fmt.Sprintf("each round of %d rows the first %d. Accumulator j takes in row j of each round. Then neighbours",
			c.Accumulators(), colAccumulators),
		"combine, at distance 1, 2, 4, …",
		fmt.Sprintf("Columns follow each other where aligned is true; else they are %d apart, as far as there are any.",
			spec.WarpSize))
	r := &colRows{colReduce: c, b: b}
	for _, in := range c.inputs {
		r.from = append(r.from, b.Restrict(in.from, ir.Pointer{To: in.of, ReadOnly: true}))
	}
	r.cols, r.count = b.Param("cols", ir.U64), b.Param("count", ir.I64)
	r.left = b.Param("left", ir.U64)
	aligned := b.Param("aligned", ir.Bool{})
	to := b.Param("to", c.held)
	b.Step("The accumulators have taken in nothing.")
	r.none = c.absents(b)
	r.a = c.nothing(b, r.none)
	b.Step("Rounds of rows; of the last one some rows may be there.")
	b.IfElse(aligned, func() { r.rounds(true) }, func() { r.rounds(false) })
	c.gives(b, to, r.a)
}

// colRows builds that function.
type colRows struct {
	*colReduce
	b                 *ir.Builder
	from              []ir.Expr // of each input the thread's first element
	cols, count, left ir.Expr
	none              ir.Expr
	a                 [][]ir.Expr // the accumulators, by the columns of the lane
}

// row is where the elements of row j are in an input, counted from its first one.
func (r *colRows) row(i, j int) ir.Expr {
	if r.inputs[i].ofRow {
		return r.from[i].Plus(j)
	}
	return r.from[i].Plus(r.cols.Times(j))
}

// load is what the lane has of row j of an input.
func (r *colRows) load(i, j int, aligned bool) ir.Expr {
	in, row := r.inputs[i], r.row(i, j)
	switch {
	case in.ofRow:
		return row.Pointed()
	case aligned:
		return row.As(in.vector()).Pointed()
	}
	x := r.b.Let(fmt.Sprintf("%srow%d", strings.TrimSuffix(in.from, "from"), j), row)
	return in.piece.gather(func(v int) ir.Expr {
		at := v * spec.WarpSize
		return r.left.Greater(at).Choose(x.At(at), in.element(r.none.Words(), 0))
	})
}

// takes appends how accumulators j take in what the lane has of a row of each input.
func (r *colRows) takes(j int, x []ir.Expr) {
	for v := range r.a {
		var all []ir.Expr
		for i, in := range r.inputs {
			if in.ofRow {
				all = append(all, x[i])
			} else {
				all = append(all, in.element(x[i].Words(), v))
			}
		}
		r.b.Set(r.a[v][j], r.op(r.a[v][j], r.Call("_made", all...)))
	}
}

// rounds appends the rounds of rows, some at once as long as they are whole.
func (r *colRows) rounds(aligned bool) {
	matrices := len(r.of.Shape().In) - len(r.of.Shape().OfRows())
	for batch := max(1, colBatch/matrices); batch > 0; batch /= 2 {
		next := []ir.Set{{To: r.count, Value: r.count.Minus(batch * r.Accumulators())}}
		for i, from := range r.from {
			next = append(next, ir.Set{To: from, Value: r.row(i, batch*r.Accumulators())})
		}
		least := (batch-1)*r.Accumulators() + colAccumulators
		r.b.Add(ir.For{While: r.count.GreaterEqual(least), Next: next, Unroll: ir.Rolled, Body: r.b.Region(func() {
			r.round(batch*colAccumulators, aligned)
		})})
	}
	r.last(aligned)
}

// round appends some rows of whole rounds.
func (r *colRows) round(rows int, aligned bool) {
	x := make([][]ir.Expr, rows)
	for k := range x {
		at := k/colAccumulators*r.Accumulators() + k%colAccumulators
		for i, in := range r.inputs {
			x[k] = append(x[k], r.b.Let(fmt.Sprintf("%s%d", in.x, k), r.load(i, at, aligned)))
		}
	}
	for k := range x {
		r.takes(k%colAccumulators, x[k])
	}
}

// last appends the last round, where some rows may be missing: all are loaded before any is taken in.
func (r *colRows) last(aligned bool) {
	x := make([][]ir.Expr, colAccumulators-1)
	for _, in := range r.inputs {
		of, value := ir.Type(in.vector()), &r.none
		if in.ofRow {
			of = in.of
		}
		if r.leavesOut() {
			value = nil
		}
		for j, x0 := range r.b.Several(in.x, len(x), of, value) {
			x[j] = append(x[j], x0)
		}
	}
	each := func(do func(j int)) {
		for j := range x {
			r.b.IfIn(ir.Braces, r.count.Greater(j), func() { do(j) })
		}
	}
	each(func(j int) {
		for i := range r.inputs {
			r.b.Set(x[j][i], r.load(i, j, aligned))
		}
	})
	if r.leavesOut() {
		each(func(j int) { r.takes(j, x[j]) })
		return
	}
	for j := range x {
		r.takes(j, x[j])
	}
}
