package lower

import (
	"fmt"
	"strings"

	"github.com/shflgen/shflgen/gen/internal/ir"
	"github.com/shflgen/shflgen/spec"
)

// ReduceLoop is how a language computes the reduction of an array by functions of one thread.
type ReduceLoop struct {
	Held    ir.Type // of what is combined
	Plain   bool    // what is combined are elements as they are in memory
	Encodes bool    // what is combined of an element reads it more than once
	Stores  bool    // an element is made of what is combined
	Loads   bool    // functions of few elements load them: what combines them is an expression
	Bars    bool    // argmin and argmax compare elements as floats first
	Share   int     // elements that a processor has at least before another one takes some
}

// reduceLoop lowers the reduction of an array to a loop over its chunks, around functions of one chunk. Where there are
// many elements, several processors share the chunks.
type reduceLoop struct {
	*ir.Program
	spec.GridOrder
	ReduceLoop
	of     spec.Spec
	elem   ir.Type
	inputs []array
}

// The locals hold a group of neighbours at once.
const (
	group = 8
	half  = group / 2
)

// Names of the arrays in functions: all elements, a chunk, a group of rounds, and a group of neighbours of each.
var (
	RowNames   = []string{"x", "y", "z", "w"}
	pieceNames = []string{"chunk", "chunkY", "chunkZ", "chunkW"}
	chunkNames = []string{"c", "cy", "cz", "cw"}
	groupNames = []string{"e", "ey", "ez", "ew"}
)

// newReduceLoop makes a loop, and adds the primitives that those of rows and arrays have.
func newReduceLoop(p *ir.Program, s spec.Spec, order spec.GridOrder, how ReduceLoop) *reduceLoop {
	g := &reduceLoop{Program: p, GridOrder: order, ReduceLoop: how, of: s, elem: elemOf(s),
		inputs: inputsOf(s, order.Vector)}
	if p.Has("Combine") { // of another reduction of the row
		return g
	}
	var inputs []ir.Type
	for _, in := range g.inputs {
		inputs = append(inputs, in.of)
	}
	g.Primitive("Combine", g.Held, g.Held, g.Held)
	g.Primitive("Made", g.Held, inputs...)
	if how.Encodes {
		g.Primitive("Key", g.Held, g.Held)
	}
	if how.Stores {
		g.Primitive("Stored", g.elem, g.Held)
	}
	return g
}

// prefixOf is what the names of functions begin with that are not exported.
func prefixOf(s spec.Spec) string {
	name := s.FuncName()
	return strings.ToLower(name[:1]) + name[1:]
}

// elemOf is the type of a result.
func elemOf(s spec.Spec) ir.Type {
	if s.Elem != nil {
		return ir.Struct{Element: s.Elem}
	}
	return ir.Number{Type: s.Type}
}

// GridReduceLoop is the reduction of an array by a function of one thread. Its primitives are the op, what is combined
// of elements, its encoding, the element of that, and the result of no elements: Combine, Made, Key, Stored and
// Nothing.
func GridReduceLoop(s spec.Spec, order spec.GridOrder, how ReduceLoop) (*ir.Program, error) {
	if s.HasLane() {
		p := winnerArray(s, how)
		return p, ir.Check(p)
	}
	g := newReduceLoop(&ir.Program{Name: prefixOf(s), Threads: 1}, s, order, how)
	g.Primitive("Nothing", g.elem)
	g.trees()
	g.long()
	if g.Loads {
		g.loadFew()
		g.loadFour()
		g.loadShort()
	}
	g.round("Round", fmt.Sprintf("is the result of a chunk of 1 to %d elements, %d neighbours at a time.",
		g.Accumulators(), group), g.Accumulators()/group)
	if g.Plain {
		g.round("Short", shortDoes, group)
	}
	g.chunks()
	g.many()
	if g.Plain {
		g.several()
	}
	g.loop()
	return g.Program, ir.Check(g.Program)
}

var shortDoes = fmt.Sprintf("is the result of %d to %d elements.", 4*group+1, group*group)

func (g *reduceLoop) op(a, b ir.Expr) ir.Expr { return g.Call("Combine", a, b) }

// arrays adds parameters for the arrays, by their names.
func (g *reduceLoop) arrays(b *ir.Builder, names []string) (all []ir.Expr) {
	for i, in := range g.inputs {
		all = append(all, b.Param(names[i], ir.Slice{Of: in.of}))
	}
	return all
}

// names are those of the arrays in the exported function.
func (g *reduceLoop) names() (all []string) {
	for _, in := range g.inputs {
		all = append(all, in.name)
	}
	return all
}

// pasts are arrays from an element on.
func pasts(arrays []ir.Expr, from any) (all []ir.Expr) {
	if from == 0 {
		return arrays
	}
	for _, a := range arrays {
		all = append(all, a.Past(from))
	}
	return all
}

// views defines the first elements of arrays as arrays of so many.
func views(b *ir.Builder, names []string, arrays []ir.Expr, n int) (all []ir.Expr) {
	for i, a := range arrays {
		all = append(all, b.Let(names[i], a.View(n)))
	}
	return all
}

// sliced defines the first elements of arrays: those of the first one, and as many of the others.
func sliced(b *ir.Builder, names []string, arrays []ir.Expr, n ir.Expr) (all []ir.Expr) {
	for i, a := range arrays {
		all = append(all, b.Let(names[i], a.First(n)))
		n = all[0].Len()
	}
	return all
}

// at are the elements of arrays at a place.
func at(arrays []ir.Expr, i any) (all []ir.Expr) {
	for _, a := range arrays {
		all = append(all, a.At(i))
	}
	return all
}

