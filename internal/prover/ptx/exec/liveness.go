package exec

import "strings"

// live are the registers that an instruction or one after it may read before they are written, by register.
func (p *Program) live(pc int) []bool {
	if p.alive == nil {
		p.alive = p.liveness()
	}
	return p.alive[pc]
}

// liveRegisters are the numbers of those that are live.
func (p *Program) liveRegisters(pc int) (all []int) {
	for r, is := range p.live(pc) {
		if is {
			all = append(all, r)
		}
	}
	return all
}

// liveness goes backward over the flow until nothing changes. A guarded instruction may leave what it writes as it was.
func (p *Program) liveness() [][]bool {
	n := len(p.instrs)
	all := make([][]bool, n+1)
	for i := range all {
		all[i] = make([]bool, len(p.widths))
		for flag := range flagWidths { // which no operand names
			all[i][flag] = true
		}
	}
	for changed := true; changed; {
		changed = false
		for pc := n - 1; pc >= 0; pc-- {
			now := make([]bool, len(p.widths))
			copy(now, all[n])
			for _, to := range p.next(pc) {
				for r, is := range all[to] {
					now[r] = now[r] || is
				}
			}
			in := &p.instrs[pc]
			reads, writes := in.registers()
			if in.guard < 0 {
				for _, r := range writes {
					now[r] = false
				}
			} else {
				now[in.guard] = true
			}
			for _, r := range reads {
				now[r] = true
			}
			for r, is := range now {
				if is != all[pc][r] {
					changed = true
					break
				}
			}
			all[pc] = now
		}
	}
	return all
}

// registers are those that an instruction reads and that it writes. Registers that it writes in part, or reads in a
// special form, are in the first list.
func (in *instr) registers() (reads, writes []int) {
	for i, a := range in.args {
		written := i < len(in.form.operands) && strings.ContainsRune("d|v", rune(in.form.operands[i]))
		for _, a := range append([]arg{a}, a.parts...) {
			switch {
			case a.kind == argPair && written:
				for _, r := range []int{a.reg, a.second} {
					if r >= 0 {
						writes = append(writes, r)
					}
				}
			case a.kind == argReg && written:
				writes = append(writes, a.reg)
			case (a.kind == argReg || a.kind == argNot || a.kind == argAddress) && a.reg >= 0:
				reads = append(reads, a.reg)
			}
		}
	}
	return reads, writes
}
