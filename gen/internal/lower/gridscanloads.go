package lower

import (
	"fmt"
	"slices"

	"github.com/shflgen/shflgen/gen/internal/ir"
	"github.com/shflgen/shflgen/spec"
)

// param adds a parameter for the array.
func (in array) param(b *ir.Builder) ir.Expr {
	return b.Param(in.name, ir.Pointer{To: in.of, ReadOnly: true})
}

// pieces adds the functions that load and store pieces.
func (g *gridScan) pieces() {
	vector := g.piece().vector()
	if g.of.Made() {
		for _, in := range g.inputs {
			g.takes(in)
		}
	} else {
		b := g.Build("_take", vector, "Loads a piece, which no other thread reads.")
		from, piece := b.Param("from", ir.Pointer{To: vector, ReadOnly: true}), b.Declare("piece", vector)
		b.Add(ir.Load{To: piece.Words(), From: from, Order: ir.Streaming})
		b.Return(piece)
	}
	b := g.Build("_put", nil, "Stores a piece, which the kernel does not read.")
	to, piece := b.Param("to", ir.Pointer{To: vector}), b.Param("piece", vector)
	b.Add(ir.Store{To: to, Words: piece.Words(), Order: ir.Streaming})
}

// takes adds the function that loads a piece of an input, by loads of up to 16 bytes.
func (g *gridScan) takes(in array) {
	if g.Has("_take" + in.suffix) {
		return
	}
	b := g.Build("_take"+in.suffix, nil, fmt.Sprintf("Loads %d inputs, which no other thread reads.", in.count))
	from := b.Param("from", ir.Pointer{To: in.of, ReadOnly: true})
	to := b.Param("to", ir.Array{Of: in.word(), N: in.words()})
	if in.bytes() < 4 {
		bits := b.Declare("bits", ir.U16)
		b.Add(ir.Load{To: []ir.Expr{bits}, From: from, Order: ir.Streaming})
		b.Set(to.At(0), bits)
		return
	}
	for words := range slices.Chunk(to.Elements(), accessBytes*8/in.word().Bits()) {
		b.Add(ir.Load{To: words, From: from, Order: ir.Streaming})
		from = from.Plus(len(words) * in.fraction())
	}
}

// made is what is combined of an input of each array.
func (g *gridScan) made(inputs []ir.Expr) ir.Expr {
	stored := g.of.MapsStored()
	if stored {
		inputs = []ir.Expr{g.Call("_map", inputs...)}
	}
	if g.of.In() != spec.AsType {
		for i, e := range inputs {
			inputs[i] = g.Call("_widen", e)
		}
	}
	if g.of.Map != nil && !stored {
		return g.in(g.Call("_map", inputs...))
	}
	return g.in(inputs[0])
}

// perRow says which elements a thread has, in a comment.
func (g *gridScan) perRow() string {
	absent := "changes nothing"
	if g.leaves {
		absent = "is left out"
	}
	return fmt.Sprintf("pieces of %d, one in each of %d rows; what is not there %s.", g.Vector, g.Rows, absent)
}

// loads adds the function by which a thread loads its elements.
func (g *gridScan) loads() {
	piece := g.piece()
	b := g.Build("_load", nil,
		"Loads the thread's elements of a strip of `count`, "+g.perRow(),
		fmt.Sprintf("A piece is %d bytes: one load, where the strip is whole and aligned.", piece.bytes()))
	x, in, count := b.Param("x", g.elements()), g.inputs[0].param(b), b.Param("count", ir.U32)
	b.Step("The lane has the piece of its number in each row.")
	lane := laneOf(b)
	b.IfElse(g.whole(count).Both(in.Aligned(piece.bytes())), func() {
		pieces := b.Let("pieces", in.As(piece.vector()).Plus(lane))
		g.rows(b, func(r ir.Expr) {
			taken := b.Let("piece", g.Call("_take", pieces.Plus(ir.Times(g.of.Warp(), r))))
			for v := range g.Vector {
				b.Set(x.At(r, v), g.in(piece.element(taken.Words(), v)))
			}
		})
	}, func() {
		from := b.Let("from", in.Plus(ir.Times(g.Vector, lane)))
		g.each(b, lane, func(r, v, place ir.Expr) {
			b.Set(x.At(r, v), place.Less(count).Choose(g.in(from.At(g.inRow(r, v))), g.none()))
		})
	})
}

// loadMade adds the function by which a thread makes its elements of inputs.
func (g *gridScan) loadMade() {
	b := g.Build("_load", nil,
		"Makes the thread's elements of a strip of `count`, "+g.perRow(),
		"A piece of an input is loaded at once, where the strip is whole and the input aligned.")
	x := b.Param("x", g.elements())
	var arrays, froms []ir.Expr
	for _, in := range g.inputs {
		arrays = append(arrays, in.param(b))
	}
	count := b.Param("count", ir.U32)
	b.Step("The lane has the piece of its number in each row.")
	lane, whole := laneOf(b), g.whole(count)
	for i, in := range g.inputs {
		froms = append(froms, b.Let(in.name+"_from", arrays[i].Plus(ir.Times(g.Vector, lane))))
		whole = whole.Both(arrays[i].Aligned(min(accessBytes, in.bytes())))
	}
	b.IfElse(whole, func() {
		g.rows(b, func(r ir.Expr) {
			var pieces [][]ir.Expr
			for i, in := range g.inputs {
				words := b.Declare(in.name+"_piece", ir.Array{Of: in.word(), N: in.words()})
				b.Do("_take"+in.suffix, froms[i].Plus(ir.Times(g.Row(), r)), words)
				pieces = append(pieces, words.Elements())
			}
			for v := range g.Vector {
				var inputs []ir.Expr
				for i, in := range g.inputs {
					inputs = append(inputs, in.element(pieces[i], v))
				}
				b.Set(x.At(r, v), g.made(inputs))
			}
		})
	}, func() {
		g.each(b, lane, func(r, v, place ir.Expr) {
			var inputs []ir.Expr
			for _, from := range froms {
				inputs = append(inputs, from.At(g.inRow(r, v)))
			}
			b.Set(x.At(r, v), place.Less(count).Choose(g.made(inputs), g.none()))
		})
	})
}
