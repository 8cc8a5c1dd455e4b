package lower

import (
	"fmt"

	"github.com/shflgen/shflgen/gen/internal/ir"
	"github.com/shflgen/shflgen/spec"
)

// The frame of a function of rows: the parameters of the function of a matrix, and the loop over its rows, which calls
// the function of one.

// sharedRows appends the loop over so many rows. Several processors share them where each has a least number of them.
func sharedRows(b *ir.Builder, rows, least, twice ir.Expr, each func(r ir.Expr)) {
	b.If(rows.Less(twice), func() {
		b.Add(ir.Remark{Text: "Too few for a second processor."})
		upTo(b, "r", 0, rows, each)
		b.End()
	})
	b.Parallel(rows, least, func(from, to ir.Expr) { step(b, "r", from, to, 1, each) })
}

// leastRows are the rows that a processor has at least of s, and twice as many. For a range of lengths they depend on
// the number of columns, and it appends first that a number which is out of the range panics.
func (how ReduceLoop) leastRows(b *ir.Builder, s spec.Spec, cols ir.Expr) (least, twice ir.Expr) {
	if !s.Ranged() {
		n := (how.Share + s.Cols() - 1) / s.Cols()
		return ir.Int.Int(n), ir.Int.Int(2 * n)
	}
	b.If(cols.Less(s.Least()).Either(cols.Greater(s.Cols())), func() {
		b.Add(ir.Trap{Why: fmt.Sprintf("%s: cols is not one of %d to %d", s.FuncName(), s.Least(), s.Cols())})
	})
	least = b.Let("least", ir.Int.Int(how.Share-1).Plus(cols).Over(cols))
	return least, ir.Times(2, least)
}

// rowOf is a row of s of a matrix, from one of its elements on: of a range of lengths a slice.
func rowOf(s spec.Spec, matrix, begin, cols ir.Expr) ir.Expr {
	if !s.Ranged() {
		return matrix.Past(begin).View(s.Cols())
	}
	end := cols
	if c, ok := begin.Node().(ir.Const); !ok || c.Bits > 0 {
		end = begin.Plus(cols)
	}
	return matrix.Within(begin, end)
}

// applyParam is a parameter of a function of a matrix, and of one of its rows.
type applyParam struct {
	name, pitch string  // of the matrix
	row         string  // of the row; empty: the function of a row has none
	writes      bool    // which it writes
	of          ir.Type // nil: a row of elements
}

func (l *applyLoop) params() []applyParam {
	x := applyParam{name: "in", pitch: "pitch", row: "x"}
	if l.fn.Residual() {
		x.row = "a"
	}
	all := []applyParam{x}
	add := func(has bool, p applyParam) {
		if has {
			all = append(all, p)
		}
	}
	add(l.fn.Second != "", applyParam{name: l.fn.Second, pitch: l.fn.Second + "Pitch", row: l.fn.Second})
	add(l.fn.PerRow(), applyParam{name: "out", of: ir.F32})
	add(!l.fn.PerRow(), applyParam{name: "out", pitch: "outPitch", row: "y", writes: true})
	add(l.fn.Residual(), applyParam{name: "sum", pitch: "sumPitch", row: "x", writes: true})
	add(l.fn.Weight, applyParam{name: "weight", row: "weight"})
	add(l.fn.Bias, applyParam{name: "bias", row: "bias"})
	add(l.fn.Eps, applyParam{name: "eps", row: "eps", of: ir.F32})
	add(l.fn.Picks, applyParam{name: "label", row: "label", of: ir.I32})
	return all
}

// frame adds the function of a matrix.
func (l *applyLoop) frame(how ReduceLoop) {
	b := l.Build("", nil)
	b.Name = l.of.FuncName()
	var out, cols ir.Expr
	var args []func(r ir.Expr) ir.Expr
	for _, p := range l.params() {
		if p.name == "out" && l.of.Ranged() {
			cols = b.Param("cols", ir.Int)
		}
		switch {
		case p.pitch != "":
			of, pitch := b.Param(p.name, ir.Slice{Of: l.in}), b.Param(p.pitch, ir.Int)
			args = append(args, func(r ir.Expr) ir.Expr { return rowOf(l.of, of, r.Times(pitch), cols) })
		case p.name == "out":
			out = b.Param(p.name, ir.Slice{Of: p.of})
		case p.name == "label":
			of := b.Param(p.name, ir.Slice{Of: p.of})
			args = append(args, func(r ir.Expr) ir.Expr { return of.At(r) })
		case p.of != nil:
			of := b.Param(p.name, p.of)
			args = append(args, func(ir.Expr) ir.Expr { return of })
		case l.of.Ranged():
			of := b.Param(p.name, ir.Slice{Of: l.in})
			args = append(args, func(ir.Expr) ir.Expr { return rowOf(l.of, of, ir.Int.Int(0), cols) })
		default:
			of := b.ReadOnly(p.name, ir.Array{Of: l.in, N: l.of.Cols()})
			args = append(args, func(ir.Expr) ir.Expr { return of })
		}
	}
	call := func(r ir.Expr) (all []ir.Expr) {
		for _, arg := range args {
			all = append(all, arg(r))
		}
		return all
	}
	if l.fn.PerRow() {
		least, twice := how.leastRows(b, l.of, cols)
		sharedRows(b, out.Len(), least, twice, func(r ir.Expr) { b.Set(out.At(r), l.Call("Row", call(r)...)) })
		return
	}
	rows := b.Param("rows", ir.Int)
	least, twice := how.leastRows(b, l.of, cols)
	sharedRows(b, rows, least, twice, func(r ir.Expr) { b.Do("Row", call(r)...) })
}

// reduceFrame adds the function of a matrix of s: a program reduces its rows. For a range of lengths the caller gives
// the number of columns, and a row is a slice.
func reduceFrame(p *ir.Program, s spec.Spec, how ReduceLoop) {
	b := p.Build("", nil)
	b.Name = s.FuncName()
	var matrices, pitches []ir.Expr
	for _, in := range inputsOf(s, 1) {
		pitch := "pitch"
		if s.Map != nil {
			pitch = in.name + "Pitch"
		}
		matrices, pitches = append(matrices, b.Param(in.name, ir.Slice{Of: in.of})), append(pitches, b.Param(pitch, ir.Int))
	}
	var cols ir.Expr
	if s.Ranged() {
		cols = b.Param("cols", ir.Int)
	}
	least, twice := how.leastRows(b, s, cols)
	result := func(r ir.Expr) ir.Expr {
		var args []ir.Expr
		for k := range matrices {
			args = append(args, rowOf(s, matrices[k], r.Times(pitches[k]), cols))
		}
		return p.Call("Row", args...)
	}
	out := b.Param("out", ir.Slice{Of: elemOf(s)})
	if !s.HasLane() {
		sharedRows(b, out.Len(), least, twice, func(r ir.Expr) { b.Set(out.At(r), result(r)) })
		return
	}
	idx := b.Param("idx", ir.Slice{Of: ir.I32})
	sharedRows(b, out.Len(), least, twice, func(r ir.Expr) { b.Set(ir.Two(out.At(r), idx.At(r)), result(r)) })
}
