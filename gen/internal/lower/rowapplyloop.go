package lower

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/gen/internal/ir"
	"github.com/shflgen/shflgen/gen/internal/rowfn"
	"github.com/shflgen/shflgen/spec"
)

// applyLoop lowers a function that gives every element of a row a function of it and of the row, or a row one value, to
// loops of one thread: over the rows of a matrix, around a function of one row, which calls one for each reduction.
//
// Exponentials of a row are computed 8 at a time, and once where they are kept until the row's sum is known: in the
// results if these are float32, else in a local row.
type applyLoop struct {
	*ir.Program
	of    spec.Spec
	fn    rowfn.Fn
	in    ir.Number // an element in memory
	keeps bool      // the exponentials

	b      *ir.Builder        // of a function of one row
	values map[string]ir.Expr // its parameters, and the values of the row
	err    error              // an operation or a name of fn that is not known
}

// keptColumns are the columns of the longest local row: 16 KB of a stack.
const keptColumns = 4096

// RowApplyLoop is the function of a matrix of s by one thread. Its primitives are operations on float32: Add, Sub, Mul,
// Div, and Over, a quotient by the number of columns; Most, MostOfFour and Least, extrema that a NaN wins; Number, the
// second operand where the first is a NaN; Exp, Log, Rsqrt, and Exp8 of a group; Widen and Narrow, conversions of
// elements of memory; Apply, a function of users; and those of [RowLoop] for the reductions.
func RowApplyLoop(s spec.Spec, how ReduceLoop) (*ir.Program, error) {
	fn, err := rowfn.Of(s)
	if err != nil {
		return nil, err
	}
	l := &applyLoop{Program: &ir.Program{Name: prefixOf(s), Threads: 1}, of: s, fn: fn, in: numberOf(s.InType())}
	l.keeps = fn.KeepsPowers() && (!l.widens() || s.Cols() <= keptColumns)
	l.primitives()
	for i, sum := range slices.Backward(fn.Sums) {
		l.sum(i, sum, how)
	}
	l.row()
	l.frame(how)
	l.Prune()
	if l.err != nil {
		return nil, l.err
	}
	return l.Program, ir.Check(l.Program)
}

func (l *applyLoop) widens() bool { return l.of.In() != spec.AsType }

func (l *applyLoop) primitives() {
	for _, two := range []string{"Add", "Sub", "Mul", "Div", "Over", "Most", "Least", "Number", "Apply"} {
		l.Primitive(two, ir.F32, ir.F32, ir.F32)
	}
	l.Primitive("MostOfFour", ir.F32, slices.Repeat([]ir.Type{ir.F32}, 4)...)
	for _, one := range []string{"Exp", "Log", "Rsqrt"} {
		l.Primitive(one, ir.F32, ir.F32)
	}
	l.Primitive("Exp8", nil, eight, eight, ir.F32)
	l.Primitive("Widen", ir.F32, l.in)
	l.Primitive("Narrow", l.in, ir.F32)
}

// eight are the floats of a group.
var eight = ir.Array{Of: ir.F32, N: group}

// widened is an element of memory as a float, and narrowed a float as an element of memory.
func (l *applyLoop) widened(e ir.Expr) ir.Expr {
	if l.widens() {
		return l.Call("Widen", e)
	}
	return e
}

func (l *applyLoop) narrowed(e ir.Expr) ir.Expr {
	if l.widens() {
		return l.Call("Narrow", e)
	}
	return e
}

// expr is an expression of a function of rows; element is what it uses of a column, by its name.
func (l *applyLoop) expr(e rowfn.E, element func(name string) ir.Expr) ir.Expr {
	if len(e.Args) == 0 {
		return l.named(e, element)
	}
	var args []ir.Expr
	for _, a := range e.Args {
		args = append(args, l.expr(a, element))
	}
	op := strings.ToUpper(e.Op[:1]) + e.Op[1:]
	if e.Op == "div" && e.Args[1].Op == "n" { // of a power of two a compiler makes a product, with which it may fuse
		op = "Over"
	}
	if f := l.Func(op); !f.Primitive || len(f.Params) != len(args) {
		l.err = errors.Join(l.err, rowfn.Unknown(e))
	}
	return l.Call(op, args...)
}

// named is what a name of an expression stands for.
func (l *applyLoop) named(e rowfn.E, element func(name string) ir.Expr) ir.Expr {
	switch value := l.values[e.Op]; {
	case e.Op == "n" && l.of.Ranged():
		return l.values["x"].Len().To(ir.F32)
	case e.Op == "n":
		return ir.Whole(l.of.Cols())
	case e.Op == "one":
		return ir.Whole(1)
	case e.Op == "zero":
		return ir.Whole(0)
	case value.Type() == ir.F32:
		return value
	case element != nil:
		if of := element(e.Op); !of.None() {
			return of
		}
	}
	l.err = errors.Join(l.err, rowfn.Unknown(e))
	return ir.Whole(0)
}

