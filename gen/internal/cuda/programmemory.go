package cuda

import (
	"fmt"

	"github.com/shflgen/shflgen/gen/internal/ir"
)

// access is an instruction that accesses global memory, as inline PTX: PTX ISA, "Data Movement and Conversion
// Instructions" and "atom".
func (p *program) access(s ir.Stmt) string {
	var ptx, out, in string
	switch s := s.(type) {
	case ir.Instruct:
		return p.instruction(s)
	case ir.Load:
		if s.Order == ir.Constant {
			return loadStreamed(s.To[0].Type.(ir.Number).Bits(), p.texts(s.To), p.expr(s.From).text, false)
		}
		suffix, slots, to := p.words(s.To, "=")
		ptx = fmt.Sprintf("ld.%s.%s %s, [%%%d]", orders[s.Order], suffix, slots, len(s.To))
		out, in = to, p.operand(s.From)
	case ir.Store:
		suffix, slots, from := p.words(s.Words, "")
		if s.Order == ir.Relaxed {
			ptx, in = fmt.Sprintf("st.%s.%s [%%0], %%1", orders[s.Order], suffix), p.operand(s.To)+", "+from
			break
		}
		ptx = fmt.Sprintf("st.%s.%s [%%%d], %s", orders[s.Order], suffix, len(s.Words), slots)
		in = from + ", " + p.operand(s.To)
	case ir.AtomicAdd:
		by, ok := s.By.Node.(ir.Const)
		if !ok {
			p.report("an atomic addition of no constant")
		}
		suffix, slot, old := p.words([]ir.Expr{s.Old}, "=")
		ptx = fmt.Sprintf("atom.%s.add.%s %s, [%%1], %d", orders[ir.Relaxed], suffix, slot, by.Bits)
		out, in = old, p.operand(s.At)
	default:
		p.report("unexpected statement %T", s)
	}
	if out != "" {
		out += " "
	}
	return fmt.Sprintf(`asm volatile("%s;" : %s: %s : "memory");`, ptx, out, in)
}

func (p *program) operand(e ir.Expr) string { return fmt.Sprintf(`"l"(%s)`, p.expr(e)) }

// words are the parts of an instruction that accesses words, see [streamed].
func (p *program) words(all []ir.Expr, mode string) (suffix, slots, operands string) {
	return streamed(all[0].Type.(ir.Number).Bits(), p.texts(all), mode)
}

func (p *program) texts(all []ir.Expr) (texts []string) {
	for _, e := range p.exprs(all) {
		texts = append(texts, e.text)
	}
	return texts
}
