package parse

import (
	"fmt"
	"strconv"
	"strings"
)

// kernel reads from the name after .entry to the closing brace.
func (p *parser) kernel(line int) error {
	name, err := p.word("a kernel's name")
	if err != nil {
		return err
	}
	k := newKernel(name.text, line)
	if err := p.fresh(k); err != nil {
		return err
	}
	if k.Params, err = p.params(); err != nil {
		return err
	}
	if err := p.limits(k); err != nil {
		return err
	}
	p.mod.Kernels = append(p.mod.Kernels, k)
	return p.define(k)
}

func newKernel(name string, line int) *Kernel {
	return &Kernel{Name: name, Place: Place{Line: line}, Regs: map[string]string{}, Labels: map[string]int{}}
}

// fresh refuses a second kernel or function of one name.
func (p *parser) fresh(k *Kernel) error {
	for _, all := range [][]*Kernel{p.mod.Kernels, p.mod.Funcs} {
		for _, other := range all {
			if other.Name == k.Name {
				return p.refuse(k.Line, Malformed, "%s is defined twice", k.Name)
			}
		}
	}
	return nil
}

// params reads `(.param …, .param …)`, if it is there.
func (p *parser) params() ([]*Variable, error) {
	var params []*Variable
	if !p.accept("(") {
		return nil, nil
	}
	for !p.accept(")") {
		t, err := p.word(".param")
		if err != nil {
			return nil, err
		}
		if t.text != ".param" {
			return nil, p.refuse(t.line, Unsupported, "found %q, want .param", t.text)
		}
		v, err := p.variable(t.line)
		if err != nil {
			return nil, err
		}
		params = append(params, v)
		if !p.is(")") {
			if err := p.want(","); err != nil {
				return nil, err
			}
		}
	}
	return params, nil
}

// function reads a .func from its returned parameter on: a definition, or a
// declaration that ends in a semicolon.
func (p *parser) function(line int) error {
	returns, err := p.params()
	if err != nil {
		return err
	}
	name, err := p.word("a function's name")
	if err != nil {
		return err
	}
	k := newKernel(name.text, line)
	k.Returns = returns
	if k.Params, err = p.params(); err != nil {
		return err
	}
	linkage := p.linkage
	p.linkage = ""
	if err := p.agrees(k, linkage); err != nil {
		return err
	}
	if p.peek().text == ".noreturn" { // matters to a definition, which is refused below
		if p.next(); !p.is(";") {
			return p.refuse(line, Unsupported, "%s: .noreturn", k.Name)
		}
	}
	if p.accept(";") {
		if linkage == ".extern" {
			p.mod.declared[k.Name] = k
		}
		return nil
	}
	if p.mod.prototypes[k.Name].extern {
		return p.refuse(line, Malformed, "%s is declared .extern and defined here", k.Name)
	}
	if err := p.fresh(k); err != nil {
		return err
	}
	if p.mod.prototypes[k.Name].weak {
		p.mod.Weak = append(p.mod.Weak, k.Name)
	}
	p.mod.Funcs = append(p.mod.Funcs, k)
	return p.define(k)
}

// define reads the body of a kernel or a function.
func (p *parser) define(k *Kernel) error {
	if err := p.want("{"); err != nil {
		return err
	}
	p.scopes, p.nested = []scope{newScope(0)}, 0
	p.labels, p.uses = map[string]int{}, nil
	p.position = nil
	for _, vs := range [][]*Variable{k.Returns, k.Params} {
		for _, v := range vs {
			if err := p.name(v.Line, v.Name, true); err != nil {
				return err
			}
		}
	}
	if err := p.body(k); err != nil {
		return err
	}
	p.position = nil
	return p.resolve(k)
}

