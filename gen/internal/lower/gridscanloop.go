package lower

import (
	"fmt"

	"github.com/shflgen/shflgen/gen/internal/ir"
	"github.com/shflgen/shflgen/spec"
)

// scanLoop lowers the scan of an array to loops of one thread: over its tiles, and in them over strips and rows, in the
// order of [gridScan].
type scanLoop struct {
	*ir.Program
	spec.ScanOrder
	of        spec.Spec
	elem      ir.Number
	inputs    []array
	exclusive bool
}

// GridScanLoop is the scan of an array by a function of one thread. Its primitives are the op, its identity, and what
// makes elements of inputs: Join, Identity and Made.
func GridScanLoop(s spec.Spec, order spec.ScanOrder) (*ir.Program, error) {
	g := &scanLoop{
		Program: &ir.Program{Name: prefixOf(s), Threads: 1}, ScanOrder: order, of: s, elem: ir.Number{Type: s.Type},
		inputs: inputsOf(s, order.Vector), exclusive: s.Pattern == spec.GridExclusiveScan,
	}
	if s.Made() {
		b := g.Build("Made", nil)
		b.Param("x", ir.Slice{Of: g.elem})
		for _, in := range g.inputs {
			b.Param(in.name, ir.Slice{Of: in.of})
		}
		b.Primitive = true
	}
	if s.User == nil || g.exclusive {
		g.Primitive("Identity", g.elem)
	}
	g.Primitive("Join", g.elem, g.elem, g.elem)
	switch {
	case s.User != nil:
		g.optional()
	default:
		g.trees()
		g.scans("Strips", "strips of a tile", g.Strips)
		if !s.Laws().Associative {
			g.scans("Lanes", "pieces of a row", fan)
		}
		g.row()
		g.strip()
	}
	g.tile()
	g.adds()
	g.before()
	g.loop()
	return g.Program, ir.Check(g.Program)
}

func (g *scanLoop) join(a, b ir.Expr) ir.Expr { return g.Call("Join", a, b) }

// after is the op of what is before a value and the value. Where a user's operator is called on elements alone, a
// condition says whether anything is before it.
func (g *scanLoop) after(some, before, value ir.Expr) ir.Expr {
	if g.of.User != nil {
		return g.Call("Append", some, before, value)
	}
	return g.join(before, value)
}

// arrays are parameters for the inputs and out.
func (g *scanLoop) arrays(b *ir.Builder) (all []ir.Expr) {
	for _, in := range g.inputs {
		all = append(all, b.Param(in.name, ir.Slice{Of: in.of}))
	}
	return append(all, b.Param("out", ir.Slice{Of: g.elem}))
}

// firsts are the first values of arrays.
func firsts(arrays []ir.Expr, n ir.Expr) (all []ir.Expr) {
	for _, a := range arrays {
		all = append(all, a.First(n))
	}
	return all
}

// next moves arrays on.
func next(b *ir.Builder, arrays []ir.Expr, by any) {
	for i, a := range arrays {
		b.Add(ir.Set{To: a, Value: a.Past(by), Beside: i > 0})
	}
}

// sameLengths traps where a parameter of the function has another length than the first one.
func sameLengths(b *ir.Builder, arrays []ir.Expr) {
	for i, a := range arrays[1:] {
		wrong := fmt.Sprintf("%s: %s has another length than %s", b.Name, b.Params[i+1].Name, b.Params[0].Name)
		b.If(a.Len().Unequal(arrays[0].Len()), func() { b.Add(ir.Trap{Why: wrong}) })
	}
}

// while is a loop as long as an array has elements, which numbers its rounds where a name is given.
func while(b *ir.Builder, number string, array ir.Expr, body func(i ir.Expr)) {
	loop, i := ir.For{While: array.Len().Greater(0)}, ir.Expr{}
	if number != "" {
		from := ir.Start(number, ir.Int.Int(0))
		i = from.Local()
		loop.Init, loop.Next = []ir.Let{from}, []ir.Set{{To: i, Value: i.Plus(1)}}
	}
	loop.Body = b.Region(func() { body(i) })
	b.Add(loop)
}

