package lower

import (
	"slices"

	"github.com/shflgen/shflgen/gen/internal/ir"
	"github.com/shflgen/shflgen/spec"
)

// The frame of a kernel of rows. The function of a row stores what its elements become, or gives every thread the
// value of the row, which the first one stores.

// result is what the function of a row returns; nil: nothing.
func (r *rowApply) result() ir.Type {
	if r.fn.PerRow() {
		return ir.F32
	}
	return nil
}

// givesValue appends how every thread of a row returns its value.
func (r *appliedRow) givesValue() {
	where := "every thread"
	if r.fn.Picks {
		where = "its first thread"
	}
	r.b.Step("The value of the row, in " + where + ".")
	r.b.Return(r.expr(r.fn.Give, rowUses{values: r.values, cols: r.cols}))
}

// outElement is the type of results in memory.
func (r *rowApply) outElement() ir.Type {
	if r.fn.PerRow() {
		return ir.F32
	}
	return r.in.of
}

// kernel adds the frame.
func (r *rowApply) kernel() {
	b, each := r.Build("", nil), !r.fn.PerRow()
	long := ir.Number{Type: spec.Int64}
	read := ir.Pointer{To: r.in.of, ReadOnly: true}
	in := r.matrixParam(b, "in", read)
	pitch := b.Param("pitch", long)
	var second, secondPitch, outPitch, sum, sumPitch ir.Expr
	if r.fn.Second != "" {
		second, secondPitch = r.matrixParam(b, r.fn.Second, read), b.Param(r.fn.Second+"_pitch", long)
	}
	cols := colsParam(r.of, b)
	out := r.matrixParam(b, "out", ir.Pointer{To: r.outElement()})
	if each {
		outPitch = b.Param("out_pitch", long)
	}
	if r.fn.Residual() {
		sum, sumPitch = r.matrixParam(b, "sum", ir.Pointer{To: r.in.of}), b.Param("sum_pitch", long)
	}
	var beside []ir.Expr
	for _, name := range r.fn.Beside() {
		beside = append(beside, b.Restrict(name, ir.Pointer{To: r.in.of, ReadOnly: true}))
	}
	own := r.ownParams(b)
	rows := b.Param("rows", long)
	onlyInRange(r.of, b, cols)
	b.Step("The thread's row. The threads of a row return together.")
	row, thread := placed(b, r.Row, r.of, rows)
	where, results, names := "Where it is.", "Its result.", []string{"from"}
	addresses := []ir.Expr{in.Plus(row.Times(pitch))}
	if r.fn.Second != "" {
		name := map[string]string{"residual": "added", "grad": "from_grad"}[r.fn.Second]
		names, addresses = append(names, name), append(addresses, second.Plus(row.Times(secondPitch)))
	}
	if each {
		where, results = "Where it is, and where its results go.", "Its results."
		names, addresses = append(names, "to"), append(addresses, out.Plus(row.Times(outPitch)))
	}
	if r.fn.Residual() {
		names, addresses = append(names, "h"), append(addresses, sum.Plus(row.Times(sumPitch)))
	}
	if r.splits {
		b.Step(where)
		for i := range addresses {
			addresses[i] = b.Let(names[i], addresses[i])
		}
	}
	addresses = append(addresses, beside...)
	if r.fn.Picks {
		own[len(own)-1] = own[len(own)-1].Plus(row)
	}
	args := slices.Concat(addresses, own, cols, []ir.Expr{thread})
	var result ir.Expr
	switch {
	case r.splits:
		b.Step(results + " The first call is for addresses that are all aligned: it has vector loads and stores only.")
		if !each {
			result = b.Declare("result", ir.F32)
		}
		call := func(aligned ir.Expr) func() {
			args := append(args[:len(args):len(args)], aligned)
			if each {
				return func() { b.Do("_row", args...) }
			}
			return func() { b.Set(result, r.Call("_row", args...)) }
		}
		b.IfElse(ir.AllAligned(addresses, accessBytes), call(ir.True), call(ir.False))
		b.Lay(ir.Chained)
	case each:
		b.Step(results)
		b.Do("_row", args...)
	default:
		b.Step(results)
		result = b.Let("result", r.Call("_row", args...))
	}
	if !each {
		b.If(firstOf(r.Row, thread), func() { b.Set(out.At(row), result) })
	}
}
