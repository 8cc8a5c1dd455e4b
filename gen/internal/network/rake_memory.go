package network

import (
	"errors"
	"fmt"

	"github.com/shflgen/shflgen/spec"
)

// Spread is the block's shared memory after every thread has stored its element X in the
// slot of its number. Slots past the block hold Fill; if it is nil, what they hold is undefined.
// With First, the threads before it store nothing, and it has slot 0.
type Spread struct {
	X, Fill *Node
	Slots   int
	First   int
}

func (e Spread) row() row {
	operands := elements(e.X)
	if e.Fill != nil {
		operands = elements(e.X, e.Fill)
	}
	return row{
		sort:     Memory,
		operands: operands,
		requires: func(s spec.Spec) error {
			threads := s.Block().Threads - e.First
			if past := e.Slots - threads; e.First < 0 || past < 0 || past > threads || past == 0 && e.Fill != nil {
				return fmt.Errorf("has %d slots for %d threads", e.Slots, threads)
			}
			return ofBlock(s)
		},
		value: func(a at) value { return a.of(e.X) },
		cost:  func(spec.Spec, int) Cost { return Cost{Stores: len(operands)} },
		text: func() string {
			switch {
			case e.Fill == nil && e.First > 0:
				return fmt.Sprintf("store %%s of each thread from %d on", e.First)
			case e.Fill == nil:
				return "store %s of each thread"
			}
			return fmt.Sprintf("store %%s of each thread, and %%s up to slot %d", e.Slots-1)
		},
	}
}

// Rake is element At of the piece that a lane of the first warp reads: of Pieces pieces that
// each are Piece slots. Lanes past them read the pieces again, or the first one if their number is
// no power of two. With more pieces than a warp has lanes, the lanes of as many warps
// read them.
//
// With Apart, a power of two that divides Pieces, as many threads share as many pieces: the
// elements of a piece are so many slots apart.
type Rake struct {
	From              *Node
	Piece, Pieces, At int
	Apart             int  // 0 is 1
	Beside            int  // so many neighbouring lanes of the first warp read each piece, and all its lanes read; 0 is 1
	Alone             bool // lanes past the pieces read nothing
}

// slot is the slot that a thread reads.
func (e Rake) slot(thread int) int {
	switch apart := max(e.Apart, 1); {
	case e.Beside > 1:
		return thread/e.Beside*e.Piece + e.At
	case apart > 1:
		return (thread%e.Pieces/apart*e.Piece+e.At)*apart + thread%apart
	case e.Pieces&(e.Pieces-1) == 0:
		return thread%e.Pieces*e.Piece + e.At
	}
	if thread >= e.Pieces {
		thread = 0
	}
	return thread*e.Piece + e.At
}

// held is the element that a thread reads, and the thread that has stored it; nil if none has.
func (e Rake) held(s spec.Spec, thread int) (x *Node, from int) {
	slot := e.slot(thread)
	memory, ok := storeOf(e.From).Expr.(Spread)
	switch thread := slot + memory.First; {
	case !ok:
		return nil, 0
	case thread < s.Block().Threads:
		return memory.X, thread
	default:
		return memory.Fill, thread - s.Block().Threads
	}
}

// readers is the number of threads that read.
func (e Rake) readers(s spec.Spec) int {
	if e.Alone {
		return e.Pieces
	}
	return max(s.Warp(), e.Pieces)
}

func (e Rake) row() row {
	r := loaded(e.From, func(s spec.Spec, thread int) (*Node, int, error) {
		if thread >= e.readers(s) {
			return nil, 0, errors.New("which only the first threads read")
		}
		x, by := e.held(s, thread)
		if x == nil {
			return nil, 0, errors.New("which nobody has stored")
		}
		return x, by, nil
	})
	r.requires = func(s spec.Spec) error {
		barrier, ok := e.From.Expr.(Barrier)
		if !ok {
			return errors.New("reads before a barrier")
		}
		slots := 0
		if memory, ok := barrier.X.Expr.(Spread); ok {
			slots = memory.Slots
		}
		if e.Beside > 1 && (e.Beside*e.Pieces != s.Warp() || e.Apart > 1 || e.Alone) {
			return fmt.Errorf("has %d neighbours read each of %d pieces", e.Beside, e.Pieces)
		}
		if e.At < 0 || e.At >= e.Piece || e.Piece*e.Pieces > slots {
			return fmt.Errorf("reads element %d of %d pieces of %d slots, which nobody has stored", e.At, e.Pieces, e.Piece)
		}
		return ofBlock(s)
	}
	r.text = func() string {
		if e.Apart > 1 {
			return fmt.Sprintf("element %d of %d, %d apart, of %%s", e.At, e.Piece, e.Apart)
		}
		return fmt.Sprintf("element %d of %d in a row of %%s", e.At, e.Piece)
	}
	r.cost = func(s spec.Spec, _ int) Cost {
		if e.Apart <= 1 && e.At*s.Bits()%WideBits != 0 {
			return Cost{} // with the one before it
		}
		return Cost{Loads: 1}
	}
	return r
}

// WideBits is what one load from shared memory gives a lane at most.
const WideBits = 128

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
	return b.node(WarpBarrier{b.node(Store{[]*Node{x}, []Put{{in, at, by}}})})
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
