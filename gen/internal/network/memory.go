package network

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/shflgen/shflgen/spec"
)

// Store is shared memory once threads of a block have put values there. A [Load] behind a barrier reads them.
type Store struct {
	Of   []*Node
	Puts []Put // by value
}

// Put is where in shared memory threads put a value of theirs.
type Put struct {
	In Array
	At Place
	By Lanes // those that do, of the first threads of the block, which get there
}

func (e Store) row() row {
	r := row{
		sort:     Memory,
		reads:    func(spec.Spec, int, readFunc) error { return errors.New("which has no one value") },
		requires: e.check,
		value:    func(at) value { return nil },
		cost: func(s spec.Spec, _ int) (sum Cost) {
			for _, p := range e.Puts {
				if !p.At.joined(p.In.Name, s) {
					sum.Stores++
				}
			}
			return sum
		},
		text: func() string {
			text := "store"
			for i, p := range e.Puts {
				text += " %s in " + slotText(p.In.Name, p.At)
				if who := someThreads(p.By); i+1 == len(e.Puts) || who != someThreads(e.Puts[i+1].By) {
					text += " by " + who
				}
				text += ","
			}
			return strings.TrimSuffix(text, ",")
		},
	}
	for _, x := range e.Of {
		operand := elements(x)[0]
		if SortOf(x) == Number {
			operand.sort = Number
		}
		r.operands = append(r.operands, operand)
	}
	return r
}

// someThreads names a set of threads.
func someThreads(set Lanes) string {
	var all []int
	for i := range set.Len() {
		if set.Has(i) {
			all = append(all, i)
		}
	}
	if len(all) > 2 && all[1] > all[0]+1 {
		step := all[1] - all[0]
		even := LanesWhere(set.Len(), func(i int) bool { return i >= all[0] && (i-all[0])%step == 0 })
		if even.Equal(set) {
			return fmt.Sprintf("every %s thread of %d..%d", ordinal(step), all[0], set.Len()-1)
		}
	}
	if len(all) == 1 {
		return fmt.Sprint("thread ", all[0])
	}
	return "threads " + set.String()
}

// check says why a network for s may not hold the store.
func (e Store) check(s spec.Spec) error {
	if why := ofBlock(s); why != nil {
		return why
	}
	for _, p := range e.Puts {
		if p.By.Len() > s.Block().Threads {
			return fmt.Errorf("stores elements of %d threads, of %d", p.By.Len(), s.Block().Threads)
		}
		if _, err := e.held(p.In.Name); err != nil {
			return err
		}
	}
	return nil
}

// cell is the value in a slot, and the thread that has put it there; nil where none has.
type cell struct {
	x  *Node
	by int
}

// held are the cells of an array.
func (e Store) held(array string) ([]cell, error) {
	var cells []cell
	for i, p := range e.Puts {
		if p.In.Name != array {
			continue
		}
		if cells == nil {
			cells = make([]cell, p.In.Slots)
		}
		for thread := range p.By.Len() {
			if !p.By.Has(thread) {
				continue
			}
			switch slot := p.At.At(thread); {
			case slot < 0 || slot >= len(cells):
				return nil, fmt.Errorf("stores in slot %d of %d", slot, len(cells))
			case cells[slot].x != nil:
				return nil, fmt.Errorf("stores in slot %d twice", slot)
			default:
				cells[slot] = cell{e.Of[i], thread}
			}
		}
	}
	return cells, nil
}

// leaveFirsts is the shared memory in which the first lanes, so many, of each of the first warps have left values: by
// value, then lane, then warp.
func (b *builder) leaveFirsts(of []*Node, warps, firsts int, in Array) *Node {
	s := b.net.Spec
	by := LanesWhere(min(warps*s.Warp(), s.Block().Threads), func(i int) bool { return i%s.Warp() < firsts })
	store := Store{Of: slices.Clone(of)}
	for r := range of {
		at := Place{Terms: []Term{{1, s.Warp(), 0}}, First: r * warps * firsts}
		if firsts > 1 {
			at.Terms = []Term{{warps, 1, s.Warp()}, {1, s.Warp(), 0}}
		}
		store.Puts = append(store.Puts, Put{in, at, by})
	}
	return b.node(store)
}

