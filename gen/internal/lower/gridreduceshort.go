package lower

import (
	"fmt"

	"github.com/shflgen/shflgen/gen/internal/ir"
)

// Few elements. Where results are elements as they are in memory, the exported function decides the shortest arrays by
// itself: it is small enough for Go's compiler to put it in place of its calls, so that one element costs no call. A
// switch costs the compiler's budget less than two ifs.
//
// Else a map makes elements, or they have another type in memory. Functions of four are small, so that Go's compiler
// puts them in place of their calls, and a call of the array's function is the only one up to 32 elements.

// several adds the function of at least two elements.
func (g *reduceLoop) several() {
	b := g.Build("Several", g.elem, "is the result of at least two elements.")
	in := g.arrays(b, []string{g.inputs[0].name})[0]
	upTo := func(n int, body func()) { b.If(in.Len().LessEqual(n), body) }
	gives := func(n int, left, right ir.Expr) { upTo(n, func() { b.Return(g.op(left, right)) }) }
	four := func(at int) ir.Expr { return g.Call("Four", in.Past(at)) }
	few := func(at int) ir.Expr { return g.Call("Few", in.Past(at)) }
	eight := func(at int) ir.Expr { return g.eight(pasts([]ir.Expr{in}, at)[0]) }
	upTo(half, func() { // that there are two is asked once
		e := b.Let("e", in.View(2))
		g.first(b, in.Len(), b.Let("first", g.op(e.At(0), e.At(1))), 2, func(i int) ir.Expr { return in.At(i) })
	})
	gives(group, g.Call("Four", in.First(half)), four(half))
	gives(group+half, eight(0), four(group))
	gives(2*group, eight(0), few(group))
	upTo(4*group, func() {
		a := b.Let("a", g.op(eight(0), eight(group)))
		gives(2*group+half, a, four(2*group))
		gives(3*group, a, few(2*group))
		b.Return(g.op(a, b.Let("b", g.op(eight(2*group), few(3*group)))))
	})
	upTo(group*group, func() { b.Return(g.Call("Short", in)) })
	b.Return(g.Call("Many", in))
}

// four and upToFour call the functions of four elements of arrays from one on, and of up to four.
func (g *reduceLoop) four(arrays []ir.Expr, from int) ir.Expr {
	return g.Call("LoadFour", pasts(arrays, from)...)
}

func (g *reduceLoop) upToFour(arrays []ir.Expr, from int) ir.Expr {
	return g.Call("LoadFew", pasts(arrays, from)...)
}

// loadFour adds the function of four elements.
func (g *reduceLoop) loadFour() {
	b := g.Build("LoadFour", g.Held, fmt.Sprintf("combines %d elements.", half))
	c := views(b, chunkNames, g.arrays(b, RowNames), half) // their number is asked once
	made := func(i int) ir.Expr { return g.Call("Made", at(c, i)...) }
	left, right := b.Let("a0", g.op(made(0), made(1))), b.Let("a2", g.op(made(2), made(3)))
	b.Return(g.op(left, right))
}

// loadFew adds the function of up to four elements.
func (g *reduceLoop) loadFew() {
	b := g.Build("LoadFew", g.Held, fmt.Sprintf("combines 1 to %d elements.", half))
	arrays := g.arrays(b, RowNames)
	n := arrays[0].Len()
	for _, y := range arrays[1:] {
		b.Set(y, y.First(n))
	}
	made := func(i int) ir.Expr { return g.Call("Made", at(arrays, i)...) }
	g.first(b, n, b.Let("first", made(0)), 1, made)
}

// groups is the tree over some whole groups from an element on, a power of two.
func (g *reduceLoop) groups(arrays []ir.Expr, from, n int) ir.Expr {
	if n == 1 {
		return g.op(g.four(arrays, from), g.four(arrays, from+half))
	}
	return g.op(g.groups(arrays, from, n/2), g.groups(arrays, from+n/2*group, n/2))
}

// fewest appends the cases of up to 16 elements of arrays, and returns what appends those of 17 to 32. after combines
// their result with that of the elements on their left.
func (g *reduceLoop) fewest(b *ir.Builder, arrays []ir.Expr, after func(ir.Expr) ir.Expr) func() {
	four, few := func(at int) ir.Expr { return g.four(arrays, at) }, func(at int) ir.Expr { return g.upToFour(arrays, at) }
	upTo := func(n int, body func()) { b.If(arrays[0].Len().LessEqual(n), body) }
	gives := func(n int, e ir.Expr) { upTo(n, func() { b.Return(after(e)) }) }
	gives(4, few(0))
	gives(8, g.op(four(0), few(4)))
	upTo(16, func() {
		first := b.Let("first", g.op(four(0), four(4)))
		gives(12, g.op(first, few(8)))
		b.Return(after(g.op(first, g.op(four(8), few(12)))))
	})
	return func() {
		first := b.Let("first", g.groups(arrays, 0, 2))
		gives(20, g.op(first, few(16)))
		second := b.Let("second", four(16))
		gives(24, g.op(first, g.op(second, few(20))))
		b.Set(second, g.op(second, four(20)))
		gives(28, g.op(first, g.op(second, few(24))))
		b.Return(after(g.op(first, g.op(second, g.op(four(24), few(28))))))
	}
}

