package golang

import (
	"fmt"
	"slices"

	"github.com/dave/jennifer/jen"
	"github.com/shflgen/shflgen/gen/internal/contract"
	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/spec"
)

// grids prints a function of an array: a loop over its chunks, around functions of one chunk. Where
// there are many elements, several processors share the chunks.
type grids struct {
	rows
	order spec.GridOrder
	plain bool   // what combines are elements as they are in memory
	name  string // with which the functions' names start
}

// emitGrid prints an array's network as a Go file.
func emitGrid(n *network.Network, pkg string) ([]byte, error) {
	g, err := newGrids(n.Spec)
	if err != nil {
		return nil, err
	}
	file := g.file
	if g.column != nil {
		g.dialect.helpers = append(g.dialect.helpers, g.beatsHelper())
		file = g.firstFile
	}
	f, err := file(pkg)
	if err != nil {
		return nil, err
	}
	return rendered(f, n.Spec)
}

func newGrids(s spec.Spec) (*grids, error) {
	r, err := newRows(s)
	if err != nil {
		return nil, err
	}
	d := r.dialect
	return &grids{
		rows: *r, order: s.GridOrder(), name: r.row[:len(r.row)-len("Row")],
		plain: r.mapped == nil && r.widen == nil && d.encode == nil && d.store == nil && (d.load == nil || d.fromBits != nil),
	}, nil
}

// file is the file of an array.
func (g *grids) file(pkg string) (*jen.File, error) {
	s, k := g.spec, g.order.Accumulators()
	algebra, err := contract.Algebra(s)
	if err != nil {
		return nil, fmt.Errorf("golang: %w", err)
	}
	f := jen.NewFile(pkg)
	lines := append([]string{fmt.Sprintf("%s reduces an array.", s.FuncName())}, contract.Gives(s, "")...)
	lines = append(lines, fmt.Sprintf("From %d elements on, several processors share the chunks.", 2*partColumns), "")
	header(f, s, append(lines, algebra...))
	parts := helperFor(s, s.Type, partsHelper)
	importUsers(f, s)
	imports(f, s)
	result := typeOf(s.Shape().Element())
	f.Func().Id(s.FuncName()).Params(g.params(g.names())...).Add(result).Block(g.body()...)
	x, a, local := g.params(rowNames[:]), jen.Id("a").Index().Add(g.localType()), g.localType()
	group := jen.Id("c").Op("*").Index(jen.Lit(rowGroup)).Add(g.localType())
	function := func(word, does string, params []jen.Code, gives jen.Code, body []jen.Code) {
		f.Line().Comment(g.name + word + " " + does)
		f.Func().Id(g.name + word).Params(params...).Add(gives).Block(body...)
	}
	function("Many", "is the result of any number of elements but none.", g.params(g.names()), result, g.many(parts))
	function("Chunks", "stores the results of chunks in out. A chunk has size elements; the last may have fewer.",
		append(slices.Clone(x), jen.Id("size").Int(), jen.Id("out").Index().Add(g.localType())), jen.Null(), g.chunks())
	if g.plain {
		function("Several", "is the result of at least two elements.", g.params(g.names()), result, g.several())
		function("Short", fmt.Sprintf("is the result of %d to %d elements.", 4*rowGroup+1, rowGroup*rowGroup), x, local, g.short())
	}
	if g.loadsFew() {
		g.loadFunctions(function)
	}
	function("Round", fmt.Sprintf("is the result of a chunk of 1 to %d elements, %d neighbours at a time.", k, rowGroup), x, local, g.round())
	function("Long", "is the result of a chunk of more elements, which it reads from front to back.", x, local, g.long())
	function("Tree", "combines neighbours at distance 1, 2, 4, … It overwrites a.", []jen.Code{a}, local, g.overTree())
	function("Eight", fmt.Sprintf("combines %d neighbours.", rowGroup), []jen.Code{group}, local, g.eight())
	function("Few", fmt.Sprintf("combines 1 to %d neighbours.", rowGroup), []jen.Code{a}, local, g.few())
	function("Four", fmt.Sprintf("combines 1 to %d neighbours.", rowGroup/2), []jen.Code{a}, local, g.four())
	helpers := g.dialect.helpers
	if g.dialect.users != nil {
		helpers = append(helpers, g.dialect.users.helpers()...)
	}
	for _, h := range append(helpers, parts) {
		h.print(f)
	}
	return f, nil
}

// names are those of the arrays.
func (g *grids) names() []string {
	var all []string
	for i := range g.inputs {
		in, _ := g.matrix(i)
		all = append(all, in)
	}
	return all
}

// params are parameters for the arrays, by their names.
func (g *grids) params(names []string) (all []jen.Code) {
	for i, p := range g.inputs {
		all = append(all, jen.Id(names[i]).Index().Id(goType(p.Type)))
	}
	return all
}

// each are arguments that are made of the names of the arrays.
func (g *grids) each(names []string, of func(name string) jen.Code) (all []jen.Code) {
	for i := range g.inputs {
		all = append(all, of(names[i]))
	}
	return all
}

// memory is the type of an element in memory.
func (g *grids) memory() string { return goType(g.spec.InType()) }

// function is a call of a function of the file.
func (g *grids) function(word string, args ...jen.Code) *jen.Statement {
	return jen.Id(g.name + word).Call(args...)
}

