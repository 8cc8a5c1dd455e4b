package exec

import (
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/spec"
)

const warpSize = spec.WarpSize

// A thread that returns early on some masks is alive on the others only. After that it executes, and
// other threads depend on it, on those masks alone.

// leaves ends a thread on the masks where the guard holds: an early return of the kernel's last
// call.
func (t *thread) leaves(g Cell) {
	if t.forks+t.under > 0 || t.call+1 < len(t.m.calls) {
		stop("ends where the data or the mask says so, with more to do")
	}
	t.m.must(t, g.Def, "the guard of an early return is undefined")
	t.alive = t.m.and(t.alive, t.m.Dom.Not(g.V))
}

// ends reports whether execution from pc does nothing but return.
func (p *Program) ends(pc int) bool {
	for range p.instrs {
		if pc >= len(p.instrs) {
			return true
		}
		in := &p.instrs[pc]
		if in.form.sync != jump || in.guard >= 0 {
			return false
		}
		if in.form.name != "bra" {
			return true
		}
		pc = in.target
	}
	return false
}

// and is the conjunction of two bits, most often both known to be 1.
func (m *Machine) and(a, b bv.Value) bv.Value {
	if a == m.one || b == m.zero {
		return b
	}
	if b == m.one || a == m.zero {
		return a
	}
	if a == b {
		return a
	}
	return m.Dom.Int(bv.And, a, b)
}

// where gives the bit "b, unless a is 0".
func (m *Machine) where(a, b bv.Value) bv.Value {
	if a == m.one || b == m.one {
		return b
	}
	return m.Dom.Int(bv.Or, m.Dom.Not(a), b)
}

// named requires of each thread of a group that its member mask is defined and names it.
func (m *Machine) named(group [warpSize]*thread, masks [warpSize]Cell) {
	for i, t := range group {
		if t != nil {
			m.at = t
			m.must(t, masks[i].Def, "the member mask is undefined")
			m.must(t, m.Dom.Extract(masks[i].V, i, 1), "executes, but is not in its own member mask")
		}
	}
}

// agree requires that the member masks of a group are equal in all threads that execute together.
// They name these threads, and none that ended or is elsewhere: PTX lets a mask name a thread that
// ended, but one that returned from the function goes on in its caller.
func (m *Machine) agree(in *instr, group [warpSize]*thread, masks [warpSize]Cell) {
	if m.grid == nil || !m.grid.Stand || in.form.name != "shfl" {
		m.within(group, masks)
	}
	if m.wholeAndAlike(group, masks) {
		m.at = group[warpSize-1]
		return
	}
	var first *thread
	for i, t := range group {
		if t == nil {
			continue
		}
		m.at = t
		if first == nil {
			first = t
		}
		for j, other := range group[:i] {
			if other == nil || masks[i].V == masks[j].V || other != first && m.everAlive(group) {
				continue
			}
			both := m.and(t.alive, other.alive)
			m.must(t, m.where(both, m.Dom.Int(bv.Eq, masks[i].V, masks[j].V)), "the member masks of threads %d and %d differ",
				other.id, t.id)
		}
		for j, other := range group {
			alive := m.one
			id, exists := t.mate(j)
			switch {
			case other != nil:
				alive = other.alive
			case m.Elsewhere || exists: // back from the call, it is anywhere
				alive = m.zero
			}
			if alive != m.one && m.grid == nil && m.prog.kind != Standalone { // else it returned from a kernel, to no caller
				named := m.Dom.Extract(masks[i].V, j, 1)
				m.must(t, m.where(m.and(t.alive, named), alive), "the member mask names thread %d, which may be elsewhere", id)
			}
		}
	}
}

// within stops where a member mask may name threads of the block that do not execute here, since those
// that do were said to share nothing with them.
func (m *Machine) within(group [warpSize]*thread, masks [warpSize]Cell) {
	g := m.grid
	if g == nil || g.First%warpSize == 0 && (g.End%warpSize == 0 || g.End == len(m.threads)) {
		return
	}
	for i, t := range group {
		for j := 0; t != nil && j < warpSize; j++ {
			id, exists := t.mate(j)
			if id >= g.First && id < g.End || !exists {
				continue
			}
			if named, known := m.Dom.Known(m.Dom.Extract(masks[i].V, j, 1)); !known || named == 1 {
				m.shares = true
				wrong("the member mask names thread %d, which does not work on the row", id)
			}
		}
	}
}

