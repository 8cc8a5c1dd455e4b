package parse

import "slices"

// prototype is how a .func was declared: every declaration of a name must agree
// (PTX ISA, "Kernel and Function Directives: .func").
type prototype struct {
	weak, extern    bool // by one declaration or more
	returns, params []size
}

// size is what a caller has to know of a parameter.
type size struct{ align, bytes int }

func sizes(vs []*Variable) (all []size) {
	for _, v := range vs {
		all = append(all, size{v.Align, v.Size})
	}
	return all
}

// agrees notes the declaration of a function, which must be as any before it.
func (p *parser) agrees(k *Kernel, linkage string) error {
	now := &prototype{linkage == ".weak", linkage == ".extern", sizes(k.Returns), sizes(k.Params)}
	if before := p.mod.prototypes[k.Name]; before != nil {
		if !slices.Equal(before.returns, now.returns) || !slices.Equal(before.params, now.params) {
			return p.refuse(k.Line, Malformed, "%s was declared with other parameters", k.Name)
		}
		now.weak, now.extern = now.weak || before.weak, now.extern || before.extern
	}
	p.mod.prototypes[k.Name] = now
	return nil
}
