package lower

import (
	"fmt"

	"github.com/shflgen/shflgen/gen/internal/ir"
	"github.com/shflgen/shflgen/spec"
)

// The blocks of a grid share no memory but the workspace. Its first word counts the blocks that have begun. A slot for
// each chunk follows: words of 64 bits. The upper half says that the lower half is there. So 32 bits of a result and
// the sign that they are there are one word, and no fence has to order them. A result is whole once all of its slots
// are, of a struct those of each leaf.
//
// The block that begins last collects the results, and waits for them: all other blocks run already, or have ended. The
// block that reads a word sets it to zero, so a launch finds the workspace as the one before it did.

// protocol adds the functions by which blocks meet.
func (g *gridReduce) protocol() {
	b := g.Build("_begin", ir.U32, "How many blocks have begun before this one.")
	begun, before := b.Param("begun", words), b.Declare("before", ir.U32)
	b.Add(ir.AtomicAdd{Old: before, At: begun, By: u(1)})
	b.Return(before)

	b = g.Build("_reset", nil, "Puts the count back to zero.")
	b.Add(ir.Store{To: b.Param("begun", words), Words: []ir.Expr{u(0)}})

	b = g.Build("_publish", nil, "Stores 32 bits and the sign that they are there, at once.")
	slot, bits := b.Param("slot", words), b.Param("bits", ir.U32)
	b.Add(ir.Store{To: slot, Words: []ir.Expr{b.Let("word", there.Or(bits))}})

	b = g.Build("_await", ir.U32, "Waits for 32 bits, and puts the slot back to zero.")
	slot = b.Param("slot", words)
	word := b.Declare("word", ir.U64)
	b.DoWhile(func() { b.Add(ir.Load{To: []ir.Expr{word}, From: slot}) }, word.Shr(32).Equal(0))
	b.Add(ir.Store{To: slot, Words: []ir.Expr{ir.U64.Int(0)}})
	b.Return(word.To(ir.U32))
	g.leaving()
	g.collecting()
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
		if leaf.Type == (ir.Bool{}) {
			b.Do("_publish", slot(), leaf.To(ir.U32))
			continue
		}
		if bits := leaf.Bits(); leaf.Type.(ir.Number).Bits() == 64 {
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
		switch t, number := leaf.Type.(ir.Number); {
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
