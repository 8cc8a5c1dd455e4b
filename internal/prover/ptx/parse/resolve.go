package parse

import (
	"slices"
	"strings"
)

// use is an operand that may be a label, with the scopes that it can see.
type use struct {
	line   int
	name   string
	scopes []int
}

// declared checks that every name of an instruction is declared before it, but for
// labels, which [parser.labels] checks. nvcc writes _ for a result that nobody reads,
// so it needs no declaration.
func (p *parser) declared(k *Kernel, in *Instr) error {
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
			if _, ok := k.Regs[o.Base]; !ok && !p.variableNamed(k, o.Base) && !p.ofData(k, in, o.Base) {
				return p.refuse(in.Line, Malformed, "%s is not declared", o.Base)
			}
		case Vector:
			return all(o.Parts, check)
		case List:
			return all(o.Parts, check)
		case Name:
			if o.Name != "_" && !p.variableNamed(k, o.Name) && !p.ofData(k, in, o.Name) {
				u := use{in.Line, o.Name, nil}
				for _, s := range p.scopes {
					u.scopes = append(u.scopes, s.id)
				}
				p.uses = append(p.uses, u)
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
	return all(in.Operands, check)
}

// all checks operands one by one.
func all(operands []Operand, check func(Operand) error) error {
	for _, o := range operands {
		if err := check(o); err != nil {
			return err
		}
	}
	return nil
}

// variableNamed reports whether a variable or a function of the name is declared so far.
func (p *parser) variableNamed(k *Kernel, name string) bool {
	for _, vs := range [][]*Variable{k.Params, k.Returns, k.Shared, k.Local, k.Passed, p.mod.Shared} {
		for _, v := range vs {
			if v.Name == name {
				return true
			}
		}
	}
	return p.mod.prototypes[name] != nil
}

// resolve checks a kernel when all of it is read: that no name stands twice, and that
// every label is declared in a scope that its use can see (PTX ISA, "Labels and
// Function Names"; ptxas refuses a branch into a scope).
func (p *parser) resolve(k *Kernel) error {
	names := map[string]bool{}
	for _, vs := range [][]*Variable{k.Params, k.Returns, k.Shared, k.Local, k.Passed, p.mod.Shared} {
		for _, v := range vs {
			if _, register := k.Regs[v.Name]; names[v.Name] || register {
				return p.refuse(v.Line, Malformed, "%s is declared twice", v.Name)
			}
			names[v.Name] = true
		}
	}
	for label := range k.Labels {
		if p.mod.data[label] {
			return p.refuse(k.Line, Malformed, "%s is declared twice", label)
		}
	}
	for _, u := range p.uses {
		scope, ok := p.labels[u.name]
		if !ok {
			return p.refuse(u.line, Malformed, "%s is not declared", u.name)
		}
		if !slices.Contains(u.scopes, scope) {
			return p.refuse(u.line, Malformed, "label %s stands in a block that does not enclose this line", u.name)
		}
	}
	return nil
}
