package lower

import (
	"fmt"

	"github.com/shflgen/shflgen/gen/internal/ir"
)

// A chunk of one round needs no accumulators: groups of neighbours combine. The accumulators of a longer chunk are an
// array: a group of them takes in several rounds while it is in registers.

// roundsAtOnce is how many rounds they are. Measured on an AMD EPYC, chunks of 10^6 float32: 2.8 times as fast as a
// loop by 1 round, 4.3 by 4, 4.8 by 8.
const roundsAtOnce = 8

// put appends how t[n] becomes a value, and n moves on.
func put(b *ir.Builder, t, n, value ir.Expr) {
	b.Set(t.At(n), value)
	b.Set(n, n.Plus(1))
}

// round adds a function of so many groups at most: whole ones, then the elements that are left.
func (g *reduceLoop) round(name, does string, groups int) {
	b := g.Build(name, g.Held, does)
	arrays := g.arrays(b, RowNames)
	x := arrays[0]
	t := b.Declare("t", ir.Array{Of: g.Held, N: groups})
	n := b.Let("n", ir.Int.Int(0))
	var move []ir.Set
	for i, a := range arrays {
		move = append(move, ir.Set{To: a, Value: a.Past(group), Beside: i > 0})
	}
	b.Add(ir.For{While: x.Len().GreaterEqual(group), Next: move, Body: b.Region(func() {
		if g.Plain {
			put(b, t, n, g.eight(x))
			return
		}
		c := views(b, chunkNames, arrays, group)
		var a []ir.Expr
		for i := range group {
			a = append(a, b.Let(fmt.Sprintf("a%d", i), g.loaded(b, fmt.Sprintf("raw%d", i), at(c, i))))
		}
		for d := 1; d < group; d *= 2 {
			for i := 0; i < group; i += 2 * d {
				b.Set(a[i], g.op(a[i], a[i+d]))
			}
		}
		put(b, t, n, a[0])
	})})
	b.If(x.Len().Greater(0), func() {
		switch {
		case g.Loads:
			b.IfElse(x.Len().Greater(half),
				func() { b.Set(t.At(n), g.op(g.four(arrays, 0), g.upToFour(arrays, half))) },
				func() { b.Set(t.At(n), g.upToFour(arrays, 0)) })
			b.Set(n, n.Plus(1))
		case g.Plain:
			put(b, t, n, g.Call("Few", x))
		default:
			rest := b.Declare("rest", g.groupOf())
			upTo(b, "i", 0, x.Len(), func(i ir.Expr) { b.Set(rest.At(i), g.loaded(b, "raw", at(arrays, i))) })
			put(b, t, n, g.Call("Few", rest.First(x.Len())))
		}
	})
	tree := "Tree"
	if groups == group {
		tree = "Few"
	}
	b.Return(g.Call(tree, t.First(n)))
}

// long adds the function of a chunk with an array of accumulators.
func (g *reduceLoop) long() {
	b := g.Build("Long", g.Held, "is the result of a chunk of more elements, which it reads from front to back.")
	p := g.Accumulators()
	arrays := g.arrays(b, RowNames)
	x := arrays[0]
	b.Add(ir.Remark{Text: fmt.Sprintf("Whole rounds, up to %d at once.", roundsAtOnce)})
	a := b.Declare("a", ir.Array{Of: g.Held, N: p})
	whole := func(first bool) {
		c := sliced(b, chunkNames, arrays, x.Len().AndNot(p-1).Min(roundsAtOnce*p))
		g.batch(b, a, c, first)
		next(b, arrays, c[0].Len())
	}
	whole(true)
	b.Add(ir.For{While: x.Len().GreaterEqual(p), Body: b.Region(func() { whole(false) })})
	b.Add(ir.Remark{Text: "The last elements."})
	upTo(b, "j", 0, x.Len(), func(j ir.Expr) { b.Set(a.At(j), g.op(a.At(j), g.loaded(b, "raw", at(arrays, j)))) })
	b.Return(g.Call("Tree", a.Whole()))
}

