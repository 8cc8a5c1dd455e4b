package parse

import (
	"strings"

	"github.com/shflgen/shflgen/spec"
)

// specials are the special registers that have a meaning here.
var specials = map[string]bool{
	"%laneid": true,
	"%tid.x":  true, "%tid.y": true, "%tid.z": true,
	"%ntid.x": true, "%ntid.y": true, "%ntid.z": true,
	"%lanemask_eq": true, "%lanemask_le": true, "%lanemask_lt": true,
	"%lanemask_ge": true, "%lanemask_gt": true,
	"%ctaid.x": true, "%ctaid.y": true, "%ctaid.z": true,
	"%nctaid.x": true, "%nctaid.y": true, "%nctaid.z": true,
	"%cluster_ctarank": true, "%cluster_nctarank": true,
}

// Special reports whether name is a special register with a meaning here.
func Special(name string) bool { return specials[name] }

// instr reads `[@[!]p] opcode [operands];`.
func (p *parser) instr(k *Kernel) error {
	in := &Instr{Place: p.place(p.peek().line)}
	if p.accept("@") {
		in.Negated = p.accept("!")
		g, err := p.word("a predicate")
		if err != nil {
			return err
		}
		in.Guard = p.kept(g.text)
	}
	op, err := p.word("an opcode")
	if err != nil {
		return err
	}
	for strings.HasPrefix(op.text, "st.async.") && p.colon(0) && p.colon(1) {
		p.next()
		p.next()
		more, err := p.word("a modifier")
		if err != nil {
			return err
		}
		op.text += "::" + more.text
	}
	parts := strings.Split(op.text, ".")
	for _, part := range parts {
		if part == "" || strings.ContainsAny(part, "%$") {
			return p.refuse(op.line, Malformed, "found %q, want an opcode", op.text)
		}
	}
	in.Name, in.Mods = parts[0], parts[1:]
	if in.Used, p.used = p.used, 0; in.Used != 0 && in.Name != "ld" {
		return p.refuse(in.Line, Malformed, "%s behind used_bytes_mask, want a load", in.Name)
	}
	// `.level::cache` and the like arrive as a colon after the opcode.
	if p.is(":") {
		return p.refuse(op.line, Unsupported, "%s:: modifier", op.text)
	}
	if in.Operands, err = p.operands(";", p.operand); err != nil {
		return err
	}
	if err := p.declared(k, in); err != nil {
		return err
	}
	k.Body = append(k.Body, in)
	return nil
}

// operands are those up to a mark, with commas between them.
func (p *parser) operands(end string, one func() (Operand, error)) (all []Operand, err error) {
	for !p.accept(end) {
		if len(all) > 0 {
			if err := p.want(","); err != nil {
				return nil, err
			}
		}
		o, err := one()
		if err != nil {
			return nil, err
		}
		all = append(all, o)
	}
	return all, nil
}

// parts are the operands of a list or a vector.
func (p *parser) parts(t token, what, end string) ([]Operand, error) {
	return p.operands(end, func() (Operand, error) {
		if p.is("(") || p.is("{") {
			return nil, p.refuse(t.line, Malformed, "a %s in a %[1]s", what)
		}
		return p.operand()
	})
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
			return Not{p.kept(r.text)}, err
		case "[":
			return p.address()
		case "(":
			parts, err := p.parts(t, "list", ")")
			return List{parts}, err
		case "{":
			parts, err := p.parts(t, "vector", "}")
			if n := len(parts); err == nil && (n == 0 || n > 4) {
				err = p.refuse(t.line, Malformed, "a vector of %d: want 1 to 4", n)
			}
			return Vector{parts}, err
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
		return Pair{p.kept(t.text), p.kept(second.text)}, err
	}
	kept, register := p.lookup(t.text)
	if register || strings.HasPrefix(t.text, "%") && kept == t.text {
		return Reg{kept}, nil
	}
	if t.text == "WARP_SZ" { // the one constant that PTX predefines
		return Int{spec.WarpSize}, nil
	}
	return Name{kept}, nil
}

func (p *parser) address() (Operand, error) {
	t := p.next()
	if t.kind != tokWord {
		return nil, p.refuse(t.line, Malformed, "found %q, want a base of an address", t.text)
	}
	a := Address{Base: p.kept(t.text)}
	negative := p.accept("-")
	if plus := !negative && p.accept("+"); plus || negative {
		negative = negative || p.accept("-")
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
