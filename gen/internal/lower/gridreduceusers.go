package lower

import (
	"fmt"

	"github.com/shflgen/shflgen/gen/internal/ir"
)

// A user's operator may have no identity, so it is called on elements that are there alone: an accumulator begins with
// its first element, and the trees over accumulators, threads and chunks leave out what has none. Those that have some
// come first, so a number says which they are.

// ofNothing is what no element went into: the identity, or zeros, which are the result of no elements.
func (g *gridReduce) ofNothing() ir.Expr {
	if g.of.User.Identity == nil {
		return ir.NewExpr(ir.Zeros{}, g.elem)
	}
	return ir.NewExpr(ir.Identity{}, g.elem)
}

// joins adds the functions of the op where one side may have no element, and those that read what other threads have.
func (g *gridReduce) joins() {
	join := func(suffix, does, has string, alone int) {
		b := g.Build(suffix, g.elem, g.of.User.String()+does)
		there := b.Param(has, ir.Bool{})
		both := []ir.Expr{b.Param("a", g.elem), b.Param("b", g.elem)}
		b.If(there.Not(), func() { b.Return(both[alone]) })
		b.Return(g.op(both[0], both[1]))
	}
	join("_append", " of a and b, or b where it is the first element.", "begun", 1)
	join("_join", " of a and b, or a where b is not there.", "there", 0)
	if g.of.Elem == nil {
		return
	}
	b := g.Build("_read", g.elem, "The value that a thread left, leaf by leaf.")
	from, v := b.ReadOnly("from", g.elem), b.Declare("v", g.elem)
	for i, leaf := range v.Leaves() {
		b.Set(leaf, from.Leaf(i))
	}
	b.Return(v)
	g.Together("_from_down", g.elem, ir.Collective{Warp: true, Receive: shuffledDown}, ir.U32, g.elem, ir.U32, ir.I32)
}

// shuffledDown is what lanes receive of a shuffle of structs: those of a later lane, or their own without one.
func shuffledDown(_ ir.Launch, args [][]uint64) (all [][]uint64, _ error) {
	for lane, a := range args {
		if from := lane + int(a[len(a)-2]); from < len(args) {
			a = args[from]
		}
		all = append(all, a[1:len(a)-2])
	}
	return all, nil
}

// read is a value in memory. A struct is read leaf by leaf: a compiler that copies it whole copies its padding, and may
// keep it in local memory.
func (g *gridReduce) read(from ir.Expr) ir.Expr {
	if g.of.Elem == nil {
		return from
	}
	return g.Call("_read", from)
}

// joined is the op of two values. A user's operator is called only if the right one is there.
func (g *gridReduce) joined(there, a, b ir.Expr) ir.Expr {
	if g.of.User == nil {
		return g.op(a, b)
	}
	return g.Call("_join", there, a, b)
}

// for all threads with their values: the combination of the threads of a block. So many of them have an element.
func (g *gridReduce) acrossThreads(each, present ir.Expr) ir.Expr {
	if g.of.User == nil {
		return g.Call("_threads", each)
	}
	return g.Call("_threads", each, present)
}

// usersThreads adds the function by which the threads of a block combine what the first of them have.
func (g *gridReduce) usersThreads() {
	b := g.Build("_threads", g.elem,
		fmt.Sprintf("The threads of a block of %d combine what the first `present` of them "+
			"have, in near order: distance 1, 2, 4, …,", g.Threads),
		"the lower on the left. Thread 0 receives the result; without any, what it has.")
	v, present := b.Param("v", g.elem), b.Param("present", ir.U32)
	n := g.Threads / g.of.Warp() // of a lane of the first warp
	b.Step("Every thread leaves what it has for the first warp to read.")
	slots := b.Share("slots", ir.Array{Of: g.elem, N: g.Threads + g.of.Warp() - 1})
	b.Set(slots.At(ir.Thread.Plus(ir.Thread.Over(n))), v)
	b.Add(ir.Barrier{})
	b.Step(fmt.Sprintf("Each lane of the first warp reads those of %d threads.", n))
	b.If(ir.Thread.Less(g.of.Warp()), func() {
		first := b.Let("first", ir.Times(n, ir.Thread))
		piece := b.Let("piece", slots.At(ir.Times(n+1, ir.Thread)).Address())
		var x []ir.Expr
		for i := range n {
			x = append(x, b.Let(fmt.Sprintf("x%d", i), g.read(piece.At(i))))
		}
		ofFirst := func(t int) bool { return t < g.of.Warp() }
		g.Shows(fmt.Sprintf("Each lane of the first warp reads %d threads in shared memory, and combines them.", n),
			func(t int) (from []int) {
				for i := 0; i < n && ofFirst(t); i++ {
					from = append(from, t*n+i)
				}
				return from
			})
		b.Step("Each lane combines them, as far as they are there.")
		join := func(i, distance int, other ir.Expr) {
			b.Set(x[i], g.joined(first.Plus(distance).Less(present), x[i], other))
		}
		for d := 1; d < n; d *= 2 {
			for i := 0; i < n; i += 2 * d {
				join(i, i+d, x[i+d])
			}
		}
		b.Step("Distance 1, 2, 4, …: lane i takes in lane i + 1, i + 2, i + 4, …, as far as it has any.")
		for d := 1; d < g.of.Warp(); d *= 2 {
			from := x[0].From(ir.Down, d)
			if g.of.Elem != nil {
				from = g.Call("_from_down", ir.U32.Int(-1), x[0], ir.I32.Int(d), ir.I32.Int(g.of.Warp()))
			}
			join(0, d*n, b.Let(fmt.Sprintf("from%d", d), from))
			g.Exchanges = append(g.Exchanges, takesIn(d, ofFirst))
		}
		b.Set(v, x[0])
	})
	b.Step("No thread writes the next call's before these are read.")
	b.Add(ir.Barrier{})
	b.Return(v)
}
