package network

import (
	"errors"
	"fmt"

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
	case s.Block == 1:
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
	x := best(b, b.contribution(), s.Block%s.Warp(), "each warp")
	b.step("The first member of each warp that has its warp's best.")
	b.result, b.lanes = x, b.blockLanes()
	b.won = b.winnerLane(x, true)
	if warps == 1 {
		return b.done()
	}
	b.step("The first lane of each warp leaves both for the first warp to read.")
	memory := b.node(Barrier{b.node(StoreWinner{x, b.won, warps})})
	b.step("Each lane of the first warp reads those of a warp.")
	x, won := b.node(LoadBest{memory}), b.node(LoadWinner{memory})
	b.result = best(b, x, 0, "the warps")
	b.step("The first thread of those that have the best of all.")
	b.won = b.node(WinnerOfWarps{b.result, x, won})
	if s.All {
		b.step("Thread 0 leaves the result for all to read.")
		memory := b.node(Barrier{b.node(StoreWinner{b.result, b.won, 1})})
		b.step("Every thread takes the result.")
		b.result, b.won = b.node(LoadBest{memory}), b.node(LoadWinner{memory})
		return b.done()
	}
	b.step("No thread writes the next call's winners before these are read.")
	b.result = b.node(Barrier{b.result})
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
	for d := 1; d < min(b.net.Spec.Block, b.net.Spec.Warp()); d *= 2 {
		b.combineEachDown(all, d, b.net.Spec.Warp())
	}
	b.step("Every lane takes the value of its warp's first lane.")
	return b.node(Shuffle{all[0], b.ofBlock(Idx, 0, b.net.Spec.Warp())})
}

// StoreWinner is the block's shared memory after the first thread of each of so many warps has stored
// the best element and the number of a thread that has it.
type StoreWinner struct {
	Best, Won *Node
	Warps     int
}

func (e StoreWinner) row() row {
	return row{
		sort:     Memory,
		operands: []operand{{e.Best, Element, unpacked}, {e.Won, Number, unpacked}},
		reads:    func(spec.Spec, int, readFunc) error { return errors.New("which has no one value") },
		requires: ofBlock,
		value:    func(at) value { return nil },
		cost:     func(spec.Spec, int) Cost { return Cost{Stores: 2} },
		text: func() string {
			return fmt.Sprintf("store %%s and %%s of the first thread of %s", plural(e.Warps, "warp"))
		},
	}
}

// from is the thread in the warp with the winner that a thread reads after a barrier: lane i of the first warp reads
// that of warp i, and lanes past the warps that of the first. Where one warp alone has stored, every thread reads it.
func (e StoreWinner) from(s spec.Spec, thread int) (int, error) {
	switch {
	case e.Warps == 1:
		return 0, nil
	case thread >= s.Warp():
		return 0, errors.New("which only the first warp reads")
	case thread < e.Warps:
		return thread * s.Warp(), nil
	}
	return 0, nil
}

// LoadBest is the best element that [StoreWinner] has left for the thread.
type LoadBest struct{ From *Node }

func (e LoadBest) row() row { return loadsWinner(e.From, Element) }

// LoadWinner is the number of the thread that has it.
type LoadWinner struct{ From *Node }

func (e LoadWinner) row() row { return loadsWinner(e.From, Number) }

// loadsWinner is the row of what loads one of both.
func loadsWinner(from *Node, sort Sort) row {
	r := loaded(from, func(s spec.Spec, thread int) (*Node, int, error) {
		memory := storeOf(from).Expr.(StoreWinner)
		by, err := memory.from(s, thread)
		if sort == Number {
			return memory.Won, by, err
		}
		return memory.Best, by, err
	})
	r.sort = sort
	r.requires = func(s spec.Spec) error {
		_, err := memoryOf[StoreWinner, Barrier](from)
		return errors.Join(err, ofBlock(s))
	}
	r.text = func() string { return map[Sort]string{Element: "best element in %s", Number: "winner in %s"}[sort] }
	return r
}

// WinnerOfWarps is the least number Won, except -1, of the lanes of a warp with Best as X; -1 where there is none.
type WinnerOfWarps struct{ Best, X, Won *Node }

func (e WinnerOfWarps) row() row {
	return row{
		sort:     Number,
		operands: []operand{{e.Best, Element, unpacked}, {e.X, Element, unpacked}, {e.Won, Number, unpacked}},
		reads: func(s spec.Spec, lane int, read readFunc) error {
			for from, end := warpOf(lane, s); from < end; from++ {
				read(e.Best, from)
				read(e.X, from)
				read(e.Won, from)
			}
			return nil
		},
		requires: ofBlock,
		value: func(a at) value {
			least := value{^uint64(0)}
			for lane, end := warpOf(a.lane, a.spec); lane < end; lane++ {
				best, x, won := a.from(e.Best, lane), a.from(e.X, lane), a.from(e.Won, lane)
				if best == nil || x == nil || won == nil {
					return nil
				}
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