// body is the exported function.
func (g *grids) body() []jen.Code {
	names := g.names()
	var lines []jen.Code
	for _, other := range names[1:] {
		lines = append(lines, jen.If(jen.Len(jen.Id(other)).Op("!=").Len(jen.Id(names[0]))).Block(
			jen.Panic(jen.Lit(fmt.Sprintf("%s: %s has another length than %s", g.spec.FuncName(), other, names[0])))))
	}
	if g.plain {
		return g.atMostOne()
	}
	lines = append(lines, jen.If(jen.Len(jen.Id(names[0])).Op("==").Lit(0)).Block(g.ofNothing()...))
	if g.loadsFew() {
		lines = append(lines, g.shortest()...)
	}
	return append(lines, jen.Return(g.function("Many", g.each(names, func(name string) jen.Code { return jen.Id(name) })...)))
}

// ofNothing are the statements that return the result of no elements: the identity, or the zero of a user's function without
// one.
func (g *grids) ofNothing() []jen.Code {
	switch u := g.dialect.users; {
	case u == nil:
		return []jen.Code{returned(g.dialect.idElem)}
	case g.spec.User.Identity != nil:
		return []jen.Code{returned(u.call(u.identity))}
	}
	return []jen.Code{jen.Var().Id("zero").Add(g.localType()), jen.Return(jen.Id("zero"))}
}

// many is the function of any number of elements but none. It is apart, so that the frame of the function of
// few is small.
func (g *grids) many(parts helper) []jen.Code {
	o := g.order
	names := g.names()
	size, count, n, round := jen.Id("size"), jen.Id("count"), jen.Len(jen.Id(names[0])), jen.Id("round")
	few := jen.Id("few").Index(jen.Op(":").Add(count))
	whole := g.each(names, func(name string) jen.Code { return jen.Id(name) })
	part := g.each(names, func(name string) jen.Code { return jen.Id(name).Index(jen.Id("from").Op("*").Add(size).Op(":")) })
	chunked := func(x []jen.Code, out jen.Code) jen.Code {
		return g.function("Chunks", append(slices.Clone(x), size, out)...)
	}
	lines := []jen.Code{
		jen.Const().Id("round").Op("=").Lit(o.Accumulators()),
		jen.If(n.Clone().Op("<=").Add(round)).Block(g.stored(g.function("Round", whole...))...),
		jen.If(n.Clone().Op("<=").Lit(o.Alone).Op("*").Add(round)).Block(g.stored(g.function("Long", whole...))...),
		jen.Line(), jen.Comment("The chunks, then the tree over them."),
		jen.Id("rounds").Op(":=").Id("max").Call(jen.Lit(o.Rounds), jen.Parens(n.Clone().Op("+").Lit(o.Chunks).Op("*").Add(round).Op("-").Lit(1)).Op("/").Parens(jen.Lit(o.Chunks).Op("*").Add(round))),
		size.Clone().Op(":=").Id("rounds").Op("*").Add(round),
		count.Clone().Op(":=").Parens(n.Clone().Op("+").Add(size).Op("-").Lit(1)).Op("/").Add(size),
		jen.Comment("Fewer are not worth a second processor."),
		jen.If(n.Clone().Op("<").Lit(2 * partColumns)).Block(append([]jen.Code{
			jen.Var().Id("few").Index(jen.Lit(o.Chunks)).Add(g.localType()),
			chunked(whole, few)}, g.stored(g.function("Tree", few))...)...),
		jen.Id("chunks").Op(":=").Make(jen.Index().Add(g.localType()), count),
		jen.Id(parts.name).Call(count, jen.Parens(jen.Lit(partColumns).Op("+").Add(size).Op("-").Lit(1)).Op("/").Add(size),
			jen.Func().Params(jen.List(jen.Id("from"), jen.Id("to")).Int()).Block(
				chunked(part, jen.Id("chunks").Index(jen.Id("from").Op(":").Id("to"))))),
	}
	return append(lines, g.stored(g.function("Tree", jen.Id("chunks")))...)
}

// chunks is the function of some chunks.
func (g *grids) chunks() []jen.Code {
	set := func(word string) jen.Code {
		return jen.Id("out").Index(jen.Id("i")).Op("=").Add(g.function(word, g.each(pieceNames[:], func(name string) jen.Code { return jen.Id(name) })...))
	}
	piece := jen.Id("chunk")
	lines := []jen.Code{piece.Clone().Op(":=").Id("x").Index(jen.Op(":").Min(jen.Id("size"), jen.Len(jen.Id("x"))))}
	for i := range g.inputs[1:] {
		lines = append(lines, jen.Id(pieceNames[i+1]).Op(":=").Id(rowNames[i+1]).Index(jen.Op(":").Len(piece)))
	}
	for i := range g.inputs {
		x := jen.Id(rowNames[i])
		lines = append(lines, x.Clone().Op("=").Add(x).Index(jen.Len(piece).Op(":")))
	}
	return []jen.Code{
		jen.For(jen.Id("i").Op(":=").Lit(0), jen.Id("i").Op("<").Len(jen.Id("out")), jen.Id("i").Op("++")).Block(append(lines,
			jen.If(jen.Len(piece).Op("<=").Lit(g.order.Accumulators())).Block(set("Round")).Else().Block(set("Long")))...),
	}
}

// pieceNames are a chunk of each array.
var pieceNames = [spec.MaxMapInputs]string{"chunk", "chunkY", "chunkZ"}

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
