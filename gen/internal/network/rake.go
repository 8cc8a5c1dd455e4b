package network

import (
	"errors"
	"fmt"
	"math/bits"

	"github.com/shflgen/shflgen"
)

// Raked is the network of a block of several warps in which the first warp does the work,
// the raking of CUB: every thread stores its element in shared memory, then each lane of the
// first warp reads a piece of neighbouring elements and combines them as a tree, and the
// lanes combine the pieces' values by shuffles. The tree is that of order near.
//
// The model, in clocks of sm_90: a distance within a piece is an op, 4; a distance between
// lanes is a shuffle and an op, 28; two distances of shuffles side by side are 36, for one
// shuffle and one op more. Every warp of [Block] takes five shuffles, and an SM begins one in
// a clock; here every warp takes one store, and one warp loads each warp's elements in one clock.
func Raked(s shflgen.Spec) (*Network, error) {
	b := newBuilder(s)
	r := rakeOf(s)
	if r.piece < minPiece {
		r.piece = minPiece
	}
	b.rake(r, b.acrossLanes)
	return b.done(), nil
}

// RakedRedux is the same, but for the last step: redux.sync combines the lanes.
func RakedRedux(s shflgen.Spec) (*Network, error) {
	b := newBuilder(s)
	b.rake(rakeOf(s), func(x *Node, _ int) *Node {
		b.step("The hardware combines the first warp's lanes at once.")
		return b.node(WarpReduce{b.fn, x})
	})
	return b.done(), nil
}

// RejectRaked says why [Raked] does not build s; nothing if it does.
func RejectRaked(s shflgen.Spec) string {
	if why := RejectBlock(s); why != "" {
		return why
	}
	switch {
	case s.Block > maxRaked:
		return fmt.Sprintf("above %d threads, the warps' own shuffles side by side outrun one warp's pieces", maxRaked)
	case s.Order == shflgen.Far:
		return "order far does not combine neighbours first"
	case s.KeepsWithoutMembers():
		return fmt.Sprintf("no identity of %s fills the slots past the block", s.OpWord())
	case s.Type == shflgen.Composite:
		return "slots hold numbers"
	}
	return ""
}

// RejectRakedRedux says why [RakedRedux] does not build s; nothing if it does.
func RejectRakedRedux(s shflgen.Spec) string {
	if why := RejectRaked(s); why != "" {
		return why
	}
	if !hasRedux(s) {
		return fmt.Sprintf("the hardware has no %s of %s", s.Op, s.Type)
	}
	if _, _, encoded := s.Encoded(); !encoded && s.Type.Class() == shflgen.Float {
		return "redux.sync compares floats by their bits, and those of a NaN that an op has made are unspecified"
	}
	if calls(s) == sumCalls {
		return fmt.Sprintf("a %s of %s takes %s and their limbs, no less than shuffles side by side", s.Op, s.Type, quantity(sumCalls, "redux.sync"))
	}
	return ""
}

// maxRaked is the greatest block that is raked. Measured on an H200 at 1000 and 1024 threads, float32
// and int32, raking had 0.6 to 0.8 of the throughput of [Block]. Its pieces took local memory for
// int32 and float64 (80 and 280 bytes a thread), none for float32.
const maxRaked = 256

// minPiece is the least number of elements that a lane reads: up to there, an op more a lane
// is cheaper than a shuffle.
const minPiece = 8

// raking is how the first warp reads a block's elements.
type raking struct {
	slots int // a power of two; those past the block hold the identity
	piece int // slots that a lane reads
}

// rakeOf gives every lane of the first warp a piece.
func rakeOf(s shflgen.Spec) raking {
	slots := 1 << bits.Len(uint(s.Block-1))
	return raking{slots, slots / shflgen.WarpSize}
}

// rake builds the network around the combination of the lanes.
func (b *builder) rake(r raking, across func(x *Node, lanes int) *Node) {
	s := b.net.Spec
	x := b.contribution()
	var fill *Node
	what := "Every thread leaves its element for the first warp to read."
	if r.slots > s.Block {
		fill = b.node(Identity{})
		what = fmt.Sprintf("Every thread leaves its element for the first warp to read; the identity fills up to %d.", r.slots)
	}
	b.step("%s", what)
	memory := b.node(Barrier{b.node(Spread{x, fill, r.slots})})
	b.step("Each lane of the first warp reads %d elements in a row.", r.piece)
	var level []*Node
	for i := range r.piece {
		level = append(level, b.node(Rake{memory, r.piece, r.slots / r.piece, i}))
	}
	if !s.All {
		b.step("No thread writes the next call's elements before these are read.")
		level[0] = b.node(Barrier{level[0]})
	}
	b.step("Each lane of the first warp combines its elements.")
	for len(level) > 1 {
		var next []*Node
		for i := 0; i < len(level); i += 2 {
			next = append(next, b.node(Combine{b.fn, level[i], level[i+1]}))
		}
		level = next
	}
	b.result = across(level[0], r.slots/r.piece)
	if s.All {
		b.step("Every thread takes thread 0's value.")
		b.result = b.node(Load{b.node(Barrier{b.node(Store{X: b.result, Warps: 1})}), 0})
	}
	b.lanes = b.blockLanes()
}

