package network

import (
	"fmt"

	"github.com/shflgen/shflgen/spec"
)

// leaveEach is the shared memory in which every thread from one on has left x, in slots from 0 on. Those past the
// block, up to so many, hold fill of the first threads; without it nothing.
func (b *builder) leaveEach(x, fill *Node, slots, from int) *Node {
	threads := b.net.Spec.Block().Threads
	in := Array{Slots, slots, true}
	put := func(first int, by func(i int) bool) Put {
		return Put{in, Place{Terms: []Term{{1, 1, 0}}, First: first}, LanesWhere(threads, by)}
	}
	store := Store{[]*Node{x}, []Put{put(-from, func(i int) bool { return i >= from })}}
	if fill != nil {
		store.Of = append(store.Of, fill)
		store.Puts = append(store.Puts, put(threads-from, func(i int) bool { return i < slots-threads+from }))
	}
	return b.node(store)
}

// load is element i of the piece that a lane of the first warp reads. Lanes past the pieces read the pieces again, or
// the first one if their number is no power of two, unless they read nothing. With more pieces than a warp has lanes,
// the lanes of as many warps read them. If the slots of a piece are so far apart, a power of two that divides the
// number of pieces, as many threads share as many pieces.
func (r raking) load(memory *Node, i int, s spec.Spec) Load {
	e := Load{From: memory, In: Slots, Threads: max(s.Warp(), r.pieces)}
	piece := Term{r.piece, 1, 0}
	switch apart := r.interval(); {
	case apart == r.pieces:
		e.At = Place{Terms: []Term{{1, 1, 0}}, First: i * apart}
		return e
	case apart > 1:
		e.At = Place{Terms: []Term{{r.piece * apart, apart, 0}, {1, 1, apart}}, First: i * apart}
		return e
	case r.beside > 1:
		piece.Div = r.beside
	case r.pieces >= s.Warp():
	case r.alone:
		e.Threads = r.pieces
	case r.pieces&(r.pieces-1) == 0:
		piece.Mod = r.pieces
	default:
		e.At.Below = r.pieces
	}
	e.At.Terms, e.At.First = []Term{piece}, i
	return e
}

// wideBits is what one load from shared memory gives a lane at most.
const wideBits = 128

// takeLeft combines what is left in every apart-th lane of the first warp, in order. Those lanes store it in shared
// memory, and all lanes load all of it: several neighbours in an instruction, and no lane waits at a branch of its own.
//
// Measured on an H200, float32, two distances of shuffles before, cycles of a call in a chain and 10^9 blocks a second,
// beside shuffles to the end: 96 threads 213 and 12.8, 228 and 12.5; 128 threads 208 and 11.7, 216 and 11.7; 256
// threads 225 and 6.3, 265 and 6.0; 512 threads 273 and 2.8, 374 and 2.0. After one distance 187 and 11.5 at 128
// threads, after three 325 and 2.5 at 512.
func (b *builder) takeLeft(x *Node, apart, n int) *Node {
	b.step("Every %s lane of the first warp leaves its value for all lanes to read.", ordinal(apart))
	memory := b.leaveEvery(x, Array{Left, b.net.Spec.Warp() / apart, true}, Place{Terms: []Term{{1, apart, 0}}}, apart)
	b.step("The lanes combine the %d values.", n)
	return b.parts(memory, 0, 1, n)
}

// leaveEvery is the shared memory of the first warp in which every so many of its lanes have left x.
func (b *builder) leaveEvery(x *Node, in Array, at Place, every int) *Node {
	by := LanesWhere(b.net.Spec.Warp(), func(i int) bool { return i%every == 0 })
	return b.node(Barrier{X: b.node(Store{[]*Node{x}, []Put{{in, at, by}}}), OfWarp: true})
}

// parts is the tree over n slots of what lanes have left, from one on, so far from each other.
func (b *builder) parts(memory *Node, from, apart, n int) *Node {
	var left []*Node
	for i := range n {
		left = append(left, b.node(Load{memory, Left, Place{First: from + i*apart}, b.net.Spec.Warp()}))
	}
	return b.neighbours(left)
}

// takeRegisters is what is left of each of n registers in the lanes of the first warp: of each apart lanes, the first
// ones have one register each. All lanes store what they have, so that none waits at a branch, and all load the parts
// of all registers.
func (b *builder) takeRegisters(x *Node, n, apart int) []*Node {
	b.step("Each lane of the first warp leaves its value for all of them to read%s.",
		map[bool]string{true: "", false: ", those to be read side by side"}[apart == b.net.Spec.Warp()])
	warp, firsts := b.net.Spec.Warp(), enclosing(n)
	at := Place{Terms: []Term{{firsts, apart, 0}, {1, 1, firsts}, {warp / apart * firsts, firsts, apart / firsts}}}
	if apart == warp {
		at.Terms = []Term{{1, 1, 0}}
	}
	memory := b.leaveEvery(x, Array{Left, warp, true}, at, 1)
	b.step("The lanes take %s.", map[bool]string{true: "the results",
		false: "what is left of each register"}[apart == b.net.Spec.Warp()])
	results := make([]*Node, n)
	for k := range results {
		results[k] = b.parts(memory, k, firsts, warp/apart)
	}
	return results
}

// ordinal is a number as a place in a row, of powers of two.
func ordinal(n int) string {
	if n == 2 || n == 32 {
		return fmt.Sprintf("%dnd", n)
	}
	return fmt.Sprintf("%dth", n)
}