// upTo is a loop over the numbers from one on below another.
func upTo(b *ir.Builder, name string, from int, below ir.Expr, body func(i ir.Expr)) {
	step(b, name, ir.Int.Int(from), below, 1, body)
}

// downTo is a loop over the numbers from one down to another.
func downTo(b *ir.Builder, name string, from, to ir.Expr, body func(i ir.Expr)) {
	decrement := func(i ir.Expr) ir.Expr { return i.Minus(1) }
	b.For(ir.AsCompiled, name, from, func(i ir.Expr) ir.Expr { return i.GreaterEqual(to) }, decrement, body)
}

// doubled is a loop over 1, 2, 4, … below a number.
func doubled(b *ir.Builder, below ir.Expr, body func(d ir.Expr)) {
	double := func(d ir.Expr) ir.Expr { return d.Times(2) }
	b.For(ir.AsCompiled, "d", ir.Int.Int(1), func(d ir.Expr) ir.Expr { return d.Less(below) }, double, body)
}

// treeLoop is the tree over the first values of an array, to the first of them.
func treeLoop(b *ir.Builder, t, count ir.Expr, op func(x, y ir.Expr) ir.Expr) {
	doubled(b, count, func(d ir.Expr) {
		b.For(ir.AsCompiled, "i", ir.Int.Int(0), func(i ir.Expr) ir.Expr { return i.Plus(d).Less(count) },
			func(i ir.Expr) ir.Expr { return i.Plus(ir.Times(2, d)) },
			func(i ir.Expr) { b.Set(t.At(i), op(t.At(i), t.At(i.Plus(d)))) })
	})
}

// nodes is the type of the nodes of all levels, and counts how many there are of each.
func (g *scanLoop) nodes() ir.Type {
	return ir.Array{Of: ir.Array{Of: g.elem, N: fan}, N: g.Levels}
}

func (g *scanLoop) counts() ir.Type { return ir.Array{Of: ir.Int, N: g.Levels} }

// loop adds the function of the array.
func (g *scanLoop) loop() {
	b := g.Build("", nil)
	b.Name = g.of.FuncName()
	arrays := g.arrays(b)
	sameLengths(b, arrays)
	nodes := b.Let("nodes", ir.Nothing(g.nodes()))
	counts := b.Let("counts", ir.Nothing(g.counts()))
	tile := func(t ir.Expr) {
		n := b.Let("n", arrays[0].Len().Min(g.Tile()))
		args := append(firsts(arrays, n), b.Let("before", g.Call("Before", nodes, counts)))
		if g.of.User != nil {
			args = append(args, t.Greater(0))
		}
		b.Do("Add", nodes, counts, b.Let("sum", g.Call("Tile", args...)))
		next(b, arrays, n)
	}
	number := ""
	if g.of.User != nil {
		number = "t"
	}
	while(b, number, arrays[0], tile)
}

// before adds the function of what is before a tile.
func (g *scanLoop) before() {
	does := "is what is before a tile, of the nodes before it."
	if g.of.User != nil {
		does = "is what is before a tile, of the nodes before it; zero of none."
	}
	b := g.Build("Before", g.elem, does)
	nodes, counts := b.Param("nodes", g.nodes()), b.Param("counts", g.counts())
	before, some := ir.Expr{}, ir.True
	if g.of.User == nil {
		before = b.Let("before", g.Call("Identity"))
	} else {
		before = b.Let("before", ir.Nothing(g.elem))
		some = b.Let("some", ir.False)
	}
	downTo(b, "level", ir.Int.Int(g.Levels-1), ir.Int.Int(0), func(level ir.Expr) {
		n := ir.Start("n", counts.At(level))
		b.Add(ir.If{Init: []ir.Let{n}, Cond: n.Local().Greater(0), Then: b.Region(func() {
			part := b.Let("part", g.Call("Tree", nodes.At(level).First(n.Local())))
			b.Set(before, g.after(some, before, part))
			if g.of.User != nil {
				b.Set(some, ir.True)
			}
		})})
	})
	b.Return(before)
}