// Barrier is X, an element or memory, once all threads of the block, or all lanes of the warp, have reached it. In a
// block it may be of a warp that rakes, and has no meaning for an element then. It is for compilers: they move no load
// before it, which bounds the registers of loads, and know that the lanes go on together.
type Barrier struct {
	X      *Node
	OfWarp bool
}

func (e Barrier) row() row {
	sort, text, requires := Element, "%s after a barrier", sharesMemory
	if e.OfWarp {
		text, requires = text+" of the warp", ofBlock
	}
	if e.X != nil && e.X.Expr != nil {
		sort = SortOf(e.X)
	}
	return row{
		sort:     sort,
		operands: operandsOf(sort, unpacked, e.X),
		requires: requires,
		value:    func(a at) value { return a.of(e.X) },
		text:     func() string { return text },
		cost:     func(spec.Spec, int) Cost { return Cost{Barriers: 1} },
	}
}

// Load is what the first threads, or all, read from a place of shared memory behind a barrier.
type Load struct {
	From    *Node
	In      string // the array
	At      Place
	Threads int // that load; 0 is all
}

func (e Load) row() row {
	finds := e.finds()
	r := row{
		operands: operandsOf(Memory, unpacked, e.From),
		reads: func(s spec.Spec, thread int, read readFunc) error {
			from, err := finds(s, thread)
			if err == nil {
				read(from.x, from.by)
			}
			return err
		},
		requires: e.check,
		value: func(a at) value {
			from, err := finds(a.spec, a.lane)
			if err != nil {
				return nil
			}
			return a.from(from.x, from.by)
		},
		text: func() string { return "load of " + slotText(e.In, e.At) + " from %s" },
		cost: func(s spec.Spec, _ int) Cost {
			if e.At.joined(e.In, s) {
				return Cost{}
			}
			return Cost{Loads: 1}
		},
	}
	if k := e.put(); k >= 0 {
		r.sort = SortOf(storeOf(e.From).Expr.(Store).Of[k])
	}
	return r
}

// check says why a network for s may not hold the load.
func (e Load) check(s spec.Spec) error {
	switch {
	case !ofKind[Barrier](e.From):
		return errors.New("loads before a barrier")
	case e.put() < 0:
		return fmt.Errorf("loads from the array %s, in which nobody has stored", e.In)
	}
	return ofBlock(s)
}

// put is the number of the first value of the store that goes to the array; less than 0 if none does.
func (e Load) put() int {
	memory, ok := storeOf(e.From).Expr.(Store)
	if !ok {
		return -1
	}
	return slices.IndexFunc(memory.Puts, func(p Put) bool { return p.In.Name == e.In })
}

// finds is what a thread loads. The error says why that has no value.
func (e Load) finds() func(s spec.Spec, thread int) (cell, error) {
	cells := sync.OnceValues(func() ([]cell, error) {
		memory, ok := storeOf(e.From).Expr.(Store)
		if !ok {
			return nil, errors.New("which is no store")
		}
		return memory.held(e.In)
	})
	return func(s spec.Spec, thread int) (cell, error) {
		held, err := cells()
		slot := e.At.At(thread)
		switch {
		case err != nil:
			return cell{}, err
		case e.Threads > 0 && thread >= e.Threads:
			return cell{}, fmt.Errorf("which only the first %d threads read", e.Threads)
		case slot < 0 || slot >= len(held) || held[slot].x == nil:
			return cell{}, fmt.Errorf("slot %d, in which nobody has stored", slot)
		}
		from := held[slot]
		if barrier, ok := e.From.Expr.(Barrier); ok && barrier.OfWarp && from.by/s.Warp() != thread/s.Warp() {
			return cell{}, errors.New("which a thread of another warp has stored, before a barrier of the warp alone")
		}
		return from, nil
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
	for node := range sweep(n).All() {
		row := node.Expr.row()
		if e, barrier := node.Expr.(Barrier); barrier && !e.OfWarp {
			barriers++
		} else if !barrier {
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
