package lower

import (
	"fmt"

	"github.com/shflgen/shflgen/gen/internal/ir"
	"github.com/shflgen/shflgen/spec"
)

// gridScan lowers the scan of an array. A block has one tile: its warps scan a strip each, the block the sums of the
// strips; then the block publishes the sum of its tile, and awaits the nodes before it.
//
// An op without an identity, which only a user's may be, leaves out what is not there: lanes, strips and tiles that
// have nothing before them are known by their numbers. A thread still calls the op on what it has, and then chooses: a
// choice of values is no branch.
type gridScan struct {
	*ir.Program
	spec.ScanOrder
	of     spec.Spec
	elem   ir.Number // in memory, of the results
	held   ir.Number // what is combined
	coded  bool      // which encodes an element
	leaves bool      // what is not there is left out: the op has no identity
	inputs []array

	strip, tree []ir.Exchange // of a warp, for pictures
}

// GridScan is the kernel of a scan of s. Its primitives are the op, what encodes elements and decodes them, what widens
// them, and the map: _op, _key, _unkey, _widen and _map.
func GridScan(s spec.Spec, order spec.ScanOrder) (*ir.Program, error) {
	g := &gridScan{
		ScanOrder: order, of: s, elem: ir.Number{Type: s.Type}, leaves: s.KeepsWithoutMembers(),
		inputs: inputsOf(s, order.Vector),
	}
	t := newThreads(s, order.Threads())
	g.Program, g.held, g.coded = t.program, t.held.(ir.Number), t.coded
	g.primitives()
	g.pieces()
	g.protocol()
	g.trees()
	g.publishing()
	g.awaits()
	if s.Made() {
		g.loadMade()
	} else {
		g.loads()
	}
	g.scans()
	g.stores()
	g.kernel()
	return g.Program, ir.Check(g.Program)
}

// primitives adds the op and what makes of inputs what it combines. An op without an identity comes with a function of
// what may not be there.
func (g *gridScan) primitives() {
	g.Primitive("_op", g.held, g.held, g.held)
	if g.leaves {
		b := g.Build("_append", g.held, g.of.User.String()+" of a and b, or b where a is not there.")
		there, x, y := b.Param("there", ir.Bool{}), b.Param("a", g.held), b.Param("b", g.held)
		both := b.Let("both", g.op(x, y))
		b.Return(there.Choose(both, y))
	}
	if g.coded {
		g.Primitive("_key", g.held, g.elem)
		g.Primitive("_unkey", g.elem, g.held)
	}
	widens, stored := g.of.In() != spec.AsType, g.of.MapsStored()
	if widens {
		g.Primitive("_widen", g.elem, g.inputs[0].of)
	}
	if g.of.Map == nil {
		return
	}
	mapped, params := ir.Type(g.elem), []ir.Type{}
	for _, in := range g.inputs {
		if params = append(params, in.of); widens && !stored {
			params[len(params)-1] = g.elem
		}
	}
	if stored {
		mapped = params[0]
	}
	g.Primitive("_map", mapped, params...)
}

// piece are the elements of a thread that follow each other.
func (g *gridScan) piece() piece { return piece{g.elem, g.Vector} }

// elements is the type of the elements of a thread: of each row, a piece.
func (g *gridScan) elements() ir.Type {
	return ir.Array{Of: ir.Array{Of: g.held, N: g.Vector}, N: g.Rows}
}

// none is what changes nothing. An op without an identity has none, and nobody takes this in.
func (g *gridScan) none() ir.Expr {
	if g.leaves {
		return ir.NewExpr(ir.Zero{}, g.held)
	}
	return ir.NewExpr(ir.Identity{}, g.held)
}

func (g *gridScan) op(a, b ir.Expr) ir.Expr { return g.Call("_op", a, b) }

// after is the op of what is before a value and the value. A condition says whether anything is, where that is asked.
func (g *gridScan) after(some, before, value ir.Expr) ir.Expr {
	if g.leaves {
		return g.Call("_append", some, before, value)
	}
	return g.op(before, value)
}

// in is an element as what is combined; out is the element back.
func (g *gridScan) in(e ir.Expr) ir.Expr {
	if g.coded {
		return g.Call("_key", e)
	}
	return e
}

func (g *gridScan) out(e ir.Expr) ir.Expr {
	if g.coded {
		return g.Call("_unkey", e)
	}
	return e
}

// noun is what the op makes of elements, in a comment.
func (g *gridScan) noun() string {
	if g.of.User != nil {
		return "reduction by " + g.of.User.Name
	}
	return g.of.Op.String()
}

// laneOf defines the lane.
func laneOf(b *ir.Builder) ir.Expr { return b.Let("lane", ir.Thread.Mod(spec.WarpSize)) }

// rows is a loop over the rows of a strip.
func (g *gridScan) rows(b *ir.Builder, body func(r ir.Expr)) { b.Range("r", g.Rows, true, body) }

// each is a loop over the elements of a thread, with the place of each in the strip.
func (g *gridScan) each(b *ir.Builder, lane ir.Expr, body func(r, v, place ir.Expr)) {
	b.Range("r", g.Rows, false, func(r ir.Expr) {
		b.Range("v", g.Vector, false, func(v ir.Expr) {
			body(r, v, ir.Times(g.Vector, lane).Plus(ir.U32.Int(g.Row()).Times(r)).Plus(v))
		})
	})
}

