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
// chunk takes its accumulators in groups of neighbours. Up to heldRounds, a group stays in locals
// for all rounds; the lines of a group that the rounds read then fit a set of the first cache.
// Longer chunks are read from front to back, and the accumulators are an array.
type grids struct {
	rows
	order shflgen.GridOrder
	none  expr   // an element of memory that changes nothing
	name  string // with which the functions' names start
}

// heldRounds is the number of rounds for which a group stays in locals.
const heldRounds = 8

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
	f.Line().Comment(fmt.Sprintf("%sChunk is the result of a chunk of 1 to %d elements: %d neighbouring accumulators at a time", g.name, heldRounds*g.order.Accumulators(), rowGroup))
	f.Comment("take in their elements from left to right, then neighbours combine.")
	f.Func().Id(g.name + "Chunk").Params(in()).Id(g.local).Block(g.chunk()...)
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
	of := func(name string, x *jen.Statement) expr { return expr{jen.Statement{jen.Id(name).Call(x)}, primary} }
	one := func(function string) expr { return g.dialect.store.of(of(g.name+function, jen.Id("in"))) }
	all := g.dialect.store.of(of(g.name+"Tree", jen.Id("chunks").Index(jen.Op(":").Id("count"))))
	part := jen.Id("in").Index(jen.Op(":").Id("min").Call(jen.Id("size"), jen.Id("len").Call(jen.Id("in"))))
	return []jen.Code{
		jen.If(jen.Len(jen.Id("in")).Op("==").Lit(0)).Block(jen.Return(&none.code)),
		jen.Const().Id("round").Op("=").Lit(o.Accumulators()),
		jen.If(jen.Len(jen.Id("in")).Op("<=").Lit(heldRounds).Op("*").Id("round")).Block(returned(one("Chunk"))),
		jen.If(jen.Len(jen.Id("in")).Op("<=").Lit(o.Alone).Op("*").Id("round")).Block(returned(one("Long"))),
		jen.Line(), jen.Comment("The chunks, then the tree over them."),
		jen.Id("rounds").Op(":=").Id("max").Call(jen.Lit(o.Rounds), jen.Parens(jen.Len(jen.Id("in")).Op("+").Lit(o.Chunks).Op("*").Id("round").Op("-").Lit(1)).Op("/").Parens(jen.Lit(o.Chunks).Op("*").Id("round"))),
		jen.Id("size").Op(":=").Id("rounds").Op("*").Id("round"),
		jen.Var().Id("chunks").Index(jen.Lit(o.Chunks)).Id(g.local),
		jen.Id("count").Op(":=").Lit(0),
		jen.For(jen.Op(";").Len(jen.Id("in")).Op(">").Lit(0).Op(";").Id("count").Op("++")).Block(
			jen.Id("chunk").Op(":=").Add(part),
			jen.If(jen.Len(jen.Id("chunk")).Op("<=").Lit(heldRounds).Op("*").Id("round")).Block(
				jen.Id("chunks").Index(jen.Id("count")).Op("=").Id(g.name+"Chunk").Call(jen.Id("chunk")),
			).Else().Block(
				jen.Id("chunks").Index(jen.Id("count")).Op("=").Id(g.name+"Long").Call(jen.Id("chunk")),
			),
			jen.Id("in").Op("=").Id("in").Index(jen.Len(jen.Id("chunk")).Op(":")),
		),
		returned(all),
	}
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

// chunk is the function of a chunk whose groups stay in locals.
func (g *grids) chunk() []jen.Code {
	p := g.order.Accumulators()
	group := []expr{id("c")}
	rounds := append(g.group("k"), g.loads(group, rowGroup, false)...)
	first := append(g.group("j"), g.loads(group, rowGroup, true)...)
	first = append(first, jen.For(jen.Id("k").Op(":=").Id("j").Op("+").Lit(p), jen.Id("k").Op("<").Len(jen.Id("x")), jen.Id("k").Op("+=").Lit(p)).Block(rounds...))
	first = append(append(first, g.tree(rowGroup)...), jen.Id("t").Index(jen.Id("j").Op("/").Lit(rowGroup)).Op("=").Id("a0"))
	held := jen.Id("min").Call(jen.Len(jen.Id("x")), jen.Lit(p))
	return append(g.tail(),
		jen.Id("held").Op(":=").Add(held),
		jen.Var().Id("t").Index(jen.Lit(p/rowGroup)).Id(g.local),
		jen.For(jen.Id("j").Op(":=").Lit(0), jen.Id("j").Op("<").Id("held"), jen.Id("j").Op("+=").Lit(rowGroup)).Block(first...),
		jen.Return(jen.Id(g.name+"Tree").Call(jen.Id("t").Index(jen.Op(":").Parens(jen.Id("held").Op("+").Lit(rowGroup-1)).Op("/").Lit(rowGroup)))),
	)
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

// overTree is the tree over any number of elements.
func (g *grids) overTree() []jen.Code {
	pair := expr{*jen.Id("pair"), primary}
	return []jen.Code{
		jen.For(jen.Id("n").Op(":=").Len(jen.Id("a")), jen.Id("n").Op(">").Lit(1), jen.Id("n").Op("=").Parens(jen.Id("n").Op("+").Lit(1)).Op("/").Lit(2)).Block(
			jen.For(jen.Id("i").Op(":=").Range().Id("n").Op("/").Lit(2)).Block(
				jen.Id("pair").Op(":=").Parens(jen.Op("*").Index(jen.Lit(2)).Id(g.local)).Call(jen.Id("a").Index(jen.Lit(2).Op("*").Id("i").Op(":"))),
				assign(id("a").index(id("i")), g.dialect.combine(pair.at(0), pair.at(1))),
			),
			jen.If(jen.Id("n").Op("%").Lit(2).Op("==").Lit(1)).Block(
				jen.Id("a").Index(jen.Id("n").Op("/").Lit(2)).Op("=").Id("a").Index(jen.Id("n").Op("-").Lit(1))),
		),
		jen.Return(jen.Id("a").Index(jen.Lit(0))),
	}
}
