package golang

import (
	"strconv"

	"github.com/dave/jennifer/jen"
)

// Few elements, where results are elements as they are in memory. The exported function decides the shortest arrays by
// itself: it is small enough for Go's compiler to put it in place of its calls, so that one element costs no call. A
// switch costs the compiler's budget less than two ifs.

// atMostOne is the exported function.
func (g *grids) atMostOne() []jen.Code {
	in := jen.Id("in")
	return []jen.Code{
		jen.Switch(jen.Len(in)).Block(
			jen.Case(jen.Lit(0)).Block(g.ofNothing()...),
			jen.Case(jen.Lit(1)).Block(returned(id("in").at(0)))),
		jen.Return(g.function("Several", in)),
	}
}

// several is the function of at least two elements.
func (g *grids) several() []jen.Code {
	in := jen.Id("in")
	upTo := func(than int, lines ...jen.Code) jen.Code {
		return jen.If(jen.Len(in).Op("<=").Lit(than)).Block(lines...)
	}
	gives := func(than int, e expr) jen.Code { return upTo(than, returned(e)) }
	eight := func(at int) *jen.Statement {
		if at == 0 {
			return g.function("Eight", array(rowGroup, g.localType(), "in", ""))
		}
		return g.function("Eight", array(rowGroup, g.localType(), "in", strconv.Itoa(at)))
	}
	few := func(at int) *jen.Statement { return g.function("Few", from("in", at)) }
	four := func(at int) *jen.Statement { return g.function("Four", from("in", at)) }
	first, a, b := jen.Id("in").Index(jen.Op(":").Lit(half)), jen.Id("a"), jen.Id("b")
	return []jen.Code{
		upTo(half, g.twoToFour()...),
		gives(rowGroup, g.both(g.function("Four", first), four(half))),
		gives(rowGroup+half, g.both(eight(0), four(rowGroup))),
		gives(2*rowGroup, g.both(eight(0), few(rowGroup))),
		upTo(4*rowGroup,
			statement(id("a"), defined, g.both(eight(0), eight(rowGroup))),
			gives(2*rowGroup+half, g.both(a, four(2*rowGroup))),
			gives(3*rowGroup, g.both(a, few(2*rowGroup))),
			statement(id("b"), defined, g.both(eight(2*rowGroup), few(3*rowGroup))),
			returned(g.both(a, b))),
		upTo(rowGroup*rowGroup, jen.Return(g.function("Short", in))),
		jen.Return(g.function("Many", in)),
	}
}

// twoToFour is the tree over 2 to 4 elements. That there are two is asked once.
func (g *grids) twoToFour() []jen.Code {
	first, second, combine := id("first"), id("second"), g.dialect.combine
	more := func(than int, lines ...jen.Code) jen.Code {
		return jen.If(jen.Len(jen.Id("in")).Op(">").Lit(than)).Block(lines...)
	}
	return []jen.Code{
		jen.Id("e").Op(":=").Add(array(2, g.localType(), "in", "")),
		statement(first, defined, combine(id("e").at(0), id("e").at(1))),
		more(2,
			statement(second, defined, id("in").at(2)),
			more(3, assign(second, combine(second, id("in").at(3)))),
			assign(first, combine(first, second))),
		returned(first),
	}
}

// short is the function of up to as many groups as a group has elements.
func (g *grids) short() []jen.Code {
	lines := append([]jen.Code{jen.Var().Id("t").Index(jen.Lit(rowGroup)).Add(g.localType())}, g.groups()...)
	return append(lines, jen.Return(g.function("Few", jen.Id("t").Index(jen.Op(":").Id("n")))))
}
