package exec

import (
	"fmt"
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/ptx/parse"
)

// A loop around a compare-and-swap applies an operation that no atomic instruction has:
//
//	     ld.global.u32 A, [p]
//	loop:
//	     max.f32 N, x, A
//	     atom.global.cas.b32 D, [p], A, N
//	     setp.ne.s32 P, A, D
//	     mov.u32 A, D
//	     @P bra loop
//
// Whatever the first load and failed swaps read, one swap succeeds, and it replaces the bits A by the operation applied
// to them. So the loop is one atomic operation on x, and the load is a guess that nothing else may see. Moves between
// registers may stand anywhere.

// swapLoop is the operation of such a loop.
type swapLoop struct {
	op     bv.FloatOp
	format bv.Format
	name   string
	x      arg
}

// loopOps are operations of floats for which the order does not matter.
var loopOps = map[string]bv.FloatOp{"max": bv.FMax, "min": bv.FMin, "add": bv.FAdd}

// swapLoops finds the loops around all compare-and-swaps; another one is refused.
func (p *Program) swapLoops() error {
	for at := range p.instrs {
		in := &p.instrs[at]
		if !in.swaps() {
			continue
		}
		loop, load, ok := p.swapLoop(at)
		if !ok {
			return parse.Refuse(p.File, in.Place, "%s: %s", in.opcode, notCommutative)
		}
		in.loop, p.instrs[load].guess = loop, true
		in.kind = fmt.Sprintf("atomic %s of floats of %d bits", loop.name, in.last().w)
	}
	return nil
}

// swaps reports whether an instruction compares and swaps.
func (in *instr) swaps() bool { return in.form.name == "atom" && slices.Contains(in.mods, "cas") }

// swapLoop is the loop around the compare-and-swap at, and where its first guess is loaded.
func (p *Program) swapLoop(at int) (loop *swapLoop, load int, ok bool) {
	swap := &p.instrs[at]
	last := at
	for last+1 < len(p.instrs) && p.instrs[last].form.name != "bra" {
		last++
	}
	first := p.instrs[last].target
	found, compared, replacement := swap.args[0], swap.args[2], swap.args[3]
	if first > at || swap.guard >= 0 || found.kind != argReg || compared.kind != argReg || replacement.kind != argReg {
		return nil, 0, false
	}
	b := block{p, first, last}
	if b.setAt(compared.reg, first, at) >= 0 || !b.repeats(at, found.reg, compared.reg) || b.entered() || b.leaks() {
		return nil, 0, false
	}
	combines := b.origin(replacement.reg, at)
	if combines < 0 {
		return nil, 0, false
	}
	in := &p.instrs[combines]
	op, known := loopOps[in.form.name]
	ty := in.last()
	if !known || !ty.float || ty.packed || ty.w != swap.last().w || ty.w < 32 || in.guard >= 0 || len(in.args) != 3 ||
		slices.Contains(in.mods, "NaN") || slices.Contains(in.mods, "ftz") {
		return nil, 0, false
	}
	x, was := b.source(in.args[1], combines), b.source(in.args[2], combines)
	if x.kind == argReg && x.reg == compared.reg {
		x, was = was, x
	}
	if was.kind != argReg || was.reg != compared.reg || x.kind != argReg || x.reg == compared.reg ||
		b.setAt(x.reg, first, last) >= 0 {
		return nil, 0, false
	}
	for i := range b.all() { // nothing else happens
		switch i += first; {
		case i == at, i == combines, i == last:
		case p.instrs[i].form.name != "mov" && p.instrs[i].form.name != "setp" || p.instrs[i].guard >= 0:
			return nil, 0, false
		}
	}
	load, ok = p.guessOf(compared.reg, b)
	return &swapLoop{op, ty.format, in.form.name, x}, load, ok
}

// block is a part of a program that ends with a branch back to its first instruction.
type block struct {
	*Program
	first, last int
}

func (b block) all() []instr { return b.instrs[b.first : b.last+1] }

// sets reports whether an instruction writes a register.
func (in *instr) sets(reg int) bool {
	_, writes := in.registers()
	return slices.Contains(writes, reg)
}

// uses reports whether an instruction reads a register.
func (in *instr) uses(reg int) bool {
	reads, _ := in.registers()
	return in.guard == reg || slices.Contains(reads, reg)
}

// setAt is the last instruction from one before another that writes a register; -1: none does.
func (b block) setAt(reg, from, before int) int {
	for i := before - 1; i >= from; i-- {
		if b.instrs[i].sets(reg) {
			return i
		}
	}
	return -1
}

// origin is the instruction of the block that computes what a register holds before another, past moves; -1: none.
func (b block) origin(reg, before int) int {
	i := b.setAt(reg, b.first, before)
	if i >= 0 && b.instrs[i].form.name == "mov" && b.instrs[i].args[1].kind == argReg {
		return b.origin(b.instrs[i].args[1].reg, i)
	}
	return i
}

// source is the register that an operand was moved from within the block.
func (b block) source(a arg, before int) arg {
	if a.kind != argReg {
		return a
	}
	i := b.setAt(a.reg, b.first, before)
	if i >= 0 && b.instrs[i].form.name == "mov" {
		return b.source(b.instrs[i].args[1], i)
	}
	if i >= 0 {
		return arg{kind: argSink}
	}
	return a
}

// repeats reports whether the block is repeated while a swap found something else than was compared, and compares that.
func (b block) repeats(swap, found, compared int) bool {
	back := &b.instrs[b.last]
	test := b.setAt(back.guard, swap+1, b.last)
	next := b.setAt(compared, swap+1, b.last)
	if back.form.name != "bra" || back.guard < 0 || back.negated || test < 0 || next < test {
		return false
	}
	in, move := &b.instrs[test], &b.instrs[next]
	ty, bits := in.last(), b.instrs[swap].last().w
	return in.form.name == "setp" && !ty.float && !ty.packed && ty.w == bits && // of floats 0 is -0, and no NaN is a NaN
		slices.Contains(in.mods, "ne") && len(in.args) == 3 && in.uses(found) &&
		in.uses(compared) && move.form.name == "mov" && move.args[1].kind == argReg && move.args[1].reg == found &&
		b.setAt(found, swap+1, b.last) < 0
}

// entered reports whether another branch leads into the block, or out of its middle.
func (b block) entered() bool {
	for i := range b.instrs {
		in := &b.instrs[i]
		jumps := slices.ContainsFunc(in.args, func(a arg) bool { return a.kind == argLabel })
		inside := i >= b.first && i < b.last
		if into := i != b.last && in.target >= b.first && in.target <= b.last; jumps && (inside || into) {
			return true
		}
	}
	return false
}

// leaks reports whether a register that the block writes is read elsewhere, or is one of several that an instruction
// writes.
func (b block) leaks() bool {
	for _, in := range b.all() {
		switch {
		case in.form.name == "bra":
			continue
		case len(in.args) == 0 || in.args[0].kind != argReg:
			return true
		}
		for i := range b.instrs {
			if reg := in.args[0].reg; (i < b.first || i > b.last) && b.instrs[i].uses(reg) {
				return true
			}
		}
	}
	return false
}

// guessOf is the load that alone sets a register outside of a block.
func (p *Program) guessOf(reg int, b block) (load int, ok bool) {
	load = -1
	for i := range p.instrs {
		if (i < b.first || i > b.last) && p.instrs[i].sets(reg) {
			if load >= 0 {
				return 0, false
			}
			load = i
		}
	}
	return load, load >= 0 && load < b.first && p.instrs[load].form.name == "ld" && p.instrs[load].args[0].kind == argReg
}
