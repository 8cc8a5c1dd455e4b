package lower

import (
	"fmt"
	"slices"

	"github.com/shflgen/shflgen/gen/internal/ir"
	"github.com/shflgen/shflgen/gen/internal/rowfn"
)

// A row may come with a residual: a second row, of the same columns. Each element first becomes what the function makes
// of it and of the residual's, rounded to the type in memory. That is stored as a second result, and it is the row from
// then on. The second result may take the place of the residual, and the results that of the row: a thread reads and
// writes no columns but its own, and of each vector it reads both rows before it writes.

// Gradients are a second row that stays beside the row. Where reductions take in weights, these are loaded with the
// row, as a further one.

// rowRead is a row that elements are read from: the address of the thread's columns, and its vectors.
type rowRead struct {
	mine    ir.Expr
	x       []ir.Expr // by number of a part
	of      string    // names of these
	vectors string
	all     ir.Expr // a pointer to them, as last named
	again   bool    // other rows read it, too
}

func (r *appliedRow) read(of, vectors string, mine ir.Expr) rowRead {
	return rowRead{mine: mine, x: make([]ir.Expr, len(r.parts)), of: of, vectors: vectors}
}

// x is a part of the row.
func (r *appliedRow) x(p rowPart) ir.Expr { return r.reads[0].x[p.number] }

// kept are the rows that stay: all that are read, but for a residual.
func (r *appliedRow) kept() []rowRead {
	if r.fn.Residual() {
		return r.reads[:1]
	}
	return r.reads
}

// elementsOf are the vectors of a part that an expression takes elements of.
func (r *appliedRow) elementsOf(e rowfn.E, p rowPart) (all []ir.Expr) {
	used := e.Elements()
	for _, row := range r.kept() {
		if slices.Contains(used, row.of) {
			all = append(all, row.x[p.number])
		}
	}
	return all
}

// declares appends the vectors of some parts.
func (r *appliedRow) declares(row rowRead, parts []rowPart) {
	for i, p := range parts {
		if name := fmt.Sprintf("%s%d", row.of, p.number); i == 0 {
			row.x[p.number] = r.b.Declare(name, r.in.vector())
		} else {
			row.x[p.number] = r.b.DeclareBeside(name, r.in.vector())
		}
	}
}

// eachRead is how some parts of each row are loaded, the parts of the row first.
func (r *appliedRow) eachRead(parts []rowPart, load func(from ir.Expr, p rowPart) ir.Expr) func() {
	return func() {
		for _, row := range r.reads {
			r.eachPart(parts, func(p rowPart) { r.b.Set(row.x[p.number], load(row.mine, p)) })()
		}
	}
}

// starts appends where the thread's columns begin, and which it has.
func (r *appliedRow) starts() {
	r.mine = r.b.Let("mine", r.row.Plus(r.own))
	r.reads = []rowRead{r.read("x", "vectors", r.mine)}
	switch {
	case r.fn.Residual():
		r.reads = append(r.reads, r.read("residual", "addends", r.b.Let("added", r.second.Plus(r.own))))
	case r.of.HasGrad():
		r.reads = append(r.reads, r.read("grad", "gradients", r.b.Let("mine_grad", r.second.Plus(r.own))))
	}
	if r.fn.SumsBeside() {
		for i, name := range r.fn.Beside() {
			row := r.read(name, name+"s", r.b.Let("mine_"+name, r.beside[i].Plus(r.own)))
			row.again = true
			r.reads = append(r.reads, row)
		}
	}
	r.counts()
}
