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

// carried is add.cc or sub.cc, and addc or subc, which takes in the flag too. wraps is the bit that x op y, which is r,
// goes beyond the word.
func carried(op bv.IntOp, flag int, wraps func(d bv.Domain, x, y, r bv.Value) bv.Value) action {
	return func(t *thread, in *instr) {
		d, w := t.m.Dom, in.last().w
		a, b := t.read(in.args[1], w), t.read(in.args[2], w)
		r, def := d.Int(op, a.V, b.V), t.m.and(a.Def, b.Def)
		out := wraps(d, a.V, b.V, r)
		if in.form.name == "addc" || in.form.name == "subc" {
			c := t.regs[flag]
			more := d.Extend(c.V, w, false)
			all := d.Int(op, r, more)
			out, def = d.Int(bv.Or, out, wraps(d, r, more, all)), t.m.and(def, c.Def)
			r = all
		}
		t.set(in, Cell{r, def})
		t.setFlag(in, flag, Cell{out, def})
	}
}

var (
	addCarry  = carried(bv.Add, carryFlag, func(d bv.Domain, x, _, r bv.Value) bv.Value { return d.Int(bv.ULt, r, x) })
	subBorrow = carried(bv.Sub, borrowFlag, func(d bv.Domain, x, y, _ bv.Value) bv.Value { return d.Int(bv.ULt, x, y) })
)

// setFlag writes one meaning of the flag, of an instruction with .cc, and makes the
// other undefined.
func (t *thread) setFlag(in *instr, flag int, c Cell) {
	if in.mods[0] != "cc" {
		return
	}
	t.write(in, flag, c)
	t.write(in, carryFlag+borrowFlag-flag, t.m.blank[flag])
}
