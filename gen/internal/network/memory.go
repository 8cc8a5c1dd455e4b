package network

import (
	"errors"
	"fmt"
	"strings"

	"github.com/shflgen/shflgen/spec"
)

// Store is the block's shared memory after the first thread of each of so many warps, or the
// last one, has stored its elements Of there. With Firsts, so many first threads of each of
// these warps have. Those of all warps stand side by side: by element, then thread, then warp.
type Store struct {
	Of     []*Node
	Warps  int
	Firsts int // 0 is 1
	Last   bool
}

func (e Store) row() row {
	return row{
		sort:     Memory,
		operands: elements(e.Of...),
		reads:    func(spec.Spec, int, readFunc) error { return errors.New("which has no one value") },
		requires: func(s spec.Spec) error {
			if why := ofBlock(s); why != nil {
				return why
			}
			if e.Last && e.firsts() > 1 || (e.Warps-1)*s.Warp()+e.firsts() > s.Block || e.firsts() > s.Warp() {
				return fmt.Errorf("stores elements of %d threads of each of %s, which the block does not have", e.firsts(),
					plural(e.Warps, "warp"))
			}
			return nil
		},
		value: func(at) value { return nil },
		cost:  func(spec.Spec, int) Cost { return Cost{Stores: len(e.Of)} },
		text: func() string {
			of := strings.Repeat(" %s", len(e.Of))
			switch {
			case e.firsts() > 1:
				return fmt.Sprintf("store%s of the first %d threads of each of %s", of, e.firsts(), plural(e.Warps, "warp"))
			case e.Warps == 1:
				return "store" + of + " of thread 0"
			}
			return "store" + of + " of each warp"
		},
	}
}

func (e Store) firsts() int { return max(e.Firsts, 1) }

// Slots is the number of elements that are stored.
func (e Store) Slots() int { return len(e.Of) * e.firsts() * e.Warps }

// held is the element in a slot, and the thread that has stored it.
func (e Store) held(slot int, s spec.Spec) (x *Node, thread int) {
	warp, lane := slot%e.Warps, slot/e.Warps%e.firsts()
	thread = warp*s.Warp() + lane
	if e.Last {
		thread = lastThread(warp, s)
	}
	return e.Of[slot/e.Warps/e.firsts()], thread
}

// Barrier is X, an element or memory, once all threads of the block, or all lanes of the
// warp, have reached it.
type Barrier struct{ X *Node }

func (e Barrier) row() row {
	sort := Element
	if e.X != nil && e.X.Expr != nil {
		sort = SortOf(e.X)
	}
	return row{
		sort:     sort,
		operands: []operand{{e.X, sort, unpacked}},
		requires: sharesMemory,
		value:    func(a at) value { return a.of(e.X) },
		text:     func() string { return "%s after a barrier" },
		cost:     func(spec.Spec, int) Cost { return Cost{Barriers: 1} },
	}
}

// WarpBarrier is X, an element or memory, once all lanes of a warp that rakes have reached it. Of an element no meaning
// of a network rests on it: compilers load nothing before it that stands after it, which bounds the registers of loads,
// and know that the lanes go on together.
type WarpBarrier struct{ X *Node }

func (e WarpBarrier) row() row {
	sort := Element
	if e.X != nil && e.X.Expr != nil {
		sort = SortOf(e.X)
	}
	return row{
		sort:     sort,
		operands: []operand{{e.X, sort, unpacked}},
		requires: ofBlock,
		value:    func(a at) value { return a.of(e.X) },
		text:     func() string { return "%s after a barrier of the warp" },
		cost:     func(spec.Spec, int) Cost { return Cost{Barriers: 1} },
	}
}

// Load is the element in a slot of a [Store], after a [Barrier].
type Load struct {
	From *Node
	Slot int
}

func (e Load) row() row {
	held := func(s spec.Spec) (x *Node, thread int) { return storeOf(e.From).Expr.(Store).held(e.Slot, s) }
	return row{
		operands: []operand{{e.From, Memory, unpacked}},
		reads: func(s spec.Spec, _ int, read readFunc) error {
			read(held(s))
			return nil
		},
		requires: func(s spec.Spec) error {
			if _, ok := e.From.Expr.(Barrier); !ok {
				return errors.New("loads before a barrier")
			}
			if memory, ok := storeOf(e.From).Expr.(Store); !ok || e.Slot < 0 || e.Slot >= memory.Slots() {
				return fmt.Errorf("loads slot %d, in which nobody has stored", e.Slot)
			}
			return ofBlock(s)
		},
		value: func(a at) value { return a.from(held(a.spec)) },
		text:  func() string { return fmt.Sprintf("load of slot %d from %%s", e.Slot) },
		cost:  func(spec.Spec, int) Cost { return Cost{Loads: 1} },
	}
}

// ofBlock says why a network for s has no shared memory.
func ofBlock(s spec.Spec) error {
	if !s.Pattern.Block() {
		return errors.New("needs a block, but a warp makes the call")
	}
	return nil
}

// sharesMemory says why a network for s has no barrier.
func sharesMemory(s spec.Spec) error {
	if s.TakesMemory() {
		return nil
	}
	return ofBlock(s)
}

// settled checks that a barrier lies between every load and what the next call stores: after
// the load, or before the store. A barrier that no output needs counts for nothing: [Prune]
// drops it.
func settled(n *Network) error {
	barriers := 0
	before, after := map[*Node]int{}, map[*Node]int{} // of a memory: barriers before its store, and up to its last load
	for _, s := range sweep(n).Steps {
		for _, node := range s.Nodes {
			switch e := node.Expr.(type) {
			case Store, Spread, Pieces, Scatter, StoreAtRank, StoreWinner, LeaveEvery:
				before[node] = barriers
			case Barrier:
				barriers++
			case Load:
				after[storeOf(e.From)] = barriers
			case Rake:
				after[storeOf(e.From)] = barriers
			case LoadBest:
				after[storeOf(e.From)] = barriers
			case LoadWinner:
				after[storeOf(e.From)] = barriers
			case LoadSlot:
				after[storeOf(e.From)] = barriers
			case LoadBefore:
				after[storeOf(e.From)] = barriers
			case LoadLeft:
				after[storeOf(e.From)] = barriers
			case Gather:
				after[storeOf(e.From)] = barriers
			case LoadAtRank:
				after[storeOf(e.From)] = barriers
			}
		}
	}
	for memory, upTo := range after {
		if before[memory]+barriers-upTo == 0 {
			return errors.New("no barrier between the loads and the next call")
		}
	}
	return nil
}

// storeOf is the memory that a load reads after a barrier.
func storeOf(from *Node) *Node {
	switch barrier := from.Expr.(type) {
	case Barrier:
		return barrier.X
	case WarpBarrier:
		return barrier.X
	}
	return from
}
