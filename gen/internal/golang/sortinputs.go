package golang

import (
	"slices"

	"github.com/dave/jennifer/jen"
	"github.com/shflgen/shflgen/spec"
)

// brought defines the array of the elements that a sort compares, by position: by a helper that brings a
// register where there are several, else one by one. In a function of its own, compilers keep more in registers.
func (p *printer) brought(values, in []*value) ([]jen.Code, error) {
	n := p.spec.Brings()
	several := n > 1 && len(in)%n == 0 && len(in) == len(values)
	for i, v := range in {
		several = several && p.alike(v, in[i-i%n], i%n, nil)
	}
	if !several {
		lines, err := p.defineAll(values)
		if lines = append(lines, p.array(keysName, p.parts[0], in, p.localType())); p.beside {
			lines = append(lines, p.array(slotsName, slotPart, in, slotType))
		}
		return lines, err
	}
	body, err := p.ofRegister(func() (body blocks, err error) {
		for i := 0; i < len(in); i += n {
			some, err := p.definitions(in[i])
			if err != nil {
				return nil, err
			}
			body = append(body, some...)
			for _, part := range p.held() {
				body = append(body, assign(p.atPosition(i, part), p.local(in[i], part)))
			}
		}
		return body, nil
	})
	row := jen.Id(rowName).Op("*").Index(jen.Lit(p.shape.Lanes)).Add(p.elementType())
	h := p.helps("Bring", helper{doc: "brings the elements of a register to their positions.", body: body,
		params: slices.Concat(p.compared(len(in)), []jen.Code{row, jen.Id(registerName).Int()}, p.maskParams())})
	lines := []jen.Code{jen.Id(keysName).Op(":=").New(jen.Index(jen.Lit(len(in))).Id(p.localType()))}
	args := []jen.Code{jen.Id(keysName)}
	if p.beside {
		lines = append(lines, jen.Id(slotsName).Op(":=").New(jen.Index(jen.Lit(len(in))).Id(slotType)))
		args = append(args, jen.Id(slotsName))
	}
	args = append(args, rowOf(), jen.Id(registerName))
	if p.spec.Mask != spec.Full {
		args = append(args, jen.Id(memberBits.name()))
	}
	return append(lines, p.overRegisters(jen.Id(h.name).Call(args...))), err
}

// atPosition is the element at a position of the arrays of a sort.
func (p *printer) atPosition(position int, part part) expr {
	name, n := keysName, p.spec.Brings()
	if part.suffix == slotPart.suffix {
		name = slotsName
	}
	return id(name).index(p.position(position/n, position%n))
}
