package golang

import (
	"bytes"
	"fmt"

	"github.com/dave/jennifer/jen"
	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/gen/internal/contract"
	"github.com/shflgen/shflgen/gen/internal/network"
)

// grids prints a function of an array: a loop over its chunks, around functions of one chunk. A
// chunk of one round needs no accumulators: groups of neighbours combine. The accumulators of a
// longer chunk are an array, and the chunk is read from front to back, which CPUs prefetch.
type grids struct {
	rows
	order shflgen.GridOrder
	none  expr   // an element of memory that changes nothing
	name  string // with which the functions' names start
}

// emitGrid prints an array's network as a Go file.
func emitGrid(n *network.Network, pkg string) ([]byte, error) {
	g, err := newGrids(n.Spec)
	if err != nil {
		return nil, err
	}
	f, err := g.file(pkg)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := f.Render(&out); err != nil {
		return nil, fmt.Errorf("golang: %s: %w", n.Spec.FuncName(), err)
	}
	return out.Bytes(), nil
}

func newGrids(s shflgen.Spec) (*grids, error) {
	r, err := newRows(s)
	if err != nil {
		return nil, err
	}
	memory := network.Alone(s)
	memory.Type = s.InType()
	d, err := dialectOf(memory)
	if err != nil {
		return nil, err
	}
	return &grids{rows: *r, order: s.GridOrder(), none: d.idElem, name: r.row[:len(r.row)-len("Row")]}, nil
}

// file is the file of an array.
func (g *grids) file(pkg string) (*jen.File, error) {
	s := g.spec
	algebra, err := contract.Algebra(s)
	if err != nil {
		return nil, fmt.Errorf("golang: %w", err)
	}
	f := jen.NewFile(pkg)
	lines := append([]string{fmt.Sprintf("%s reduces an array.", s.FuncName())}, contract.Gives(s, "")...)
	header(f, s, append(append(lines, ""), algebra...))
	in := func() *jen.Statement { return jen.Id("x").Index().Id(goType(s.InType())) }
	f.Func().Id(s.FuncName()).Params(jen.Id("in").Index().Id(goType(s.InType()))).Id(goType(s.Type)).Block(g.body()...)
	f.Line().Comment(fmt.Sprintf("%sRound is the result of a chunk of 1 to %d elements, %d neighbours at a time.", g.name, g.order.Accumulators(), rowGroup))
	f.Func().Id(g.name + "Round").Params(in()).Id(g.local).Block(g.round()...)
	f.Line().Comment(fmt.Sprintf("%sLong is the result of a chunk of more elements, which it reads from front to back.", g.name))
	f.Func().Id(g.name + "Long").Params(in()).Id(g.local).Block(g.long()...)
	f.Line().Comment(g.name + "Tree combines neighbours at distance 1, 2, 4, … It overwrites a.")
	f.Func().Id(g.name + "Tree").Params(jen.Id("a").Index().Id(g.local)).Id(g.local).Block(g.overTree()...)
	for _, h := range g.dialect.helpers {
		h.print(f)
	}
	return f, nil
}

// array is a pointer to an array of n elements of a type from some index of a slice on.
func array(n int, typ string, slice, from string) jen.Code {
	at := jen.Id(slice)
	if from != "" {
		at = jen.Id(slice).Index(jen.Id(from).Op(":"))
	}
	return jen.Parens(jen.Op("*").Index(jen.Lit(n)).Id(typ)).Call(at)
}

