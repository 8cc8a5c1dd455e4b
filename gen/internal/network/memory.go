package network

import (
	"errors"
	"fmt"

	"github.com/shflgen/shflgen"
)

// Store is the block's shared memory after the first thread of each of so many warps, or the
// last one, has stored its element X there.
type Store struct {
	X     *Node
	Warps int
	Last  bool
}

func (e Store) row() row {
	return row{
		sort:     Memory,
		operands: elements(e.X),
		with:     func(to []*Node) Expr { return Store{to[0], e.Warps, e.Last} },
		reads: func(s shflgen.Spec, thread int, read readFunc) error {
			read(e.X, thread)
			if !e.stores(thread, s) {
				return fmt.Errorf("which only the %s thread of a warp stores", map[bool]string{false: "first", true: "last"}[e.Last])
			}
			return nil
		},
		requires: ofBlock,
		value: func(a at) value {
			if !e.stores(a.lane, a.spec) {
				return nil
			}
			return a.of(e.X)
		},
		cost: func(shflgen.Spec, int) Cost { return Cost{Stores: 1} },
		text: func() string {
			if e.Warps == 1 {
				return "store %s of thread 0"
			}
			return "store %s of each warp"
		},
	}
}

// stores reports whether a thread stores its element.
func (e Store) stores(thread int, s shflgen.Spec) bool {
	warp := thread / shflgen.WarpSize
	return thread == e.of(warp, s) && warp < e.Warps
}

// of is the thread of a warp that stores its element.
func (e Store) of(warp int, s shflgen.Spec) int {
	if e.Last {
		return lastThread(warp, s)
	}
	return warp * shflgen.WarpSize
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
		with:     func(to []*Node) Expr { return Barrier{to[0]} },
		requires: sharesMemory,
		value:    func(a at) value { return a.of(e.X) },
		text:     func() string { return "%s after a barrier" },
		cost:     func(shflgen.Spec, int) Cost { return Cost{Barriers: 1} },
	}
}

// Load is the element that a thread of a warp has stored. What it loads from has
// to be a [Barrier] after the [Store].
type Load struct {
	From *Node
	Warp int
}

// thread is the thread that has stored the element.
func (e Load) thread(s shflgen.Spec) int {
	if memory, ok := storeOf(e.From).Expr.(Store); ok {
		return memory.of(e.Warp, s)
	}
	return e.Warp * shflgen.WarpSize
}

func (e Load) row() row {
	return row{
		operands: []operand{{e.From, Memory, unpacked}},
		with:     func(to []*Node) Expr { return Load{to[0], e.Warp} },
		reads: func(s shflgen.Spec, _ int, read readFunc) error {
			read(e.From, e.thread(s))
			return nil
		},
		requires: func(s shflgen.Spec) error {
			if e.Warp < 0 || e.Warp*shflgen.WarpSize >= s.Lanes() {
				return fmt.Errorf("loads the element of warp %d, which the block does not have", e.Warp)
			}
			if _, ok := e.From.Expr.(Barrier); !ok {
				return errors.New("loads before a barrier")
			}
			return ofBlock(s)
		},
		value: func(a at) value { return a.from(e.From, e.thread(a.spec)) },
		text:  func() string { return fmt.Sprintf("load of warp %d from %%s", e.Warp) },
		cost:  func(shflgen.Spec, int) Cost { return Cost{Loads: 1} },
	}
}

// ofBlock says why a network for s has no shared memory.
func ofBlock(s shflgen.Spec) error {
	if !s.Pattern.Block() {
		return errors.New("needs a block, but a warp makes the call")
	}
	return nil
}

// sharesMemory says why a network for s has no barrier.
func sharesMemory(s shflgen.Spec) error {
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
			case Store, Spread, Pieces, Scatter, StoreAtRank:
				before[node] = barriers
			case Barrier:
				barriers++
			case Load:
				after[storeOf(e.From)] = barriers
			case Rake:
				after[storeOf(e.From)] = barriers
			case LoadSlot:
				after[storeOf(e.From)] = barriers
			case LoadBefore:
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
	if barrier, ok := from.Expr.(Barrier); ok {
		return barrier.X
	}
	return from
}
