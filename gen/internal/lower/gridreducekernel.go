package lower

import (
	"fmt"

	"github.com/shflgen/shflgen/gen/internal/ir"
	"github.com/shflgen/shflgen/spec"
)

// gridFrame builds a kernel of chunks.
type gridFrame struct {
	*gridReduce
	b      *ir.Builder
	arrays []ir.Expr
	n, out ir.Expr
	idx    ir.Expr // of an op that gives an index
}

// kernel adds the frame: it shares the chunks out, and stores the result.
func (g *gridReduce) kernel() {
	k := &gridFrame{gridReduce: g, b: g.Build("", nil)}
	b := k.b
	k.params()
	k.out = b.Restrict("out", ir.Pointer{To: g.elem})
	if g.of.HasLane() {
		k.idx = b.Restrict("idx", ir.Pointer{To: ir.I64})
	}
	workspace := b.Param("workspace", words)
	k.fewElements()
	size, chunks := k.shape(true)
	several, alone := chunks.Greater(1), chunks.Equal(1)

	b.Step("The blocks that have a chunk. The answer to what is counted here is not waited for yet.")
	blocks := b.Let("blocks", chunks.Less(ir.Blocks).Choose(chunks, ir.Blocks))
	b.If(ir.Block.GreaterEqual(blocks), b.End)
	before := b.Let("before", u(0))
	b.If(ir.Thread.Equal(0).Both(several), func() { b.Set(before, g.Call("_begin", workspace)) })

	b.Step("The block's chunks.")
	b.For(ir.Rolled, "chunk", ir.Block, func(chunk ir.Expr) ir.Expr { return chunk.Less(chunks) },
		func(chunk ir.Expr) ir.Expr { return chunk.Plus(blocks) }, func(chunk ir.Expr) {
			first, count := k.part(chunk, size, chunks)
			result, place := k.result("_thread", first, count)
			args := []ir.Expr{workspace.Plus(spec.GridHeader).Plus(chunk), result}
			if g.of.HasLane() {
				args = append(args, place)
			}
			b.If(ir.Thread.Equal(0).Both(several), func() { b.Do("_leave", args...) })
			b.If(ir.Thread.Equal(0).Both(alone), func() { k.store(result, place.To(ir.I64)) })
		})

	b.Step("The block that began last goes on, if there are several chunks.")
	b.If(alone, b.End)
	last := b.Share("last", ir.Bool{})
	b.If(ir.Thread.Equal(0), func() { b.Set(last, before.Equal(blocks.Minus(1))) })
	b.Add(ir.Barrier{})
	b.If(last.Not(), b.End)
	slot := workspace.Plus(spec.GridHeader).Plus(ir.Thread)
	if g.of.HasLane() {
		k.winnerOfChunks(chunks, size, slot, workspace)
		return
	}
	result := k.ofChunks(chunks, g.Call("_collect", slot))
	b.Step("The result of the array. All blocks have begun, so the count is put back.")
	b.If(ir.Thread.Equal(0), func() {
		b.Do("_reset", workspace)
		k.store(result, ir.Expr{})
	})
}

// params adds the arrays and their length.
func (k *gridFrame) params() {
	for _, in := range k.inputs {
		k.arrays = append(k.arrays, k.b.Restrict(in.name, ir.Pointer{To: in.of, ReadOnly: true}))
	}
	k.n = k.b.Param("n", ir.U64)
}

// store appends how a thread stores the result, and its number where there is one.
func (k *gridFrame) store(result, number ir.Expr) {
	k.b.Set(k.out.Pointed(), result)
	if k.of.HasLane() {
		k.b.Set(k.idx.Pointed(), number)
	}
}

// fewElements appends the way of a few elements.
func (k *gridFrame) fewElements() {
	b := k.b
	b.Step("The first block combines a few elements by itself.")
	b.If(k.n.LessEqual(u(k.fewRounds()*k.Accumulators())), func() {
		b.If(ir.Block.Unequal(0), b.End)
		count := b.Let("count", k.n.To(ir.U32))
		result, place := k.result("_few", ir.Expr{}, count)
		b.If(ir.Thread.Equal(0), func() { k.store(result, count.Equal(0).Choose(ir.I64.Int(-1), place.To(ir.I64))) })
		b.End()
	})
}

