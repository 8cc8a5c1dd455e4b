package exec

import (
	"fmt"
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/ptx/parse"
)

// The elements may choose the thread that stores a result: for an array, the one with the best element in its chunk.
// Each thread that may be it stores under a condition of its own. Such stores are noted, and settled at the end of the
// run: to each place one of them has to be made, whatever the elements are. Until then nobody looks there, and no
// other store goes there.

// election is a store that the elements choose, or do not.
type election struct {
	parse.Place
	thread int
	when   bv.Value
	value  Cell
}

// bytesAt are some bytes of a buffer.
type bytesAt struct{ at, n int }

// elects reports whether a store depends on the elements where they may choose it.
func (t *thread) elects(r *region) bool {
	return r.matrix != nil && r.matrix.ByOne && !r.matrix.ReadOnly && (t.alive != t.m.one || t.unsettled())
}

// unsettled reports whether the guard of the instruction under way is not known.
func (t *thread) unsettled() bool {
	in := &t.m.prog.instrs[t.pc]
	if in.guard < 0 {
		return false
	}
	_, known := t.m.Dom.Known(t.holds.V)
	return !known
}

// elect notes a store.
func (t *thread) elect(in *instr, r *region, at uint64, c Cell) {
	when := t.alive
	if in.guard >= 0 {
		if t.holds.Def != t.m.one {
			stop("a store with a guard that may be undefined")
		}
		when = t.m.and(when, t.holds.V)
	}
	b, place := r.buffer, bytesAt{int(at), c.V.Width() / 8}
	for i := range place.n {
		if len(b.access[place.at+i].writers) > 0 {
			stop("stores an element of %s that is stored already", r.name)
		}
	}
	for p, all := range b.elected {
		if p != place && p.at < place.at+place.n && place.at < p.at+p.n {
			stop("stores a part of %s where the elements choose whether another is stored", r.name)
		}
		if p == place && slices.ContainsFunc(all, func(e election) bool { return e.thread == t.id }) {
			stop("stores an element of %s that is stored already", r.name)
		}
	}
	if b.elected == nil {
		b.elected = map[bytesAt][]election{}
	}
	b.elected[place] = append(b.elected[place], election{in.Place, t.id, when, c})
}

// elector is a domain for bits where exactly one is 1. It knows the number of that bit, the bits that it may be, by
// that number, and the numbers.
type elector interface {
	OneOf(bits []bv.Value) (number bv.Value, which []int, numbers []uint64, ok bool)
}

// finish ends a run in which nothing moves any more.
func (m *Machine) finish() error {
	if err := m.ended(); err != nil {
		return err
	}
	return m.settleElections()
}

// settleElections stores what threads that the elements choose store.
func (m *Machine) settleElections() error {
	for _, args := range m.calls {
		for _, a := range args {
			if a.Matrix == nil || !a.Matrix.ByOne {
				continue
			}
			for _, b := range a.Matrix.rows {
				for place, all := range b.elected {
					c, ok := m.elected(all)
					if !ok {
						return &Fault{File: m.prog.File, Place: all[0].Place, Thread: all[0].thread, Opcode: "st",
							Why: fmt.Sprintf("stores of %s by threads that the elements choose: it does not follow that it is one of them",
								a.Matrix.Name)}
					}
					lay(b.bytes, place.at, place.n, c)
					by := m.threads[all[0].thread]
					for i := range place.n {
						b.access[place.at+i].writers = []touch{{thread: by.id, call: by.call, when: m.one}}
					}
				}
				b.elected = nil
			}
		}
	}
	return nil
}

// elected is what the one store leaves that is made.
func (m *Machine) elected(all []election) (Cell, bool) {
	own, ok := m.Dom.(elector)
	if !ok {
		return Cell{}, false
	}
	bits := make([]bv.Value, len(all))
	for i, e := range all {
		bits[i] = e.when
	}
	number, which, numbers, ok := own.OneOf(bits)
	if !ok {
		return Cell{}, false
	}
	var values []bv.Value
	def := m.one
	for _, i := range which {
		values, def = append(values, all[i].value.V), m.and(def, all[i].value.Def)
	}
	return Cell{bv.Among(m.Dom, number, numbers, values), def}, true
}
