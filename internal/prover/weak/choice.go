package weak

import "slices"

// Unoptimised code makes branches of choices between data. Where both sides of a branch on data do nothing but compute,
// in registers and the thread's own memory, up to where they meet, both are executed; of what they leave it is known
// what is the same.

// maxSide bounds the instructions of a side.
const maxSide = 64

// side are the instructions from one on that follow each other, up to one that does more than compute.
func (p *program) side(pc int) (all []int) {
	for len(all) < maxSide && pc < len(p.code) {
		all = append(all, pc)
		switch in := &p.code[pc]; {
		case in.guard >= 0:
			return all
		case in.Name == "bra":
			pc = in.target
		case in.computes || in.Name == "cvta" || in.Name == "ld" || in.Name == "st":
			pc++
		default:
			return all
		}
	}
	return all
}

// join is the first instruction of a side that the other one has, too; -1: none.
func (p *program) join(a, b int) int {
	others := p.side(b)
	for _, pc := range p.side(a) {
		if slices.Contains(others, pc) {
			return pc
		}
	}
	return -1
}

// choose executes both sides of a branch on data.
func (t *thread) choose(in *instr) error {
	other, by := t.pc+1, t.regs[in.guard].chunks
	if in.meet == 0 {
		in.meet = t.block.program.join(in.target, other)
	}
	meet := in.meet
	if meet < 0 {
		return faultAt(in.Line, "%s depends on data", in.Opcode())
	}
	t.changed = t.changed[:0]
	if err := t.side(in.target, meet); err != nil {
		return err
	}
	left := map[*value]value{}
	for _, c := range slices.Backward(t.changed) {
		if _, ok := left[c.of]; !ok {
			left[c.of] = *c.of
		}
		*c.of = c.was
	}
	t.changed = t.changed[:0]
	if err := t.side(other, meet); err != nil {
		return err
	}
	for _, c := range t.changed {
		if _, ok := left[c.of]; !ok {
			left[c.of] = c.was
		}
	}
	for of, v := range left {
		*of = either(v, *of, by)
	}
	return nil
}

// changed is a register, or a byte of the thread's own memory, and what it held before a side changed it.
type changed struct {
	of  *value
	was value
}

// change is the one place where a register or the thread's own memory changes.
func (t *thread) change(of *value, v value) {
	if t.alone {
		t.changed = append(t.changed, changed{of, *of})
	}
	*of = v
}

// side executes a side up to where both meet.
func (t *thread) side(pc, meet int) error {
	t.alone = true
	defer func() { t.alone = false }()
	for t.pc = pc; t.pc != meet; {
		in := &t.block.program.code[t.pc]
		if t.steps++; t.steps > maxSteps {
			return faultAt(in.Line, "thread %d does not end", t.id)
		}
		if err := t.step(in); err != nil {
			return err
		}
	}
	return nil
}

// either is a value that is one of two, as data tell.
func either(a, b value, by uint64) value {
	if a == b {
		return a
	}
	return value{a.bits & b.bits, a.known & b.known &^ (a.bits ^ b.bits), a.chunks | b.chunks | by}
}