// adds adds the function that adds the sum of a tile to the nodes.
func (g *scanLoop) adds() {
	b := g.Build("Add", nil, "adds the sum of a tile to the nodes, and the nodes that end with it.")
	nodes, counts, sum := b.Param("nodes", g.nodes()), b.Param("counts", g.counts()), b.Param("sum", g.elem)
	upTo(b, "level", 0, nodes.Len(), func(level ir.Expr) {
		count := counts.At(level)
		b.Set(nodes.At(level, count), sum)
		b.Set(count, count.Plus(1))
		b.If(count.Less(fan), b.End)
		b.Set(count, 0)
		b.Set(sum, g.Call("Tree", nodes.At(level).Whole()))
	})
}

// trees adds the function of a tree over nodes.
func (g *scanLoop) trees() {
	b := g.Build("Tree", g.elem, "is the tree over at most 32 nodes: neighbours combine at distance 1, 2, 4, …")
	a := b.Param("a", ir.Slice{Of: g.elem})
	t := b.Declare("t", ir.Array{Of: g.elem, N: fan})
	treeLoop(b, t, b.Let("n", t.Whole().CopyFrom(a)), g.join)
	b.Return(t.At(0))
}

// tile adds the function of a tile.
func (g *scanLoop) tile() {
	of, some := "the sum of a whole one", ir.True
	if g.of.User != nil {
		of = "the sum"
	}
	b := g.Build("Tile", g.elem, "scans a tile, which may be short where it is the last one. It returns "+of+".")
	arrays, before := g.arrays(b), b.Param("before", g.elem)
	if g.of.User != nil {
		some = b.Param("some", ir.Bool{})
	}
	sums, sum := b.Let("sums", ir.Nothing(ir.Array{Of: g.elem, N: g.Strips})), b.Declare("sum", g.elem)
	tile := b.Let("tile", before)
	while(b, "w", arrays[0], func(w ir.Expr) {
		n := b.Let("n", arrays[0].Len().Min(g.Strip()))
		args := append(firsts(arrays, n), tile)
		if g.of.User != nil {
			args = append(args, some.Either(w.Greater(0)))
		}
		b.Set(sums.At(w), g.Call("Strip", args...))
		scanned := b.Let("scanned", sums.Clone())
		if g.of.User != nil {
			b.Do("Lanes", scanned.First(w.Plus(1)))
		} else {
			b.Do("Strips", scanned)
		}
		b.Set(sum, scanned.At(w))
		b.Set(tile, g.after(some, before, sum))
		next(b, arrays, n)
	})
	b.Return(sum)
}

// strip adds the function of a strip.
func (g *scanLoop) strip() {
	b := g.Build("Strip", g.elem,
		"scans a strip, which may be short where it is the last one. It returns the sum of its whole rows.")
	arrays, tile := g.arrays(b), b.Param("tile", g.elem)
	in, out, row := arrays[:len(arrays)-1], arrays[len(arrays)-1], ir.Array{Of: g.elem, N: g.Row()}
	rows := b.Let("rows", g.Call("Identity"))
	b.Add(ir.For{While: in[0].Len().GreaterEqual(g.Row()), Body: b.Region(func() {
		of := in[0].View(g.Row())
		if g.of.Made() {
			of = b.Declare("x", row)
			b.Do("Made", append([]ir.Expr{of.Whole()}, in...)...)
		}
		sum := b.Let("sum", g.Call("Row", of, out.View(g.Row()), tile, rows))
		b.Set(rows, g.join(rows, sum))
		next(b, arrays, g.Row())
	})})
	b.If(in[0].Len().Greater(0), func() {
		x, y := b.Let("x", ir.Nothing(row)), b.DeclareBeside("y", row) // what is past the end is dropped
		if g.of.Made() {
			b.Do("Made", append([]ir.Expr{x.First(in[0].Len())}, in...)...)
		} else {
			b.Copy(x.Whole(), in[0])
		}
		b.Do("Row", x, y, tile, rows)
		b.Copy(out, y.First(out.Len()))
	})
	b.Return(rows)
}

