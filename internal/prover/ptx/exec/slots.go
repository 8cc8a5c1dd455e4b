package exec

import (
	"math/bits"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// A store or load of shared memory may go to a place that the mask tells, such as that of a
// member's rank. Then it goes to each place of the region where the address is that place: the
// bit of that is a guard, as is whatever a place holds after the store. A store to an address that
// depends on the elements is rejected, for it could not be said which threads meet in a place; a load is if there are
// more than a few such places.
// So does a load of global memory by a kernel on its own, which may take an element that a class names.
// So does a load of the thread's own memory: code that is not optimised chooses between variables
// by their addresses. A store there is not followed.

// slot is where an access goes where the bit when is 1.
type slot struct {
	at    uint64
	when  bv.Value
	named bv.Value // in place of at, of a load: see column.go
}

// slots settles an address operand of an access to n bytes: one place, or those that the mask chooses
// from. The places of two slots are never one, and one of them is chosen for
// sure wherever the thread executes the instruction. A store under a branch on the mask is one
// where the branch leads there.
func (t *thread) slots(in *instr, a arg, space string, n int) (*region, []slot) {
	m := t.m
	p, ok := t.byMask(in, a, space)
	if !ok {
		if r, named, ok := t.byColumn(in, a, space); ok {
			return r, []slot{{when: m.one, named: named}}
		}
		r, at := t.locate(a, space)
		switch stores := in.form.name == "st"; {
		case stores && r.ofRange():
			t.ofColumn(in, r, at, n)
		case !in.isAtomic() && (!stores || t.forks == 0 || !t.follows(r)):
			return r, t.oneSlot(at, m.one)
		}
		t.reach(r, at, n)
		return r, t.oneSlot(at, m.and(t.alive, t.executes(in, r)))
	}
	r, executes := p.of, t.executes(in, p.of)
	if r.align%n != 0 {
		stop("%d bytes of %s, which is aligned to %d, are not aligned", n, r.name, r.align)
	}
	var all []slot
	reached := m.zero
	w := p.Width()
	low, fixed := m.fixed(p.off)
	for at := uint64(0); at+uint64(n) <= uint64(r.size); at += uint64(n) {
		off := (at - a.bits) & (^uint64(0) >> (64 - w)) // of more than the register has, more bits are known than of the sum
		if off&fixed != low {
			continue
		}
		is := m.isOffset(p.off, off, fixed)
		when := m.and(m.and(t.alive, executes), is)
		if x, known := m.Dom.Known(when); known && x == 0 {
			continue
		}
		all, reached = append(all, slot{at: at, when: when}), m.Dom.Int(bv.Or, reached, is)
	}
	if len(all) == 1<<(w-bits.OnesCount64(fixed)) { // all numbers that it may be
		reached = m.one
	}
	m.must(t, m.where(executes, reached),
		"%d bytes at a place that the mask tells are outside %s memory of %s, which has %d bytes, or not aligned", n, r.space,
		r.name, r.size)
	return r, all
}

// oneSlot is one place, until the thread's next access.
func (t *thread) oneSlot(at uint64, when bv.Value) []slot {
	t.slot[0] = slot{at: at, when: when}
	return t.slot[:]
}

// follows reports whether it is known on which masks the branches under way lead here, to an
// access of shared memory, or a store to a row that may end before a column.
func (t *thread) follows(r *region) bool {
	return (r.space == "shared" || r.ofRange()) && t.path != nil && !t.m.aborts
}

// executes is the bit that the branches under way lead to an access of shared memory, and that
// its guard holds.
func (t *thread) executes(in *instr, r *region) bv.Value {
	executes := t.m.one
	if t.follows(r) {
		executes = t.path
	}
	if in.guard >= 0 {
		t.m.must(t, t.holds.Def, "the guard of an access to %s is undefined", r.name)
		executes = t.m.and(executes, t.holds.V)
	}
	return executes
}

// maxUnfixed bounds the bits of an address that the elements tell: a load there is one of a few places.
const maxUnfixed = 3

// ofFew reports whether v is one of a few numbers.
func (m *Machine) ofFew(v bv.Value) bool {
	_, fixed := m.fixed(v)
	return v.Width()-bits.OnesCount64(fixed) <= maxUnfixed
}

// isOffset is the bit that v is x, by the bits that are not fixed if they are few: each is a condition by itself.
func (m *Machine) isOffset(v bv.Value, x, fixed uint64) bv.Value {
	if v.Width()-bits.OnesCount64(fixed) > maxUnfixed {
		return m.Dom.Int(bv.Eq, v, m.Dom.Const(v.Width(), x))
	}
	all := m.one
	for i := range v.Width() {
		if fixed>>i&1 == 1 {
			continue
		}
		bit := m.Dom.Extract(v, i, 1)
		if x>>i&1 == 0 {
			bit = m.Dom.Not(bit)
		}
		all = m.and(all, bit)
	}
	return all
}

// fixed are the bits of v that are one number everywhere, and which those are.
func (m *Machine) fixed(v bv.Value) (x, which uint64) {
	for i := range v.Width() {
		if b, known := m.Dom.Known(m.Dom.Extract(v, i, 1)); known {
			x, which = x|b<<i, which|1<<i
		}
	}
	return x, which
}

// atMost is a number that v never exceeds: bits of it that are not one number everywhere count as 1.
func (m *Machine) atMost(v bv.Value) uint64 {
	x, which := m.fixed(v)
	return x | ^which&(^uint64(0)>>(64-v.Width()))
}

// byMask is the address in a register, in shared memory, or of a load of local memory, where its offset depends on
// the mask and on nothing else.
func (t *thread) byMask(in *instr, a arg, space string) (p address, ok bool) {
	if a.reg < 0 {
		return p, false
	}
	c := t.regs[a.reg]
	p, ok = c.V.(address)
	global := ok && p.of.space == "global" && p.of.buffer != nil && t.m.prog.kind == Standalone
	if !ok || p.of.space != "shared" && (p.of.space != "local" && !global || in.form.name != "ld") {
		return p, false
	}
	if !global && p.generic != (space == "") || space != "" && space != p.of.space || !plain(p.off) {
		return p, false
	}
	_, known := t.m.Dom.Known(p.off)
	if global && !t.ofMask(p.off) {
		return p, false
	}
	if !t.ofMask(p.off) && (known || in.form.name != "ld" || !t.m.ofFew(p.off)) {
		return p, false
	}
	if d, known := t.m.Dom.Known(c.Def); !known || d != 1 {
		return p, false
	}
	return p, true
}

// loadSlots reads the part of n bytes, from one on, of the slots.
func (t *thread) loadSlots(in *instr, r *region, slots []slot, from uint64, n int) Cell {
	if len(slots) == 1 && slots[0].named != nil {
		return t.loadColumn(in, r, slots[0].named, n)
	}
	if len(slots) == 1 && slots[0].when == t.m.one {
		return t.load(r, slots[0].at+from, n)
	}
	all := Cell{t.m.Dom.Const(8*n, 0), t.m.zero}
	if (r.space == "local" || r.buffer != nil && r.buffer.ReadOnly) && len(slots) > 0 {
		all = t.load(r, slots[0].at+from, n) // as one of them is chosen, what is none of the others is this one
		for _, s := range slots[1:] {
			all = t.m.merge(s.when, t.load(r, s.at+from, n), all)
		}
		return all
	}
	bytes, access := t.memory(r)
	for _, s := range slots {
		at := int(s.at + from)
		for i := range n {
			t.reads(&access[at+i], s.when)
		}
		all = t.m.merge(s.when, t.m.join(bytes[at:at+n]), all)
	}
	return all
}

// storeSlots writes c to a part of the slots, from one byte on.
func (t *thread) storeSlots(in *instr, r *region, slots []slot, from uint64, c Cell) {
	if len(slots) == 1 && slots[0].when == t.m.one {
		t.store(in, r, slots[0].at+from, c)
		return
	}
	t.changes(r)
	c = t.data(c)
	n := c.V.Width() / 8
	if r.ofRange() && n > r.matrix.Unit { // a row may have some of the elements
		for at := 0; at < n; at += r.matrix.Unit {
			t.storeSlots(in, r, slots, from+uint64(at), t.m.part(piece{c, at}, r.matrix.Unit))
		}
		return
	}
	bytes, access := t.memory(r)
	for _, s := range slots {
		at := int(s.at + from)
		for i := range n {
			t.writes(&access[at+i], s.when)
		}
		here := bytes[at : at+n]
		now := chosen{s.when, c, t.m.join(here), Cell{}}
		place := bytesOf{r, at, n}
		if before, again := t.chosen[place]; again && before.after == now.before && before.value == c {
			now.when, now.before = t.m.Dom.Int(bv.Or, before.when, s.when), before.before
		}
		now.after = t.m.merge(now.when, c, now.before)
		if t.chosen != nil {
			t.chosen[place] = now
		}
		lay(here, 0, n, now.after)
	}
}

// chosen is a store under a branch: where the bit when is 1 a value takes the place of what was there before. Ways of
// one branch that store the same value store it once, where one of them is taken.
type chosen struct {
	when                 bv.Value
	value, before, after Cell
}

// bytesOf are n bytes of a region.
type bytesOf struct {
	r     *region
	at, n int
}
