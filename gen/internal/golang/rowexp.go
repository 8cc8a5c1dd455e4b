package golang

import (
	"github.com/dave/jennifer/jen"
	"github.com/shflgen/shflgen/gen/internal/fmath"
	"github.com/shflgen/shflgen/gen/internal/rowfn"
)

// Exponentials of a row are computed 8 at a time, and once where they are kept until the row's sum is known: in the
// results if these are float32, else in a local row.

// keptColumns are the columns of the longest local row: 16 KB of a stack.
const keptColumns = 4096

// keeps reports whether the exponentials that a sum adds are kept.
func (r *rowApply) keeps(sum rowfn.Sum) bool {
	return r.fn.KeepsPowers() && sum.Of.Op == "exp" && (r.widen == nil || r.spec.Cols() <= keptColumns)
}

// kept is where they are kept.
func (r *rowApply) kept() expr {
	if r.widen == nil {
		return id("y")
	}
	return id("kept")
}

// keepsAny is [rowApply.keeps] of any sum.
func (r *rowApply) keepsAny() bool {
	for _, sum := range r.fn.Sums {
		if r.keeps(sum) {
			return true
		}
	}
	return false
}

// power is the exponential of an element that is given its result.
func (r *rowApply) power() expr {
	if r.keepsAny() {
		return r.kept().index(id("i"))
	}
	return id("e").index(id("i"))
}

// exps define e, a local: the exponentials of n columns from one on, less the maximum.
func (r *rowApply) exps(n int, from *jen.Statement) []jen.Code {
	compute := func(y, x jen.Code) jen.Code { return jen.Id(r.prefix+fmath.Exp8.Name).Call(y, x, jen.Id("peak")) }
	local := jen.Var().Id("e").Index(jen.Lit(rowGroup)).Float32()
	e, each := jen.Op("&").Id("e"), jen.Id("i").Op(":=").Range().Id("c")
	lines := columns("c", "x", n, goType(r.spec.InType()), from)
	if n == rowGroup && r.widen == nil {
		return append(lines, local, compute(e, jen.Id("c")))
	}
	if n < rowGroup { // missing columns hold the maximum: exp of it is fast
		pads := make([]jen.Code, rowGroup)
		for i := range pads {
			pads[i] = jen.Id("peak")
		}
		local = jen.Id("e").Op(":=").Index(jen.Lit(rowGroup)).Float32().Values(pads...)
	}
	return append(lines, local,
		jen.For(each).Block(assign(id("e").index(id("i")), r.widen.of(id("c").index(id("i"))))), compute(e, e))
}

// columns define a part of a row as an array.
func columns(name, of string, n int, element string, from *jen.Statement) []jen.Code {
	part := jen.Parens(jen.Op("*").Index(jen.Lit(n)).Id(element))
	return []jen.Code{jen.Id(name).Op(":=").Add(part).Call(jen.Id(of).Index(from.Clone().Op(":")))}
}

// giveExps sets the results where their exponentials are not kept.
func (r *rowApply) giveExps() []jen.Code {
	give := r.fn.Give.Replace("exp", rowfn.E{Op: "power"})
	set := func(n int, from *jen.Statement) []jen.Code {
		result := r.narrow.of(r.expr(give, func(string) expr { return r.column("c") }))
		return append(r.exps(n, from), jen.For(jen.Id("i").Op(":=").Range().Id("c")).Block(
			jen.Id("y").Index(from.Clone().Op("+").Id("i")).Op("=").Add(&result.code)))
	}
	whole := r.spec.Cols() / rowGroup * rowGroup
	var lines []jen.Code
	if whole > 0 {
		lines = append(lines, jen.For(jen.Id("j").Op(":=").Lit(0), jen.Id("j").Op("<").Lit(whole),
			jen.Id("j").Op("+=").Lit(rowGroup)).Block(
			set(rowGroup, jen.Id("j"))...))
	}
	if whole < r.spec.Cols() {
		lines = append(lines, set(r.spec.Cols()-whole, jen.Lit(whole))...)
	}
	return lines
}