// row adds the function of a row.
func (g *scanLoop) row() {
	b := g.Build("Row", g.elem,
		"scans a row, after the rows of its strip and what is before the strip. It returns the row's sum.")
	in, out := b.Param("in", ir.Array{Of: g.elem, N: g.Row()}), b.Param("out", ir.Array{Of: g.elem, N: g.Row()})
	tile, rows := b.Param("tile", g.elem), b.Param("rows", g.elem)
	if g.of.Laws().Associative {
		g.oneByOne(b, in, out, g.join(tile, rows))
		return
	}
	a := b.Declare("a", ir.Array{Of: g.elem, N: fan})
	pieceOf := func(a, p ir.Expr) ir.Expr { return a.Past(ir.Times(g.Vector, p)).View(g.Vector) }
	upTo(b, "p", 0, a.Len(), func(p ir.Expr) {
		e := b.Let("e", pieceOf(in, p))
		x := b.Let("x", e.At(0))
		for v := 1; v < g.Vector; v++ {
			b.Set(x, g.join(x, e.At(v)))
		}
		b.Set(a.At(p), x)
	})
	b.Do("Lanes", a)
	base := b.Let("base", rows)
	upTo(b, "p", 0, a.Len(), func(p ir.Expr) {
		e := b.Let("e", pieceOf(in, p))
		o := b.Beside("o", pieceOf(out, p))
		x := b.Let("x", e.At(0))
		if g.exclusive {
			b.Set(o.At(0), g.join(tile, base))
		} else {
			b.Set(o.At(0), g.join(tile, g.join(base, x)))
		}
		for v := 1; v < g.Vector; v++ {
			if !g.exclusive {
				b.Set(x, g.join(x, e.At(v)))
			}
			b.Set(o.At(v), g.join(tile, g.join(base, x)))
			if g.exclusive && v < g.Vector-1 {
				b.Set(x, g.join(x, e.At(v)))
			}
		}
		b.Set(base, g.join(rows, a.At(p)))
	})
	b.Return(a.At(fan - 1))
}

// oneByOne appends the scan of a row after the total before it, for an op that gives the same bits in any order.
func (g *scanLoop) oneByOne(b *ir.Builder, in, out, first ir.Expr) {
	b.Step("Any order gives the same bits: one element after the other.")
	before := b.Let("before", first)
	sum := b.Beside("sum", in.At(0))
	if g.exclusive {
		b.Set(out.At(0), before)
	} else {
		b.Set(out.At(0), g.join(before, sum))
	}
	upTo(b, "i", 1, ir.Int.Int(g.Row()), func(i ir.Expr) {
		if g.exclusive {
			b.Set(out.At(i), g.join(before, sum))
		}
		b.Set(sum, g.join(sum, in.At(i)))
		if !g.exclusive {
			b.Set(out.At(i), g.join(before, sum))
		}
	})
	b.Return(sum)
}

// scans adds the function that scans the sums of so many parts, each a local.
func (g *scanLoop) scans(name, of string, n int) {
	b := g.Build(name, nil, fmt.Sprintf("is the inclusive scan of the sums of the %s: distance 1, 2, 4, …", of))
	a := b.Param("a", ir.Array{Of: g.elem, N: n})
	var all []ir.Expr
	for i := range n {
		all = append(all, b.Let(fmt.Sprintf("a%d", i), a.At(i)))
	}
	for d := 1; d < n; d *= 2 {
		for i := n - 1; i >= d; i-- {
			b.Set(all[i], g.join(all[i-d], all[i]))
		}
	}
	for i := 1; i < n; i++ { // the first is its own sum
		b.Set(a.At(i), all[i])
	}
}
