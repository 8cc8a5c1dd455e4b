package parse

import (
	"slices"
	"strings"
)

// A file may have variables in global and constant memory: what another kernel counts in, a name in quotes that no
// instruction is left of, a table of the library. Their content is unknown, as the host may write them. So a variable
// is read over, and an instruction that names one is marked.

// data reads a variable in global or constant memory, from its alignment to the semicolon.
func (p *parser) data(line int) error {
	if err := p.dataName(); err != nil {
		return err
	}
	for p.accept("[") {
		if p.accept("]") {
			continue
		}
		if _, err := p.integer("a length", 1<<40); err != nil {
			return err
		}
		if err := p.want("]"); err != nil {
			return err
		}
	}
	if p.accept("=") {
		if err := p.initializer(line); err != nil {
			return err
		}
	}
	return p.want(";")
}

// dataName reads what stands before the length of a variable.
func (p *parser) dataName() error {
	for typed := false; ; {
		t, err := p.word("a variable")
		switch {
		case err != nil:
			return err
		case t.text == ".align":
			if _, err := p.integer("an alignment", 1<<16); err != nil {
				return err
			}
		case strings.HasPrefix(t.text, "."):
			if typed || TypeBits(t.text[1:]) < 8 {
				return p.refuse(t.line, Unsupported, "%s in a declaration", t.text)
			}
			typed = true
		case !typed || !mayName(t.text):
			return p.refuse(t.line, Malformed, "%s is declared without a type, or is no name", t.text)
		case p.moduleName(t.text):
			return p.refuse(t.line, Malformed, "%s is declared twice", t.text)
		default:
			p.mod.data[t.text] = true
			return nil
		}
	}
}

// initializer reads over what a variable starts from.
func (p *parser) initializer(line int) error {
	depth := 0
	for ; depth > 0 || !p.is(";"); p.next() {
		switch t := p.peek(); {
		case t.kind == tokEnd || p.is(";"):
			return p.refuse(line, Malformed, "an initializer without an end")
		case p.is("{"):
			depth++
		case p.is("}"):
			depth--
		case t.kind == tokMark && !strings.Contains(",()+-", t.text), strings.HasPrefix(t.text, "."):
			return p.refuse(t.line, Malformed, "found %q in an initializer", t.text)
		}
		if depth < 0 {
			return p.refuse(line, Malformed, "an initializer that ends before it begins")
		}
	}
	return nil
}

// moduleName reports whether a name is one of the module's already.
func (p *parser) moduleName(name string) bool {
	return p.mod.data[name] || p.mod.prototypes[name] != nil ||
		slices.ContainsFunc(p.mod.Shared, func(v *Variable) bool { return v.Name == name })
}

// ofData reports whether an instruction's operand is a variable that is read over, and marks the instruction then. The
// names of a body hide those of the module.
func (p *parser) ofData(k *Kernel, in *Instr, name string) bool {
	if !p.mod.data[name] || p.variableNamed(k, name) {
		return false
	}
	in.Data = name
	return true
}

// Unknown is why an instruction that names a variable in global or constant memory is refused.
func (i *Instr) Unknown() string {
	if i.Data == "" {
		return ""
	}
	return i.Data + " is a variable in global or constant memory, which anybody may write: what it holds is not known"
}
