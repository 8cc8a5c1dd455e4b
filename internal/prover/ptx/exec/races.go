package exec

import (
	"fmt"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// ordered reports whether access a is before access b by b's thread for sure:
// the same thread, or a barrier in between. One of the cluster is where a's thread arrives there after
// a, which releases, and b's waits there before b, which acquires.
func (m *Machine) ordered(a, b touch) bool {
	if a.thread == b.thread || a.arrived < b.waited {
		return true
	}
	s, t := m.threads[a.thread], m.threads[b.thread]
	if s.block != t.block {
		return false
	}
	return a.epoch != b.epoch || s.warp == t.warp && a.warpEpoch != b.warpEpoch
}

// races says which accesses are not ordered. They may be those of two calls.
func races(now, before touch, does, did string) string {
	if now.call == before.call {
		return fmt.Sprintf("%s what thread %d %s, and no barrier lies between", does, before.thread, did)
	}
	return fmt.Sprintf("the second call %s what thread %d %s in the call before, and no barrier lies between", does,
		before.thread, did)
}

// inAnyOrder reports whether two accesses, which both take place where a bit is 1, are no race because each is volatile
// or atomic. Atomic operations that commute leave the same in each order. Of others, an execution on numbers follows
// one order that the threads may run in: its result is one that a call may have. Terms would stand for one order of
// many.
func (m *Machine) inAnyOrder(now, before touch, both bv.Value) bool {
	if now.kind == "" || before.kind == "" {
		return false
	}
	if now.kind == before.kind && now.kind != volatile {
		if never, known := m.Dom.Known(both); !known || never != 0 {
			m.beside(now, before)
		}
		return true
	}
	if never, known := m.Dom.Known(both); m.OneOrder == nil && (!known || never != 0) {
		m.oneOrder(races(now, before, "touches", "touches") + ": volatile and atomic accesses take place in any order")
	}
	return true
}

// oneOrder ends an execution that would follow one order of accesses for all; on numbers it notes that what follows
// depends on that order.
func (m *Machine) oneOrder(what string) {
	if _, numbers := m.Dom.(bv.Numbers); !numbers {
		stop("%s", what)
	}
	if m.OneOrder == nil {
		m.OneOrder = m.fault(m.at, what)
	}
}

// apart wants that an access never takes place beside one of others.
func (t *thread) apart(now touch, others []touch, does, did string) {
	for _, o := range others {
		if t.m.ordered(o, now) {
			continue
		}
		both := t.m.and(o.when, now.when)
		if t.m.inAnyOrder(now, o, both) {
			continue
		}
		if never, known := t.m.Dom.Known(both); t.m.OneOrder != nil && !(known && never == 0) {
			stop("%s; a volatile or atomic access before may have ordered them", races(now, o, does, did))
		}
		if both == t.m.one && !t.m.Tolerant {
			wrong("race: %s", races(now, o, does, did))
		}
		t.m.must(t, t.m.Dom.Not(both), "race: %s", races(now, o, does, did))
	}
}

// reads notes that t reads a byte where the bit when is 1.
func (t *thread) reads(a *access, when bv.Value) {
	t.comesTo(a, false)
	now := t.touch(when)
	t.apart(now, a.writers, "reads", "writes")
	a.readers = t.m.with(a.readers, now)
}

// writes notes that t writes a byte where the bit when is 1.
func (t *thread) writes(a *access, when bv.Value) {
	t.comesTo(a, true)
	now := t.touch(when)
	t.apart(now, a.writers, "writes", "writes")
	t.apart(now, a.readers, "writes", "reads")
	if when == t.m.one && now.kind == "" { // what races with an access before this one races with this one
		a.writers, a.readers = append(a.writers[:0], now), a.readers[:0]
		return
	}
	a.writers = t.m.with(a.writers, now)
}

// with adds an access to others. It drops those before a barrier of the block, where there is one block.
func (m *Machine) with(all []touch, now touch) []touch {
	if n := len(all); n > 0 && all[n-1].epoch != now.epoch && len(m.epochs) == 1 {
		all = all[:0]
	}
	if n := len(all); n == 0 || all[n-1] != now {
		all = append(all, now)
	}
	return all
}
