package parse

import (
	"fmt"
	"strings"
)

// scope is the names that one pair of braces declares. Registers and variables
// share them, so that no name means two things.
type scope struct {
	id    int // 0 for the outermost scope of a body; no two inner ones have one id
	names map[string]named
}

// named is what a name stands for.
type named struct {
	kept     string // in Kernel.Regs, or as a Variable's name
	variable bool
}

func newScope(id int) scope { return scope{id, map[string]named{}} }

// reserved is what names of special registers start with, whether they have a
// meaning here or not (PTX ISA, "Special Registers"). A register of such a name
// would hide one.
var reserved = []string{
	"%tid", "%ntid", "%laneid", "%warpid", "%nwarpid", "%ctaid", "%nctaid", "%smid", "%nsmid", "%gridid",
	"%lanemask_", "%clock", "%pm", "%envreg", "%globaltimer", "%reserved_", "%total_smem", "%aggr_smem",
	"%dynamic_smem", "%is_explicit_cluster", "%cluster", "%nclusterid", "%current_graph",
}

// mayName reports whether a register or a variable may have the name.
func mayName(name string) bool {
	if isDigit(name[0]) || strings.Contains(name, ".") || name == "_" || name == "WARP_SZ" || name == "%" {
		return false
	}
	for _, r := range reserved {
		if strings.HasPrefix(name, r) {
			return false
		}
	}
	return true
}

// name declares a register or a variable in the innermost scope.
func (p *parser) name(line int, text string, variable bool) error {
	if !mayName(text) {
		return p.refuse(line, Malformed, "%s is no name for a register or a variable", text)
	}
	s := p.scopes[len(p.scopes)-1]
	if _, ok := s.names[text]; ok {
		return p.refuse(line, Malformed, "%s is declared twice", text)
	}
	kept := text
	if s.id > 0 {
		kept = fmt.Sprintf("%s@%d", text, s.id)
	}
	s.names[text] = named{kept, variable}
	return nil
}

// lookup is the name under which the kernel keeps the register or the variable that
// is written as text here, and whether it is a register; text itself and no where
// the body declares none.
func (p *parser) lookup(text string) (kept string, register bool) {
	for i := len(p.scopes) - 1; i >= 0; i-- {
		if n, ok := p.scopes[i].names[text]; ok {
			return n.kept, !n.variable
		}
	}
	return text, false
}

// kept is lookup without the kind.
func (p *parser) kept(text string) string {
	kept, _ := p.lookup(text)
	return kept
}
