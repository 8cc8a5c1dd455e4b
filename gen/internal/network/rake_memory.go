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
			threads := s.Block - e.First
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
	switch memory := storeOf(e.From).Expr.(type) {
	case Spread:
		if thread := slot + memory.First; thread < s.Block {
			return memory.X, thread
		}
		return memory.Fill, slot + memory.First - s.Block
	case Store:
		return memory.held(slot, s)
	}
	return nil, 0
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
		switch memory := barrier.X.Expr.(type) {
		case Spread:
			slots = memory.Slots
		case Store:
			slots = memory.Slots()
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
