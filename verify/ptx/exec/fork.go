package exec

// maxForks bounds how deep branches that depend on the data or the mask nest.
const maxForks = 16

// fork runs both ways of a branch whose guard is not known, up to where they
// meet again, and then chooses register by register, and place by place in local
// memory. Compilers make such branches of selects. On the way a thread must not
// meet others, store where they could see it, or end.
func (t *thread) fork(in *instr) {
	join := t.m.prog.join(t.pc)
	if join < 0 {
		t.stop("branch that depends on the data or the mask, after which the ways never meet")
	}
	if t.forks++; t.forks > maxForks {
		t.stop("more than %d nested branches that depend on the data or the mask", maxForks)
	}
	g := t.guard(in)
	before, kept := t.regs, t.local
	way := func(pc int) ([]Cell, map[uint64]*place) {
		t.regs, t.local = append([]Cell(nil), before...), copyPlaces(kept)
		for t.pc = pc; t.pc != join; {
			next := &t.m.prog.instrs[t.pc]
			if next.form.sync == warpSync || next.form.sync == blockSync {
				t.stop("under a branch that depends on the data or the mask")
			}
			if t.steps++; t.steps > maxSteps {
				t.stop("more than %d steps", maxSteps)
			}
			t.step()
		}
		return t.regs, t.local
	}
	choose := func(a, b Cell) Cell {
		if a == b {
			return a
		}
		d := t.m.Dom
		return Cell{d.Select(g.V, a.V, b.V), t.m.and(g.Def, t.m.either(g.V, a.Def, b.Def))}
	}
	pc := t.pc
	regs, local := way(in.target)
	otherRegs, otherLocal := way(pc + 1)
	for i, a := range regs {
		regs[i] = choose(a, otherRegs[i])
	}
	for at := range otherLocal {
		if local[at] == nil { // not stored on the first way
			local[at] = &place{cell: t.blank(otherLocal[at].size())}
		}
	}
	for at, p := range local {
		other := t.blank(p.size())
		if q := otherLocal[at]; q != nil {
			other = q.cell
		}
		if p.size() != other.V.Width()/8 {
			t.stop("local memory cut up in two ways after a branch that depends on the data or the mask")
		}
		p.cell = choose(p.cell, other)
	}
	t.regs, t.local, t.pc = regs, local, join
	t.forks--
}

// copyPlaces copies memory that two ways will write.
func copyPlaces(m map[uint64]*place) map[uint64]*place {
	c := make(map[uint64]*place, len(m))
	for at, p := range m {
		q := *p
		c[at] = &q
	}
	return c
}

// join is the instruction at which every way from the one at pc meets first:
// its immediate post-dominator. It is -1 if that is the end of the kernel.
func (p *Program) join(pc int) int {
	if p.joins == nil {
		p.joins = p.postDominators()
	}
	return p.joins[pc]
}

// next are the instructions that may follow the one at pc; len(instrs) is the end.
func (p *Program) next(pc int) []int {
	in := &p.instrs[pc]
	var to []int
	switch {
	case in.form.sync == jump && in.form.name == "bra":
		to = append(to, in.target)
	case in.form.sync == jump:
		to = append(to, len(p.instrs))
	default:
		return []int{pc + 1}
	}
	if in.guard >= 0 {
		to = append(to, pc+1)
	}
	return to
}

// postDominators are computed on the reversed flow by the iteration of Cooper,
// Harvey and Kennedy, "A Simple, Fast Dominance Algorithm".
func (p *Program) postDominators() []int {
	n := len(p.instrs)
	before := make([][]int, n+1)
	for pc := range n {
		for _, to := range p.next(pc) {
			before[to] = append(before[to], pc)
		}
	}
	order := make([]int, n+1) // a node's place in postorder from the end
	for i := range order {
		order[i] = -1
	}
	var sequence []int
	var visit func(int)
	visit = func(i int) {
		order[i] = -2
		for _, b := range before[i] {
			if order[b] == -1 {
				visit(b)
			}
		}
		order[i] = len(sequence)
		sequence = append(sequence, i)
	}
	visit(n)
	idom := make([]int, n+1)
	for i := range idom {
		idom[i] = -1
	}
	idom[n] = n
	for changed := true; changed; {
		changed = false
		for k := len(sequence) - 2; k >= 0; k-- {
			i := sequence[k]
			found := -1
			for _, to := range p.next(i) {
				switch {
				case order[to] < 0 || idom[to] < 0:
				case found < 0:
					found = to
				default:
					a, b := to, found
					for a != b {
						for order[a] < order[b] {
							a = idom[a]
						}
						for order[b] < order[a] {
							b = idom[b]
						}
					}
					found = a
				}
			}
			if idom[i] != found {
				idom[i], changed = found, true
			}
		}
	}
	for i := range n {
		if idom[i] == n {
			idom[i] = -1
		}
	}
	return idom[:n]
}
