package exec

// Loads from a row that is not in focus are undefined, and so is a guard that depends on them. No thread may reach a
// trap by an undefined guard. But every thread executes in the turn of each row of its block, and it is enough if it
// reaches no trap in one of these turns: that of its home. In any other turn it takes the way that does not trap.

// Homes are the rows that keep threads from a trap in their turn, for all executions of a kernel. Any row that is
// looked at will do; it is the first one that a thread has something of, since its guards most often come of that.
type Homes struct{ rows map[int]int64 } // by thread

// NewHomes are those before the first execution: none.
func NewHomes() *Homes { return &Homes{map[int]int64{}} }

// learns notes that t has something of a row.
func (t *thread) learns(row int64) {
	homes := t.m.grid.Homes
	if homes == nil {
		return
	}
	if _, has := homes.rows[t.id]; !has {
		homes.rows[t.id] = row
	}
}

// learnsFrom notes that t has something that another thread had.
func (t *thread) learnsFrom(from *thread) {
	if t.m.grid == nil || t.m.grid.Homes == nil {
		return
	}
	if row, has := t.m.grid.Homes.rows[from.id]; has {
		t.learns(row)
	}
}

// spared is the way past a trap of a branch by an undefined guard: in another turn than that of t's home, or with a
// group.
func (t *thread) spared(in *instr, g Cell) (pc int, ok bool) {
	here, there := t.m.prog.trapsAt(t.pc+1), t.m.prog.trapsAt(in.target)
	if in.form.name != "bra" || here == there {
		return 0, false
	}
	if t.m.Group != nil {
		t.sparedInGroup(g, here)
	} else if !t.awayFromHome() {
		return 0, false
	}
	if here {
		return in.target, true
	}
	return t.pc + 1, true
}

// awayFromHome reports whether the row in focus is another one than the home of t: in the turn of its home, t reaches
// no trap.
func (t *thread) awayFromHome() bool {
	if t.m.grid == nil || t.m.grid.Homes == nil {
		return false
	}
	home, has := t.m.grid.Homes.rows[t.id]
	return has && home != t.m.grid.Focus
}

// trapsAt reports whether execution from pc does nothing but trap.
func (p *Program) trapsAt(pc int) bool {
	for range p.instrs {
		if pc >= len(p.instrs) || p.instrs[pc].guard >= 0 {
			return false
		}
		in := &p.instrs[pc]
		if in.form.sync != jump || in.form.name != "bra" {
			return in.form.name == "trap"
		}
		pc = in.target
	}
	return false
}
