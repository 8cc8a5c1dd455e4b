package exec

import (
	"errors"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// ErrPaused says that a run ended where all threads wait at a barrier of the block, see [Machine.Pause].
var ErrPaused = errors.New("a run is paused")

// Held is what the threads of a block hold at a barrier, as far as it does not depend on the launch, but for one number
// of it. It is of no machine, so that states of several executions can be compared. A run may begin with it:
// [Machine.Resume].
type Held struct {
	pc     int
	regs   [][]holding // by thread
	local  [][][]heldByte
	shared [][]heldByte // by variable
}

// holding is what a register holds, in each way that tells it: a number, a number of the launch and a number more, or
// an address.
type holding struct {
	number, sum, address bool

	w          int
	bits, more uint64

	generic       bool
	region, param int    // index of a variable; else -1, and the parameter that points to the memory
	off           uint64 // bytes
}

// heldByte is the byte at of what is held.
type heldByte struct {
	holding
	at int
}

// Held is the state of a paused run, nil under a branch that depends on the data. The number is one of the launch that
// it may depend on, of 64 bits.
func (m *Machine) Held(number bv.Value) *Held {
	n := m.grid.pinned(number.(linear))
	h := &Held{shared: m.heldMemory(m.shared, n)}
	for _, t := range m.threads {
		if t.forks+t.under > 0 || t.within != m.one {
			return nil
		}
		h.pc = t.pc
		regs := make([]holding, len(t.regs))
		for i, c := range t.regs {
			regs[i] = m.holding(c, n)
		}
		h.regs, h.local = append(h.regs, regs), append(h.local, m.heldMemory(t.local, n))
	}
	return h
}

func (m *Machine) heldMemory(memory [][]piece, n linear) [][]heldByte {
	all := make([][]heldByte, len(memory))
	for i, bytes := range memory {
		all[i] = make([]heldByte, len(bytes))
		for at, p := range bytes {
			all[i][at] = heldByte{m.holding(p.cell, n), p.at}
		}
	}
	return all
}

// holding is what tells a value, nothing if it may be undefined.
func (m *Machine) holding(c Cell, n linear) holding {
	if c.V == nil || c.Def != m.one {
		return holding{}
	}
	h := holding{w: c.V.Width(), region: -1, param: -1}
	value := linear{}
	switch v := c.V.(type) {
	case address:
		if !plain(v.off) {
			return holding{}
		}
		off, known := m.Dom.Known(v.off)
		h.address, h.generic, h.off = known, v.generic, off
		if h.region = v.of.index; h.region < 0 {
			h.param = m.paramOf(v.of)
			h.address = known && h.param >= 0
		}
		return h
	case linear:
		value = m.grid.pinned(v)
	default:
		if !plain(v) {
			return holding{}
		}
		x, known := m.Dom.Known(v)
		if !known {
			return holding{}
		}
		value = constantOf(h.w, x)
	}
	if value.n == 0 {
		h.number, h.bits = true, value.rest
	}
	if more := value.plus(n.Modulo(h.w), ^uint64(0)); more.n == 0 {
		h.sum, h.more = true, more.rest
	}
	return h
}

// paramOf is which parameter points to some memory, -1 for none.
func (m *Machine) paramOf(r *region) int {
	for i, p := range m.prog.params {
		if bytes := m.given[0][p.index]; len(bytes) > 0 {
			if a, is := bytes[0].cell.V.(address); is && a.of == r {
				return i
			}
		}
	}
	return -1
}

// Meet keeps of a state what another one holds too, and reports whether both are at one barrier.
func (h *Held) Meet(o *Held) bool {
	if h.pc != o.pc || len(h.regs) != len(o.regs) {
		return false
	}
	for i, regs := range h.regs {
		for r := range regs {
			regs[r].meet(o.regs[i][r])
		}
	}
	meetMemory(h.shared, o.shared)
	for i := range h.local {
		meetMemory(h.local[i], o.local[i])
	}
	return true
}

func meetMemory(all, others [][]heldByte) {
	for i, bytes := range all {
		for at := range bytes {
			if other := others[i]; at >= len(other) || bytes[at].at != other[at].at {
				bytes[at] = heldByte{}
			} else {
				bytes[at].meet(other[at].holding)
			}
		}
	}
}

func (h *holding) meet(o holding) {
	same := h.w == o.w
	h.number = h.number && o.number && same && h.bits == o.bits
	h.sum = h.sum && o.sum && same && h.more == o.more
	at, other := [3]int{h.region, h.param, int(h.off)}, [3]int{o.region, o.param, int(o.off)}
	h.address = h.address && o.address && same && h.generic == o.generic && at == other
}

// Resume makes a run begin after the barrier of a state, in a launch in which its number is n. Values that the state
// does not list are undefined.
func (m *Machine) Resume(h *Held, n uint64) {
	for i, t := range m.threads {
		t.pc, t.effects = h.pc+1, 1
		t.waiting.seen, t.turns.did = true, true
		for k, x := range h.regs[i] {
			if c, ok := m.resumed(x, n); ok {
				t.regs[k] = c
			}
		}
		t.local = m.resumedMemory(h.local[i], n)
	}
	m.shared = m.resumedMemory(h.shared, n)
	for i, bytes := range m.shared {
		m.access[i] = make([]access, len(bytes))
	}
}

func (m *Machine) resumedMemory(all [][]heldByte, n uint64) [][]piece {
	memory := make([][]piece, len(all))
	for i, bytes := range all {
		if len(bytes) > 0 { // else the region is as nobody has touched it
			memory[i] = make([]piece, len(bytes))
		}
		for at, b := range bytes {
			memory[i][at] = m.nothing()
			if c, ok := m.resumed(b.holding, n); ok {
				memory[i][at] = piece{c, b.at}
			}
		}
	}
	return memory
}

// resumed is a value of a state; ok is false for what it does not tell.
func (m *Machine) resumed(h holding, n uint64) (c Cell, ok bool) {
	switch {
	case h.number:
		return Cell{m.Dom.Const(h.w, h.bits), m.one}, true
	case h.sum:
		return Cell{m.Dom.Const(h.w, (n+h.more)&lowBits(h.w)), m.one}, true
	case !h.address:
		return Cell{}, false
	case h.region >= 0:
		return Cell{address{m.prog.regions[h.region], h.generic, m.Dom.Const(h.w, h.off)}, m.one}, true
	}
	a := m.given[0][m.prog.params[h.param].index][0].cell.V.(address)
	return Cell{address{a.of, h.generic, m.Dom.Const(h.w, h.off)}, m.one}, true
}
