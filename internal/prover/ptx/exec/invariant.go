package exec

import (
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// infer makes the invariant of a thread that comes to the same test twice in a row.
func (t *thread) infer(l *Loop, a, b bv.Value) (done bool) {
	counter, is := a.(linear)
	if !is || !plain(b) || !counter.names(l.Iterations) {
		return false
	}
	st := t.loop
	if st == nil || st.pc != t.pc {
		t.loop = &loopState{pc: t.pc, counter: counter, regs: slices.Clone(t.regs)}
		return false
	}
	by := counter.plus(st.counter, ^uint64(0))
	v := &Invariant{pc: t.pc, Decrease: -signedBits(by.w, by.rest)}
	if by.n > 0 || v.Decrease <= 0 {
		stop("an iteration of a loop does not decrease its counter by a number")
	}
	rest := signedBits(st.counter.w, st.counter.rest)
	if v.offset = rest / v.Decrease; rest < 0 && rest%v.Decrease != 0 {
		v.offset--
	}
	decrease := (1 - v.offset) * v.Decrease
	for r := range t.regs {
		if c, ok := t.inferred(l, st.regs[r], t.regs[r], decrease); ok {
			c.reg = r
			v.regs = append(v.regs, c)
		}
	}
	l.Invariants[t.id] = v
	return true
}

// inferred is what two states hold, as an invariant may have it.
func (t *thread) inferred(l *Loop, first, second Cell, decrease int64) (c invariantPart, ok bool) {
	if second.Def != t.m.one || first.Def != t.m.one {
		return c, false
	}
	if first == second {
		return invariantPart{kind: constant}, true
	}
	if by, ok := t.increase(first.V, second.V); ok {
		return invariantPart{kind: induction, by: by}, true
	}
	if !plain(second.V) {
		return c, false
	}
	n, ok := l.Accumulator(second.V, decrease)
	return invariantPart{kind: accumulator, accumulator: n}, ok
}

// increase is the difference of two numbers, or of two addresses, if it is known.
func (t *thread) increase(a, b bv.Value) (by uint64, ok bool) {
	p, left := a.(address)
	q, right := b.(address)
	switch {
	case left && right && p.of == q.of && p.generic == q.generic && p.Width() == q.Width():
		return t.increase(p.off, q.off)
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

// moved is the sum of a number, or an address, and a polynomial.
func (t *thread) moved(v bv.Value, by linear) (bv.Value, bool) {
	if a, is := v.(address); is {
		off, ok := t.moved(a.off, by)
		return address{a.of, a.generic, off}, ok
	}
	x, ok := t.asNumber(v)
	if !ok {
		return nil, false
	}
	return t.value(x.plus(by.Modulo(x.w), 1)), true
}
