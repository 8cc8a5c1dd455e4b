package network

import (
	"fmt"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/spec"
)

// RakedWinner is the network of argmin and argmax of a block of several warps in which the first warp does the work, as
// in [RakedRedux]: each of its lanes finds the best of a piece of neighbouring elements, and the first of them that has
// it; redux.sync finds the best of the lanes, then the least number of those that have it.
//
// The model, in clocks of sm_90: redux.sync takes 2 of an SM, and [BlockWinnerRedux] takes one of every warp and two of
// the first. Measured on an H200, float32, cycles of a call in a chain and 10^9 calls a second, that one beside this:
// 64 threads 413 and 9.0, 195 and 13.1; 128 threads 412 and 4.9, 208 and 7.7; 256 threads 428 and 2.5, 267 and 3.5; 512
// threads 473 and 1.22, 330 and 1.68.
func RakedWinner(s spec.Spec) (*Network, error) {
	b, r := newBuilder(s), rakeOf(s, leastWinnerPiece(s))
	x := b.contribution()
	b.step("Every thread leaves its element for the first warp to read.")
	memory := b.leave(x, r)
	b.step("Each lane of the first warp reads %d elements in a row.", r.piece)
	var mine []*Node
	for i := range r.piece {
		mine = append(mine, b.node(Rake{From: memory, Piece: r.piece, Pieces: r.pieces, At: i}))
	}
	b.step("The best of each lane's elements, and the number of the first that has it.")
	bests := mine[:1:1]
	for _, x := range mine[1:] {
		bests = append(bests, b.node(Combine{b.fn, bests[len(bests)-1], x}))
	}
	own := bests[len(bests)-1]
	won := b.node(WinnerOfPiece{bests, mine, r.piece, r.pieces})
	b.step("The hardware finds the best of the lanes at once.")
	b.result = b.node(WarpReduce{b.fn, own})
	b.step("The first thread of those that have the best of all.")
	b.won = b.node(WinnerOfWarps{b.result, own, won})
	b.step(settles)
	b.result, b.lanes = b.node(Barrier{b.result}), b.blockLanes()
	return b.done(), nil
}

// RejectRakedWinner says why [RakedWinner] does not build s; nothing if it does.
func RejectRakedWinner(s spec.Spec) string {
	if why := RejectBlockWinner(s); why != "" {
		return why
	}
	switch {
	case s.Warps() == 1:
		return "the block is one warp"
	case s.Block > maxRakedWinner:
		return fmt.Sprintf("above %d threads a lane of the first warp would hold too many elements", maxRakedWinner)
	case s.Mask != spec.Full:
		return "the winner must be a member, and the first warp does not know which threads are"
	case s.All:
		return "every thread would wait for the first warp twice"
	case rakeOf(s, leastWinnerPiece(s)).slots() != s.Block:
		return "slots past the block would hold elements again, under other numbers"
	case s.Type.Bits() != 32:
		return fmt.Sprintf("keys of %s are not what one redux.sync takes as they are", s.Type)
	}
	return ""
}

// maxRakedWinner is the greatest block with a first warp that finds the winner alone.
const maxRakedWinner = 512

// leastWinnerPiece is the least number of elements of a lane. Measured, 64 threads, pieces of 2: 197 cycles and 12.0
// 10^9 calls a second, of 4: 210 and 9.6.
func leastWinnerPiece(s spec.Spec) int {
	if s.Block <= 2*s.Warp() {
		return 2
	}
	return minPiece
}

// WinnerOfPiece is the number of the first slot in a lane's piece with the best element of the piece. Bests are those
// of the first element, of the first two, and so on.
type WinnerOfPiece struct {
	Bests, Of     []*Node
	Piece, Pieces int
}

func (e WinnerOfPiece) row() row {
	return row{
		sort:     Number,
		operands: elements(slices.Concat(e.Bests, e.Of)...),
		requires: func(s spec.Spec) error {
			if len(e.Bests) != e.Piece || len(e.Of) != e.Piece {
				return fmt.Errorf("has %d bests of %d elements of a piece of %d", len(e.Bests), len(e.Of), e.Piece)
			}
			return ofBlock(s)
		},
		value: func(a at) value {
			best := a.from(e.Bests[e.Piece-1], a.lane)
			for i, of := range e.Of {
				switch x := a.from(of, a.lane); {
				case best == nil || x == nil:
					return nil
				case x[0] == best[0]:
					return value{uint64(Rake{Piece: e.Piece, Pieces: e.Pieces, At: i}.slot(a.lane))}
				}
			}
			return nil
		},
		text: func() string {
			return "first slot that has the best, by" + strings.Repeat(" %s", 2*e.Piece)
		},
		cost: func(spec.Spec, int) Cost { return Cost{Selects: e.Piece - 1} },
	}
}
