package exec

import "github.com/shflgen/shflgen/internal/prover/bv"

// votes gives the threads of a block that meet at a barrier its result, where it has one: how many of their predicates
// hold, or whether all do, or any (PTX ISA, "Parallel Synchronization and Communication Instructions: bar").
func (m *Machine) votes(threads []*thread, first *thread) {
	in := &m.prog.instrs[first.pc]
	if in.mods[0] != "red" {
		return
	}
	d, counts := m.Dom, in.mods[1] == "popc"
	sum := Cell{d.Const(1, 0), m.one}
	switch in.mods[1] {
	case "popc":
		sum.V = d.Const(32, 0)
	case "and":
		sum.V = m.one
	}
	for _, t := range threads {
		if t.exited {
			continue
		}
		m.at = t
		p := t.read(in.args[2], 1)
		sum.Def = m.and(sum.Def, p.Def)
		switch {
		case counts:
			sum.V = d.Int(bv.Add, sum.V, d.Extend(p.V, 32, false))
		case in.mods[1] == "and":
			sum.V = m.and(sum.V, p.V)
		default:
			sum.V = d.Int(bv.Or, sum.V, p.V)
		}
	}
	for _, t := range threads {
		if !t.exited {
			m.at = t
			t.set(in, sum)
		}
	}
}
