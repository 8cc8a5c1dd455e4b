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
	pc   int
	what map[heldAt]heldByte // a register that it does not list is undefined
}

// heldAt is a place: a register of a thread, for the region -1, or a byte of a variable, for the thread -1 in shared
// memory.
type heldAt struct{ thread, region, at int }

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
	h := &Held{what: map[heldAt]heldByte{}}
	hold := func(thread int, memory [][]piece) {
		for region, bytes := range memory {
			for at, p := range bytes {
				h.what[heldAt{thread, region, at}] = heldByte{m.holding(p.cell, n), p.at}
			}
		}
	}
	hold(-1, m.shared)
	for _, t := range m.threads {
		if t.forks+t.under > 0 || t.within != m.one {
			return nil
		}
		h.pc = t.pc
		hold(t.id, t.local)
		for i, c := range t.regs {
			if x := m.holding(c, n); x != (holding{}) {
				h.what[heldAt{t.id, -1, i}] = heldByte{x, 0}
			}
		}
	}
	return h
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
	for at, x := range h.what {
		if other, ok := o.what[at]; !ok || other.at != x.at {
			x = heldByte{}
		} else {
			x.meet(other.holding)
		}
		h.what[at] = x
	}
	return h.pc == o.pc
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
	for _, t := range m.threads {
		t.pc, t.effects = h.pc+1, 1
		t.waiting.seen, t.turns.did = true, true
	}
	for at, x := range h.what {
		c, ok := m.resumed(x.holding, n)
		if at.region < 0 {
			if ok {
				m.threads[at.thread].regs[at.at] = c
			}
			continue
		}
		r, p := m.prog.regions[at.region], piece{c, x.at}
		if !ok {
			p = m.nothing()
		}
		if at.thread < 0 {
			r.most = max(r.most, at.at+1)
			bytes, _ := m.sharedOf(r)
			bytes[at.at] = p
			continue
		}
		t := m.threads[at.thread]
		if t.local[at.region] == nil {
			t.local[at.region] = make([]piece, r.size)
		}
		t.local[at.region][at.at] = p
	}
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