// loaded is what is combined of elements: where they are encoded, a local holds them first.
func (g *reduceLoop) loaded(b *ir.Builder, raw string, in []ir.Expr) ir.Expr {
	if made := g.Call("Made", in...); !g.Encodes {
		return made
	} else {
		return g.Call("Key", b.Let(raw, made))
	}
}

// step is a loop over numbers from one on below another, some apart.
func step(b *ir.Builder, name string, from, below ir.Expr, by any, body func(i ir.Expr)) {
	b.For(ir.AsCompiled, name, from, func(i ir.Expr) ir.Expr { return i.Less(below) },
		func(i ir.Expr) ir.Expr { return i.Plus(by) }, body)
}

// groupOf is the type of the values of a group.
func (g *reduceLoop) groupOf() ir.Type { return ir.Array{Of: g.Held, N: group} }

// eight is the tree over the group at the start of a slice.
func (g *reduceLoop) eight(x ir.Expr) ir.Expr { return g.Call("Eight", x.View(group)) }

// stored appends how a function returns what is combined as an element. A local holds it where the element is made of
// it: that may name it more than once.
func (g *reduceLoop) stored(b *ir.Builder, e ir.Expr) {
	if g.Stores {
		e = g.Call("Stored", b.Let("result", e))
	}
	b.Return(e)
}

// loop adds the function of the array; for columns the function of one column, then that of the matrix.
func (g *reduceLoop) loop() {
	if g.of.Pattern.Columns() {
		g.array(g.Build("Column", g.elem, "is the result of a column."))
		g.columns()
		return
	}
	b := g.Build("", g.elem)
	b.Name = g.of.FuncName()
	g.array(b)
}

// array appends the reduction of an array.
func (g *reduceLoop) array(b *ir.Builder) {
	arrays := g.arrays(b, g.names())
	n := arrays[0].Len()
	if !g.of.Pattern.Columns() { // which has looked at all
		sameLengths(b, arrays)
	}
	if g.Plain {
		b.Add(ir.Switch{Of: n, Cases: [][]ir.Stmt{
			b.Region(func() { g.nothing(b) }), b.Region(func() { b.Return(arrays[0].At(0)) }),
		}})
		b.Return(g.Call("Several", arrays...))
		return
	}
	b.If(n.Equal(0), func() { g.nothing(b) })
	if g.Loads {
		more := g.fewest(b, arrays, func(e ir.Expr) ir.Expr { return e })
		b.If(n.LessEqual(4*group), more)
		b.If(n.LessEqual(group*group), func() { b.Return(g.Call("Short", arrays...)) })
	}
	b.Return(g.Call("Many", arrays...))
}

// nothing appends how a function returns the result of no elements: zeros, if a user's operator has no identity.
func (g *reduceLoop) nothing(b *ir.Builder) {
	if g.of.User != nil && g.of.User.Identity == nil {
		b.Return(b.Let("zero", ir.NewExpr(ir.Zeros{}, g.elem)))
		return
	}
	b.Return(g.Call("Nothing"))
}

// many adds the function of any number of elements but none. It is apart, so that the frame of the function of few is
// small.
func (g *reduceLoop) many() {
	b := g.Build("Many", g.elem, "is the result of any number of elements but none.")
	arrays := g.arrays(b, g.names())
	n, round := arrays[0].Len(), b.Fix("round", ir.Int.Int(g.Accumulators()))
	b.If(n.LessEqual(round), func() { g.stored(b, g.Call("Round", arrays...)) })
	b.If(n.LessEqual(ir.Times(g.Alone, round)), func() { g.stored(b, g.Call("Long", arrays...)) })
	b.Step("The chunks, then the tree over them.")
	each := func(chunks int) ir.Expr { // rounds of so many chunks
		all := ir.Times(chunks, round)
		return n.Plus(all).Minus(1).Over(all)
	}
	least := ir.Int.Int(g.Rounds)
	if g.Few > 0 {
		least = least.Max(ir.Int.Int(g.Most).Min(each(g.Few)))
	}
	rounds := b.Let("rounds", least.Max(each(g.Chunks)))
	size := b.Let("size", rounds.Times(round))
	count := b.Let("count", n.Plus(size).Minus(1).Over(size))
	b.Add(ir.Remark{Text: "Fewer are not worth a second processor."})
	b.If(n.Less(2*g.Share), func() {
		few := b.Declare("few", ir.Array{Of: g.Held, N: g.Chunks}).First(count)
		b.Do("Chunks", append(pasts(arrays, 0), size, few)...)
		g.stored(b, g.Call("Tree", few))
	})
	chunks := b.Let("chunks", ir.MakeSlice(g.Held, count))
	b.Parallel(count, ir.Int.Int(g.Share).Plus(size).Minus(1).Over(size), func(from, to ir.Expr) {
		b.Do("Chunks", append(pasts(arrays, from.Times(size)), size, chunks.Between(from, to))...)
	})
	g.stored(b, g.Call("Tree", chunks))
}

// chunks adds the function of some chunks.
func (g *reduceLoop) chunks() {
	b := g.Build("Chunks", nil, "stores the results of chunks in out. A chunk has size elements; the last may have fewer.")
	arrays := g.arrays(b, RowNames)
	size, out := b.Param("size", ir.Int), b.Param("out", ir.Slice{Of: g.Held})
	upTo(b, "i", 0, out.Len(), func(i ir.Expr) {
		chunk := sliced(b, pieceNames, arrays, size.Min(arrays[0].Len()))
		for _, x := range arrays {
			b.Set(x, x.Past(chunk[0].Len()))
		}
		b.IfElse(chunk[0].Len().LessEqual(g.Accumulators()),
			func() { b.Set(out.At(i), g.Call("Round", chunk...)) }, func() { b.Set(out.At(i), g.Call("Long", chunk...)) })
	})
}
