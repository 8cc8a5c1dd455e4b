package exec

import (
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// Both ways of a branch start from the same registers and memory. A thread takes each way in place and notes what
// it changes, so that a branch costs what its ways write. Unrolled code has a branch and some new registers for each
// element: copies of all registers would take time by the square of the elements.

// heldReg is a register and what it holds.
type heldReg struct {
	reg  int
	cell Cell
}

// heldRegion is a region of a thread's own memory and what it holds.
type heldRegion struct {
	index int
	bytes []piece
}

// held are registers and regions of a thread.
type held struct {
	regs    []heldReg
	regions []heldRegion
}

// undo is what a thread had before each of its changes since the first branch under way, and which of its regions are
// of the way under way alone.
type undo struct {
	held
	way  int   // of the branches under way, each has a number of its own
	ways int   // that were taken
	of   []int // by region: the way that owns it
}

// place is n bytes of the thread's own memory.
type place struct{ region, at, n int }

// setReg is the one place where a register of a thread changes.
func (t *thread) setReg(reg int, c Cell) {
	if t.forks > 0 {
		t.undo.regs = append(t.undo.regs, heldReg{reg, t.regs[reg]})
	}
	t.regs[reg] = c
}

// setRegion gives a region of the thread's own memory other bytes.
func (t *thread) setRegion(index int, bytes []piece) {
	if t.forks > 0 {
		t.undo.regions = append(t.undo.regions, heldRegion{index, t.local[index]})
		if t.undo.of == nil {
			t.undo.of = make([]int, len(t.local))
		}
		t.undo.of[index] = t.undo.way
	}
	t.local[index] = bytes
}

// changing are the bytes of a region of the thread's own memory that it is about to change: the way's own.
func (t *thread) changing(index int) []piece {
	if t.forks > 0 && (t.undo.of == nil || t.undo.of[index] != t.undo.way) {
		t.setRegion(index, slices.Clone(t.local[index]))
	}
	return t.local[index]
}

// takeBack leaves registers and memory as they were when so many changes had been noted, and gives what it takes back,
// each once and by number.
func (t *thread) takeBack(regs, regions int) (left held) {
	for _, h := range t.undo.regs[regs:] {
		left.regs = append(left.regs, heldReg{h.reg, t.regs[h.reg]})
	}
	for _, h := range slices.Backward(t.undo.regs[regs:]) {
		t.regs[h.reg] = h.cell
	}
	for _, h := range t.undo.regions[regions:] {
		left.regions = append(left.regions, heldRegion{h.index, t.local[h.index]})
	}
	for _, h := range slices.Backward(t.undo.regions[regions:]) {
		t.local[h.index] = h.bytes
	}
	t.undo.regs, t.undo.regions = t.undo.regs[:regs], t.undo.regions[:regions]
	slices.SortFunc(left.regs, func(a, b heldReg) int { return a.reg - b.reg })
	left.regs = slices.CompactFunc(left.regs, func(a, b heldReg) bool { return a.reg == b.reg })
	slices.SortFunc(left.regions, func(a, b heldRegion) int { return a.index - b.index })
	left.regions = slices.CompactFunc(left.regions, func(a, b heldRegion) bool { return a.index == b.index })
	return left
}

// choose leaves what one way left where a guard holds, and else what the other did. By a guard that is undefined,
// what they left is undefined where they differ.
func (t *thread) choose(g Cell, yes, no held) {
	m := t.m
	for reg := range both(yes.regs, no.regs, func(h heldReg) int { return h.reg }) {
		a, b := yes.reg(reg, t.regs), no.reg(reg, t.regs)
		if a != b {
			c := m.merge(g.V, a, b)
			a = Cell{c.V, m.and(g.Def, c.Def)}
		}
		t.setReg(reg, a)
	}
	for i := range both(yes.regions, no.regions, func(h heldRegion) int { return h.index }) {
		t.setRegion(i, m.mergeRegion(g.V, g.Def, slices.Clone(yes.region(i, t.local)), no.region(i, t.local)))
	}
}

// both are the numbers of two lists that are sorted by them, each once.
func both[T any](a, b []T, number func(T) int) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		for len(a)+len(b) > 0 {
			var n int
			switch {
			case len(b) == 0 || len(a) > 0 && number(a[0]) < number(b[0]):
				n, a = number(a[0]), a[1:]
			case len(a) == 0 || number(b[0]) < number(a[0]):
				n, b = number(b[0]), b[1:]
			default:
				n, a, b = number(a[0]), a[1:], b[1:]
			}
			if !yield(n) {
				return
			}
		}
	}
}

// reg is what a way left in a register, which it may not have changed.
func (h *held) reg(reg int, before []Cell) Cell {
	if i, ok := slices.BinarySearchFunc(h.regs, reg, func(h heldReg, reg int) int { return h.reg - reg }); ok {
		return h.regs[i].cell
	}
	return before[reg]
}

// region is what a way left in a region, which it may not have changed.
func (h *held) region(index int, before [][]piece) []piece {
	if i, ok := slices.BinarySearchFunc(h.regions, index, func(h heldRegion, index int) int {
		return h.index - index
	}); ok {
		return h.regions[i].bytes
	}
	return before[index]
}

// doubt leaves the registers that two ways wrote, and places, defined only where def is 1.
func (t *thread) doubt(def bv.Value, yes, no held, places []place) {
	m := t.m
	for reg := range both(yes.regs, no.regs, func(h heldReg) int { return h.reg }) {
		t.setReg(reg, Cell{t.regs[reg].V, m.and(def, t.regs[reg].Def)})
	}
	for _, p := range places {
		if t.local[p.region] == nil { // forgotten since
			continue
		}
		for bytes := t.changing(p.region)[p.at : p.at+p.n]; len(bytes) > 0; {
			n := m.common(bytes, bytes)
			x := m.partOrNone(bytes[0], n)
			x.Def = m.and(def, x.Def)
			lay(bytes, 0, n, x)
			bytes = bytes[n:]
		}
	}
}
