package golang

import (
	"fmt"
	"slices"

	"github.com/dave/jennifer/jen"
)

// Few elements, where results are not elements as they are in memory: a map makes them, or they have another type there.
// Functions of four are small, so that Go's compiler puts them in place of their calls, and a call of the array's function
// is the only one up to 32 elements.

// half is half of a group.
const half = rowGroup / 2

// loadsFew reports whether the functions load elements: not those of which Go needs helpers or locals to combine them,
// which take more time than calls.
func (g *grids) loadsFew() bool {
	d := g.dialect
	return !g.plain && d.encode == nil && d.store == nil && (d.load == nil || d.fromBits != nil)
}

// elementOf is element i of the arrays.
func (g *grids) elementOf(i int) expr {
	return g.made(g.every(rowNames[:], func(x expr) expr { return x.at(i) }))
}

// from calls a function on the arrays from an element on.
func (g *grids) from(word string, names []string, at int) expr {
	return expr{*g.function(word, g.each(names, func(name string) jen.Code {
		if at == 0 {
			return jen.Id(name)
		}
		return from(name, at)
	})...), primary}
}

// loadFour is the function of four elements.
func (g *grids) loadFour() (lines []jen.Code) {
	for i, p := range g.inputs { // their number is asked once
		lines = append(lines, jen.Id(chunkNames[i]).Op(":=").Add(array(half, jen.Id(goType(p.Type)), rowNames[i], "")))
	}
	at := func(i int) expr { return g.element(g.named(chunkNames), i) }
	return append(lines,
		statement(id("a0"), defined, g.dialect.combine(at(0), at(1))),
		statement(id("a2"), defined, g.dialect.combine(at(2), at(3))),
		returned(g.dialect.combine(id("a0"), id("a2"))))
}

// loadFew is the function of up to four elements.
func (g *grids) loadFew() (lines []jen.Code) {
	for i := range g.inputs[1:] {
		y := rowNames[i+1]
		lines = append(lines, jen.Id(y).Op("=").Id(y).Index(jen.Op(":").Len(jen.Id("x"))))
	}
	return append(lines, g.upToFour(jen.Id("x"), g.elementOf)...)
}

// rest is what the last 1 to 7 elements of the arrays give, in t[n].
func (g *grids) rest() []jen.Code {
	set := func(e expr) jen.Code { return assign(id("t").index(id("n")), e) }
	names := rowNames[:]
	return []jen.Code{
		jen.If(jen.Len(jen.Id("x")).Op(">").Lit(half)).Block(
			set(g.dialect.combine(g.from("LoadFour", names, 0), g.from("LoadFew", names, half))),
		).Else().Block(set(g.from("LoadFew", names, 0))),
		jen.Id("n").Op("++"),
	}
}

// fewest are the cases of up to 16 elements of arrays, and the statements for 17 to 32. after combines their
// result with that of the elements on their left.
func (g *grids) fewest(names []string, after func(expr) expr) (cases, more []jen.Code) {
	combine := g.dialect.combine
	four, few := func(at int) expr { return g.from("LoadFour", names, at) }, func(at int) expr { return g.from("LoadFew", names, at) }
	upTo := func(n int, lines ...jen.Code) jen.Code {
		return jen.If(jen.Len(jen.Id(names[0])).Op("<=").Lit(n)).Block(lines...)
	}
	gives := func(n int, e expr) jen.Code { return upTo(n, returned(after(e))) }
	first, second := id("first"), id("second")
	cases = []jen.Code{
		gives(4, few(0)),
		gives(8, combine(four(0), few(4))),
		upTo(16,
			statement(first, defined, combine(four(0), four(4))),
			gives(12, combine(first, few(8))),
			returned(after(combine(first, combine(four(8), few(12)))))),
	}
	more = []jen.Code{
		statement(first, defined, g.loadGroups(names, 0, 2)),
		gives(20, combine(first, few(16))),
		statement(second, defined, four(16)),
		gives(24, combine(first, combine(second, few(20)))),
		assign(second, combine(second, four(20))),
		gives(28, combine(first, combine(second, few(24)))),
		returned(after(combine(first, combine(second, combine(four(24), few(28)))))),
	}
	return cases, more
}

// shortest are the cases of up to as many groups as a group has elements, in the array's function.
func (g *grids) shortest() []jen.Code {
	names := g.names()
	cases, more := g.fewest(names, func(e expr) expr { return e })
	n := jen.Len(jen.Id(names[0]))
	return append(cases,
		jen.If(n.Clone().Op("<=").Lit(4*rowGroup)).Block(more...),
		jen.If(n.Clone().Op("<=").Lit(rowGroup*rowGroup)).Block(returned(g.from("Short", names, 0))))
}

// loadGroups is the tree over some whole groups from an element on, a power of two.
func (g *grids) loadGroups(names []string, at, n int) expr {
	if n == 1 {
		return g.dialect.combine(g.from("LoadFour", names, at), g.from("LoadFour", names, at+half))
	}
	return g.dialect.combine(g.loadGroups(names, at, n/2), g.loadGroups(names, at+n/2*rowGroup, n/2))
}

// loadShort is the function of more than four groups and up to eight. The last one may be short.
func (g *grids) loadShort() []jen.Code {
	names, left := rowNames[:], id("left")
	lines := []jen.Code{
		statement(left, defined, g.loadGroups(names, 0, 2)),
		assign(left, g.dialect.combine(left, g.loadGroups(names, 2*rowGroup, 2))),
		g.advance(jen.Lit(4 * rowGroup)),
	}
	cases, more := g.fewest(names, func(e expr) expr { return g.dialect.combine(left, e) })
	return slices.Concat(lines, cases, more)
}

// loadFunctions prints the functions of few elements.
func (g *grids) loadFunctions(function func(word, does string, params []jen.Code, gives jen.Code, body []jen.Code)) {
	x, local := g.params(rowNames[:]), g.localType()
	function("Short", fmt.Sprintf("is the result of %d to %d elements.", 4*rowGroup+1, rowGroup*rowGroup), x, local, g.loadShort())
	function("LoadFour", fmt.Sprintf("combines %d elements.", half), x, local, g.loadFour())
	function("LoadFew", fmt.Sprintf("combines 1 to %d elements.", half), x, local, g.loadFew())
}