// loadShort adds the function of more than four groups and up to eight. The last one may be short.
func (g *reduceLoop) loadShort() {
	b := g.Build("Short", g.Held, shortDoes)
	arrays := g.arrays(b, RowNames)
	left := b.Let("left", g.groups(arrays, 0, 2))
	b.Set(left, g.op(left, g.groups(arrays, 2*group, 2)))
	next(b, arrays, 4*group)
	g.fewest(b, arrays, func(e ir.Expr) ir.Expr { return g.op(left, e) })()
}

// A few elements are one round of loads. For them a kernel waits for its launch, for memory and for instructions, so
// they take the shortest way: no chunks to count, no loop, no second round of blocks. Measured on an H100, float32, in
// graphs: 4096 elements take 1.28 us so and 1.46 us by way of chunks, an empty kernel 0.84 us.
//
// No address depends on the number of elements, so that the way is proved for every number at once.

// few are up to so many elements of a thread, if it has registers for them: so many vectors.
const (
	fewElements = 16
	fewVectors  = 18
)

// fewRounds are the rounds of a few elements.
func (g *gridReduce) fewRounds() int {
	return min(fewElements/g.Vector, fewVectors/len(g.inputs))
}

// few appends how a thread combines its elements of a few.
func (t *reducing) few() {
	b, p := t.b, t.Accumulators()
	b.Step(fmt.Sprintf("Up to %d rounds of %d elements: all are loaded before any is taken in, %d bytes a load where "+
		"%s aligned.",
		t.fewRounds(), p, accessBytes, t.where()))
	t.starts()
	t.own = b.Let("own", t.first())
	reaches := func(round, elements int) ir.Expr { return t.own.Plus(round*p + elements).LessEqual(t.count) }
	whole := func(k int) ir.Expr { return reaches(k, t.Vector) }
	absent := &t.none
	if t.leavesOut() {
		absent = nil
	}
	x := t.vectors(t.fewRounds(), absent)
	t.loads(x, whole, nil)
	for k := range t.fewRounds() {
		t.takesWhole(whole(k), k, part(x, k))
	}
	if t.of.User != nil {
		b.Set(t.begun, whole(0))
	}
	b.Step("The array may end within a vector of the thread.")
	ends := t.count.Mod(t.Vector).Unequal(0).Both(t.count.Over(t.Vector).Mod(t.Threads).Equal(t.thread))
	b.IfIn(ir.Braces, ends, func() {
		for k := range t.fewRounds() {
			b.IfIn(ir.Braces, reaches(k, 1).Both(t.count.Less(t.own.Plus(k*p+t.Vector))), func() {
				t.takesSome(t.from, k*p, func(v int) (ir.Expr, bool) { return reaches(k, v+1), v > 0 })
			})
		}
	})
}

// If an array is spread over devices, each device has some chunks: fewer blocks than fill it, so a thread has more
// loads in flight. Measured on an H200: bench/cuda/DEVICES.md. Arrays of a map share them. With a user's operator
// there are no more: a chain of 24 products modulo a prime takes nvcc minutes.
const deepLoads = 24

// deep adds the function of a thread of such a device.
func (g *gridReduce) deep() {
	batch := deepLoads / len(g.inputs)
	if g.of.User != nil {
		batch = min(batch, loadsInFlight)
	}
	g.thread("_deep", ir.U64, func(t *reducing) { t.rounds(batch) })
}

// chunks adds the kernel of the results of some chunks.
func (g *gridReduce) chunks() {
	b := g.Other("_chunks")
	k := &gridFrame{gridReduce: g, b: b}
	k.params()
	from, to := b.Param("from", ir.U32), b.Param("to", ir.U32)
	out := b.Restrict("out", ir.Pointer{To: g.elem})
	size, chunks := k.shape(true)
	b.Step("The block's chunks.")
	end := b.Let("end", to.Less(chunks).Choose(to, chunks))
	b.For(ir.Rolled, "chunk", from.Plus(ir.Block), func(chunk ir.Expr) ir.Expr { return chunk.Less(end) },
		func(chunk ir.Expr) ir.Expr { return chunk.Plus(ir.Blocks) }, func(chunk ir.Expr) {
			first, count := k.part(chunk, size, chunks)
			held := b.Let("held", first.Minus(from.Times(size)))
			result, _ := k.result("_deep", held, count)
			b.If(ir.Thread.Equal(0), func() { b.Set(out.At(chunk), result) })
		})
}

// combine adds the kernel that combines the results of all chunks.
func (g *gridReduce) combine() {
	b := g.Other("_combine")
	results := b.Restrict("results", ir.Pointer{To: g.elem, ReadOnly: true})
	k := &gridFrame{gridReduce: g, b: b, n: b.Param("n", ir.U64), out: b.Restrict("out", ir.Pointer{To: g.elem})}
	_, chunks := k.shape(false)
	result := k.ofChunks(chunks, g.read(results.At(ir.Thread)))
	b.Step("The result of the array.")
	b.If(ir.Thread.Equal(0), func() { b.Set(k.out.Pointed(), result) })
}