// acrossLanes is the tree over the first lanes of a warp, a power of two of them, two
// distances at a time.
func (b *builder) acrossLanes(x *Node, lanes int) *Node {
	from := func(d int) *Node { return b.node(Shuffle{x, b.ofBlock(Down, d, shflgen.WarpSize)}) }
	d := 1
	for ; 4*d <= lanes; d *= 4 {
		b.step("Distances %[1]d and %[2]d: lane i takes in lanes i+%[1]d, i+%[2]d and i+%[3]d.", d, 2*d, 3*d)
		one, two, three := from(d), from(2*d), from(3*d)
		x = b.node(Combine{b.fn, b.node(Combine{b.fn, x, one}), b.node(Combine{b.fn, two, three})})
	}
	if d < lanes {
		b.step("Distance %d: lane i takes in lane i+%[1]d.", d)
		x = b.node(Combine{b.fn, x, from(d)})
	}
	return x
}

// Spread is the block's shared memory after every thread has stored its element X in the
// slot of its number. Slots past the block hold Fill, which is nil if there are none.
type Spread struct {
	X, Fill *Node
	Slots   int
}

func (e Spread) row() row {
	operands := elements(e.X)
	if e.Fill != nil {
		operands = elements(e.X, e.Fill)
	}
	return row{
		sort:     Memory,
		operands: operands,
		with: func(to []*Node) Expr {
			if len(to) == 1 {
				return Spread{to[0], nil, e.Slots}
			}
			return Spread{to[0], to[1], e.Slots}
		},
		requires: func(s shflgen.Spec) error {
			if past := e.Slots - s.Block; past < 0 || past > s.Block || (past > 0) != (e.Fill != nil) {
				return fmt.Errorf("has %d slots for %d threads", e.Slots, s.Block)
			}
			return ofBlock(s)
		},
		value: func(a at) value { return a.of(e.X) },
		cost:  func(shflgen.Spec, int) Cost { return Cost{Stores: len(operands)} },
		text: func() string {
			if e.Fill == nil {
				return "store %s of each thread"
			}
			return fmt.Sprintf("store %%s of each thread, and %%s up to slot %d", e.Slots-1)
		},
	}
}

// Rake is element At of the piece that a lane of the first warp reads: of Pieces pieces that
// each are Piece slots. Lanes past them read the first ones again.
type Rake struct {
	From              *Node
	Piece, Pieces, At int
}

// slot is the slot that a thread reads.
func (e Rake) slot(thread int) int { return thread%e.Pieces*e.Piece + e.At }

func (e Rake) row() row {
	return row{
		operands: []operand{{e.From, Memory, unpacked}},
		with:     func(to []*Node) Expr { return Rake{to[0], e.Piece, e.Pieces, e.At} },
		reads: func(s shflgen.Spec, thread int, read readFunc) error {
			read(e.From, e.slot(thread%shflgen.WarpSize)%s.Block)
			if thread >= shflgen.WarpSize {
				return errors.New("which only the first warp reads")
			}
			return nil
		},
		requires: func(s shflgen.Spec) error {
			barrier, ok := e.From.Expr.(Barrier)
			if !ok {
				return errors.New("reads before a barrier")
			}
			memory, ok := barrier.X.Expr.(Spread)
			if !ok || e.At < 0 || e.At >= e.Piece || e.Piece*e.Pieces > memory.Slots {
				return fmt.Errorf("reads element %d of %d pieces of %d slots, which nobody has stored", e.At, e.Pieces, e.Piece)
			}
			return ofBlock(s)
		},
		value: func(a at) value {
			if a.lane >= shflgen.WarpSize {
				return nil
			}
			slot := e.slot(a.lane)
			if slot < a.spec.Block {
				return a.from(e.From, slot)
			}
			return a.from(e.From.Expr.(Barrier).X.Expr.(Spread).Fill, slot-a.spec.Block)
		},
		text: func() string { return fmt.Sprintf("element %d of %d in a row of %%s", e.At, e.Piece) },
		cost: func(s shflgen.Spec, _ int) Cost {
			if e.At*s.Type.Bits()%WideBits != 0 {
				return Cost{} // with the one before it
			}
			return Cost{Loads: 1}
		},
	}
}

// WideBits is what one load from shared memory gives a lane at most.
const WideBits = 128