// column are the elements of a column, and the exponential that is kept of it.
func (l *applyLoop) column(i ir.Expr) func(name string) ir.Expr {
	return func(name string) ir.Expr {
		switch of := l.values[name]; {
		case name == "power":
			return l.values["kept"].At(i)
		case of.None():
			return of
		default:
			return l.widened(of.At(i))
		}
	}
}

// sum adds the function of a reduction.
func (l *applyLoop) sum(i int, sum rowfn.Sum, how ReduceLoop) {
	s, of, names := l.of.Reduction(), sum.Of.Elements(), sum.Of.Names()
	r := &rowLoop{reduceLoop: newReduceLoop(l.Program, s, rowOrder(s), how)}
	does, powers := "is a reduction of a row.", sum.Of.Op == "exp"
	if powers && l.keeps {
		does = "sets y to the exponentials of a row, and is their sum."
	}
	if l.of.Row().Fn == nil {
		r.inputs = slices.Repeat(r.inputs[:1], len(of))
	} else {
		names = nil // what the map makes of an element
	}
	r.b = l.Build(fmt.Sprintf("Sum%d", i), r.elem, does)
	r.params()
	l.values = map[string]ir.Expr{}
	if powers && l.keeps {
		l.values["kept"] = r.b.Param("y", l.keptRow())
	}
	for _, name := range names {
		l.values[name] = r.b.Param(name, ir.F32)
	}
	switch {
	case powers:
		r.chunkOf = func(n int, from ir.Expr) []ir.Expr {
			_, e := l.exps(r.b, r.rows[0], n, from)
			return []ir.Expr{e}
		}
		r.makes = func(in []ir.Expr) ir.Expr { return in[0] }
	case l.of.Row().Fn == nil:
		r.makes = func(in []ir.Expr) ir.Expr {
			return l.expr(sum.Of, func(name string) ir.Expr { return l.widened(in[slices.Index(of, name)]) })
		}
	}
	r.body()
}

// rowType is the type of a row.
func (l *applyLoop) rowType() ir.Type {
	if l.of.Ranged() {
		return ir.Slice{Of: l.in}
	}
	return ir.Array{Of: l.in, N: l.of.Cols()}
}

// keptRow is the type of a row of exponentials: where they are no results, the longest one.
func (l *applyLoop) keptRow() ir.Type {
	if !l.widens() {
		return l.rowType()
	}
	return ir.Array{Of: ir.F32, N: l.of.Cols()}
}

// exps appends the definition of the exponentials e of n columns c from one on, less the maximum: in the row that keeps
// them, or a local. For n = 0 they are those up to the row's end.
func (l *applyLoop) exps(b *ir.Builder, x ir.Expr, n int, from ir.Expr) (c, e ir.Expr) {
	peak, kept := l.values["peak"], l.values["kept"]
	column := func(name string, of ir.Expr) ir.Expr {
		if of = of.Past(from); n > 0 {
			of = of.View(n)
		}
		return b.Let(name, of)
	}
	c = column("c", x)
	switch {
	case n == group && !kept.None():
		e = column("e", kept)
	case n == group:
		e = b.Declare("e", eight)
	default: // missing columns hold the peak: exp of it is fast
		e = b.Let("e", ir.NewExpr(ir.Pack{Words: slices.Repeat([]ir.Expr{peak}, group)}, eight))
	}
	if n == group && !l.widens() {
		b.Do("Exp8", e, c, peak)
		return c, e
	}
	upTo(b, "i", 0, c.Len(), func(i ir.Expr) { b.Set(e.At(i), l.widened(c.At(i))) })
	b.Do("Exp8", e, e, peak)
	if !kept.None() && n < group {
		upTo(b, "i", 0, c.Len(), func(i ir.Expr) { b.Set(kept.At(from.Plus(i)), e.At(i)) })
	}
	return c, e
}

// row adds the function of one row.
func (l *applyLoop) row() {
	var result ir.Type
	if l.fn.PerRow() {
		result = ir.F32
	}
	l.b, l.values = l.Build("Row", result, "is one row."), map[string]ir.Expr{}
	row := l.rowType()
	for _, p := range l.params() {
		switch {
		case p.row == "":
		case p.of != nil:
			l.values[p.row] = l.b.Param(p.row, p.of)
		case p.writes || l.of.Ranged():
			l.values[p.row] = l.b.Param(p.row, row)
		default:
			l.values[p.row] = l.b.ReadOnly(p.row, row)
		}
	}
	b, x := l.b, l.values["x"]
	each := func(to ir.Expr, e rowfn.E, element func(i ir.Expr) func(string) ir.Expr) {
		upTo(b, "i", 0, x.Len(), func(i ir.Expr) { b.Set(to.At(i), l.narrowed(l.expr(e, element(i)))) })
	}
	if l.fn.Residual() { // the row of what elements become first is then what is reduced
		each(x, l.fn.First, func(i ir.Expr) func(string) ir.Expr {
			return func(name string) ir.Expr { return l.widened(l.values[strings.Replace(name, "x", "a", 1)].At(i)) }
		})
	}
	if l.fn.Peak {
		l.peak()
	}
	if l.fn.Picks {
		l.picks()
	}
	for i, sum := range l.fn.Sums {
		l.values[sum.Name] = b.Let(sum.Name, l.Call(fmt.Sprintf("Sum%d", i), l.summed(sum)...))
		for _, then := range sum.Then {
			l.values[then.Name] = b.Let(then.Name, l.expr(then.Is, nil))
		}
	}
	switch give := l.fn.Give.Replace("exp", rowfn.E{Op: "power"}); {
	case l.fn.PerRow():
		b.Return(l.expr(l.fn.Give, nil))
	case !l.fn.KeepsPowers():
		each(l.values["y"], l.fn.Give, l.column)
	case l.keeps:
		each(l.values["y"], give, l.column)
	default:
		l.givesPowers(give)
	}
}