// wholeAndAlike reports whether no thread of a group is missing, all are alive on every
// mask and have one member mask: then they agree.
func (m *Machine) wholeAndAlike(group [warpSize]*thread, masks [warpSize]Cell) bool {
	for i, t := range group {
		if t == nil || t.alive != m.one || masks[i].V != masks[0].V {
			return false
		}
	}
	return true
}

// everAlive reports whether every thread of a group is alive on every mask.
func (m *Machine) everAlive(group [warpSize]*thread) bool {
	for _, t := range group {
		if t != nil && t.alive != m.one {
			return false
		}
	}
	return true
}

// pick is a shuffle with a distance that depends on the mask: a choice among the values that the thread would read at
// each distance. A distance that depends on the elements is the winner's lane.
func (t *thread) pick(mode string, b bv.Value, c uint32, read func(j int) Cell) (value, pred Cell) {
	d := t.m.Dom
	if own, ok := d.(winners); ok && !own.OfMask(b) {
		if value, ok := t.fromWinner(own, mode, b, c, read); ok {
			return value, Cell{t.m.one, t.m.one}
		}
		return t.byNumber(mode, b, c, read)
	}
	low := d.Extract(b, 0, 5)
	if s, ok := d.Known(low); ok { // on numbers
		j, inRange := Source(mode, uint32(t.lane()), uint32(s), c)
		p := t.m.zero
		if inRange {
			p = t.m.one
		}
		return read(int(j)), Cell{p, t.m.one}
	}
	for s := range uint32(warpSize) {
		is := d.Int(bv.Eq, low, d.Const(5, uint64(s)))
		x, known := d.Known(is)
		if known && x == 0 {
			continue
		}
		j, ok := Source(mode, uint32(t.lane()), s, c)
		from, p := read(int(j)), t.num(1, 0)
		if ok {
			p = t.num(1, 1)
		}
		if value.V == nil {
			value, pred = from, p
			continue
		}
		value = Cell{d.Select(is, from.V, value.V), d.Select(is, from.Def, value.Def)}
		pred = Cell{d.Select(is, p.V, pred.V), t.m.one}
	}
	return value, pred
}

// byNumber is what a thread reads from a lane that depends on the elements: a choice by each bit of
// the lane's number. Whether the value is defined must not depend on the elements.
func (t *thread) byNumber(mode string, b bv.Value, c uint32, read func(j int) Cell) (value, pred Cell) {
	d := t.m.Dom
	values, preds, def := make([]bv.Value, warpSize), make([]bv.Value, warpSize), t.m.one
	for s := range values {
		j, inRange := Source(mode, uint32(t.lane()), uint32(s), c)
		from := read(int(j))
		values[s], preds[s], def = from.V, t.m.zero, t.m.and(def, from.Def)
		if inRange {
			preds[s] = t.m.one
		}
	}
	return Cell{bv.At(d, b, values), def}, Cell{bv.At(d, b, preds), t.m.one}
}

// winners is a domain that knows what the lane has that won by its key.
type winners interface {
	OfMask(v bv.Value) bool
	At(lane bv.Value, xs, defs []bv.Value) (x, def bv.Value, ok bool)
}

// fromWinner is what a thread reads from the lane that won among all of a warp.
func (t *thread) fromWinner(d winners, mode string, lane bv.Value, c uint32, read func(j int) Cell) (Cell, bool) {
	if mode != "idx" || c != warpSize-1 {
		return Cell{}, false
	}
	xs, defs := make([]bv.Value, warpSize), make([]bv.Value, warpSize)
	for j := range xs {
		from := read(j)
		xs[j], defs[j] = from.V, from.Def
	}
	x, def, ok := d.At(lane, xs, defs)
	return Cell{x, def}, ok
}
