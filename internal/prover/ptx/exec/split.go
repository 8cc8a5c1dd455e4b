package exec

import (
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// A branch that depends on the mask may have shuffles on its ways, as a loop over the
// members has: such ways are not taken by one thread at a time, but by all threads of
// a warp that wait at the branch, first the one way and then the other. On a way a
// thread is alive where its guard takes it there, so whatever is asked of threads
// that meet is asked of those that are there too, and a member mask that names
// another is refuted. At the end of both ways each thread chooses by its own guard.

// maxSplits bounds how deep such branches nest: a loop over the members nests once
// for each.
const maxSplits = warpSize + 8

// meets reports whether threads of a warp meet between the branch at pc and where its
// ways join.
func (p *Program) meets(pc int) bool {
	return p.met.Once(pc, func() bool {
		join := p.join(pc)
		return !p.onWays(p.next(pc), func(i int) (is, on bool) {
			if i == join || i == len(p.instrs) {
				return true, false
			}
			return !p.instrs[i].form.sync.meets(), true
		})
	})
}

// splits reports whether the branch that t is at is one to take together with others:
// its guard must be of the mask, since elements say nothing that a member mask could
// be held against.
func (t *thread) splits() bool {
	if t.forks > 0 || t.m.prog.join(t.pc) < 0 || !t.m.prog.meets(t.pc) {
		return false
	}
	d, ok := t.m.Dom.(interface{ OfMask(v bv.Value) bool })
	return !ok || d.OfMask(t.holds.V)
}

// split takes both ways of a branch at which threads of warp w wait, and reports
// whether there was one. Only threads of among take part, if it is not nil.
func (m *Machine) split(w int, among []*thread) bool {
	var group []*thread
	for _, t := range m.lanesOf(w) {
		if t == nil || !t.waits || m.prog.instrs[t.pc].form.sync != jump || among != nil && !slices.Contains(among, t) {
			continue
		}
		if len(group) == 0 || t.pc == group[0].pc {
			group = append(group, t)
		}
	}
	if len(group) == 0 {
		return false
	}
	in := &m.prog.instrs[group[0].pc]
	join := m.prog.join(group[0].pc)
	before := make([]thread, len(group))
	for i, t := range group {
		m.at = t
		if t.under++; t.under > maxSplits {
			stop("more than %d nested branches that depend on the data or the mask", maxSplits)
		}
		m.must(t, t.holds.Def, "the guard of a branch around a warp instruction is undefined")
		before[i] = *t
	}
	way := func(pc int, taken bool) []thread {
		var going []*thread
		for i, t := range group {
			b := &before[i]
			bit := b.holds.V
			if !taken {
				bit = m.Dom.Not(bit)
			}
			t.regs, t.local, t.alive = slices.Clone(b.regs), copyMemory(b.local), m.and(b.alive, bit)
			if x, ok := m.Dom.Known(t.alive); ok && x == 0 {
				t.waits = true // nothing of it is on this way
				continue
			}
			t.pc, t.until, t.waits = pc, join, false
			going = append(going, t)
		}
		m.settle(w, going)
		left := make([]thread, len(group))
		for i, t := range group {
			left[i] = *t
			t.pc, t.waits = before[i].pc, true
		}
		return left
	}
	yes, no := way(in.target, true), way(group[0].pc+1, false)
	for i, t := range group {
		g := before[i].holds
		for r, a := range yes[i].regs {
			if b := no[i].regs[r]; a != b {
				yes[i].regs[r] = m.merge(g.V, a, b)
			}
		}
		t.regs, t.local = yes[i].regs, m.mergeMemory(g.V, m.one, yes[i].local, no[i].local)
		t.alive, t.until, t.pc, t.waits, t.under = before[i].alive, before[i].until, join, false, before[i].under-1
	}
	return true
}

// settle runs the threads of warp w that take a way to its end.
func (m *Machine) settle(w int, going []*thread) {
	for {
		there := true
		for _, t := range going {
			for !t.exited && !t.waits && t.pc != t.until && t.step() {
			}
			there = there && t.pc == t.until
		}
		switch {
		case there:
			return
		case m.meetWarp(w), m.split(w, going):
			continue
		}
		for _, t := range going {
			if t.waits && t.pc != t.until {
				m.at = t
				if m.prog.instrs[t.pc].form.sync == warpSync {
					f := m.stuck(t)
					panic(bv.Stop{Why: f.Why, Shows: f.shows})
				}
				stop("under a branch that depends on the data or the mask")
			}
		}
	}
}