// inRow is the place of element v of row r, from the first one of the thread on.
func (g *gridScan) inRow(r, v ir.Expr) ir.Expr { return ir.Times(g.Row(), r).Plus(v) }

// whole is the condition that a strip is whole.
func (g *gridScan) whole(count ir.Expr) ir.Expr { return count.Equal(g.Strip()) }

// scans adds the function by which a warp scans a strip.
func (g *gridScan) scans() {
	each, exclusive := "the elements at or before it", g.of.Pattern == spec.GridExclusiveScan
	if exclusive {
		each = "the elements before it"
	}
	b := g.Build("_strip", g.held, fmt.Sprintf(
		"A warp scans a strip: each element becomes the %s of %s in the strip. Returns that of all.", g.noun(), each))
	x := b.Param("x", g.elements())
	b.Step("Each piece from left to right.")
	lane, last := laneOf(b), b.Declare("last", ir.Array{Of: g.held, N: g.Rows})
	g.rows(b, func(r ir.Expr) {
		for v := range g.Vector - 1 {
			b.Set(x.At(r, v+1), g.op(x.At(r, v), x.At(r, v+1)))
		}
		b.Set(last.At(r), x.At(r, g.Vector-1))
	})
	b.Step("The pieces of each row: lane i takes in lane i - 1, i - 2, i - 4, …")
	below := func(d ir.Expr) ir.Expr { return d.Less(g.of.Warp()) }
	b.For(ir.Unrolled, "d", ir.U32.Int(1), below, func(d ir.Expr) ir.Expr { return d.Times(2) }, func(d ir.Expr) {
		g.rows(b, func(r ir.Expr) {
			left := b.Let("left", last.At(r).From(ir.Up, d))
			b.If(lane.GreaterEqual(d), func() { b.Set(last.At(r), g.op(left, last.At(r))) })
		})
	})
	for d := 1; d < g.of.Warp(); d *= 2 {
		g.strip = append(g.strip, takesIn(-d, func(int) bool { return true }))
	}
	b.Step("The rows from left to right.")
	total := b.Let("total", g.none())
	g.rows(b, func(r ir.Expr) {
		sum := b.Let("sum", last.At(r).From(ir.Idx, g.of.Warp()-1))
		before := b.Beside("before", last.At(r).From(ir.Up, 1))
		if g.leaves {
			b.If(r.Greater(0), func() {
				both := b.Let("both", g.op(total, before))
				b.Set(before, lane.Equal(0).Choose(total, both))
			})
		} else {
			b.If(lane.Equal(0), func() { b.Set(before, g.none()) })
			b.If(r.Greater(0), func() { b.Set(before, g.op(total, before)) })
		}
		b.Set(total, r.Equal(0).Choose(sum, g.op(total, sum)))
		some := r.Greater(0).Either(lane.Greater(0))
		if !exclusive {
			for v := range g.Vector {
				b.Set(x.At(r, v), g.after(some, before, x.At(r, v)))
			}
			return
		}
		for v := g.Vector - 1; v > 0; v-- {
			b.Set(x.At(r, v), g.after(some, before, x.At(r, v-1)))
		}
		b.Set(x.At(r, 0), before)
	})
	b.Return(total)
	g.strip = append(g.strip, ir.Exchange{
		Title: "The rows from left to right: each lane reads what lane 31 has of every row, and receives the whole strip.",
		From:  func(t int) []int { return []int{t | (g.of.Warp() - 1)} },
	})
}

// stores adds the function by which a thread stores its elements.
func (g *gridScan) stores() {
	b := g.Build("_store", nil, fmt.Sprintf(
		"Stores the thread's elements of a strip of `count`, each after the %s of what is before the strip.", g.noun()))
	x, before := b.ReadOnly("x", g.elements()), b.Param("before", g.held)
	out, count := b.Param("out", ir.Pointer{To: g.elem}), b.Param("count", ir.U32)
	some := ir.True
	if g.leaves {
		some = b.Param("some", ir.Bool{})
	}
	element := func(r ir.Expr, v any) ir.Expr { return g.out(g.after(some, before, x.At(r, v))) }
	piece := g.piece()
	b.Step(fmt.Sprintf(
		"%d bytes a store, where the strip is whole and aligned, else element by element.", piece.bytes()))
	lane := laneOf(b)
	b.IfElse(g.whole(count).Both(out.Aligned(piece.bytes())), func() {
		pieces := b.Let("pieces", out.As(piece.vector()).Plus(lane))
		g.rows(b, func(r ir.Expr) {
			packed := piece.gather(func(v int) ir.Expr { return element(r, v) })
			b.Do("_put", pieces.Plus(ir.Times(g.of.Warp(), r)), packed)
		})
	}, func() {
		to := b.Let("to", out.Plus(ir.Times(g.Vector, lane)))
		g.each(b, lane, func(r, v, place ir.Expr) {
			b.If(place.Less(count), func() { b.Set(to.At(g.inRow(r, v)), element(r, v)) })
		})
	})
}