// body is the exported function.
func (g *grids) body() []jen.Code {
	o := g.order
	none := g.dialect.idElem
	one := func(function string) []jen.Code { return g.stored(jen.Id(g.name + function).Call(jen.Id("in"))) }
	part := jen.Id("in").Index(jen.Op(":").Id("min").Call(jen.Id("size"), jen.Id("len").Call(jen.Id("in"))))
	return append([]jen.Code{
		jen.If(jen.Len(jen.Id("in")).Op("==").Lit(0)).Block(jen.Return(&none.code)),
		jen.Const().Id("round").Op("=").Lit(o.Accumulators()),
		jen.If(jen.Len(jen.Id("in")).Op("<=").Id("round")).Block(one("Round")...),
		jen.If(jen.Len(jen.Id("in")).Op("<=").Lit(o.Alone).Op("*").Id("round")).Block(one("Long")...),
		jen.Line(), jen.Comment("The chunks, then the tree over them."),
		jen.Id("rounds").Op(":=").Id("max").Call(jen.Lit(o.Rounds), jen.Parens(jen.Len(jen.Id("in")).Op("+").Lit(o.Chunks).Op("*").Id("round").Op("-").Lit(1)).Op("/").Parens(jen.Lit(o.Chunks).Op("*").Id("round"))),
		jen.Id("size").Op(":=").Id("rounds").Op("*").Id("round"),
		jen.Var().Id("chunks").Index(jen.Lit(o.Chunks)).Id(g.local),
		jen.Id("count").Op(":=").Lit(0),
		jen.For(jen.Op(";").Len(jen.Id("in")).Op(">").Lit(0).Op(";").Id("count").Op("++")).Block(
			jen.Id("chunk").Op(":=").Add(part),
			jen.If(jen.Len(jen.Id("chunk")).Op("<=").Id("round")).Block(
				jen.Id("chunks").Index(jen.Id("count")).Op("=").Id(g.name+"Round").Call(jen.Id("chunk")),
			).Else().Block(
				jen.Id("chunks").Index(jen.Id("count")).Op("=").Id(g.name+"Long").Call(jen.Id("chunk")),
			),
			jen.Id("in").Op("=").Id("in").Index(jen.Len(jen.Id("chunk")).Op(":")),
		),
	}, g.stored(jen.Id(g.name+"Tree").Call(jen.Id("chunks").Index(jen.Op(":").Id("count"))))...)
}

// stored are the statements that return what a call gives, as an element. A local holds what it
// gives where the element is made of it: that may name it more than once.
func (g *grids) stored(call *jen.Statement) []jen.Code {
	x := expr{*call, primary}
	if g.dialect.store == nil {
		return []jen.Code{returned(x)}
	}
	held := id("result")
	return []jen.Code{statement(held, defined, x), returned(g.dialect.store.of(held))}
}

// tail is the last group of x, if it is short, among elements that change nothing.
func (g *grids) tail() []jen.Code {
	var none []jen.Code
	for range rowGroup {
		none = append(none, &g.none.code)
	}
	return []jen.Code{
		jen.Comment("The elements after the last whole group, then some that change nothing."),
		jen.Id("tail").Op(":=").Index(jen.Lit(rowGroup)).Id(goType(g.spec.InType())).Values(none...),
		jen.Copy(jen.Id("tail").Index(jen.Op(":")), jen.Id("x").Index(jen.Len(jen.Id("x")).Op("&^").Lit(rowGroup-1).Op(":"))),
	}
}

// group is the group of elements of x at an index.
func (g *grids) group(at string) []jen.Code {
	return []jen.Code{
		jen.Id("c").Op(":=").Op("&").Id("tail"),
		jen.If(jen.Id(at).Op("+").Lit(rowGroup).Op("<=").Len(jen.Id("x"))).Block(
			jen.Id("c").Op("=").Add(array(rowGroup, goType(g.spec.InType()), "x", at))),
	}
}

// round is the function of a chunk of one round.
func (g *grids) round() []jen.Code {
	group := func(c jen.Code) []jen.Code {
		lines := []jen.Code{jen.Id("c").Op(":=").Add(c)}
		lines = append(append(lines, g.loads([]expr{id("c")}, rowGroup, true)...), g.tree(rowGroup)...)
		return append(lines, jen.Id("t").Index(jen.Id("n")).Op("=").Id("a0"), jen.Id("n").Op("++"))
	}
	next := jen.Id("x").Op("=").Id("x").Index(jen.Lit(rowGroup).Op(":"))
	return []jen.Code{
		jen.Var().Id("t").Index(jen.Lit(g.order.Accumulators() / rowGroup)).Id(g.local),
		jen.Id("n").Op(":=").Lit(0),
		jen.For(jen.Op(";").Len(jen.Id("x")).Op(">=").Lit(rowGroup), next).Block(group(array(rowGroup, goType(g.spec.InType()), "x", ""))...),
		jen.If(jen.Len(jen.Id("x")).Op(">").Lit(0)).Block(append(g.tail(), group(jen.Op("&").Id("tail"))...)...),
		jen.Return(jen.Id(g.name + "Tree").Call(jen.Id("t").Index(jen.Op(":").Id("n")))),
	}
}

