package exec

import (
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// Loop is a loop with a number of iterations that the launch does not determine. The executor follows it by an
// invariant.
//
// A thread is looked at where it comes to the loop's test: the instruction that compares a counter. An [Invariant] says
// what a thread holds there when s iterations are left, for an unknown s: constants, induction variables, accumulators
// of any value, and nothing else that is defined. Three steps make up the proof.
//
//  1. The first state at the test satisfies the invariant for some s.
//  2. On a path with s > 0 the thread executes one iteration. Its state at the test then satisfies the invariant for
//     s - 1. The caller compares what the iteration makes of the accumulators: [Loop.Steps]. The thread ends there.
//  3. On a path with s = 0 the thread leaves the loop and goes on.
//
// An invariant is a guess and proves nothing. An execution with Infer set makes one for each thread from the first two
// states.
type Loop struct {
	Iterations bv.Value // in all, a number of the launch
	Left       bv.Value // s, a number of the launch that is at most Iterations

	Invariants map[int]*Invariant // by thread; a thread without one executes the loop as it is
	Infer      bool               // invariants are made: each thread ends with its own

	// Accumulator is the number of the accumulator that has a value after the counter has decreased by so much.
	Accumulator func(v bv.Value, decrease int64) (number int, ok bool)
	// Symbol is the value that stands for an accumulator.
	Symbol func(number int) bv.Value

	Steps    []Step // of all threads
	Entered  bool   // a thread came to the test
	Iterated int    // threads that executed step 2
}

// Step is the value of an accumulator after an iteration.
type Step struct {
	Accumulator int
	Got         bv.Value
}

// Invariant is what a thread holds at the test of a loop. Registers that it does not list are undefined, and so is
// the thread's own memory.
type Invariant struct {
	Decrease int64 // of the counter by an iteration

	pc     int
	offset int64 // the counter is Decrease*(Iterations + offset), and less than Decrease more, at the first state
	regs   []invariantPart
}

// invariantPart is a register.
type invariantPart struct {
	kind        partKind
	by          uint64 // of an induction variable: its increase by an iteration
	accumulator int
	reg         int
}

type partKind uint8

const (
	constant partKind = iota
	induction
	accumulator
)

// loopState is a thread at the test of a loop.
type loopState struct {
	pc      int
	effects int // so far
	counter linear
	regs    []Cell
	cells   []Cell // what stands for the registers of the invariant; none where one is undefined
}

// atTest looks at a comparison, and reports whether the thread ends there.
func (t *thread) atTest(in *instr, a, b bv.Value) (ends bool) {
	if t.forks+t.under > 0 || in.guard >= 0 {
		return false
	}
	l := t.m.grid.Loop
	switch v := l.Invariants[t.id]; {
	case l.Infer:
		ends = t.infer(l, a, b)
	case v == nil || v.pc != t.pc:
	case t.loop == nil:
		t.generalize(l, v, a)
	default:
		t.preserves(l, v)
		ends = true
	}
	t.exited = t.exited || ends
	return ends
}

// names reports whether a polynomial contains a number of the launch.
func (l linear) names(v bv.Value) bool {
	u := v.(linear).terms[0].of[1]
	return slices.ContainsFunc(l.terms[:l.n], func(x monomial) bool { return x.of[0] == u || x.of[1] == u })
}

// generalize puts a thread that comes to the test first into the state that stands for all.
func (t *thread) generalize(l *Loop, v *Invariant, a bv.Value) {
	g := t.m.grid
	counter, ok := t.asNumber(a)
	if !ok {
		stop("the counter of a loop is not a number of the launch")
	}
	all, s := l.Iterations.(linear).terms[0].of[1], l.Left.(linear).terms[0].of[1]
	rest := g.pinned(counter.plus(multiple(counter.w, all, uint64(v.Decrease)), ^uint64(0)))
	if r := signedBits(rest.w, rest.rest) - v.Decrease*v.offset; rest.n > 0 || r < 0 || r >= v.Decrease {
		stop("the counter of a loop is not %d times its iterations, and a number", v.Decrease)
	}
	if v.offset > 0 || g.unknowns[all].lo.Int64()+v.offset < 0 {
		stop("a loop may come to its test without an iteration")
	}
	// From the first state to the one with s iterations left.
	since := multiple(64, all, 1).plus(multiple(64, s, 1), ^uint64(0)).plus(constantOf(64, uint64(v.offset)), 1)
	st := &loopState{pc: t.pc, effects: t.effects}
	t.m.first = append(t.m.first[:0], t.regs...)
	regs := t.m.first
	copy(t.regs, t.m.blank)
	for _, c := range v.regs {
		cell := t.general(l, v, c, regs[c.reg], since)
		if st.cells = append(st.cells, cell); cell.V != nil {
			t.regs[c.reg] = cell
		}
	}
	for _, bytes := range t.local {
		for at := range bytes {
			bytes[at] = t.m.nothing()
		}
	}
	l.Entered, t.loop = true, st
}

// general is what stands for a value of the first state, after some iterations; nothing if it does not satisfy the
// invariant.
func (t *thread) general(l *Loop, v *Invariant, c invariantPart, first Cell, since linear) Cell {
	switch {
	case first.Def != t.m.one:
	case c.kind == constant:
		return first
	case c.kind == induction:
		if v, ok := t.moved(first.V, constantOf(64, 0).plus(since, c.by)); ok {
			return Cell{v, t.m.one}
		}
	case plain(first.V):
		if n, ok := l.Accumulator(first.V, -v.offset*v.Decrease); ok && n == c.accumulator {
			return Cell{l.Symbol(c.accumulator), t.m.one}
		}
	}
	return Cell{}
}

// preserves compares the state after an iteration with the invariant for one iteration less.
func (t *thread) preserves(l *Loop, v *Invariant) {
	st := t.loop
	if least, _ := t.m.grid.Bounds(l.Left); least < 1 {
		stop("a loop may iterate where no iteration is left")
	}
	if st.effects != t.effects {
		stop("threads meet, or store what others see, in a loop")
	}
	for i, c := range v.regs {
		if st.cells[i].V != nil {
			t.preserved(l, c, st.cells[i], t.regs[c.reg])
		}
	}
	l.Iterated++
}

// preserved compares one value.
func (t *thread) preserved(l *Loop, c invariantPart, before, got Cell) {
	want := before
	switch c.kind {
	case accumulator:
		if got.Def != t.m.one || !plain(got.V) {
			stop("an accumulator may be undefined after an iteration")
		}
		l.Steps = append(l.Steps, Step{c.accumulator, got.V})
		return
	case induction:
		want.V, _ = t.moved(before.V, constantOf(64, c.by))
	}
	if got != want {
		stop("a loop does not preserve its invariant")
	}
}
