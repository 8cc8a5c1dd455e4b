package weak

import "slices"

// A thread that reads a place again, and nothing happened since, waits. The read gives what it gave before; if that
// brings the thread back to it with all that it has unchanged, it waits for ever. Between these reads it computes and
// does nothing else: a thread that counts how often it reads, and goes on, is refused.
//
// A warp waits together where a vote whether all threads have something says no, and they read again what they read. It
// waits for ever if that brings all of them back to the vote with all that they have unchanged.

// lastRead is a read that a thread made, if nothing but other reads happened since.
type lastRead struct {
	pc          int
	at          uint64
	event       int
	value       value   // what it gave
	round       int     // of its warp, in which it was made last
	regs, local []value // what the thread had when it made the read again in one round; nil: it did not
}

// warpWait is what a thread had when its warp voted to read again.
type warpWait struct {
	rounds      int // such votes in a row
	pc          int // of the vote
	acts        int
	regs, local []value
}

// had is the number of the read of a place that the thread made here before; -1: none.
func (t *thread) had(at uint64) int {
	return slices.IndexFunc(t.last, func(r lastRead) bool { return r.pc == t.pc && r.at == at })
}

// again is a read that the thread made before.
func (t *thread) again(in *instr, part arg, i int) error {
	r := &t.last[i]
	switch {
	case r.round < t.warp.rounds:
		r.round = t.warp.rounds
		t.set(part, r.value, in.width)
	case i < len(t.last)-1:
		return faultAt(in.Line, "a wait of one thread for several places at once")
	case r.regs == nil:
		r.regs, r.local = slices.Clone(t.regs), slices.Clone(t.local)
		t.set(part, r.value, in.width)
	case slices.Equal(t.regs, r.regs) && slices.Equal(t.local, r.local):
		t.state = stuck
		t.block.events[r.event].stuck = true
	default:
		return faultAt(in.Line, oftenReads)
	}
	return nil
}

const oftenReads = "a wait in which something depends on how often it reads"

// repeats wants of a thread that made a read again that it computes, in registers and its own memory, until it makes it
// once more.
func (t *thread) repeats(in *instr) error {
	if len(t.last) == 0 || t.pc == t.last[len(t.last)-1].pc || in.Name == "bra" || in.computes || in.Name == "cvta" {
		return nil
	}
	if t.last[len(t.last)-1].regs == nil {
		return nil
	}
	return faultAt(in.Line, "%s after a wait that ends by itself", in.Opcode())
}

// goesOn is a warp that does not wait.
func goesOn(warp []*thread) {
	for _, t := range warp {
		t.last, t.warp = nil, warpWait{}
	}
}

// waits is a warp that voted to read again. The first vote tells what its threads did, the second one what they have.
func (b *block) waits(warp []*thread, in *instr) error {
	reads, rounds := 0, 0
	for _, t := range warp {
		w := &t.warp
		if w.pc != t.pc {
			w.rounds = 0
		}
		w.pc = t.pc
		w.rounds++
		rounds = w.rounds
		reads += len(t.last)
		switch {
		case rounds == 1:
			w.acts = t.acts
		case w.acts != t.acts:
			return faultAt(in.Line, "a wait in which thread %d does more than to read again", t.id)
		case rounds == 2:
			w.regs, w.local = slices.Clone(t.regs), slices.Clone(t.local)
		case !slices.Equal(t.regs, w.regs) || !slices.Equal(t.local, w.local):
			return faultAt(in.Line, oftenReads)
		}
	}
	if rounds < 3 {
		return nil
	}
	if reads == 0 {
		return faultAt(in.Line, "a warp that waits, and reads nothing")
	}
	// All reads are made again and again: one that gave what is wanted is so too, as another one does not.
	warp[0].state = stuck
	for _, t := range warp {
		for _, r := range t.last {
			b.events[r.event].stuck = true
		}
	}
	return nil
}