// batch appends the loop by which all accumulators take in the rounds of c. The first ones are the elements of the
// first round.
func (g *reduceLoop) batch(b *ir.Builder, a ir.Expr, c []ir.Expr, first bool) {
	p := g.Accumulators()
	step(b, "j", ir.Int.Int(0), ir.Int.Int(p), group, func(j ir.Expr) {
		var held []ir.Expr
		to := func() ir.Expr { return b.Let("to", a.Past(j).View(group)) }
		takes := func(place ir.Expr, take func(i int, e ir.Expr)) {
			e := views(b, groupNames, pasts(c, place), group)
			for i := range group {
				take(i, g.loaded(b, fmt.Sprintf("raw%d", i), at(e, i)))
			}
		}
		hold := func(i int, e ir.Expr) { held = append(held, b.Let(fmt.Sprintf("a%d", i), e)) }
		from, of := j, ir.Expr{}
		if first {
			takes(j, hold)
			from = j.Plus(p)
		} else {
			of = to()
			for i := range group {
				hold(i, of.At(i))
			}
		}
		step(b, "i", from, c[0].Len(), p, func(i ir.Expr) {
			takes(i, func(i int, e ir.Expr) { b.Set(held[i], g.op(held[i], e)) })
		})
		if first {
			of = to()
		}
		for i := range group {
			b.Set(of.At(i), held[i])
		}
	})
}

// trees adds the functions of trees over what is combined. They are small, so that Go's compiler puts the smallest in
// place of their calls.
func (g *reduceLoop) trees() {
	slice := ir.Slice{Of: g.Held}
	b := g.Build("Four", g.Held, fmt.Sprintf("combines 1 to %d neighbours.", half))
	a := b.Param("a", slice)
	g.first(b, a.Len(), b.Let("first", a.At(0)), 1, func(i int) ir.Expr { return a.At(i) })

	b = g.Build("Few", g.Held, fmt.Sprintf("combines 1 to %d neighbours.", group))
	a = b.Param("a", slice)
	b.If(a.Len().LessEqual(half), func() { b.Return(g.Call("Four", a)) })
	b.Return(g.op(g.Call("Four", a.First(half)), g.Call("Four", a.Past(half))))

	b = g.Build("Eight", g.Held, fmt.Sprintf("combines %d neighbours.", group))
	c := b.Param("c", g.groupOf())
	x := make([]ir.Expr, group)
	for i := 0; i < group; i += 2 {
		x[i] = b.Let(fmt.Sprintf("a%d", i), g.op(c.At(i), c.At(i+1)))
	}
	for i := 0; i < group; i += 4 {
		b.Set(x[i], g.op(x[i], x[i+2]))
	}
	b.Return(g.op(x[0], x[half]))

	b = g.Build("Tree", g.Held, "combines neighbours at distance 1, 2, 4, … It overwrites a.")
	a = b.Param("a", slice)
	b.Add(ir.For{While: a.Len().Greater(group), Body: b.Region(func() {
		n := b.Let("n", ir.Int.Int(0))
		within := func(j ir.Expr) ir.Expr { return j.Plus(group).LessEqual(a.Len()) }
		b.For(ir.AsCompiled, "j", ir.Int.Int(0), within, func(j ir.Expr) ir.Expr { return j.Plus(group) }, func(j ir.Expr) {
			put(b, a, n, g.eight(a.Past(j)))
		})
		rest := ir.Start("rest", a.Past(a.Len().AndNot(group-1)))
		b.Add(ir.If{Init: []ir.Let{rest}, Cond: rest.Local().Len().Greater(0), Then: b.Region(func() {
			put(b, a, n, g.Call("Few", rest.Local()))
		})})
		b.Set(a, a.First(n))
	})})
	b.Return(g.Call("Few", a))
}

// first appends the tree over up to four elements. So many of them are in first already.
func (g *reduceLoop) first(b *ir.Builder, n, first ir.Expr, in int, at func(i int) ir.Expr) {
	if in == 1 {
		b.If(n.Greater(1), func() { b.Set(first, g.op(first, at(1))) })
	}
	b.If(n.Greater(2), func() {
		second := b.Let("second", at(2))
		b.If(n.Greater(3), func() { b.Set(second, g.op(second, at(3))) })
		b.Set(first, g.op(first, second))
	})
	b.Return(first)
}
