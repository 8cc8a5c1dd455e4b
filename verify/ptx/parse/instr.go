package parse

import (
	"strings"

	"github.com/shflgen/shflgen"
)

// specials are the special registers that have a meaning here.
var specials = map[string]bool{
	"%laneid": true,
	"%tid.x":  true, "%tid.y": true, "%tid.z": true,
	"%ntid.x": true, "%ntid.y": true, "%ntid.z": true,
	"%lanemask_eq": true, "%lanemask_le": true, "%lanemask_lt": true,
	"%lanemask_ge": true, "%lanemask_gt": true,
}

// Special reports whether name is a special register with a meaning here.
func Special(name string) bool { return specials[name] }

// instr reads `[@[!]p] opcode [operands];`.
func (p *parser) instr(k *Kernel) error {
	in := &Instr{Line: p.peek().line}
	if p.accept("@") {
		in.Negated = p.accept("!")
		g, err := p.word("a predicate")
		if err != nil {
			return err
		}
		in.Guard = p.lookup(g.text)
	}
	op, err := p.word("an opcode")
	if err != nil {
		return err
	}
	parts := strings.Split(op.text, ".")
	for _, part := range parts {
		if part == "" || strings.ContainsAny(part, "%$") {
			return p.refuse(op.line, Malformed, "found %q, want an opcode", op.text)
		}
	}
	in.Name, in.Mods = parts[0], parts[1:]
	// `.level::cache` and the like arrive as a colon after the opcode.
	if p.is(":") {
		return p.refuse(op.line, Unsupported, "%s:: modifier", op.text)
	}
	for !p.accept(";") {
		if len(in.Operands) > 0 {
			if err := p.want(","); err != nil {
				return err
			}
		}
		o, err := p.operand()
		if err != nil {
			return err
		}
		in.Operands = append(in.Operands, o)
	}
	k.Body = append(k.Body, in)
	return nil
}

func (p *parser) operand() (Operand, error) {
	t := p.next()
	switch t.kind {
	case tokNumber:
		return p.immediate(t, false)
	case tokWord:
		return p.named(t)
	case tokMark:
		switch t.text {
		case "-":
			return p.immediate(p.next(), true)
		case "!":
			r, err := p.word("a predicate")
			return Not{p.lookup(r.text)}, err
		case "[":
			return p.address()
		case "{":
			var v Vector
			for {
				if p.is("{") {
					return nil, p.refuse(t.line, Malformed, "a vector in a vector")
				}
				o, err := p.operand()
				if err != nil {
					return nil, err
				}
				v.Parts = append(v.Parts, o)
				if len(v.Parts) > 4 {
					return nil, p.refuse(t.line, Malformed, "a vector of more than 4")
				}
				if !p.accept(",") {
					return v, p.want("}")
				}
			}
		}
	case tokString, tokEnd:
	}
	return nil, p.refuse(t.line, Malformed, "found %q, want an operand", t.text)
}

func (p *parser) immediate(t token, negative bool) (Operand, error) {
	if t.kind != tokNumber {
		return nil, p.refuse(t.line, Malformed, "found %q, want a number", t.text)
	}
	o, err := number(t.text)
	if err != nil {
		return nil, p.refuse(t.line, Malformed, "%v", err)
	}
	if negative {
		i, ok := o.(Int)
		if !ok {
			return nil, p.refuse(t.line, Malformed, "minus before %s", t.text)
		}
		o = Int{-i.Bits}
	}
	return o, nil
}

// named is a register, a pair of them, a label or a variable.
func (p *parser) named(t token) (Operand, error) {
	if p.accept("|") {
		second, err := p.word("a predicate")
		return Pair{p.lookup(t.text), p.lookup(second.text)}, err
	}
	if kept := p.lookup(t.text); kept != t.text || strings.HasPrefix(t.text, "%") || p.declared(t.text) {
		return Reg{kept}, nil
	}
	if t.text == "WARP_SZ" { // the one constant that PTX predefines
		return Int{shflgen.WarpSize}, nil
	}
	return Name{t.text}, nil
}

// declared reports whether text is a register of the kernel's outermost scope.
func (p *parser) declared(text string) bool {
	_, ok := p.scopes[0][text]
	return ok
}

func (p *parser) address() (Operand, error) {
	t := p.next()
	if t.kind != tokWord {
		return nil, p.refuse(t.line, Malformed, "found %q, want a base of an address", t.text)
	}
	a := Address{Base: p.lookup(t.text)}
	negative := p.is("-")
	if p.accept("+") || p.accept("-") {
		negative = p.accept("-") || negative
		n, err := p.integer("an offset", maxBytes)
		if err != nil {
			return nil, err
		}
		a.Offset = int64(n)
		if negative {
			a.Offset = -a.Offset
		}
	}
	return a, p.want("]")
}

// resolve checks that every name of a kernel is declared. nvcc writes _ for a
// result that nobody reads, so it needs no declaration.
func (p *parser) resolve(k *Kernel) error {
	names := map[string]bool{}
	for _, vs := range [][]*Variable{k.Params, k.Shared, k.Local, p.mod.Shared} {
		for _, v := range vs {
			if names[v.Name] {
				return p.refuse(v.Line, Malformed, "%s is declared twice", v.Name)
			}
			names[v.Name] = true
		}
	}
	for _, in := range k.Body {
		reg := func(name string) error {
			if _, ok := k.Regs[name]; !ok && !Special(name) && name != "_" {
				if strings.HasPrefix(name, "%") {
					return p.refuse(in.Line, Unknown, "register %s", name)
				}
				return p.refuse(in.Line, Malformed, "%s is no register", name)
			}
			return nil
		}
		var check func(Operand) error
		check = func(o Operand) error {
			switch o := o.(type) {
			case Reg:
				return reg(o.Name)
			case Not:
				return reg(o.Reg)
			case Pair:
				if err := reg(o.First); err != nil {
					return err
				}
				return reg(o.Second)
			case Address:
				if _, ok := k.Regs[o.Base]; !ok && !names[o.Base] {
					return p.refuse(in.Line, Malformed, "%s is not declared", o.Base)
				}
			case Vector:
				for _, part := range o.Parts {
					if err := check(part); err != nil {
						return err
					}
				}
			case Name:
				if _, ok := k.Labels[o.Name]; !ok && !names[o.Name] && o.Name != "_" {
					return p.refuse(in.Line, Malformed, "%s is not declared", o.Name)
				}
			case Int, Float:
			default:
				return p.refuse(in.Line, Malformed, "unexpected operand %T", o)
			}
			return nil
		}
		if in.Guard != "" {
			if err := reg(in.Guard); err != nil {
				return err
			}
		}
		for _, o := range in.Operands {
			if err := check(o); err != nil {
				return err
			}
		}
	}
	return nil
}
