package exec

import "github.com/shflgen/shflgen/internal/prover/bv"

// A function of no lanes may trap where the data says so, as one does that divides by zero. Then
// nobody goes on: Machine.Trapped says where, and what is computed there means nothing. Such a
// machine has one thread.

// Abort makes trap the end of all, which is no fault.
func (m *Machine) Abort() {
	m.aborts, m.Trapped = true, m.zero
	if _, numbers := m.Dom.(bv.Numbers); !numbers {
		m.recipes = newReciprocals()
	}
	for _, t := range m.threads {
		t.path = m.one
	}
}

// HoldBodies says that functions of users are compiled into p: these may fuse products and sums.
func (p *Program) HoldBodies() { p.bodies = true }

// abort executes trap, and reports whether the thread goes on.
func (t *thread) abort(in *instr) bool {
	m := t.m
	if m.Foreign != nil {
		t.trap(in)
		return false
	}
	where := t.path
	known, always := uint64(1), true
	if in.guard >= 0 {
		where = m.and(where, t.holds.V)
		m.must(t, t.holds.Def, "the guard of a trap is undefined")
		known, always = m.Dom.Known(t.holds.V)
	}
	m.Trapped = m.Dom.Int(bv.Or, m.Trapped, where)
	t.pc++
	if !always || known == 0 {
		return true
	}
	t.gone = true
	if t.forks == 0 {
		t.exited = true
	}
	return false
}