// limits reads the directives that bound a launch. None of them changes a result;
// whether a launch obeys them is for package exec to say.
func (p *parser) limits(k *Kernel) error {
	for !p.is("{") {
		t, err := p.word("{ or a launch bound")
		if err != nil {
			return err
		}
		switch t.text {
		case ".explicitcluster": // .reqnctapercluster has the number of blocks
			continue
		case ".maxntid", ".reqntid", ".minnctapersm", ".maxnreg", ".reqnctapercluster":
		default:
			return p.refuse(t.line, Unknown, "%s after a kernel's parameters", t.text)
		}
		threads := 1
		for dims := 1; ; dims++ {
			n, err := p.integer("a launch bound", 1<<16)
			if err != nil {
				return err
			}
			if t.text == ".reqnctapercluster" && dims > 1 && n != 1 {
				return p.refuse(t.line, Unsupported, "clusters of more than one dimension")
			}
			if threads *= n; dims > 3 || threads > 1<<31 {
				return p.refuse(t.line, Malformed, "%s of more than three dimensions", t.text)
			}
			if !p.accept(",") {
				break
			}
		}
		switch t.text {
		case ".maxntid":
			k.MaxNTID = threads
		case ".reqntid":
			k.ReqNTID = threads
		case ".reqnctapercluster":
			k.ReqCluster = threads
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
				p.nested++
				p.scopes = append(p.scopes, newScope(p.nested))
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
		case p.colon(1) && !p.colon(2): // a:: is a modifier of an opcode
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

// colon reports whether the token n further is one.
func (p *parser) colon(n int) bool {
	return p.at+n < len(p.toks) && p.toks[p.at+n].kind == tokMark && p.toks[p.at+n].text == ":"
}

func (p *parser) label(k *Kernel, t token) error {
	// Names of labels are kept apart by nothing but themselves, in inner scopes
	// too, so that a branch has one place to go.
	if _, ok := k.Labels[t.text]; ok {
		return p.refuse(t.line, Malformed, "label %s stands twice", t.text)
	}
	k.Labels[t.text] = len(k.Body)
	p.labels[t.text] = p.scopes[len(p.scopes)-1].id
	return nil
}

// harmlessPragmas steer optimisation and change no result.
var harmlessPragmas = map[string]bool{"nounroll": true}

// pragma reads a pragma that controls optimisation, or that names the used bytes of the next load.
func (p *parser) pragma() error {
	s := p.next()
	mask, used := strings.CutPrefix(s.text, "used_bytes_mask ")
	switch {
	case s.kind == tokString && harmlessPragmas[s.text]:
	case s.kind == tokString && used && p.used == 0:
		bits, err := strconv.ParseUint(mask, 0, 64)
		if err != nil || bits == 0 {
			return p.refuse(s.line, Malformed, ".pragma %q: want a mask of bytes that is not 0", s.text)
		}
		p.used = bits
	default:
		return p.refuse(s.line, Unsupported, ".pragma %q", s.text)
	}
	return p.want(";")
}

func (p *parser) declaration(k *Kernel, t token) error {
	switch t.text {
	case ".reg":
		return p.registers(k)
	case ".shared", ".local", ".param":
		v, err := p.variable(t.line)
		if err != nil {
			return err
		}
		if err := p.name(t.line, v.Name, true); err != nil {
			return err
		}
		v.Name, _ = p.lookup(v.Name)
		switch t.text {
		case ".shared":
			k.Shared = append(k.Shared, v)
		case ".local":
			k.Local = append(k.Local, v)
		default:
			k.Passed = append(k.Passed, v)
		}
		return p.want(";")
	case ".loc":
		return p.loc()
	case ".pragma":
		return p.pragma()
	case ".callprototype", ".branchtargets", ".calltargets":
		return p.refuse(t.line, Unsupported, "%s: only direct branches and calls", t.text)
	}
	return p.refuse(t.line, Unknown, "directive %s", t.text)
}

// loc reads .loc file line column [, function_name label [+ offset], inlined_at
// file line column]: for messages only.
func (p *parser) loc() error {
	position := func() (at spot, err error) {
		for _, n := range []*int{&at.file, &at.line, &at.column} {
			if *n, err = p.integer("a position", maxNumber); err != nil {
				return at, err
			}
		}
		return at, nil
	}
	to, err := position()
	if err != nil {
		return err
	}
	var from *spot
	for p.accept(",") {
		t, err := p.word("function_name or inlined_at")
		if err != nil {
			return err
		}
		switch t.text {
		case "function_name":
			if _, err = p.word("a label"); err == nil && p.accept("+") {
				_, err = p.integer("an offset", maxNumber)
			}
		case "inlined_at":
			var outer spot
			outer, err = position()
			from = &outer
		default:
			err = p.refuse(t.line, Malformed, "found %q after a position", t.text)
		}
		if err != nil {
			return err
		}
	}
	p.moved(to, from)
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
	if err := p.name(at.line, name, false); err != nil {
		return err
	}
	kept, _ := p.lookup(name)
	k.Regs[kept] = typ
	return nil
}
