package exec

import (
	"slices"

	"github.com/shflgen/shflgen/internal/prover/ptx/parse"
)

// loose are the float instructions of a program without a rounding modifier: "mul/add
// sequences with no rounding modifiers may be optimized to use fused-multiply-add
// instructions" (PTX ISA, "Floating Point Instructions: add"). A program that has such
// sums and no such product, or products and no sum, leaves nothing to contract.
// A product that nothing but comparisons reads is in no sum.
type loose struct {
	product, sum *instr // the first of each
}

// looseOf finds them.
func (p *Program) looseOf() (l loose) {
	added := p.readBesideComparisons()
	for i := range p.instrs {
		in := &p.instrs[i]
		if len(in.mods) != 2 || in.mods[0] != "" || !typs[in.mods[1]].float {
			continue
		}
		switch in.form.name {
		case "mul":
			_, writes := in.registers()
			if l.product == nil && slices.ContainsFunc(writes, func(r int) bool { return added[r] }) {
				l.product = in
			}
		case "add", "sub":
			if l.sum == nil {
				l.sum = in
			}
		}
	}
	return l
}

// readBesideComparisons are the registers that an instruction reads that does not compare.
func (p *Program) readBesideComparisons() map[int]bool {
	all := map[int]bool{}
	for i := range p.instrs {
		if name := p.instrs[i].form.name; name == "setp" || name == "set" {
			continue
		}
		reads, _ := p.instrs[i].registers()
		for _, r := range reads {
			all[r] = true
		}
	}
	return all
}

// contracts refuses a program with both. The instructions need not be near: a product
// may come to a sum through moves, selects and memory.
func (l *loader) contracts() error {
	l.p.loose = l.p.looseOf()
	p := l.p.loose
	if p.product == nil || p.sum == nil {
		return nil
	}
	return parse.Refuse(l.p.File, p.sum.Place,
		"%s here and %s at %s, both without .rn: the assembler may contract them into an fma; write __fadd_rn or "+
			"__fmul_rn (__dadd_rn, __dmul_rn; __hadd_rn, __hmul_rn)",
		p.sum.opcode, p.product.opcode, p.product.Place)
}

// Loose names a float instruction without a rounding modifier, or is "". The program
// itself has nothing to contract it with; what calls its function may.
func (p *Program) Loose() string {
	switch {
	case p.loose.sum != nil:
		return p.loose.sum.opcode
	case p.loose.product != nil:
		return p.loose.product.opcode
	}
	return ""
}
