package parse

import (
	"fmt"
	"strings"
)

// kernel reads from the name after .entry to the closing brace.
func (p *parser) kernel(line int) error {
	name, err := p.word("a kernel's name")
	if err != nil {
		return err
	}
	k := &Kernel{Name: name.text, Line: line, Regs: map[string]string{}, Labels: map[string]int{}}
	for _, other := range p.mod.Kernels {
		if other.Name == k.Name {
			return p.refuse(line, Malformed, "kernel %s is defined twice", k.Name)
		}
	}
	if p.accept("(") {
		for !p.accept(")") {
			t, err := p.word(".param")
			if err != nil {
				return err
			}
			if t.text != ".param" {
				return p.refuse(t.line, Malformed, "found %q, want .param", t.text)
			}
			v, err := p.variable(t.line)
			if err != nil {
				return err
			}
			k.Params = append(k.Params, v)
			if !p.is(")") {
				if err := p.want(","); err != nil {
					return err
				}
			}
		}
	}
	if err := p.limits(); err != nil {
		return err
	}
	if err := p.want("{"); err != nil {
		return err
	}
	p.scopes = []map[string]string{{}}
	if err := p.body(k); err != nil {
		return err
	}
	p.mod.Kernels = append(p.mod.Kernels, k)
	return p.resolve(k)
}

// limits skips directives that bound a launch and change no result.
func (p *parser) limits() error {
	for !p.is("{") {
		t, err := p.word("{ or a launch bound")
		if err != nil {
			return err
		}
		switch t.text {
		case ".maxntid", ".reqntid", ".minnctapersm", ".maxnreg":
		default:
			return p.refuse(t.line, Unknown, "%s after a kernel's parameters", t.text)
		}
		for {
			if _, err := p.integer("a launch bound", 1<<31); err != nil {
				return err
			}
			if !p.accept(",") {
				break
			}
		}
	}
	return nil
}

// body reads declarations, labels and instructions up to the brace that closes
// the kernel. Inner scopes, with registers of their own, come from inline
// assembly and from clang's way to take half of a register.
func (p *parser) body(k *Kernel) error {
	for {
		t := p.peek()
		if t.kind == tokMark {
			switch t.text {
			case "}":
				p.next()
				p.scopes = p.scopes[:len(p.scopes)-1]
				if len(p.scopes) == 0 {
					return nil
				}
				continue
			case "{":
				p.next()
				p.scopes = append(p.scopes, map[string]string{})
				p.nested++
				continue
			case ";":
				p.next() // inline assembly closes a scope with one too many
				continue
			case "@":
				if err := p.instr(k); err != nil {
					return err
				}
				continue
			}
		}
		if t.kind != tokWord {
			return p.refuse(t.line, Malformed, "found %q, want a statement", t.text)
		}
		var err error
		switch {
		case strings.HasPrefix(t.text, "."):
			p.next()
			err = p.declaration(k, t)
		case p.marked(1, ":") && !p.marked(2, ":"): // a:: is a modifier of an opcode
			p.at += 2
			err = p.label(k, t)
		default:
			err = p.instr(k)
		}
		if err != nil {
			return err
		}
	}
}

// marked reports whether the token n further is the mark.
func (p *parser) marked(n int, mark string) bool {
	return p.at+n < len(p.toks) && p.toks[p.at+n].kind == tokMark && p.toks[p.at+n].text == mark
}

func (p *parser) label(k *Kernel, t token) error {
	if len(p.scopes) > 1 {
		return p.refuse(t.line, Unsupported, "label %s in an inner scope", t.text)
	}
	if _, ok := k.Labels[t.text]; ok {
		return p.refuse(t.line, Malformed, "label %s stands twice", t.text)
	}
	k.Labels[t.text] = len(k.Body)
	return nil
}

// harmlessPragmas steer optimisation and change no result.
var harmlessPragmas = map[string]bool{"nounroll": true}

func (p *parser) declaration(k *Kernel, t token) error {
	switch t.text {
	case ".reg":
		return p.registers(k)
	case ".shared", ".local":
		if len(p.scopes) > 1 {
			return p.refuse(t.line, Unsupported, "%s in an inner scope", t.text)
		}
		v, err := p.variable(t.line)
		if err != nil {
			return err
		}
		if t.text == ".shared" {
			k.Shared = append(k.Shared, v)
		} else {
			k.Local = append(k.Local, v)
		}
		return p.want(";")
	case ".loc":
		return p.loc()
	case ".pragma":
		s := p.next()
		if s.kind != tokString || !harmlessPragmas[s.text] {
			return p.refuse(s.line, Unsupported, ".pragma %q", s.text)
		}
		return p.want(";")
	case ".param", ".callprototype", ".branchtargets", ".calltargets":
		return p.refuse(t.line, Unsupported, "%s in a body: calls are not followed", t.text)
	}
	return p.refuse(t.line, Unknown, "directive %s", t.text)
}

// loc skips .loc file line column [, function_name …, inlined_at …]: what
// follows on its own line, and nothing past it.
func (p *parser) loc() error {
	line := p.toks[p.at-1].line
	for i := 0; i < 3; i++ {
		if _, err := p.integer("a position", 1<<31); err != nil {
			return err
		}
	}
	if p.is(",") && p.peek().line == line {
		return p.refuse(line, Unsupported, ".loc with more than a position")
	}
	return nil
}

// registers reads `.type %r<N>;` or `.type %a, %b;`.
func (p *parser) registers(k *Kernel) error {
	t, err := p.word("a register type")
	if err != nil {
		return err
	}
	typ := strings.TrimPrefix(t.text, ".")
	if TypeBits(typ) == 0 {
		return p.refuse(t.line, Unsupported, "registers of type %s", t.text)
	}
	for {
		name, err := p.word("a register")
		if err != nil {
			return err
		}
		if !p.accept("<") {
			if err := p.register(k, name, name.text, typ); err != nil {
				return err
			}
		} else {
			n, err := p.integer("a number of registers", maxRegs)
			if err != nil {
				return err
			}
			if len(k.Regs)+n > maxRegs {
				return p.refuse(t.line, Unsupported, "more than %d registers", maxRegs)
			}
			if err := p.want(">"); err != nil {
				return err
			}
			for i := range n {
				if err := p.register(k, name, fmt.Sprintf("%s%d", name.text, i), typ); err != nil {
					return err
				}
			}
		}
		if !p.accept(",") {
			return p.want(";")
		}
	}
}

func (p *parser) register(k *Kernel, at token, name, typ string) error {
	if isDigit(name[0]) || name[0] == '.' || name == "_" || Special(name) {
		return p.refuse(at.line, Malformed, "%s is no name for a register", name)
	}
	scope := p.scopes[len(p.scopes)-1]
	if _, ok := scope[name]; ok {
		return p.refuse(at.line, Malformed, "register %s is declared twice", name)
	}
	kept := name
	if len(p.scopes) > 1 {
		kept = fmt.Sprintf("%s@%d", name, p.nested)
	}
	scope[name] = kept
	k.Regs[kept] = typ
	return nil
}

// lookup is the name under which Kernel.Regs keeps the register that is written
// as text here; text itself where there is none.
func (p *parser) lookup(text string) string {
	for i := len(p.scopes) - 1; i >= 0; i-- {
		if kept, ok := p.scopes[i][text]; ok {
			return kept
		}
	}
	return text
}
