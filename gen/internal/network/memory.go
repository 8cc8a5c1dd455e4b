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
			if e.Last && e.firsts() > 1 || (e.Warps-1)*s.Warp()+e.firsts() > s.Block().Threads || e.firsts() > s.Warp() {
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

func (e Barrier) row() row { return barrier(e.X, "%s after a barrier", sharesMemory) }

// barrier is the row of x once threads or lanes have reached a barrier.
func barrier(x *Node, text string, requires func(spec.Spec) error) row {
	sort := Element
	if x != nil && x.Expr != nil {
		sort = SortOf(x)
	}
	return row{
		sort:     sort,
		operands: operandsOf(sort, unpacked, x),
		requires: requires,
		value:    func(a at) value { return a.of(x) },
		text:     func() string { return text },
		cost:     func(spec.Spec, int) Cost { return Cost{Barriers: 1} },
	}
}

// WarpBarrier is X, an element or memory, once all lanes of a warp that rakes have reached it. For an element it has no
// meaning in a network. It is for compilers: they move no load before it, which bounds the registers of loads, and
// know that the lanes go on together.
type WarpBarrier struct{ X *Node }

func (e WarpBarrier) row() row { return barrier(e.X, "%s after a barrier of the warp", ofBlock) }

// Load is the element in a slot of a [Store], after a [Barrier].
type Load struct {
	From *Node
	Slot int
}

func (e Load) row() row {
	r := loaded(e.From, func(s spec.Spec, _ int) (*Node, int, error) {
		x, thread := storeOf(e.From).Expr.(Store).held(e.Slot, s)
		return x, thread, nil
	})
	r.requires = func(s spec.Spec) error {
		memory, err := memoryOf[Store, Barrier](e.From)
		if err == nil && (e.Slot < 0 || e.Slot >= memory.Slots()) {
			err = fmt.Errorf("loads slot %d, in which nobody has stored", e.Slot)
		}
		return errors.Join(err, ofBlock(s))
	}
	r.text = func() string { return fmt.Sprintf("load of slot %d from %%s", e.Slot) }
	return r
}

// loaded is the row of an element that a thread loads from shared memory: of is what it loads, and the thread that has
// stored it. The error says why it has no value.
func loaded(from *Node, of func(s spec.Spec, thread int) (x *Node, by int, err error)) row {
	return row{
		operands: operandsOf(Memory, unpacked, from),
		reads: func(s spec.Spec, thread int, read readFunc) error {
			x, by, err := of(s, thread)
			if err == nil {
				read(x, by)
			}
			return err
		},
		value: func(a at) value {
			x, by, err := of(a.spec, a.lane)
			if err != nil {
				return nil
			}
			return a.from(x, by)
		},
		cost: func(spec.Spec, int) Cost { return Cost{Loads: 1} },
	}
}

// memoryOf is the memory of a kind that is loaded from, after a barrier of a kind.
func memoryOf[M, B Expr](from *Node) (memory M, err error) {
	if _, ok := from.Expr.(B); !ok {
		return memory, errors.New("loads before a barrier")
	}
	memory, ok := storeOf(from).Expr.(M)
	if !ok {
		err = errors.New("loads what nobody has stored")
	}
	return memory, err
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
			row := node.Expr.row()
			switch node.Expr.(type) {
			case Barrier:
				barriers++
			case WarpBarrier:
			default:
				if row.sort == Memory {
					before[node] = barriers
				}
				for _, o := range row.operands {
					if o.sort == Memory {
						after[storeOf(o.node)] = barriers
					}
				}
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
