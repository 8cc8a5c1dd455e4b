package exec

import "github.com/shflgen/shflgen/internal/prover/bv"

// The carry flag CC.CF of a thread, by PTX ISA, "Extended-Precision Integer Arithmetic
// Instructions": two registers of one bit in front of those with names. How a borrow
// of sub stands in the flag that addc reads, or a carry in that of subc, is not
// described, so each is undefined after an instruction that writes the other. At the
// start of the kernel, and after a call and at its begin, both are.
const (
	carryFlag = iota
	borrowFlag
)

// flagWidths are the widths of those registers.
var flagWidths = []int{carryFlag: 1, borrowFlag: 1}

// forgetFlags leaves the carry flag undefined.
func (t *thread) forgetFlags() {
	for flag := range flagWidths {
		t.setReg(flag, t.m.blank[flag])
	}
}

// addCarry is add.cc, and addc that adds the carry flag too.
func addCarry(t *thread, in *instr) {
	d, w := t.m.Dom, in.last().w
	a, b := t.read(in.args[1], w), t.read(in.args[2], w)
	sum, def := d.Int(bv.Add, a.V, b.V), t.m.and(a.Def, b.Def)
	out := d.Int(bv.ULt, sum, a.V)
	if in.form.name == "addc" {
		c := t.regs[carryFlag]
		more := d.Int(bv.Add, sum, d.Extend(c.V, w, false))
		out = d.Int(bv.Or, out, d.Int(bv.ULt, more, sum))
		sum, def = more, t.m.and(def, c.Def)
	}
	t.set(in, 0, Cell{sum, def})
	t.setFlag(in, carryFlag, Cell{out, def})
}

// subBorrow is sub.cc, and subc that takes the borrow away too.
func subBorrow(t *thread, in *instr) {
	d, w := t.m.Dom, in.last().w
	a, b := t.read(in.args[1], w), t.read(in.args[2], w)
	rest, def := d.Int(bv.Sub, a.V, b.V), t.m.and(a.Def, b.Def)
	out := d.Int(bv.ULt, a.V, b.V)
	if in.form.name == "subc" {
		c := t.regs[borrowFlag]
		less := d.Int(bv.Sub, rest, d.Extend(c.V, w, false))
		out = d.Int(bv.Or, out, d.Int(bv.ULt, rest, less))
		rest, def = less, t.m.and(def, c.Def)
	}
	t.set(in, 0, Cell{rest, def})
	t.setFlag(in, borrowFlag, Cell{out, def})
}

// setFlag writes one meaning of the flag, of an instruction with .cc, and makes the
// other undefined.
func (t *thread) setFlag(in *instr, flag int, c Cell) {
	if in.mods[0] != "cc" {
		return
	}
	t.write(in, flag, c)
	t.write(in, carryFlag+borrowFlag-flag, t.m.blank[flag])
}
