package exec

import (
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// Loop is a loop that goes round a number of times that the launch does not tell. It is executed once, from a state that stands for
// all in which a thread comes to its test, the instruction that compares a number of which each turn takes the same away.
//
// Let q be Turns. The state where s of them are left, which nobody knows, holds what a [Plan] says: some of it is the same in each
// turn; numbers and addresses go on by the same each turn; what the kernel makes of all turns so far may be any value, [Loop.Held];
// all else is undefined. The first state that a thread comes in has to be of that kind, for some s. Then a path of the launch has
// s > 0 or s = 0. By the first the thread goes round, and is back at the test, where it has to be in the state of s - 1, but for what
// is made: these are [Loop.Steps], which the caller looks at. So by induction each state is of that kind. By the other path the
// thread leaves the loop, and goes on.
//
// A plan is a guess, and proves nothing. An execution without plans makes them, of what the first two states of each thread differ in.
type Loop struct {
	Turns bv.Value      // q, a number of the launch
	Left  bv.Value      // s, likewise; no greater than q
	Plans map[int]*Plan // by thread
	Plan  bool          // they are to be made: each thread ends with that

	// Made is the number of the value that the kernel has made so far, where turns have taken some away from the number that is
	// compared; where none have it is Any.
	Made func(v bv.Value, taken int64) (at int, ok bool)
	// Held is what stands for the value of a number.
	Held  func(at int) bv.Value
	Steps []Step // of all threads
	Came  bool   // a thread has come to the test
	Back  int    // threads that were back there: then none went on
}

// Any is the number of what is made of no turns: it may be any.
const Any = -1

// Step is what a turn makes of the value with the number At.
type Step struct {
	At  int
	Got bv.Value
}

// Plan is what stands for the states of a thread at the test of a loop.
type Plan struct {
	Takes int64 // what a turn takes away from the number that is compared

	pc    int
	right bool  // the number is the second operand
	after int64 // at the first state the number is Takes*(q + after), and less than Takes more: -after turns are over
	regs  []planned
	local []planned
}

// planned is a register, or bytes of memory that are a part of one value.
type planned struct {
	kind          planKind
	by            uint64 // a turn
	number        int    // of what is made
	reg           int
	region, at, n int
	from          int // the byte of the value
}

type planKind uint8

const (
	stays planKind = iota
	goesOn
	made
)

// turning is a thread in a loop.
type turning struct {
	pc      int
	effects int // that others may see, so far
	of      linear
	regs    []Cell
	local   [][]piece
	cells   []Cell // of what is planned
}

// goesRound looks at a comparison, and reports whether the thread ends there: it is back at the test of a loop after a turn, or its
// plan is made.
func (t *thread) goesRound(in *instr, a, b bv.Value) (ends bool) {
	if t.forks+t.under > 0 || in.guard >= 0 {
		return false
	}
	l := t.m.grid.Loop
	switch {
	case l.Plan:
		ends = t.plans(l, a, b)
	case l.Plans[t.id] == nil || l.Plans[t.id].pc != t.pc:
	case t.turning == nil:
		t.takesIn(l, l.Plans[t.id], a, b)
	default:
		t.comesBack(l, l.Plans[t.id])
		ends = true
	}
	t.exited = t.exited || ends
	return ends
}

// compared is the one of two values that names a number of the launch, where the other one is a number, and whether it is the second.
func (t *thread) compared(turns, a, b bv.Value) (of linear, right, ok bool) {
	x, left := a.(linear)
	y, right := b.(linear)
	switch {
	case left && plain(b):
		return x, false, x.names(turns)
	case right && plain(a):
		return y, true, y.names(turns)
	}
	return linear{}, false, false
}

// names reports whether a polynomial has a number of the launch in it.
func (l linear) names(v bv.Value) bool {
	u := v.(linear).terms[0].of[1]
	return slices.ContainsFunc(l.terms[:l.n], func(x monomial) bool { return x.of[0] == u || x.of[1] == u })
}

// plans makes the plan of a thread that is at the same test again.
func (t *thread) plans(l *Loop, a, b bv.Value) (made bool) {
	of, right, is := t.compared(l.Turns, a, b)
	if !is {
		return false
	}
	st := t.turning
	if st == nil || st.pc != t.pc {
		t.turning = &turning{pc: t.pc, of: of, regs: slices.Clone(t.regs), local: copyMemory(t.local)}
		return false
	}
	by := of.plus(st.of, ^uint64(0))
	p := &Plan{pc: t.pc, right: right, Takes: -signedBits(by.w, by.rest)}
	if by.n > 0 || p.Takes <= 0 {
		t.stop("a loop of which a turn does not take a number away from what it compares")
	}
	rest := signedBits(st.of.w, st.of.rest)
	if p.after = rest / p.Takes; rest < 0 && rest%p.Takes != 0 {
		p.after--
	}
	for r, live := range t.m.prog.live(t.pc) {
		if live {
			if c, ok := t.plan(l, st.regs[r], t.regs[r], (1-p.after)*p.Takes); ok {
				c.reg = r
				p.regs = append(p.regs, c)
			}
		}
	}
	for i, bytes := range t.local {
		for at := 0; at < len(bytes); {
			n := 1
			if i < len(st.local) && at < len(st.local[i]) && bytes[at].cell.V != nil && st.local[i][at].cell.V != nil && st.local[i][at].at == bytes[at].at {
				n = min(stretch(bytes[at:]), stretch(st.local[i][at:]))
				if c, ok := t.plan(l, st.local[i][at].cell, bytes[at].cell, (1-p.after)*p.Takes); ok {
					c.region, c.at, c.n, c.from = i, at, n, bytes[at].at
					p.local = append(p.local, c)
				}
			}
			at += n
		}
	}
	l.Plans[t.id] = p
	return true
}

// plan is what may stand for what one state holds, and the next one; ok is false where it is undefined.
func (t *thread) plan(l *Loop, before, now Cell, taken int64) (p planned, ok bool) {
	if now.Def != t.m.one || before.Def != t.m.one {
		return p, false
	}
	if before == now {
		return planned{kind: stays}, true
	}
	if by, ok := t.further(before.V, now.V); ok {
		return planned{kind: goesOn, by: by}, true
	}
	if !plain(now.V) {
		return p, false
	}
	at, ok := l.Made(now.V, taken)
	return planned{kind: made, number: at}, ok
}

// further is by how much two numbers, or addresses, differ, where that is known.
func (t *thread) further(a, b bv.Value) (by uint64, ok bool) {
	p, left := a.(address)
	q, right := b.(address)
	switch {
	case left && right && p.of == q.of && p.generic == q.generic && p.Width() == q.Width():
		return t.further(p.off, q.off)
	case left || right || a.Width() != b.Width() || a.Width() < 32:
		return 0, false
	}
	x, ok := t.asNumber(a)
	y, both := t.asNumber(b)
	if !ok || !both {
		return 0, false
	}
	d := y.plus(x, ^uint64(0))
	return d.rest, d.n == 0
}

// asNumber is a value as a polynomial, if it is a number or one of the launch.
func (t *thread) asNumber(v bv.Value) (linear, bool) {
	if l, is := v.(linear); is {
		return t.m.grid.pinned(l), true
	}
	if !plain(v) {
		return linear{}, false
	}
	x, known := t.m.Dom.Known(v)
	return constantOf(v.Width(), x), known
}

// moved is a number, or an address, and a polynomial more.
func (t *thread) moved(v bv.Value, by linear) (bv.Value, bool) {
	if a, is := v.(address); is {
		off, ok := t.moved(a.off, by)
		return address{a.of, a.generic, off}, ok
	}
	x, ok := t.asNumber(v)
	if !ok {
		return nil, false
	}
	return t.value(x.plus(by.modulo(x.w), 1)), true
}

// takesIn puts a thread that comes to the test into the state that stands for all.
func (t *thread) takesIn(l *Loop, p *Plan, a, b bv.Value) {
	g := t.m.grid
	if p.right {
		a = b
	}
	of, is := t.asNumber(a)
	q, s := l.Turns.(linear).terms[0].of[1], l.Left.(linear).terms[0].of[1]
	takes := uint64(p.Takes)
	if !is {
		t.stop("a loop that does not compare a number of the launch")
	}
	x := g.pinned(of.plus(multiple(of.w, q, takes), ^uint64(0))) // less those of the turns
	if rest := signedBits(x.w, x.rest) - p.Takes*p.after; x.n > 0 || rest < 0 || rest >= p.Takes {
		t.stop("a loop that does not compare %d times its turns, and a number", p.Takes)
	}
	if p.after > 0 || g.unknowns[q].lo.Int64()+p.after < 0 {
		t.stop("a loop that may come to its test without a turn")
	}
	// So many turns after this state it is that of s turns that are left.
	turns := multiple(64, q, 1).plus(multiple(64, s, 1), ^uint64(0)).plus(constantOf(64, uint64(p.after)), 1)
	st := &turning{pc: t.pc, effects: t.effects}
	before, local := slices.Clone(t.regs), copyMemory(t.local)
	copy(t.regs, t.m.blank)
	for _, c := range p.regs {
		cell := t.general(l, p, c, before[c.reg], turns)
		if st.cells = append(st.cells, cell); cell.V != nil {
			t.regs[c.reg] = cell
		}
	}
	for _, bytes := range t.local {
		for at := range bytes {
			bytes[at] = t.m.nothing()
		}
	}
	for _, c := range p.local {
		cell := Cell{}
		if c.region < len(local) && c.at+c.n <= len(local[c.region]) {
			if bytes := local[c.region][c.at : c.at+c.n]; bytes[0].cell.V != nil && bytes[0].at == c.from && stretch(bytes) >= c.n {
				cell = t.general(l, p, c, bytes[0].cell, turns)
			}
		}
		st.cells = append(st.cells, cell)
		for k := range c.n {
			if cell.V != nil {
				t.local[c.region][c.at+k] = piece{cell, c.from + k}
			}
		}
	}
	l.Came, t.turning = true, st
}

// general is what stands for what the first state holds, of which there are so many turns to that which stands for all; nothing where that
// is undefined.
func (t *thread) general(l *Loop, p *Plan, c planned, now Cell, turns linear) Cell {
	switch {
	case now.Def != t.m.one:
	case c.kind == stays:
		return now
	case c.kind == goesOn:
		if v, ok := t.moved(now.V, constantOf(64, 0).plus(turns, c.by)); ok {
			return Cell{v, t.m.one}
		}
	case plain(now.V):
		if at, ok := l.Made(now.V, -p.after*p.Takes); ok && (at == c.number || at == Any) {
			return Cell{l.Held(c.number), t.m.one}
		}
	}
	return Cell{}
}

// comesBack compares the state after a turn with the one that stands for all where one turn less is left.
func (t *thread) comesBack(l *Loop, p *Plan) {
	st := t.turning
	if least, _ := t.m.grid.Bounds(l.Left); least < 1 {
		t.stop("a loop that may go round where no turn is left")
	}
	if st.effects != t.effects {
		t.stop("a loop in which threads meet or store what others see")
	}
	for i, c := range p.regs {
		if st.cells[i].V == nil {
			continue
		}
		t.keeps(l, c, st.cells[i], t.regs[c.reg])
	}
	for i, c := range p.local {
		if st.cells[len(p.regs)+i].V == nil {
			continue
		}
		bytes := t.local[c.region][c.at : c.at+c.n]
		if bytes[0].cell.V == nil || bytes[0].at != c.from || stretch(bytes) < c.n {
			t.stop("a loop that does not keep what it holds")
		}
		t.keeps(l, c, st.cells[len(p.regs)+i], bytes[0].cell)
	}
	l.Back++
}

// keeps wants that the state after a turn holds what it should.
func (t *thread) keeps(l *Loop, c planned, before, got Cell) {
	want := before
	switch c.kind {
	case made:
		if got.Def != t.m.one || !plain(got.V) {
			t.stop("a loop after whose turn what it makes may be undefined")
		}
		l.Steps = append(l.Steps, Step{c.number, got.V})
		return
	case goesOn:
		want.V, _ = t.moved(before.V, constantOf(64, c.by))
	}
	if got != want {
		t.stop("a loop that does not keep what it holds, or does not go on by the same each turn")
	}
}

// pinned is a polynomial without those of its numbers that a path tells.
func (g *Grid) pinned(l linear) linear {
	if g.Loop == nil {
		return l
	}
	for i := 0; i < l.n; {
		x := l.terms[i]
		by, rest := x.by, product{}
		for _, u := range x.of {
			if u == 0 {
				continue
			}
			if least := g.unknowns[u].lo; least.Cmp(g.unknowns[u].hi) == 0 {
				by *= least.Uint64()
			} else {
				rest = product{rest[1], u}
			}
		}
		if rest == x.of {
			i++
			continue
		}
		if l = l.with(x.of, -x.by); rest == (product{}) {
			l.rest = (l.rest + by) & lowBits(l.w)
		} else {
			l, i = l.with(rest, by), 0
		}
	}
	return l
}