// taken are the statements by which a group of accumulators takes in a group of elements.
func (g *grids) taken(a, c string, first bool) []jen.Code {
	var lines []jen.Code
	for i := range rowGroup {
		to, e := id(a).at(i), g.widen.of(id(c).at(i))
		if g.dialect.fromBits == nil {
			e = g.dialect.load.of(e)
		}
		if g.dialect.encode != nil {
			raw := local("raw%d", i)
			lines = append(lines, statement(raw, defined, e))
			e = g.dialect.encode(raw)
		}
		if !first {
			e = g.dialect.combine(to, e)
		}
		lines = append(lines, assign(to, e))
	}
	return lines
}

// long is the function of a chunk whose accumulators are an array.
func (g *grids) long() []jen.Code {
	p, in := g.order.Accumulators(), goType(g.spec.InType())
	round := func(first bool) []jen.Code {
		return []jen.Code{
			jen.Id("c").Op(":=").Add(array(p, in, "x", "")),
			jen.For(jen.Id("j").Op(":=").Lit(0), jen.Id("j").Op("<").Lit(p), jen.Id("j").Op("+=").Lit(rowGroup)).Block(append([]jen.Code{
				jen.List(jen.Id("to"), jen.Id("e")).Op(":=").List(array(rowGroup, g.local, "a", "j"), array(rowGroup, in, "c", "j")),
			}, g.taken("to", "e", first)...)...),
		}
	}
	rest := append(g.group("j"), jen.Id("to").Op(":=").Add(array(rowGroup, g.local, "a", "j")))
	rest = append(rest, g.taken("to", "c", false)...)
	next := func() *jen.Statement { return jen.Id("x").Op("=").Id("x").Index(jen.Lit(p).Op(":")) }
	lines := []jen.Code{jen.Var().Id("a").Index(jen.Lit(p)).Id(g.local)}
	lines = append(lines, round(true)...)
	lines = append(lines, jen.For(next(), jen.Len(jen.Id("x")).Op(">=").Lit(p), next()).Block(round(false)...))
	lines = append(lines, g.tail()...)
	lines = append(lines, jen.For(jen.Id("j").Op(":=").Lit(0), jen.Id("j").Op("<").Len(jen.Id("x")), jen.Id("j").Op("+=").Lit(rowGroup)).Block(rest...))
	return append(lines, jen.Return(jen.Id(g.name+"Tree").Call(jen.Id("a").Index(jen.Op(":")))))
}

// overTree is the tree over any number of elements: groups of neighbours combine, again and again.
func (g *grids) overTree() []jen.Code {
	group := []jen.Code{jen.Id("c").Op(":=").Add(array(rowGroup, g.local, "a", "j"))}
	for i := range rowGroup {
		group = append(group, statement(local("a%d", i), defined, id("c").at(i)))
	}
	group = append(append(group, g.tree(rowGroup)...), jen.Id("a").Index(jen.Id("n")).Op("=").Id("a0"), jen.Id("n").Op("++"))
	rest := func(i jen.Code) expr { return expr{*jen.Id("rest").Index(i), primary} }
	return []jen.Code{
		jen.For(jen.Len(jen.Id("a")).Op(">").Lit(1)).Block(
			jen.Id("n").Op(":=").Lit(0),
			jen.For(jen.Id("j").Op(":=").Lit(0), jen.Id("j").Op("+").Lit(rowGroup).Op("<=").Len(jen.Id("a")), jen.Id("j").Op("+=").Lit(rowGroup)).Block(group...),
			jen.If(jen.Id("rest").Op(":=").Id("a").Index(jen.Len(jen.Id("a")).Op("&^").Lit(rowGroup-1).Op(":")), jen.Len(jen.Id("rest")).Op(">").Lit(0)).Block(
				jen.For(jen.Id("d").Op(":=").Lit(1), jen.Id("d").Op("<").Len(jen.Id("rest")), jen.Id("d").Op("*=").Lit(2)).Block(
					jen.For(jen.Id("i").Op(":=").Lit(0), jen.Id("i").Op("+").Id("d").Op("<").Len(jen.Id("rest")), jen.Id("i").Op("+=").Lit(2).Op("*").Id("d")).Block(
						assign(rest(jen.Id("i")), g.dialect.combine(rest(jen.Id("i")), rest(jen.Id("i").Op("+").Id("d")))))),
				jen.Id("a").Index(jen.Id("n")).Op("=").Id("rest").Index(jen.Lit(0)),
				jen.Id("n").Op("++"),
			),
			jen.Id("a").Op("=").Id("a").Index(jen.Op(":").Id("n")),
		),
		jen.Return(jen.Id("a").Index(jen.Lit(0))),
	}
}
