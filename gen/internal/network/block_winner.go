package network

import (
	"fmt"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/spec"
)

// BlockWinner is the network of argmin and argmax of a block as hardware runs it: each warp finds its
// best element by shuffles, and by a vote the first thread that has it. Both go through
// shared memory to the first warp, which does the same with those of the warps. The first warp
// that has the block's best has the winner, since its threads come first.
func BlockWinner(s spec.Spec) (*Network, error) {
	return blockWinner(s, (*builder).bestOfWarp), nil
}

// BlockWinnerRedux is the same, but redux.sync finds the best.
func BlockWinnerRedux(s spec.Spec) (*Network, error) {
	return blockWinner(s, func(b *builder, x *Node, _ int, whose string) *Node {
		b.step("The hardware finds the best of %s at once.", whose)
		return b.node(WarpReduce{b.fn, x})
	}), nil
}

// RejectBlockWinner says why [BlockWinner] does not build s; nothing if it does.
func RejectBlockWinner(s spec.Spec) string {
	switch {
	case !s.Pattern.Block():
		return "a warp makes the call"
	case !s.HasLane():
		return fmt.Sprintf("%s names no thread", s.OpWord())
	case s.Block().Threads == 1:
		return "the block is one thread"
	}
	return ""
}

// RejectBlockWinnerRedux says why [BlockWinnerRedux] does not build s; nothing if it does.
func RejectBlockWinnerRedux(s spec.Spec) string {
	if RejectRakedWinner(s) == "" {
		return fmt.Sprintf("up to %d threads the first warp alone finds the winner sooner", maxRakedWinner)
	}
	return RejectBlockWinner(s)
}

// BlockWinnerSaves says what [BlockWinnerRedux] takes in place of the shuffles of [BlockWinner].
func BlockWinnerSaves(n *Network) string {
	if n.Spec.Warps() == 1 {
		return saves(n, calls(n.Spec))
	}
	return saves(n, 2*calls(n.Spec))
}

// blockWinner builds the network around the way to the best of each warp. The last warp may be short.
func blockWinner(s spec.Spec, best func(b *builder, x *Node, short int, whose string) *Node) *Network {
	b, warps := newBuilder(s), s.Warps()
	x := best(b, b.contribution(), s.Block().Threads%s.Warp(), "each warp")
	b.step("The first member of each warp that has its warp's best.")
	b.result, b.lanes = x, b.blockLanes()
	b.won = b.winnerLane(x, true)
	if warps == 1 {
		return b.done()
	}
	b.step("The first lane of each warp leaves both for the first warp to read.")
	memory := b.node(Barrier{X: b.leaveWinners(x, b.won, warps, Bests, Firsts)})
	b.step("Each lane of the first warp reads those of a warp.")
	x, won := b.node(b.ofWarps(memory, Bests, warps)), b.node(b.ofWarps(memory, Firsts, warps))
	b.result = best(b, x, 0, "the warps")
	b.step("The first thread of those that have the best of all.")
	b.won = b.node(WinnerOfWarps{b.result, x, won})
	if s.All() {
		b.step("Thread 0 leaves the result for all to read.")
		memory := b.node(Barrier{X: b.leaveWinners(b.result, b.won, 1, BlockBest, BlockFirst)})
		b.step("Every thread takes the result.")
		b.result = b.node(Load{From: memory, In: BlockBest})
		b.won = b.node(Load{From: memory, In: BlockFirst})
		return b.done()
	}
	b.step("No thread writes the next call's winners before these are read.")
	b.result = b.node(Barrier{X: b.result})
	return b.done()
}

// bestOfWarp gives every lane of a warp the best of it, by a butterfly. The last warp has so many threads, if it is
// short: then each warp combines as a tree, and every lane takes the first lane's value.
func (b *builder) bestOfWarp(x *Node, short int, _ string) *Node {
	if short == 0 {
		for d := 1; d < b.net.Spec.Warp(); d *= 2 {
			b.step("Distance %d: lane i and lane i^%d of a warp combine.", d, d)
			x = b.node(Combine{b.fn, x, b.node(Shuffle{x, b.ofBlock(Xor, d, b.net.Spec.Warp())})})
		}
		return x
	}
	all := []*Node{x}
	for d := 1; d < min(b.net.Spec.Block().Threads, b.net.Spec.Warp()); d *= 2 {
		b.combineEachDown(all, d, b.net.Spec.Warp())
	}
	b.step("Every lane takes the value of its warp's first lane.")
	return b.node(Shuffle{all[0], b.ofBlock(Idx, 0, b.net.Spec.Warp())})
}

