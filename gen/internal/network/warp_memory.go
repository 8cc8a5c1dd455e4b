package network

import (
	"errors"
	"fmt"
	"slices"

	"github.com/shflgen/shflgen/spec"
)

// Layout is how what the lanes of a warp store lies in the memory that their caller lends
// them: item i of a lane is at Store.At(lane, i).
type Layout struct {
	Store, Load Access
	Bytes       int // of the memory
	element     int // bytes of an element

	stored map[int]stored // by the address of an element
}

// stored is where an element came from: element number at of those of a lane's items.
type stored struct{ lane, at int }

// Access is how lanes address their items.
type Access struct {
	Lanes   int // of a warp
	Terms   []Term
	Offsets []int // by item, in bytes
	Size    int   // bytes of an item
	Vector  int   // items that one instruction stores or loads
}

// At is the address of an item of a lane, in bytes from the start of the memory.
func (a Access) At(lane, item int) int {
	at := a.Offsets[item]
	for _, t := range a.Terms {
		at += t.of(lane)
	}
	return at
}

// Scatter is the memory of a warp after each lane has stored its items there.
type Scatter struct {
	Of     []*Node
	Layout *Layout
}

func (e Scatter) row() row {
	r := row{
		sort:     Memory,
		requires: lent,
		value:    func(a at) value { return a.all(e.Of) },
		text:     func() string { return "store " + listed(len(e.Of)) },
		cost:     func(spec.Spec, int) Cost { return Cost{Stores: len(e.Of) / e.Layout.Store.Vector} },
	}
	for _, x := range e.Of {
		form := unpacked
		if x != nil && x.Packed {
			form = packed
		}
		r.operands = append(r.operands, operand{x, Element, form})
	}
	return r
}

// Gather is item Item of a lane's loads from memory: From has to be a [Barrier] after the
// [Scatter].
type Gather struct {
	From   *Node
	Layout *Layout
	Item   int
}

func (e Gather) row() row {
	return row{
		operands: []operand{{e.From, Memory, unpacked}},
		reads: func(_ spec.Spec, lane int, read readFunc) error {
			for _, from := range e.Layout.sources(lane, e.Item) {
				if from.lane < 0 {
					return errors.New("loads what no lane has stored")
				}
				read(e.From, from.lane)
			}
			return nil
		},
		requires: func(s spec.Spec) error {
			if _, ok := e.From.Expr.(Barrier); !ok {
				return errors.New("loads before a barrier")
			}
			return lent(s)
		},
		value: func(a at) value {
			var all value
			for _, from := range e.Layout.sources(a.lane, e.Item) {
				if from.lane < 0 {
					return nil
				}
				all = append(all, a.from(e.From, from.lane)[from.at])
			}
			return all
		},
		text: func() string { return fmt.Sprintf("load item %d from %%s", e.Item) },
		cost: func(spec.Spec, int) Cost {
			if e.Item%e.Layout.Load.Vector > 0 {
				return Cost{}
			}
			return Cost{Loads: 1}
		},
	}
}

// lent says why a network for s has no memory of its caller.
func lent(s spec.Spec) error {
	if !s.TakesMemory() {
		return errors.New("takes shared memory, which the caller does not lend")
	}
	return nil
}

// sources are the elements of an item that a lane loads.
func (l *Layout) sources(lane, item int) []stored {
	var all []stored
	for b := 0; b < l.Load.Size; b += l.element {
		from, ok := l.stored[l.Load.At(lane, item)+b]
		if !ok {
			from.lane = -1
		}
		all = append(all, from)
	}
	return all
}

// settle fills in what follows from the accesses: the size, and what is where. It is an
// error if two lanes store to one place, or if an instruction's address is not aligned.
func (l *Layout) settle(element int) error {
	l.element, l.stored = element, map[int]stored{}
	for _, a := range []Access{l.Store, l.Load} {
		for lane := range a.Lanes {
			for i := range a.Offsets {
				at := a.At(lane, i)
				l.Bytes = max(l.Bytes, at+a.Size)
				if i%a.Vector == 0 && at%(a.Size*a.Vector) != 0 {
					return fmt.Errorf("item %d of lane %d is not aligned", i, lane)
				}
				if i%a.Vector > 0 && at != a.At(lane, i-1)+a.Size {
					return fmt.Errorf("item %d of lane %d does not follow the one before", i, lane)
				}
			}
		}
	}
	l.Bytes = (l.Bytes + MemoryAlign - 1) / MemoryAlign * MemoryAlign
	fields := l.Store.Size / element
	for lane := range l.Store.Lanes {
		for i := range l.Store.Offsets {
			for f := range fields {
				at := l.Store.At(lane, i) + f*element
				if _, twice := l.stored[at]; twice {
					return fmt.Errorf("item %d of lane %d is stored where another is", i, lane)
				}
				l.stored[at] = stored{lane, i*fields + f}
			}
		}
	}
	return nil
}

// MemoryAlign is what the start of a warp's memory is a multiple of, in bytes: the widest
// store and load have as many.
const MemoryAlign = 16

// The banks of shared memory (CUDA C++ Programming Guide, "Shared Memory").
const (
	banks     = 32
	bankBytes = 4
)

// cycles are what the accesses of a warp take: an instruction of up to 4 bytes a lane takes
// one for all lanes, of 8 bytes one for each half of them, of 16 one for each quarter, and
// as many more as lanes of such a group need different words of one bank.
func (a Access) cycles() int {
	bytes := a.Size * a.Vector
	together := min(a.Lanes, banks*bankBytes/bytes)
	total := 0
	for i := 0; i < len(a.Offsets); i += a.Vector {
		for first := 0; first < a.Lanes; first += together {
			var busy [banks][]int // the words of each bank
			most := 0
			for lane := first; lane < first+together; lane++ {
				at := a.At(lane, i)
				for w := at / bankBytes; w <= (at+bytes-1)/bankBytes; w++ {
					if bank := &busy[w%banks]; !slices.Contains(*bank, w) {
						*bank = append(*bank, w)
						most = max(most, len(*bank))
					}
				}
			}
			total += most
		}
	}
	return total
}

// cycles are those of all stores and loads.
func (l *Layout) cycles() int { return l.Store.cycles() + l.Load.cycles() }

// least are the cycles of all stores and loads if none of them meets a conflict.
func (l *Layout) least() int { return l.Store.least() + l.Load.least() }

func (a Access) least() int {
	each := max(1, a.Lanes*a.Size*a.Vector/(banks*bankBytes))
	return each * len(a.Offsets) / a.Vector
}

// instructions are the stores and loads.
func (l *Layout) instructions() int {
	return len(l.Store.Offsets)/l.Store.Vector + len(l.Load.Offsets)/l.Load.Vector
}
