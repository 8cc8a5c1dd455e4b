package exec

import (
	"fmt"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// thread is one lane of one warp.
type thread struct {
	m      *Machine
	id     int // among all that execute
	block  int // of the cluster
	number int // in its block
	warp   int // among all that execute
	pc     int
	call   int // of the kernel, under way
	regs   []Cell
	local  [][]piece // its own memory, by region
	alive  bv.Value  // the bit that it makes the call and has not ended yet
	holds  Cell      // the guard, as it was before the instruction wrote anything
	exited bool
	waits  bool               // at the instruction pc, for others
	forks  int                // branches on the data or the mask that are under way, for it alone
	undo   undo               // of its changes since the first of these
	places []place            // of its own memory that it has stored to since then
	chosen map[bytesOf]chosen // stores to shared memory since then
	under  int                // those that are under way for it and others of its warp
	until  int                // where the way that it takes ends; -1: it has no end
	steps  int                // taken in all
	rounds int                // of them, backward: of loops

	arrived int // at so many barriers of the cluster
	waited  int // likewise

	accessed  bool        // memory that others may access
	mbarriers []*mbarrier // that it has initialised

	led    []bv.Value // the bits of the branches under way
	path   bv.Value   // the bit of the branches that led here; nil where it is not followed
	within bv.Value   // the bit of those of them that are branches on the mask
	gone   bool       // the way that it takes has trapped

	effects int        // that others may see, so far
	fences  int        // of the scope of the GPU or more
	fenced  int        // how many barriers there were before the last of them
	loop    *loopState // of the loop that the thread is in, see [Loop]

	waiting waiting
	turns   turns
	slot    [1]slot // of the access under way
}

func (t *thread) lane() int { return t.number % warpSize }

// mate is the thread of lane j of its warp, and whether the block has one.
func (t *thread) mate(j int) (id int, exists bool) {
	return t.id - t.lane() + j, t.number-t.lane()+j < t.m.launch.ofBlock()
}

// stop ends the execution for want of a rule, which shows nothing: see wrong.
func stop(format string, args ...any) {
	panic(bv.Stop{Why: fmt.Sprintf(format, args...)})
}

// wrong ends an execution that goes wrong on hardware, too, or that breaks a rule of PTX. On numbers it is a
// counterexample.
func wrong(format string, args ...any) {
	panic(bv.Stop{Why: fmt.Sprintf(format, args...), Shows: true})
}

// num is a defined constant.
func (t *thread) num(w int, x uint64) Cell {
	return Cell{t.m.Dom.Const(w, x&(^uint64(0)>>(64-w))), t.m.one}
}

// read gives the w bits of a source operand, which must be data.
func (t *thread) read(a arg, w int) Cell { return t.data(t.readAny(a, w)) }

// readAny is read of an operand that may be an address too, or depend on the block's
// shape.
func (t *thread) readAny(a arg, w int) Cell {
	switch a.kind {
	case argReg:
		if a.size != w {
			stop("operand of %d bits where %d are wanted", a.size, w)
		}
		return t.regs[a.reg]
	case argNot:
		c := t.regs[a.reg]
		return Cell{t.m.Dom.Not(c.V), c.Def}
	case argConst:
		if a.size != 0 && a.size != w {
			stop("float immediate of %d bits where %d are wanted", a.size, w)
		}
		if x := int64(a.bits); w < 64 && (x >= 1<<w || x < -1<<(w-1)) {
			stop("immediate %d does not fit %d bits", x, w)
		}
		return t.num(w, a.bits)
	case argSymbol:
		return t.start(a.region, w)
	case argData:
		return Cell{elsewhere{w, a.name}, t.m.one}
	case argSpecial:
		c := t.special(a.name)
		if w == 16 || w == 64 { // mov.u16 and mov.u64 of a special register are allowed by old PTX
			stop("%s has 32 bits, not %d", a.name, w)
		}
		return c
	default:
		panic(fmt.Sprintf("unexpected operand kind %d", a.kind))
	}
}

// readLow is readAny for an operand that may be wider than what is taken of it.
func (t *thread) readLow(a arg, w int) Cell {
	if a.kind == argReg && a.size > w {
		if c := t.regs[a.reg]; ofGrid(c.V) {
			return Cell{t.resized(c.V, w, false), c.Def}
		}
		c := t.data(t.regs[a.reg])
		return Cell{t.m.Dom.Extract(c.V, 0, w), c.Def}
	}
	return t.readAny(a, w)
}

// special gives a special register. Those of the grid are for kernels alone: what a function
// gives must not depend on which block calls it.
func (t *thread) special(name string) Cell {
	lane := uint(t.lane())
	l := t.m.launch
	if l == OneWarp && strings.Contains(name, "tid") {
		stop("%s in a function of a warp: only %%laneid is the same in every block", name)
	}
	if l.anyShape() && strings.Contains(name, "tid") {
		return Cell{t.coordinate(name), t.m.one}
	}
	var x uint64
	switch name {
	case "%nctaid.x":
		if g := t.m.grid; g != nil {
			return Cell{g.Blocks, t.m.one}
		}
		x = uint64(l.across())
	case "%ctaid.x":
		switch g := t.m.grid; {
		case g == nil:
			x = uint64(t.block % l.across())
		case g.Number != nil:
			return Cell{g.Number, t.m.one}
		default:
			return Cell{multiple(32, g.block, uint64(l.blocks())).plus(constantOf(32, uint64(t.block)), 1), t.m.one}
		}
	case "%cluster_ctarank", "%cluster_nctarank":
		x = t.rank(name)
	case "%ctaid.y":
		x = uint64(t.block / l.across())
	case "%nctaid.y":
		x = uint64(l.blocks() / l.across())
	case "%ctaid.z": // of a grid of two dimensions at most
		x = 0
	case "%nctaid.z":
		x = 1
	case "%laneid":
		x = uint64(lane)
	case "%tid.x":
		x = uint64(t.number % l.X)
	case "%tid.y":
		x = uint64(t.number / l.X % l.Y)
	case "%tid.z":
		x = uint64(t.number / l.X / l.Y)
	case "%ntid.x":
		x = uint64(l.X)
	case "%ntid.y":
		x = uint64(l.Y)
	case "%ntid.z":
		x = uint64(l.Z)
	case "%lanemask_eq":
		x = 1 << lane
	case "%lanemask_lt":
		x = 1<<lane - 1
	case "%lanemask_le":
		x = 2<<lane - 1
	case "%lanemask_gt":
		x = ^uint64(2<<lane - 1)
	case "%lanemask_ge":
		x = ^uint64(1<<lane - 1)
	default:
		panic("unexpected special register " + name)
	}
	return t.num(32, x)
}

// known gives the number that a source operand is, or stops: what is computed
// from elements or masks cannot steer an execution.
func (t *thread) known(c Cell, what string) uint64 {
	c = t.data(c)
	x, ok := t.m.Dom.Known(c.V)
	if !ok {
		stop("%s depends on the data or the mask", what)
	}
	if d, ok := t.m.Dom.Known(c.Def); !ok || d != 1 {
		wrong("%s may be undefined", what)
	}
	return x
}

// write sets a destination of the width of c, under the instruction's guard.
func (t *thread) write(in *instr, reg int, c Cell) {
	if w := t.m.prog.widths[reg]; w != c.V.Width() {
		stop("result of %d bits into a register of %d", c.V.Width(), w)
	}
	if t.alive != t.m.one && c.Def != t.m.one { // nobody asks for it of a thread that has ended
		if x, ok := t.m.Dom.Known(t.m.where(t.alive, c.Def)); ok && x == 1 {
			c.Def = t.m.one
		}
	}
	t.setReg(reg, t.guarded(in, c, t.regs[reg]))
}

// set writes operand 0.
func (t *thread) set(in *instr, c Cell) {
	switch a := in.args[0]; a.kind {
	case argSink:
	case argReg:
		t.write(in, a.reg, c)
	default:
		panic(fmt.Sprintf("unexpected destination kind %d", a.kind))
	}
}

// guarded is c where the guard holds, else old. Guards that are known were
// settled before the instruction ran.
func (t *thread) guarded(in *instr, c, old Cell) Cell {
	if in.guard < 0 {
		return c
	}
	g := t.holds
	if x, ok := t.m.Dom.Known(g.V); ok && x == 1 {
		return Cell{c.V, t.m.and(g.Def, c.Def)}
	}
	v := t.m.merge(g.V, c, old)
	return Cell{v.V, t.m.and(g.Def, v.Def)}
}

// guard is the guard of the instruction, as far as it matters to a thread that may
// have ended, on the way that it takes.
func (t *thread) guard(in *instr) Cell {
	m := t.m
	g := t.regs[in.guard]
	if in.negated {
		g.V = m.Dom.Not(g.V)
	}
	here := t.alive
	if t.within != m.one && t.ofMask(g.V) {
		here = m.and(here, t.within)
	}
	if here == m.one {
		return g
	}
	for x, bit := range []bv.Value{m.Dom.Not(g.V), g.V} {
		if always, ok := m.Dom.Known(m.where(here, bit)); ok && always == 1 {
			g.V = m.Dom.Const(1, uint64(x))
			break
		}
	}
	if always, ok := m.Dom.Known(m.where(here, g.Def)); ok && always == 1 {
		g.Def = m.one
	}
	return g
}

// joins reports whether the ways of a branch meet under one that is under way, which may be at the kernel's end.
func (t *thread) joins() bool { return t.forks > 0 && t.m.prog.join(t.pc) >= 0 }

// step runs one instruction and reports whether the thread may go on.
func (t *thread) step() bool {
	if t.pc >= len(t.m.prog.instrs) {
		return t.next()
	}
	in := &t.m.prog.instrs[t.pc]
	t.m.at = t
	t.count()
	if in.guard >= 0 {
		t.holds = t.guard(in)
		g := t.holds
		x, ok := t.m.Dom.Known(g.V)
		if t.m.aborts && in.form.name == "trap" {
			return t.abort(in)
		}
		if in.form.sync == jump && (!ok || g.Def != t.m.one) {
			if in.form.name == "bra" && !t.m.prog.ends(in.target) && t.m.prog.ends(t.pc+1) && !t.joins() {
				t.leaves(Cell{t.m.Dom.Not(g.V), g.Def})
				t.pc = in.target
				return true
			}
			if in.form.name != "bra" || t.m.prog.ends(in.target) && !t.joins() {
				t.leaves(g)
				t.pc++
				return true
			}
			if g.Def != t.m.one {
				if pc, ok := t.spared(in, g); ok {
					t.pc = pc
					return true
				}
			}
			if t.splits() {
				t.waits, t.waiting.seen, t.turns.did = true, true, true
				return false
			}
			t.fork(in) // by a guard that is undefined, what the ways do not share is too
			return true
		}
		if !ok && in.form.sync != noSync {
			stop("@%s depends on the data or the mask", strings.SplitN(in.opcode, ".", 2)[0])
		}
		if ok && in.form.sync != noSync {
			t.known(g, "the guard")
		}
		if ok && x == 0 && g.Def == t.m.one {
			t.pc++
			return true
		}
	}
	if in.form.name == "trap" && (t.m.aborts || t.m.Foreign != nil) {
		return t.abort(in)
	}
	switch in.form.sync {
	case blockSync:
		if n := in.args[0].bits; n > 15 {
			wrong("barrier %d: there are 16", n)
		}
		t.waits, t.waiting.seen, t.turns.did, t.effects = true, true, true, t.effects+1
		return false
	case warpSync, clusterArrive, clusterWait, mbarrierWait:
		t.waits, t.waiting.seen, t.turns.did, t.effects = true, true, t.turns.did || in.form.name != "vote", t.effects+1
		return false
	case jump:
		in.form.run(t, in)
		if t.pc < 0 {
			return t.next()
		}
		return true
	case noSync:
		if t.m.recipes != nil {
			t.follow(in)
		} else {
			in.form.run(t, in)
		}
		t.pc++
		return true
	default:
		panic(fmt.Sprintf("unexpected kind of meeting %d", in.form.sync))
	}
}

// count takes a step of the thread's, and of the machine's, budget.
func (t *thread) count() {
	t.steps++
	t.m.steps++
	switch {
	case t.steps > maxSteps:
		stop("more than %d steps of one thread", maxSteps)
	case t.m.MaxSteps > 0 && t.m.steps > t.m.MaxSteps:
		stop("more than %d steps of all threads", t.m.MaxSteps)
	case t.m.steps%256 == 0 && t.m.Context != nil && t.m.Context.Err() != nil:
		panic(expired{t.m.Context.Err()})
	}
}

// expired is the panic by which the caller's context ends an execution.
type expired struct{ err error }

// next starts the kernel's next call, if there is one, on fresh registers.
func (t *thread) next() bool {
	if t.forks+t.under > 0 {
		stop("ends under a branch that depends on the data or the mask")
	}
	if t.call++; t.call == len(t.m.calls) {
		t.exited = true
		return false
	}
	t.pc, t.local = 0, make([][]piece, len(t.m.prog.regions))
	copy(t.regs, t.m.blank)
	return true
}
