package exec

// maxForks bounds how deep branches that depend on the data or the mask nest, of a thread of
// many and of one that is alone.
const (
	maxForks      = 16
	maxForksAlone = 300
)

// fork runs both ways of a branch with an unknown guard, up to where they meet again, and then chooses register by
// register, and place by place in local memory. Compilers make such branches of selects. On the way a thread must not
// meet others or end, or store where they could see it: but in shared memory, as [thread.slots] says. By a guard that
// is undefined, all that a way writes is undefined, also where both leave the same: ptxas makes guards of the branch
// and gives each use of an undefined one a value of its own, so that neither way is taken, or both.
func (t *thread) fork(in *instr) {
	join := t.m.prog.join(t.pc)
	if join < 0 {
		stop("branch that depends on the data or the mask, after which the ways never meet")
	}
	most := maxForks
	if t.m.aborts {
		most = maxForksAlone
	}
	if t.forks++; t.forks > most {
		stop("more than %d nested branches that depend on the data or the mask", most)
	}
	if t.forks == 1 {
		t.chosen = map[bytesOf]chosen{}
	}
	g := t.holds
	path, within, outer, led := t.path, t.within, t.undo.way, t.led
	regs, regions, places := len(t.undo.regs), len(t.undo.regions), len(t.places)
	defined := t.m.aborts || g.Def == t.m.one
	onMask := !t.m.aborts && defined && t.ofMask(g.V)
	way := func(pc int, taken bool) (left held, gone bool) {
		t.gone = false
		t.undo.ways++
		t.undo.way = t.undo.ways
		bit := g.V
		if !taken && defined {
			bit = t.m.Dom.Not(g.V)
		}
		if onMask && t.m.ranged {
			t.within = t.m.and(within, bit)
		}
		switch {
		case path == nil || !defined:
			t.path = nil
		default:
			t.path = t.m.and(path, bit)
		}
		if t.led = nil; defined {
			t.led = append(led, bit)
		}
		for t.pc = pc; t.pc != join && !t.gone; {
			next := &t.m.prog.instrs[t.pc]
			if next.form.sync.meets() {
				stop("under a branch that depends on the data or the mask")
			}
			t.step()
		}
		return t.takeBack(regs, regions), t.gone
	}
	pc := t.pc
	yes, yesGone := way(in.target, true)
	no, noGone := way(pc+1, false)
	switch { // what has trapped leaves nothing
	case yesGone:
		yes = no
	case noGone:
		no = yes
	}
	t.path, t.within, t.undo.way, t.pc, t.gone = path, within, outer, join, yesGone && noGone
	t.led = led
	t.forks--
	t.choose(g, yes, no)
	if g.Def != t.m.one {
		t.doubt(g.Def, yes, no, t.places[places:])
	}
	if t.forks == 0 {
		t.places, t.chosen = nil, nil
	}
}

// join is the instruction at which every way from the one at pc meets first:
// its immediate post-dominator. It is -1 if that is the end of the kernel.
func (p *Program) join(pc int) int {
	if p.joins == nil {
		p.joins = p.postDominators()
	}
	return p.joins[pc]
}

// next are the instructions that may follow the one at pc; len(instrs) is the end. Nothing follows a trap: a thread
// that reaches one is at fault, or all that executes ends.
func (p *Program) next(pc int) []int {
	in := &p.instrs[pc]
	var to []int
	if in.form.name == "trap" {
		if in.guard >= 0 {
			to = append(to, pc+1)
		}
		return to
	}
	switch {
	case in.form.sync == jump && in.form.name == "bra":
		to = append(to, in.target)
	case in.form.sync == jump, in.form.name == "exit":
		to = append(to, len(p.instrs))
	default:
		return []int{pc + 1}
	}
	if in.guard >= 0 {
		to = append(to, pc+1)
	}
	return to
}

// onWays reports whether each instruction on the ways from some is as wanted: look says whether it is, and whether the
// way goes on behind it.
func (p *Program) onWays(from []int, look func(pc int) (is, on bool)) bool {
	for seen := map[int]bool{}; len(from) > 0; {
		pc := from[len(from)-1]
		if from = from[:len(from)-1]; seen[pc] {
			continue
		}
		seen[pc] = true
		is, on := look(pc)
		if !is {
			return false
		}
		if on {
			from = append(from, p.next(pc)...)
		}
	}
	return true
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
