package weak

// The elements may choose which thread of a block stores the result, as that of argmax. That exactly one does is
// proved of the block by terms. Here one thread represents it: the first that reaches a branch on data with one side
// that ends the thread, and takes the other side. It may then only store results and end, so other blocks see the same
// stores, whichever thread it is. The other threads may do no more than that either.

// elect lets a thread go on by the side of a branch on data that does not end it; of a choice, by both sides.
func (t *thread) elect(in *instr) error {
	p, next := t.block.program, t.pc+1
	switch {
	case in.Name == "ret" || in.Name == "exit" || in.Name == "bra" && p.ends(in.target):
	case in.Name == "bra" && p.ends(next):
		next = in.target
	case in.Name == "bra" && !t.alone:
		return t.choose(in)
	default:
		return faultAt(in.Line, "%s depends on data", in.Opcode())
	}
	if t.elected || t.alone {
		return faultAt(in.Line, "%s depends on data", in.Opcode())
	}
	if t.elected = true; t.block.chosen < 0 {
		t.block.chosen = t.id
	}
	t.pc = next
	return nil
}

// ends reports whether execution from an instruction does nothing but end.
func (p *program) ends(pc int) bool {
	for range p.code {
		if pc >= len(p.code) {
			return true
		}
		switch in := p.code[pc]; {
		case in.guard >= 0:
			return false
		case in.Name == "ret" || in.Name == "exit":
			return true
		case in.Name != "bra":
			return false
		default:
			pc = in.target
		}
	}
	return false
}

// follows wants of a thread that the elements choose that it stores results and computes, and nothing else; and of a
// side of a branch on data that it computes.
func (t *thread) follows(in *instr, space uint64) error {
	if t.alone && space != localAt {
		return faultAt(in.Line, "%s under a branch that depends on data", in.Opcode())
	}
	if t.elected && space != localAt && (space != outAt || in.Name != "st") {
		return faultAt(in.Line, "%s by a thread that the elements choose: want stores of the result alone", in.Opcode())
	}
	return nil
}
