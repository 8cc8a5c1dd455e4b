package golang

import (
	"fmt"

	"github.com/dave/jennifer/jen"
	"github.com/shflgen/shflgen/spec"
)

// An array of argmin or argmax is looked through as a row is. Any order gives the same, so processors share parts of
// one size, and the first part that has the best element has the array's.

// firstPart is the number of elements of a part.
const firstPart = 1 << 16

// firstFile is the file of an array's argmin or argmax.
func (g *grids) firstFile(pkg string) (*jen.File, error) {
	s := g.spec
	f, err := g.promise(pkg, "finds an element of an array.", "them")
	if err != nil {
		return nil, err
	}
	parts := helperFor(s, s.Type, partsHelper)
	x := func(name string) jen.Code { return jen.Id(name).Index().Id(g.memory()) }
	f.Func().Id(s.FuncName()).Params(x("in")).Params(jen.Id(goType(s.Type)), jen.Int64()).Block(g.firstBody(parts)...)
	f.Line().Comment(g.name + "Place is the place of the element of x, at least one.")
	f.Func().Id(g.name + "Place").Params(x("x")).Int().Block(g.firstPlace()...)
	for _, h := range append(g.dialect.helpers, parts) {
		h.print(f)
	}
	return f, nil
}

// firstBody is the exported function.
func (g *grids) firstBody(parts helper) []jen.Code {
	n, at, next := jen.Len(jen.Id("in")), id("at"), id("next")
	result := func() jen.Code {
		return jen.Return(g.column.stored(id("in").index(at)).statement(), jen.Int64().Call(jen.Id("at")))
	}
	part := jen.Id("in").Index(jen.Id("p").Op("*").Id("size").Op(":").
		Min(jen.Parens(jen.Id("p").Op("+").Lit(1)).Op("*").Id("size"), n))
	return []jen.Code{
		jen.If(n.Clone().Op("==").Lit(0)).Block(jen.Return(jen.Lit(0), jen.Lit(-1))),
		jen.If(n.Clone().Op("<").Lit(2*partColumns)).Block(
			define("at", expr{*g.function("Place", jen.Id("in")), primary}), result()),
		jen.Line(), jen.Comment("The place of each part, then the first part that has the best element."),
		jen.Const().Id("size").Op("=").Lit(firstPart),
		jen.Id("places").Op(":=").Make(jen.Index().Int(),
			jen.Parens(n.Clone().Op("+").Id("size").Op("-").Lit(1)).Op("/").Id("size")),
		jen.Id(parts.name).Call(jen.Len(jen.Id("places")), jen.Lit(partColumns/firstPart),
			jen.Func().Params(jen.List(jen.Id("from"), jen.Id("to")).Int()).Block(
				counted("p", jen.Id("from"), jen.Id("to"), 1,
					jen.Id("places").Index(jen.Id("p")).Op("=").Id("p").Op("*").Id("size").Op("+").Add(g.function("Place", part))))),
		define("at", id("places").at(0)),
		jen.For(jen.List(jen.Id("_"), jen.Id("next")).Op(":=").Range().Id("places").Index(jen.Lit(1).Op(":"))).Block(
			jen.If(g.function("Beats", jen.Id("in").Index(jen.Id("next")), jen.Id("in").Index(jen.Id("at")))).Block(assign(at,
				next))),
		result(),
	}
}

// firstPlace is the function of some elements.
func (g *grids) firstPlace() []jen.Code {
	c, n := g.column, jen.Len(jen.Id("x"))
	return append(append([]jen.Code{c.begin()}, c.bars(":=")...),
		jen.Line(), jen.Comment(fmt.Sprintf("%d elements at a time: few have one that is better.", rowGroup)),
		jen.Id("k").Op(":=").Lit(0),
		jen.For(jen.Op(";").Id("k").Op("+").Lit(rowGroup).Op("<=").Add(n).Op(";").Id("k").Op("+=").Lit(rowGroup)).
			Block(c.group()...),
		jen.For(jen.Op(";").Id("k").Op("<").Add(n).Op(";").Id("k").Op("++")).Block(c.last(id("k"))),
		jen.Return(jen.Id("at")))
}

// beatsHelper compares two elements of memory.
func (g *grids) beatsHelper() helper {
	return helperFor(g.spec, g.spec.Type, helperKind{"Beats", func(h *helper, _ spec.Type) {
		h.doc = "reports whether a is better than b."
		h.params, h.result = []jen.Code{jen.List(jen.Id("a"), jen.Id("b")).Id(g.memory())}, "bool"
		h.body = []jen.Code{jen.Return(g.column.better(id("a"), id("b")))}
	}})
}