// summed are the arguments of the function of a reduction.
func (l *applyLoop) summed(sum rowfn.Sum) (args []ir.Expr) {
	for _, name := range sum.Of.Elements() {
		args = append(args, l.values[name])
	}
	if sum.Of.Op == "exp" && l.keeps {
		if l.values["kept"] = l.values["y"]; l.widens() {
			l.values["kept"] = l.b.Declare("kept", l.keptRow())
		}
		args = append(args, l.values["kept"])
	}
	for _, name := range sum.Of.Names() {
		args = append(args, l.values[name])
	}
	return args
}

// peakColumns is of how many columns a maximum is taken by itself: to prove a maximum of n takes a list of each of its
// parts.
const peakColumns = 256

// peak appends the greatest element of the row. A maximum has to await the one before it, so that those of neighbours
// come first.
func (l *applyLoop) peak() {
	b, x, cols := l.b, l.values["x"], l.of.Cols()
	whole, rest := l.groups()
	takes := func(into ir.Expr, from, below ir.Expr) {
		step(b, "j", from, below, group, func(j ir.Expr) {
			c, pairs := b.Let("c", x.Past(j).View(group)), []ir.Expr{}
			for i := 0; i < group; i += 2 {
				m := l.Call("Most", l.widened(c.At(i)), l.widened(c.At(i+1)))
				pairs = append(pairs, b.Let(fmt.Sprintf("m%d", i/2), m))
			}
			b.Set(into, l.Call("Most", into, l.Call("MostOfFour", pairs...)))
		})
	}
	at := ir.Int.Int
	peak := b.Let("peak", l.widened(x.At(0)))
	l.values["peak"] = peak
	switch {
	case cols < group:
	case cols <= peakColumns:
		takes(peak, at(0), whole)
	default:
		step(b, "k", at(0), whole, peakColumns, func(k ir.Expr) {
			part := b.Let("part", l.widened(x.At(k)))
			takes(part, k, k.Plus(peakColumns).Min(whole))
			b.Set(peak, l.Call("Most", peak, part))
		})
	}
	if rest {
		end := at(cols)
		if l.of.Ranged() {
			end = x.Len()
		}
		step(b, "i", whole, end, 1, func(i ir.Expr) { b.Set(peak, l.Call("Most", peak, l.widened(x.At(i)))) })
	}
}

// groups is how many columns of a row are in whole groups, and whether there are others.
func (l *applyLoop) groups() (whole ir.Expr, rest bool) {
	cols := l.of.Cols()
	switch {
	case !l.of.Ranged():
		return ir.Int.Int(cols / group * group), cols%group > 0
	case cols < group:
		return ir.Int.Int(0), true
	}
	return l.b.Let("whole", l.values["x"].Len().Over(group).Times(group)), true
}

// picks appends the element that the label of the row names; NaN where no column has that number.
func (l *applyLoop) picks() {
	b, label := l.b, l.values["label"]
	picked := b.Let("picked", ir.U32.Digits(0x7fc00000).FromBits(ir.F32))
	b.If(label.To(ir.U32).Less(u(l.of.Cols())), func() { b.Set(picked, l.widened(l.values["x"].At(label))) })
	l.values["picked"] = picked
}

// givesPowers appends how results are set of exponentials that are not kept.
func (l *applyLoop) givesPowers(give rowfn.E) {
	whole, rest := l.groups()
	gives := func(n int, from ir.Expr) {
		c, e := l.exps(l.b, l.values["x"], n, from)
		upTo(l.b, "i", 0, c.Len(), func(i ir.Expr) {
			power := func(string) ir.Expr { return e.At(i) }
			l.b.Set(l.values["y"].At(from.Plus(i)), l.narrowed(l.expr(give, power)))
		})
	}
	step(l.b, "j", ir.Int.Int(0), whole, group, func(j ir.Expr) { gives(group, j) })
	switch {
	case l.of.Ranged():
		l.b.If(whole.Less(l.values["x"].Len()), func() { gives(0, whole) })
	case rest:
		gives(l.of.Cols()%group, whole)
	}
}
