package golang

import "github.com/dave/jennifer/jen"

// The functions of the tree are small, so that Go's compiler puts the smallest in place of their calls.

// both combines what two expressions give.
func (g *grids) both(a, b jen.Code) expr {
	return g.dialect.combine(expr{*jen.Add(a), primary}, expr{*jen.Add(b), primary})
}

// overTree is the tree over any number of values: groups of neighbours combine, again and again.
func (g *grids) overTree() []jen.Code {
	set := func(e jen.Code) []jen.Code {
		return []jen.Code{jen.Id("a").Index(jen.Id("n")).Op("=").Add(e), jen.Id("n").Op("++")}
	}
	return []jen.Code{
		jen.For(jen.Len(jen.Id("a")).Op(">").Lit(rowGroup)).Block(
			jen.Id("n").Op(":=").Lit(0),
			jen.For(jen.Id("j").Op(":=").Lit(0), jen.Id("j").Op("+").Lit(rowGroup).Op("<=").Len(jen.Id("a")), jen.Id("j").Op("+=").Lit(rowGroup)).Block(
				set(g.function("Eight", array(rowGroup, g.localType(), "a", "j")))...),
			jen.If(jen.Id("rest").Op(":=").Id("a").Index(jen.Len(jen.Id("a")).Op("&^").Lit(rowGroup-1).Op(":")), jen.Len(jen.Id("rest")).Op(">").Lit(0)).Block(
				set(g.function("Few", jen.Id("rest")))...),
			jen.Id("a").Op("=").Id("a").Index(jen.Op(":").Id("n"))),
		jen.Return(g.function("Few", jen.Id("a"))),
	}
}

// eight is the tree over a group.
func (g *grids) eight() []jen.Code {
	var lines []jen.Code
	for i := 0; i < rowGroup; i += 2 {
		lines = append(lines, statement(local("a%d", i), defined, g.dialect.combine(id("c").at(i), id("c").at(i+1))))
	}
	for i := 0; i < rowGroup; i += 4 {
		lines = append(lines, assign(local("a%d", i), g.dialect.combine(local("a%d", i), local("a%d", i+2))))
	}
	return append(lines, returned(g.dialect.combine(id("a0"), id("a4"))))
}

// few is the tree over up to a group.
func (g *grids) few() []jen.Code {
	half := jen.Lit(rowGroup / 2)
	four := func(x jen.Code) *jen.Statement { return g.function("Four", x) }
	return []jen.Code{
		jen.If(jen.Len(jen.Id("a")).Op("<=").Add(half)).Block(jen.Return(four(jen.Id("a")))),
		returned(g.both(four(jen.Id("a").Index(jen.Op(":").Add(half))), four(from("a", rowGroup/2)))),
	}
}

// four is the tree over up to half a group.
func (g *grids) four() []jen.Code { return g.upToFour(jen.Id("a"), id("a").at) }

// upToFour is the tree over 1 to 4 elements, as many as something has.
func (g *grids) upToFour(of jen.Code, at func(i int) expr) []jen.Code {
	first, second := id("first"), id("second")
	more := func(than int, lines ...jen.Code) jen.Code {
		return jen.If(jen.Len(of).Op(">").Lit(than)).Block(lines...)
	}
	takes := func(to, e expr) jen.Code { return assign(to, g.dialect.combine(to, e)) }
	return []jen.Code{
		statement(first, defined, at(0)),
		more(1, takes(first, at(1))),
		more(2, statement(second, defined, at(2)), more(3, takes(second, at(3))), takes(first, second)),
		returned(first),
	}
}
