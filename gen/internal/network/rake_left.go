package network

import (
	"errors"
	"fmt"

	"github.com/shflgen/shflgen/spec"
)

// takeLeft combines what is left in every apart-th lane of the first warp, in order. Those lanes store it in shared
// memory, and all lanes load all of it: several neighbours in an instruction, and no lane waits at a branch of its own.
//
// Measured on an H200, float32, two distances of shuffles before, cycles of a call in a chain and 10^9 blocks a second,
// beside shuffles to the end: 96 threads 213 and 12.8, 228 and 12.5; 128 threads 208 and 11.7, 216 and 11.7; 256
// threads 225 and 6.3, 265 and 6.0; 512 threads 273 and 2.8, 374 and 2.0. After one distance 187 and 11.5 at 128
// threads, after three 325 and 2.5 at 512.
func (b *builder) takeLeft(x *Node, apart, n int) *Node {
	b.step("Every %s lane of the first warp leaves its value for all lanes to read.", ordinal(apart))
	memory := b.node(WarpBarrier{b.node(LeaveEvery{x, apart, 0})})
	b.step("The lanes combine the %d values.", n)
	return b.parts(memory, 0, 1, n)
}

// parts is the tree over n slots of what lanes have left, from one on, so far from each other.
func (b *builder) parts(memory *Node, from, apart, n int) *Node {
	var left []*Node
	for i := range n {
		left = append(left, b.node(LoadLeft{memory, from + i*apart}))
	}
	return b.neighbours(left)
}

// takeRegisters is what is left of each of n registers in the lanes of the first warp: of each apart lanes, the first
// ones have one register each. All lanes store what they have, so that none waits at a branch, and all load the parts
// of all registers.
func (b *builder) takeRegisters(x *Node, n, apart int) []*Node {
	b.step("Each lane of the first warp leaves its value for all of them to read%s.",
		map[bool]string{true: "", false: ", those to be read side by side"}[apart == b.net.Spec.Warp()])
	memory := b.node(WarpBarrier{b.node(LeaveEvery{x, apart, enclosing(n)})})
	b.step("The lanes take %s.", map[bool]string{true: "the results",
		false: "what is left of each register"}[apart == b.net.Spec.Warp()])
	results := make([]*Node, n)
	for k := range results {
		results[k] = b.parts(memory, k, enclosing(n), b.net.Spec.Warp()/apart)
	}
	return results
}

// ordinal is a number as a place in a row, of powers of two.
func ordinal(n int) string {
	if n == 2 || n == 32 {
		return fmt.Sprintf("%dnd", n)
	}
	return fmt.Sprintf("%dth", n)
}

// LeaveEvery is shared memory of the first warp after every Apart-th of its lanes has stored X, from the first one on.
// With Firsts, all its lanes have: the values of the first ones of each Apart lanes stand side by side, and those of
// the others behind them.
type LeaveEvery struct {
	X             *Node
	Apart, Firsts int
}

// Slots is the number of elements of a warp of so many lanes that are stored to be read.
func (e LeaveEvery) Slots(warp int) int { return warp / e.Apart * max(e.Firsts, 1) }

// lane is the lane that has stored the element in a slot.
func (e LeaveEvery) lane(slot int) int {
	firsts := max(e.Firsts, 1)
	return slot/firsts*e.Apart + slot%firsts
}

func (e LeaveEvery) row() row {
	return row{
		sort:     Memory,
		operands: elements(e.X),
		reads:    func(spec.Spec, int, readFunc) error { return errors.New("which has no one value") },
		requires: func(s spec.Spec) error {
			if s.Block < s.Warp() || e.Apart < max(e.Firsts, 1) || s.Warp()%e.Apart != 0 || e.Firsts > 0 &&
				e.Apart%e.Firsts != 0 {
				return fmt.Errorf("stores elements of every %s of %d lanes", ordinal(e.Apart), s.Block)
			}
			return ofBlock(s)
		},
		value: func(at) value { return nil },
		cost:  func(spec.Spec, int) Cost { return Cost{Stores: 1} },
		text: func() string {
			if e.Firsts > 0 {
				return fmt.Sprintf("store %%s of each lane, the first %d of every %d side by side", e.Firsts, e.Apart)
			}
			return fmt.Sprintf("store %%s of every %s lane", ordinal(e.Apart))
		},
	}
}

// LoadLeft is the element that [LeaveEvery] has stored in a slot, in a lane of the first warp after a [WarpBarrier].
type LoadLeft struct {
	From *Node
	Slot int
}

func (e LoadLeft) row() row {
	r := loaded(e.From, func(s spec.Spec, thread int) (*Node, int, error) {
		if thread >= s.Warp() {
			return nil, 0, errors.New("which only the first warp reads")
		}
		memory := storeOf(e.From).Expr.(LeaveEvery)
		return memory.X, memory.lane(e.Slot), nil
	})
	r.requires = func(s spec.Spec) error {
		memory, err := memoryOf[LeaveEvery, WarpBarrier](e.From)
		if err == nil && (e.Slot < 0 || e.Slot >= memory.Slots(s.Warp())) {
			err = fmt.Errorf("loads slot %d, in which no lane has stored", e.Slot)
		}
		return errors.Join(err, ofBlock(s))
	}
	r.text = func() string { return fmt.Sprintf("load of slot %d from %%s", e.Slot) }
	r.cost = func(s spec.Spec, _ int) Cost {
		if e.Slot*s.Bits()%WideBits != 0 {
			return Cost{} // with the one before it
		}
		return Cost{Loads: 1}
	}
	return r
}
