package golang

import (
	"github.com/dave/jennifer/jen"
	"github.com/shflgen/shflgen/spec"
)

// partColumns is how many columns a processor has at least before another one takes rows. Measured on two
// processors of one core, sums of float32: 2^17 columns in all take 1.25 times as long as on one, 2^18 0.8 to 1.0
// times, 2^20 0.7 to 0.9.
const partColumns = 1 << 17

// partRows is how many rows they are.
func partRows(s spec.Spec) int { return (partColumns + s.Cols - 1) / s.Cols }

// rowLoop goes through the rows of a matrix: over says what a loop ranges over, and count how many there are.
// Where rows are many, several processors share them.
func rowLoop(s spec.Spec, parts helper, over, count jen.Code, round ...jen.Code) []jen.Code {
	least, twice := jen.Lit(partRows(s)), jen.Lit(2*partRows(s))
	if s.Ranged() { // see inRange
		least, twice = jen.Id("least"), jen.Lit(2).Op("*").Id("least")
	}
	r, from, to := jen.Id("r"), jen.Id("from"), jen.Id("to")
	return []jen.Code{
		jen.If(jen.Add(count).Op("<").Add(twice)).Block(
			jen.Comment("Too few for a second processor."),
			jen.For(r.Clone().Op(":=").Range().Add(over)).Block(round...),
			jen.Return()),
		jen.Id(parts.name).Call(count, least, jen.Func().Params(jen.List(from, to).Int()).Block(
			jen.For(r.Clone().Op(":=").Add(from), r.Clone().Op("<").Add(to), r.Clone().Op("++")).Block(round...))),
	}
}

// partsHelper calls a function for the parts of a range, on several processors.
var partsHelper = helperKind{"Parts", func(h *helper, _ spec.Type) {
	h.doc = "calls part for ranges that make up 0 to n, each once, and at the same time where n " +
		"has least for each of several processors."
	h.params = []jen.Code{jen.List(jen.Id("n"), jen.Id("least")).Int(),
		jen.Id("part").Func().Params(jen.List(jen.Id("from"), jen.Id("to")).Int())}
	h.gives = jen.Null()
	count, n, i, p, all, panics := jen.Id("count"), jen.Id("n"), jen.Id("i"), jen.Id("p"), jen.Id("all"), jen.Id("panics")
	next := i.Clone().Op("+").Lit(1)
	bound := func(factor, i jen.Code) *jen.Statement { // of a part
		return jen.Add(factor).Op("*").Parens(n.Clone().Op("/").Add(count)).Op("+").Min(i, n.Clone().Op("%").Add(count))
	}
	h.body = []jen.Code{
		count.Clone().Op(":=").Max(jen.Lit(1), jen.Min(jen.Qual("runtime", "GOMAXPROCS").Call(jen.Lit(0)),
			n.Clone().Op("/").Id("least"))),
		panics.Clone().Op(":=").Make(jen.Chan().Any(), count),
		jen.Var().Add(all).Qual("sync", "WaitGroup"),
		jen.For(i.Clone().Op(":=").Range().Add(count)).Block(
			all.Clone().Dot("Add").Call(jen.Lit(1)),
			jen.Go().Func().Params().Block(
				jen.Defer().Add(all).Dot("Done").Call(),
				jen.Defer().Func().Params().Block(
					jen.If(p.Clone().Op(":=").Recover(), p.Clone().Op("!=").Nil()).Block(panics.Clone().Op("<-").Add(p))).Call(),
				jen.Id("part").Call(bound(i, i), bound(jen.Parens(next), next))).Call()),
		all.Clone().Dot("Wait").Call(),
		jen.If(jen.Len(panics).Op(">").Lit(0)).Block(jen.Panic(jen.Op("<-").Add(panics))),
	}
}}