// result appends how the threads of the block combine the elements that a function of a thread goes through: so many
// from a place on, where one is given. For an op with an index, place is the winner's.
func (k *gridFrame) result(thread string, from, count ir.Expr) (result, place ir.Expr) {
	var args []ir.Expr
	for _, in := range k.arrays {
		if !from.None() {
			in = in.Plus(from)
		}
		args = append(args, in)
	}
	args = append(args, count, ir.Thread)
	if k.of.HasLane() {
		place = k.b.Declare("place", ir.U32)
		return k.wins(k.b, k.b.Let("best", k.Call(thread, append(args, place)...)), place)
	}
	present := count.Less(u(k.Accumulators())).Choose(count.Plus(u(k.Vector-1)).To(ir.U32).Over(k.Vector), u(k.Threads))
	return k.b.Let("result", k.acrossThreads(k.Call(thread, args...), present)), place
}

// shape appends the number of the chunks of n elements and, where that is asked, their size.
func (k *gridFrame) shape(sized bool) (size, chunks ir.Expr) {
	b, p, most := k.b, k.Accumulators(), k.Chunks
	b.Step(fmt.Sprintf("The chunks, in rounds of %d elements: one of up to %d rounds, else of at least %d rounds "+
		"each, and at most %d.", p, k.Alone, k.Rounds, most))
	all := b.Let("all", k.n.Plus(u(p-1)).Over(u(p)).To(ir.U32))
	rounds := b.Let("rounds", all.Plus(most-1).Over(most))
	b.Set(rounds, rounds.Less(k.Rounds).Choose(u(k.Rounds), rounds))
	if sized {
		size = b.Let("size", rounds.To(ir.U64).Times(u(p)))
	}
	return size, b.Let("chunks", all.LessEqual(k.Alone).Choose(u(1), all.Plus(rounds).Minus(1).Over(rounds)))
}

// part appends the first element of a chunk, and how many it has.
func (k *gridFrame) part(chunk, size, chunks ir.Expr) (first, count ir.Expr) {
	first = k.b.Let("first", chunk.Times(size))
	rest := k.n.Minus(first)
	return first, k.b.Beside("count", rest.Less(size).Either(chunks.Equal(1)).Choose(rest, size))
}

// ofChunks appends how the block combines the results of all chunks. Each thread reads its own.
func (k *gridFrame) ofChunks(chunks, own ir.Expr) (result ir.Expr) {
	if k.of.User != nil {
		k.b.Step("The results of all chunks, one a thread. Threads without one are left out.")
		result = k.b.Let("result", k.ofNothing())
	} else {
		result = k.b.LetAs("result", k.elem, k.resultOfNothing())
	}
	k.b.If(ir.Thread.Less(chunks), func() { k.b.Set(result, own) })
	k.b.Set(result, k.acrossThreads(result, chunks))
	return result
}

// resultOfNothing appends the result of a thread without a chunk, which changes nothing.
func (k *gridFrame) resultOfNothing() ir.Expr {
	k.b.Step("The results of all chunks, one a thread. Threads without one have what changes nothing.")
	all := vectorOf(k.of.Type)
	none := k.b.Declare("none", all.vector())
	k.b.Set(none.Word(0), all.every(k.absent(k.of.Type)))
	return all.element(none.Words(), 0)
}

// winnerOfChunks appends how the block finds the winner of all chunks.
func (k *gridFrame) winnerOfChunks(chunks, size, slot, workspace ir.Expr) {
	b, w := k.b, k.winner()
	nothing := k.resultOfNothing()
	place := b.Let("place", u(0))
	best := b.Let("best", w.heldOf(nothing))
	b.If(ir.Thread.Less(chunks), func() { b.Set(best, w.heldOf(k.Call("_collect", slot, place))) })
	b.Step("The first chunk that has the winning key has the result. All blocks have begun, so the count is put back.")
	result, first := k.wins(b, best, ir.Thread)
	b.If(ir.Thread.Equal(0), func() { b.Do("_reset", workspace) })
	b.If(ir.Thread.Equal(first), func() {
		k.store(result, ir.Thread.Times(size).Plus(place).To(ir.I64))
	})
}

// The blocks of a grid share no memory but the workspace. Its first word counts the blocks that have begun. A slot for
// each chunk follows: words of 64 bits. The upper half says that the lower half is there. So 32 bits of a result and
// the sign that they are there are one word, and no fence has to order them. A result is whole once all of its slots
// are, of a struct those of each leaf.
//
// The block that begins last collects the results, and waits for them: all other blocks run already, or have ended. The
// block that reads a word sets it to zero, so a launch finds the workspace as the one before it did.

// protocol adds the functions by which blocks meet.
func (g *gridReduce) protocol() {
	g.counting()
	g.publishing()
	g.leaving()
	g.collecting()
}

