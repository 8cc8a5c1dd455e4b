package exec

import (
	"fmt"

	"github.com/shflgen/shflgen/internal/prover/ptx/parse"
)

// Fault is the end of an execution that went wrong: what the thread did has no
// meaning, or none that the executor knows.
type Fault struct {
	File string
	parse.Place
	Thread int
	Opcode string
	Why    string
	Shape  bool // it depends on the block's shape, which is unknown
	Shares bool // it is due to threads of a grid that share something with those that execute

	shows bool // see [bv.Stop]
}

// Error is the fault in one line.
func (f *Fault) Error() string {
	return fmt.Sprintf("%s: thread %d: %s: %s", f.In(f.File), f.Thread, f.Opcode, f.Why)
}

// FaultLane is the thread.
func (f *Fault) FaultLane() int { return f.Thread }

// Shows reports whether a call on numbers that ends so is wrong.
func (f *Fault) Shows() bool { return f.shows }

// Wrong is the fault, as one that hardware shows, too.
func (f *Fault) Wrong() *Fault {
	f.shows = true
	return f
}

func (m *Machine) fault(t *thread, why string) *Fault {
	f := &Fault{File: m.prog.File, Why: why, Shape: m.shapeDependent, Shares: m.shares, shows: true}
	if t != nil {
		f.Thread = t.id
		if t.pc >= 0 && t.pc < len(m.prog.instrs) { // it has not ended
			f.Place, f.Opcode = m.prog.instrs[t.pc].Place, m.prog.instrs[t.pc].opcode
		}
	}
	return f
}
