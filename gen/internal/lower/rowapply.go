package lower

import (
	"errors"
	"fmt"
	"slices"

	"github.com/shflgen/shflgen/gen/internal/ir"
	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/gen/internal/ops"
	"github.com/shflgen/shflgen/gen/internal/rowfn"
	"github.com/shflgen/shflgen/spec"
)

// rowApply lowers a kernel that gives every element of a row a function of it and of the row, or a row one value. The
// threads of a row load it once and keep it in registers, unless it is too long.
type rowApply struct {
	*ir.Program
	network.Row
	applyShape
	of     spec.Spec
	fn     rowfn.Fn
	in     piece   // a vector
	absent ir.Expr // what changes nothing in a reduction of a row

	amounts   []int         // of elements that threads have of a part
	exchanges []ir.Exchange // of aligned rows

	err error // an operation or a name of fn that is not known
}

// RowApply is the kernel of a row of s. Its primitives are rounded operations on float32 and the functions of package
// fmath: _add, _sub, _mul, _div, _exp, _log, _rsqrt; _number, the second operand where the first is a NaN; _most and
// _least, extrema that a NaN wins; _widen and _narrow, conversions of elements of memory; of functions of users _map
// and _apply, and the op of the row, _op.
func RowApply(s spec.Spec, row network.Row) (*ir.Program, error) {
	fn, err := rowfn.Of(s)
	if err != nil {
		return nil, err
	}
	p := &ir.Program{Name: s.FileName(), Threads: row.Block()}
	of := func(blocks int) *rowApply {
		r := &rowApply{
			Program: p, Row: row, of: s, fn: fn, in: piece{numberOf(s.InType()), row.Vector},
			applyShape: shapeOfApply(s, row, fn, blocks),
		}
		if r.powers {
			r.fn.Give = r.fn.Give.Replace("exp", rowfn.E{Op: "power"})
		}
		r.absent, r.err = absentOf(s)
		r.amounts = r.amountsOf()
		return r
	}
	r := of(row.Blocks)
	all := []*rowApply{r}
	if p.Least = r.least; row.Blocks > 1 && s.Arch == spec.AnyArch {
		older := of(1)
		all = append(all, older)
		p.Either(clusterArch, r.functions(), older.functions())
	} else {
		for _, add := range r.functions() {
			add()
		}
	}
	p.Exchanges = append(all[len(all)-1].exchanges, ir.Exchange{ // those without clusters
		Title: "Each thread has the row's values and computes its results: " + fn.Results() + ".",
		From:  func(t int) []int { return []int{t} },
	})
	rowFunctionOf(all)
	r.kernel()
	p.Prune("_gather")
	for _, way := range all {
		err = errors.Join(err, way.err)
	}
	if err != nil {
		return nil, err
	}
	return p, ir.Check(p)
}

// absentOf is what changes nothing in a reduction of a row of s.
func absentOf(s spec.Spec) (ir.Expr, error) {
	switch {
	case s.Op == spec.User:
		return ir.NewExpr(ir.Identity{}, ir.F32), nil
	case s.Row().Fn == nil:
		s.Op = spec.Sum
	}
	bits, ok := ops.IdentityBits(s.Op, spec.Float32)
	if !ok {
		return ir.Expr{}, errors.New("lower: no identity of " + s.Op.String() + " on float32")
	}
	return ir.U32.Digits(bits).FromBits(ir.F32), nil
}

// functions add the functions that the row's calls, in their order.
func (r *rowApply) functions() []func() {
	all := []func(){r.primitives}
	if r.once {
		all = append(all, func() { onceFunction(r.Program, r.in) })
	}
	if !r.byWords {
		all = append(all, r.gather, r.scatter)
	}
	switch {
	case r.byWords && r.fn.PerRow():
		all = append(all, r.load)
	case r.byWords:
		all = append(all, r.load, r.store)
	case r.pieced():
		all = append(all, r.pieces)
	case !r.neighbours() && r.in.fraction() > 1:
		all = append(all, r.gatherPairs, r.scatterPairs)
	}
	if r.shifts {
		all = append(all, r.where)
	}
	if slices.ContainsFunc(r.parts, r.partial) {
		all = append(all, r.counted)
	}
	if r.fn.Residual() {
		all = append(all, r.first)
	}
	if r.fn.Peak {
		all = append(all, func() { r.Primitive("_most", ir.F32, ir.F32, ir.F32) }, r.peakOf, func() {
			r.starts("Each thread takes the maximum of its columns, the peak.")
			r.across("_peak", true, 1, false)
		})
	}
	if r.sharesRuns() {
		all = append(all, r.share)
	}
	if r.forgets {
		all = append(all, r.again)
	}
	all = append(all, r.tree)
	for i := range r.fn.Sums {
		across := func() {
			r.starts(fmt.Sprintf("Each thread combines what its columns give, %s: the %s.", r.fn.Sums[i].Of, r.fn.Sums[i].Name))
			r.across(acrossOf(i), false, r.stand, i > 0 || r.fn.Peak)
		}
		all = append(all, func() { r.begin(i) }, func() { r.take(i) }, across)
	}
	if r.fn.Weight && !r.of.HasGrad() {
		all = append(all, r.values)
	}
	if r.fn.PerRow() {
		return all
	}
	return append(all, r.give)
}

// primitives adds those that rows may call.
func (r *rowApply) primitives() {
	two := []string{"_add", "_sub", "_mul", "_div", "_least", "_number"}
	if r.of.Row().Fn != nil {
		two = []string{"_op", "_apply"}
		one := ir.F32
		if r.of.MapsStored() {
			one = r.in.of
		}
		r.Primitive("_map", one, one)
	}
	for _, op := range two {
		r.Primitive(op, ir.F32, ir.F32, ir.F32)
	}
	for _, op := range []string{"_exp", "_log", "_rsqrt"} {
		r.Primitive(op, ir.F32, ir.F32)
	}
	r.Primitive("_widen", ir.F32, r.in.of)
	r.Primitive("_narrow", ir.U16, ir.F32)
}

// combined is what the reduction of a row makes of two elements: their sum, but for a user's function.
func (r *rowApply) combined(a, b ir.Expr) ir.Expr {
	if r.of.Row().Fn == nil {
		return r.Call("_add", a, b)
	}
	return r.Call("_op", a, b)
}

// absentWord is what changes nothing, in a comment.
func (r *rowApply) absentWord() string {
	if r.of.Row().Fn == nil {
		return "-0"
	}
	return "the identity"
}

// stride is the distance of a thread's neighbouring columns in a row that is not aligned: each load of a warp is one of
// neighbours.
func (r *rowApply) stride() int { return min(r.Lanes, spec.WarpSize) }

// partial reports whether some threads lack a part, or have a piece of it.
func (r *rowApply) partial(p rowPart) bool { return p.whole < r.span(r.Row) }

// shifted is the text for rows with words that may begin at the second column, and nothing for others.
func (r *rowApply) shifted(text string) string {
	if r.shifts {
		return text
	}
	return ""
}
