package exec

import "strings"

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
