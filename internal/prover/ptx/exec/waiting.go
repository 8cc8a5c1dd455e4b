package exec

import "slices"

// waiting is a read of an exchange, and the state of the thread that makes it.
type waiting struct {
	pc, at int
	regs   []Cell
	local  [][]piece
	joined bool // the state stands for those of several reads
	seen   bool // the thread has done since what others may see
}

// wait is the state of a thread at a read.
func (t *thread) wait(a Met) waiting {
	return waiting{pc: t.pc, at: a.At, regs: slices.Clone(t.regs), local: copyMemory(t.local)}
}

// repeats reports whether a read is the one that the thread made last.
func (w *waiting) repeats(t *thread, a Met) bool {
	return a.Reads && !a.Writes && w.regs != nil && w.pc == t.pc && w.at == a.At
}

// join makes one execution stand for every number of times that a thread reads a place before it goes on.
//
// At the second read the thread goes on in a state J, which holds what is the same in the states of the first and the
// second one; all else in J is undefined, and so may be anything. From J the thread comes to the third read in some
// state. Where that state holds what J holds, so do, by induction, the states of all later reads. An execution from J
// is therefore one from each of these states, also from that of the first read: the thread may read once, or any number
// of times. The thread must not do anything between two reads that others see, since by a single read it does none of
// it.
//
// The results are whether a read is the second one or a later one, and the third one or a later one, so that what it
// gives may end the loop.
func (w *waiting) join(t *thread, a Met) (repeats, again bool) {
	switch {
	case !w.repeats(t, a) || w.seen:
		*w = waiting{}
		if a.Reads && !a.Writes {
			*w = t.wait(a)
		}
	case !w.joined:
		w.undefine(t)
		w.joined, repeats = true, true
		w.restore(t)
	case w.holds(t):
		w.restore(t)
		repeats, again = true, true
	default:
		*w = waiting{}
	}
	return repeats, again
}

// undefine leaves what another state of the thread does not hold undefined.
func (w *waiting) undefine(t *thread) {
	for i, c := range t.regs {
		if w.regs[i] != c {
			w.regs[i] = t.m.blank[i]
		}
	}
	for i, bytes := range t.local {
		if w.local[i] == nil && bytes != nil {
			w.local[i] = make([]piece, len(bytes))
		}
		for at := range w.local[i] {
			if at >= len(bytes) || w.local[i][at] != bytes[at] {
				w.local[i][at] = t.m.nothing()
			}
		}
	}
}

// holds reports whether a state of the thread holds what the joined one does.
func (w *waiting) holds(t *thread) bool {
	for i, c := range t.regs {
		if w.regs[i] != c && w.regs[i] != t.m.blank[i] {
			return false
		}
	}
	nothing := t.m.nothing()
	for i, bytes := range w.local {
		for at, p := range bytes {
			if p != nothing && (at >= len(t.local[i]) || t.local[i][at] != p) {
				return false
			}
		}
	}
	return true
}

// restore leaves the thread in the joined state.
func (w *waiting) restore(t *thread) {
	copy(t.regs, w.regs)
	t.local = copyMemory(w.local)
}

// nothing is an undefined byte that is not even padding.
func (m *Machine) nothing() piece {
	if m.void.cell.V == nil {
		m.void = piece{Cell{m.Dom.Const(8, 0), m.zero}, 0}
	}
	return m.void
}