// counting adds the functions that count blocks.
func (g *gridReduce) counting() {
	b := g.Build("_begin", ir.U32, "How many blocks have begun before this one.")
	begun, before := b.Param("begun", words), b.Declare("before", ir.U32)
	b.Add(ir.AtomicAdd{Old: before, At: begun, By: u(1)})
	b.Return(before)

	b = g.Build("_reset", nil, "Puts the count back to zero.")
	b.Add(ir.Store{To: b.Param("begun", words), Words: []ir.Expr{u(0)}})

}

// publishing adds the functions that fill and empty a slot.
func (g *gridReduce) publishing() {
	b := g.Build("_publish", nil, "Stores 32 bits and the sign that they are there, at once.")
	slot, bits := b.Param("slot", words), b.Param("bits", ir.U32)
	b.Add(ir.Store{To: slot, Words: []ir.Expr{b.Let("word", there.Or(bits))}})

	b = g.Build("_await", ir.U32, "Waits for 32 bits, and puts the slot back to zero.")
	slot = b.Param("slot", words)
	word := b.Declare("word", ir.U64)
	b.DoWhile(func() { b.Add(ir.Load{To: []ir.Expr{word}, From: slot}) }, word.Shr(32).Equal(0))
	b.Add(ir.Store{To: slot, Words: []ir.Expr{ir.U64.Int(0)}})
	b.Return(word.To(ir.U32))
}

// slots returns the slots of a result, one after the other.
func (g *gridReduce) slots(first ir.Expr) func() ir.Expr {
	n := 0
	return func() ir.Expr {
		if n++; n == 1 {
			return first
		}
		return first.Plus((n - 1) * g.Chunks)
	}
}

// leaving adds the function that leaves the result of a chunk.
func (g *gridReduce) leaving() {
	b := g.Build("_leave", nil, "Leaves the result of a chunk.")
	slot := g.slots(b.Param("slot", words))
	result := b.Param("result", g.elem)
	leaves := []ir.Expr{result}
	if g.of.Elem != nil {
		leaves = result.Leaves()
	}
	for i, leaf := range leaves {
		if leaf.Type() == (ir.Bool{}) {
			b.Do("_publish", slot(), leaf.To(ir.U32))
			continue
		}
		if bits := leaf.Bits(); leaf.Type().(ir.Number).Bits() == 64 {
			bits = b.Let(g.bits(i), bits)
			b.Do("_publish", slot(), bits.To(ir.U32))
			b.Do("_publish", slot(), bits.Shr(32).To(ir.U32))
		} else {
			b.Do("_publish", slot(), bits)
		}
	}
	if g.of.HasLane() {
		b.Do("_publish", slot(), b.Param("place", ir.U32))
	}
}

// bits names the bits of a leaf.
func (g *gridReduce) bits(leaf int) string {
	if g.of.Elem == nil {
		return "bits"
	}
	return fmt.Sprintf("bits%d", leaf)
}

// collecting adds the function that waits for the result of a chunk.
func (g *gridReduce) collecting() {
	b := g.Build("_collect", g.elem, "Waits for the result of a chunk.")
	first := b.Param("slot", words)
	slot := g.slots(first)
	await := func() ir.Expr { return g.Call("_await", slot()) }
	upper := func() ir.Expr { return await().To(ir.U64).Shl(32) }
	if g.of.Elem == nil {
		all := vectorOf(g.of.Type)
		if place := max(1, g.of.Type.Bits()/32) * g.Chunks; g.of.HasLane() {
			b.Set(b.Passed(ir.ByAddress, "place", ir.U32), g.Call("_await", first.Plus(place)))
		}
		word := b.Declare("word", all.vector()).Word(0)
		b.Set(word, await())
		if g.of.Type.Bits() == 64 {
			b.Set(word, word.Or(upper()))
		}
		b.Return(all.element([]ir.Expr{word}, 0))
		return
	}
	result := b.Declare("result", g.elem)
	for i, leaf := range result.Leaves() {
		switch t, number := leaf.Type().(ir.Number); {
		case !number:
			b.Set(leaf, await().And(1).Unequal(0))
		case t.Bits() == 64:
			bits := b.LetAs(g.bits(i), ir.U64, await())
			b.Set(bits, bits.Or(upper()))
			b.Set(leaf, bits.FromBits(t))
		default:
			b.Set(leaf, await().FromBits(t))
		}
	}
	b.Return(result)
}

// vectorOf is as many elements as one instruction loads.
func vectorOf(t spec.Type) piece { return piece{ir.Number{Type: t}, accessBytes * 8 / t.Bits()} }
