package exec

import (
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// move is mov: a copy, or the parts of a register and back.
func move(t *thread, in *instr) {
	ty := in.last()
	src, dst := in.args[1], in.args[0]
	var c Cell
	if src.kind == argVector {
		c = t.gather(src, ty.w)
	} else {
		c = t.readAny(src, ty.w)
	}
	if dst.kind != argVector {
		t.set(in, c)
		return
	}
	if !isNumber(c.V) {
		c = t.data(c)
	}
	t.scatter(in, dst, c)
}

// gather joins the parts of a vector, the first in the low bits.
func (t *thread) gather(v arg, w int) Cell {
	n := len(v.parts)
	if w%n != 0 {
		stop("%d parts of %d bits", n, w)
	}
	c := t.read(v.parts[0], w/n)
	for _, p := range v.parts[1:] {
		next := t.read(p, w/n)
		c = Cell{t.m.Dom.Concat(c.V, next.V), t.m.and(c.Def, next.Def)}
	}
	return c
}

// scatter cuts c into the registers of a vector.
func (t *thread) scatter(in *instr, v arg, c Cell) {
	n, w := len(v.parts), c.V.Width()
	if w%n != 0 {
		stop("%d parts of %d bits", n, w)
	}
	for i, p := range v.parts {
		if p.kind == argSink {
			continue
		}
		if p.kind != argReg {
			stop("a part that is no register")
		}
		if l, is := c.V.(linear); is {
			t.write(in, p.reg, Cell{t.bitsFrom(l, i*w/n, w/n), c.Def})
			continue
		}
		t.write(in, p.reg, Cell{t.m.Dom.Extract(c.V, i*w/n, w/n), c.Def})
	}
}

// load is ld, of one value or of a vector. Every value is read before a register is
// written.
func load(t *thread, in *instr) {
	ty := in.last()
	r, slots := t.slots(in, in.args[1], in.space(), in.bytes())
	if slices.Contains(in.mods, "nc") {
		t.constant(r)
	}
	if r.buffer != nil {
		r.buffer.Loaded = true
	}
	parts := t.parts(in, 0, ty, r, slots)
	for _, s := range slots {
		t.has(in, r, s.at, in.bytes())
	}
	if in.guess { // any value will do, of memory that is there
		for _, s := range slots {
			if s.named != nil {
				stop("what a compare-and-swap compares first is loaded from a place that data name")
			}
			t.reach(r, s.at, in.bytes())
		}
		t.set(in, Cell{t.m.Dom.Const(in.args[0].size, 0), t.m.one})
		return
	}
	var cells [maxVector]Cell
	for i := range parts {
		cells[i] = t.loadSlots(in, r, slots, uint64(i*ty.w/8), ty.w/8)
		if in.used != 0 {
			cells[i] = t.m.partly(cells[i], in.used>>(i*ty.w/8))
		}
	}
	for i, dst := range parts {
		if dst.kind == argSink {
			continue
		}
		if dst.kind != argReg {
			stop("a result that is no register")
		}
		// A register may be wider than what is read: filled as the type says.
		if c := &cells[i]; dst.size > ty.w && ofGrid(c.V) {
			c.V = t.resized(c.V, dst.size, ty.signed)
		} else if dst.size > ty.w {
			c.V = t.m.Dom.Extend(t.data(*c).V, dst.size, ty.signed)
		}
		t.write(in, dst.reg, cells[i])
	}
}

// partly is what a register holds of c where only some bytes are used, bit by byte: the others may be
// anything, and what depends on one is a difference.
func (m *Machine) partly(c Cell, used uint64) Cell {
	n := c.V.Width() / 8
	all := uint64(1)<<n - 1
	switch used &= all; {
	case used == all:
		return c
	case used == 0 || !plain(c.V):
		return Cell{c.V, m.zero}
	}
	var parts []bv.Value
	for i := range n {
		part, ok := m.Dom.Extract(c.V, 8*i, 8), true
		if used>>i&1 == 0 {
			part, ok = bv.FreshByte(m.Dom, m.unknowns)
			m.unknowns++
		}
		if !ok { // a domain in which every value is known
			return Cell{c.V, m.zero}
		}
		parts = append(parts, part)
	}
	return Cell{joined(m.Dom, parts), c.Def}
}

// store is st, of one value or of a vector.
func store(t *thread, in *instr) {
	ty := in.last()
	r, slots := t.slots(in, in.args[0], in.space(), in.bytes())
	if r.other {
		return
	}
	alone := r.space == "local" || r.space == "param"
	t.waiting.seen, t.turns.did = t.waiting.seen || !alone, t.turns.did || !alone
	if !alone && (t.under > 0 || t.forks > 0 && !t.follows(r)) {
		stop("under a branch that depends on the data or the mask")
	}
	for i, a := range t.parts(in, 1, ty, r, slots) {
		t.storeSlots(in, r, slots, uint64(i*ty.w/8), t.readLow(a, ty.w))
	}
}

// maxVector is how many parts a vector access has at most.
const maxVector = 4

// vector is how many parts a vector access has, as its modifier says; 0: it is none.
func (in *instr) vector() int {
	switch in.mods[len(in.mods)-2] {
	case "v2":
		return 2
	case "v4":
		return maxVector
	}
	return 0
}

// space is the space that an instruction of memory names, "" for the generic one.
func (in *instr) space() string {
	for _, m := range in.mods {
		switch m {
		case "param", "global", "shared", "local":
			return m
		}
	}
	return ""
}

// bytes is how many bytes an instruction of memory reads or writes.
func (in *instr) bytes() int { return in.last().w / 8 * max(1, in.vector()) }

// parts are those of operand i of a vector access, or that operand alone. A vector is aligned as a
// whole.
func (t *thread) parts(in *instr, i int, ty typ, r *region, slots []slot) []arg {
	a, want := &in.args[i], in.vector()
	if want != len(a.parts) {
		stop("%d parts in a vector of %d", len(a.parts), want)
	}
	if a.kind != argVector {
		return in.args[i : i+1]
	}
	for _, s := range slots {
		t.reach(r, s.at, want*ty.w/8)
	}
	return a.parts
}

func branch(t *thread, in *instr) {
	if in.target <= t.pc {
		if t.rounds++; t.rounds > maxRounds {
			if t.m.prog.unsynchronised {
				stop("more than %d backward steps of one thread, which may wait for others", maxRounds)
			}
			stop("more than %d backward steps of one thread", maxRounds)
		}
	}
	t.pc = in.target
}

// end marks the end of a call.
func end(t *thread, _ *instr) { t.pc = -1 }

// kill is exit and trap. A thread that they end is lost to who called the function:
// a function returns.
func kill(t *thread, in *instr) {
	why := ended
	if in.form.name == "trap" {
		why = trapped
	}
	if in.guard < 0 || t.forks > 0 {
		wrong("%s", why)
	}
	t.m.must(t, t.m.and(t.m.Dom.Not(t.holds.V), t.holds.Def), "%s", why)
}

const (
	ended   = "ends the thread, and its caller goes on"
	trapped = "an assertion fails, or CUDA leaves this undefined, as an index past an array or a shuffle's width of 64"
)

// Traps reports whether the execution has come to a trap, whatever the elements are.
func (f *Fault) Traps() bool { return f.Opcode == "trap" && f.Why == trapped }
