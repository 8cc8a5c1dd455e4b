package exec

import (
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// activemask gives the lanes that execute it together. Which ones do is up to the hardware, but of a warp that has not
// diverged. With [Machine.Together] a lane waits until all lanes of its warp that have not ended wait at the same
// instruction, on every way, and then all of these run together. That is a condition of the verdict, see
// [Program.AsksActive]. An execution in which other lanes wait elsewhere ends, and shows nothing.
const activemask = "activemask"

// everyone names all lanes, as the member mask of activemask.
var everyone = arg{kind: argConst, bits: 1<<warpSize - 1}

// AsksActive reports whether the program asks which lanes run together.
func (p *Program) AsksActive() bool {
	return slices.ContainsFunc(p.instrs, func(in instr) bool { return in.form.name == activemask })
}

// active is the mask of the threads of a group that make the call.
func (m *Machine) active(group [warpSize]*thread) Cell {
	if !m.Together {
		m.at = first(group)
		panic(elsewhere{why: "activemask.b32: which lanes run together is no part of the program"})
	}
	var bits []bv.Value
	for _, t := range group {
		bit := m.zero
		if t != nil {
			bit = t.alive
		}
		if t != nil && t.under > 0 {
			stop("under a branch that depends on the data or the mask")
		}
		bits = append(bits, bit)
	}
	return Cell{joined(m.Dom, bits), m.one}
}

// stuck is the end of an execution in which a thread waits for others for ever. Where some lane of the warp asks which
// ones run together, on hardware it waits for nobody.
func (m *Machine) stuck(t *thread) *Fault {
	f := m.fault(t, m.waitsFor(t))
	for _, o := range m.lanesOf(t.warp) {
		f.shows = f.shows && (o == nil || !o.waits || m.prog.instrs[o.pc].form.name != activemask)
	}
	return f
}
