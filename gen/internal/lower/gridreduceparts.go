package lower

import "github.com/shflgen/shflgen/gen/internal/ir"

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
