package lower

import (
	"fmt"
	"slices"

	"github.com/shflgen/shflgen/gen/internal/ir"
)

// A row may come with a residual: a second row, of the same columns. Each element first becomes what the function makes
// of it and of the residual's, rounded to the type in memory. That is stored as a second result, and it is the row from
// then on. The second result may take the place of the residual, and the results that of the row: a thread reads and
// writes no columns but its own, and of each vector it reads both rows before it writes.

// secondRow is the residual of a row, and the row of what elements become first.
type secondRow struct {
	row, to, mine ir.Expr
	x             []ir.Expr // by number of a part
}

// rowRead is a row that elements are read from: the address of the thread's columns, and its vectors.
type rowRead struct {
	mine    ir.Expr
	x       []ir.Expr // by number of a part
	of      string    // names of these
	vectors string
}

// rowsRead are the row, and its residual if there is one.
func (r *appliedRow) rowsRead() []rowRead {
	all := []rowRead{{mine: r.mine, x: r.x, of: "x", vectors: "vectors"}}
	if r.fn.Residual() {
		all = append(all, rowRead{mine: r.second.mine, x: r.second.x, of: "residual", vectors: "addends"})
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
		for _, row := range r.rowsRead() {
			eachPart(parts, func(p rowPart) { r.b.Set(row.x[p.number], load(row.mine, p)) })()
		}
	}
}

// loadsKept appends the loads of a row that stays in registers; with a residual, of a few parts at a time, as twice the
// registers are needed until they are added.
func (r *appliedRow) loadsKept() {
	most := len(r.parts)
	if r.fn.Residual() {
		most = r.batch
	}
	for some := range slices.Chunk(r.parts, most) {
		r.loads(some)
	}
}

// takesFirst appends what elements of some parts become first.
func (r *appliedRow) takesFirst(parts []rowPart) {
	if !r.fn.Residual() {
		return
	}
	for _, p := range parts {
		r.b.Set(r.x[p.number], r.Call("_first", r.x[p.number], r.second.x[p.number]))
	}
}

// givesFirst appends the stores of what elements of some parts became first.
func (r *appliedRow) givesFirst(parts []rowPart) {
	if !r.fn.Residual() {
		return
	}
	of := *r
	of.to, of.beside, of.asTaken = r.second.to, nil, true
	of.givesSome(parts)
}

// matrixParam adds a pointer to a row or a matrix. With a residual, results may take the place of what is read.
func (r *rowApply) matrixParam(b *ir.Builder, name string, t ir.Pointer) ir.Expr {
	if r.fn.Residual() {
		return b.Param(name, t)
	}
	return b.Restrict(name, t)
}