// leaveWinners is the shared memory in which the first thread of each of so many warps has left the best element and
// the number of a thread that has it.
func (b *builder) leaveWinners(best, won *Node, warps int, arrays ...string) *Node {
	s := b.net.Spec
	at, by := Place{Terms: []Term{{1, s.Warp(), 0}}}, func(i int) bool { return i%s.Warp() == 0 }
	if warps == 1 {
		at, by = Place{}, func(i int) bool { return i == 0 }
	}
	store := Store{Of: []*Node{best, won}}
	for _, array := range arrays {
		store.Puts = append(store.Puts, Put{Array{Name: array, Slots: warps}, at, LanesWhere(s.Block().Threads, by)})
	}
	return b.node(store)
}

// WinnerOfWarps is the least number Won, except -1, of the lanes of a warp with Best as X; -1 where there is none.
type WinnerOfWarps struct{ Best, X, Won *Node }

func (e WinnerOfWarps) row() row {
	return row{
		sort:     Number,
		operands: []operand{{e.Best, Element, unpacked}, {e.X, Element, unpacked}, {e.Won, Number, unpacked}},
		reads:    reach(ofWarp).reads([]*Node{e.Best, e.X, e.Won}),
		requires: ofBlock,
		value: func(a at) value {
			least := value{^uint64(0)}
			for lane, end := ofWarp(a.spec, a.lane); lane < end; lane++ {
				best, x, won := a.from(e.Best, lane), a.from(e.X, lane), a.from(e.Won, lane)
				if best[0] == x[0] && won[0] < least[0] { // -1 is the greatest
					least = won
				}
			}
			return least
		},
		text: func() string { return "least winner where %s is %s: of %s" },
		cost: func(spec.Spec, int) Cost {
			if _, ok := e.Best.Expr.(WarpReduce); ok {
				return Cost{Redux: 1}
			}
			return Cost{Shuffles: 5, Ops: 5}
		},
	}
}

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
		mine = append(mine, b.node(r.load(memory, i, s)))
	}
	b.step("The best of each lane's elements, and the number of the first that has it.")
	bests := mine[:1:1]
	for _, x := range mine[1:] {
		bests = append(bests, b.node(Combine{b.fn, bests[len(bests)-1], x}))
	}
	own := bests[len(bests)-1]
	won := b.node(WinnerOfPiece{bests, mine, r.load(memory, 0, s).At})
	b.step("The hardware finds the best of the lanes at once.")
	b.result = b.node(WarpReduce{b.fn, own})
	b.step("The first thread of those that have the best of all.")
	b.won = b.node(WinnerOfWarps{b.result, own, won})
	b.step(settles)
	b.result, b.lanes = b.node(Barrier{X: b.result}), b.blockLanes()
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
	case s.Block().Threads > maxRakedWinner:
		return fmt.Sprintf("above %d threads a lane of the first warp would hold too many elements", maxRakedWinner)
	case s.Mask != spec.Full:
		return "the winner must be a member, and the first warp does not know which threads are"
	case s.All():
		return "every thread would wait for the first warp twice"
	case rakeOf(s, leastWinnerPiece(s)).slots() != s.Block().Threads:
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
	if s.Block().Threads <= 2*s.Warp() {
		return 2
	}
	return minPiece
}

// WinnerOfPiece is the number of the first slot in a lane's piece with the best element of the piece. Bests are those
// of the first element, of the first two, and so on. At is the slot of the first element.
type WinnerOfPiece struct {
	Bests, Of []*Node
	At        Place
}

func (e WinnerOfPiece) row() row {
	return row{
		sort:     Number,
		operands: elements(slices.Concat(e.Bests, e.Of)...),
		requires: func(s spec.Spec) error {
			if len(e.Bests) != len(e.Of) {
				return fmt.Errorf("has %d bests of a piece of %d elements", len(e.Bests), len(e.Of))
			}
			return ofBlock(s)
		},
		value: func(a at) value {
			best := a.of(e.Bests[len(e.Bests)-1])
			for i, of := range e.Of {
				if a.of(of)[0] == best[0] {
					return value{uint64(e.At.At(a.lane) + i)}
				}
			}
			return nil
		},
		text: func() string {
			return "first slot that has the best, by" + strings.Repeat(" %s", 2*len(e.Of))
		},
		cost: func(spec.Spec, int) Cost { return Cost{Selects: len(e.Of) - 1} },
	}
}
