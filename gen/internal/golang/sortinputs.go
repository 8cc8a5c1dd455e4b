package golang

import (
	"github.com/dave/jennifer/jen"
	"github.com/shflgen/shflgen/spec"
)

// registerParam is the number of the register that a helper brings.
const registerParam = "register"

// brought defines the array of the elements that a sort compares, by position: by a helper that brings those of
// one register where there are several, else one by one.
func (p *printer) brought(values, in []*value) ([]jen.Code, error) {
	n := p.spec.Brings()
	several := n > 1 && len(in)%n == 0 && len(in) == len(values)
	for i, v := range in {
		several = several && v.kind == in[0].kind && v.reg == i%n
	}
	if !several {
		lines, err := p.defineAll(values)
		if lines = append(lines, p.array(keysName, p.parts[0], in, p.localType())); p.beside {
			lines = append(lines, p.array(slotsName, slotPart, in, slotType))
		}
		return lines, err
	}
	size := len(in) - n + 1 // from the first element of a register to its last
	body, err := p.bringing(in)
	if err != nil {
		return nil, err
	}
	name := spec.ElementRole.Name()
	params := append(p.compared(size), jen.Id(name).Op("*").Index(jen.Lit(p.shape.Lanes)).Add(typeOf(p.shape.Element())))
	params = append(params, p.maskParams()...)
	if p.spec.KeepsLanes() {
		params = append(params, jen.Id(registerParam).Int32())
	}
	h := p.named("Bring", helper{doc: "brings the elements of a register to their positions.", params: params, body: body})
	p.dialect.helpers = append(p.dialect.helpers, h)
	lines := []jen.Code{jen.Id(keysName).Op(":=").New(jen.Index(jen.Lit(len(in))).Id(p.localType()))}
	if p.beside {
		lines = append(lines, jen.Id(slotsName).Op(":=").New(jen.Index(jen.Lit(len(in))).Id(slotType)))
	}
	for r := range n {
		args := []jen.Code{sliceOf(id(keysName), r, size, jen.Id(p.localType()))}
		if p.beside {
			args = append(args, sliceOf(id(slotsName), r, size, jen.Id(slotType)))
		}
		args = append(args, p.pointer(r))
		for range p.maskParams() {
			args = append(args, jen.Id(memberBits.name()))
		}
		if p.spec.KeepsLanes() {
			args = append(args, jen.Lit(r))
		}
		lines = append(lines, jen.Id(h.name).Call(args...))
	}
	return lines, nil
}

// pointer is the address of a register of v.
func (p *printer) pointer(register int) jen.Code {
	v := p.register(spec.ElementRole, register)
	if !p.shape.Array() {
		return &v.code
	}
	return jen.Op("&").Add(&v.code)
}

// bringing is the body of that helper: register 0 stands for all.
func (p *printer) bringing(in []*value) ([]jen.Code, error) {
	n := p.spec.Brings()
	defer p.beginAlone()()
	var lines []jen.Code
	for i := 0; i < len(in); i += n {
		some, err := p.definitions(in[i])
		if err != nil {
			return nil, err
		}
		lines = append(lines, some...)
		for _, part := range p.held() {
			to, from := id(keysName).at(i), p.local(in[i], part)
			if part.suffix == slotPart.suffix {
				to = id(slotsName).at(i)
			}
			lines = append(lines, assign(to, from))
		}
	}
	return lines, nil
}
