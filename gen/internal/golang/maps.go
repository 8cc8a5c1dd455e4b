package golang

import (
	"fmt"

	"github.com/dave/jennifer/jen"
	"github.com/shflgen/shflgen/spec"
)

// mapping makes elements of the inputs of lanes. All inputs are read before anything is stored, so
// that v may be one of them.
type mapping struct {
	define  func(register, lane int) []jen.Code // the local of an element
	locals  []jen.Code
	helpers []helper
	apart   bool // each part of an element has a local
	made    bool // a helper is printed; its v holds the elements
}

// input is the element that a lane brings in a register: that of v, or what the map makes.
func (p *printer) input(register, lane int) expr {
	if p.spec.Map == nil || p.maps.made {
		return p.element(register, lane)
	}
	local := p.mapLocal(register, lane)
	if !p.defined[local] {
		p.defined[local] = true
		p.maps.locals = append(p.maps.locals, p.maps.define(register, lane)...)
	}
	return id(local)
}

// inputPart is a part of the element that a lane brings: of a product of pairs, each half has a local.
func (p *printer) inputPart(register, lane int, part part) expr {
	x := p.input(register, lane)
	if p.maps.apart && !p.maps.made {
		return id(p.mapLocal(register, lane) + part.suffix)
	}
	return part.take.of(x)
}

// mapLocal is the local of an element.
func (p *printer) mapLocal(register, lane int) string {
	if p.shape.Array() {
		return fmt.Sprintf("map%dreg%d", lane, register)
	}
	return fmt.Sprintf("map%d", lane)
}

// inputs are those of a lane.
func (p *printer) inputs(register, lane int) []expr {
	var all []expr
	for _, port := range p.shape.Mapped() {
		x := id(port.Role.Name())
		if port.Array {
			x = x.at(register)
		}
		all = append(all, x.at(p.here(lane)))
	}
	return all
}

// addMaps is the block that makes the elements, before all others.
func (p *printer) addMaps(body blocks) blocks {
	if p.spec.Map == nil || len(p.maps.locals) == 0 {
		return body
	}
	var out blocks
	title := fmt.Sprintf("The elements: %s.", p.spec.MapWords())
	if p.spec.Map.User() && p.spec.Mask != spec.Full {
		title = fmt.Sprintf("The elements: %s, of members alone.", p.spec.MapWords())
	}
	out.add(title, p.maps.locals)
	return append(append(out, jen.Line()), body...)
}

// newMaps chooses how the elements of a spec are made.
func (p *printer) newMaps() (m mapping, err error) {
	switch {
	case p.spec.Map == nil:
	case p.spec.Map.User():
		m = p.userMap()
	case p.spec.Map.Kind == spec.Abs, p.spec.Map.Kind == spec.Nonzero:
		kind := absHelper
		if p.spec.Map.Kind == spec.Nonzero {
			kind = nonzeroHelper
		}
		if p.spec.Type.Class() != spec.Float {
			m.helpers = []helper{helperFor(p.spec, p.spec.Type, kind)}
		}
		m.define = func(register, lane int) []jen.Code {
			return []jen.Code{define(p.mapLocal(register, lane), p.abs(p.inputs(register, lane)[0]))}
		}
	default:
		m, err = p.productMap()
	}
	return m, err
}

// userMap calls the function of a user where a lane is a member: of the inputs of others it may
// panic.
func (p *printer) userMap() (m mapping) {
	called := func(args []expr) expr { return rounded(p.spec, callUser(p.spec.Map, args)) }
	if p.spec.Mask == spec.Full {
		m.define = func(register, lane int) []jen.Code {
			return []jen.Code{define(p.mapLocal(register, lane), called(p.inputs(register, lane)))}
		}
		return m
	}
	elem := typeOf(p.shape.Element())
	params := []jen.Code{jen.Id("member").Bool()}
	var args []expr
	for _, port := range p.shape.Mapped() {
		params = append(params, jen.Id(port.Role.Name()).Add(typeOf(port)))
		args = append(args, id(port.Role.Name()))
	}
	h := p.named("Map", helper{
		doc:    fmt.Sprintf("is %s if member is true, else v.", p.spec.MapWords()),
		params: append(params, jen.Id("v").Add(elem)), result: p.dialect.elem, gives: elem,
		body: []jen.Code{jen.If(jen.Op("!").Id("member")).Block(returned(id("v"))), returned(called(args))},
	})
	m.helpers = []helper{h}
	m.define = func(register, lane int) []jen.Code {
		member := expr{joined(p.memberBit(lane).code, jen.Op("!="), dec(0).code), compares}
		args := append([]expr{member}, p.inputs(register, lane)...)
		return []jen.Code{define(p.mapLocal(register, lane), h.call(append(args, p.element(register, lane))...))}
	}
	return m
}

// productMap multiplies as the op prod does.
func (p *printer) productMap() (m mapping, err error) {
	prod := p.spec
	prod.Op, prod.Map, prod.Name = spec.Prod, nil, p.spec.FuncName()
	d, err := combined(dialect{elem: goType(prod.Type), bits: uintOf(prod.Type.Elem())}, prod)
	if err != nil {
		return m, err
	}
	m.helpers, m.apart = d.helpers, prod.Type.Packed()
	m.define = func(register, lane int) []jen.Code {
		in := p.inputs(register, lane)
		a, b := in[0], in[len(in)-1]
		var of []jen.Code
		for _, part := range partsOf(prod) {
			x := d.combine(part.take.of(a), part.take.of(b))
			if isFloat(prod.Type) { // rounded, so that no sum is fused with it
				x = x.to(d.elem)
			}
			of = append(of, define(p.mapLocal(register, lane)+part.suffix, x))
		}
		return of
	}
	return m, nil
}

// absHelper is the magnitude of an integer, modulo 2^bits.
var absHelper = helperKind{"Map", func(h *helper, t spec.Type) {
	h.doc = "is a without its sign."
	h.params, h.result = []jen.Code{jen.Id("a").Id(t.String())}, t.String()
	h.body = []jen.Code{jen.If(jen.Id("a").Op("<").Lit(0)).Block(returned(id("a").neg())), returned(id("a"))}
}}

// nonzeroHelper is 1 of an integer that is not 0.
var nonzeroHelper = helperKind{"Map", func(h *helper, t spec.Type) {
	h.doc = "is 1 if a is not 0, else 0."
	h.params, h.result = []jen.Code{jen.Id("a").Id(t.String())}, t.String()
	h.body = []jen.Code{jen.If(jen.Id("a").Op("!=").Lit(0)).Block(returned(dec(1))), returned(dec(0))}
}}

// abs is the magnitude of an element, or what the helper of an integer's map makes of it.
func (p *printer) abs(a expr) expr {
	switch t := p.spec.Type; {
	case isFloat(t):
		return fromBitsOf(t)(bitsOfFloat(t)(a).and(hex(1<<(t.Bits()-1) - 1)))
	case t.Packed():
		return a.and(hex(0x7fff7fff))
	case t.Half():
		return a.and(hex(0x7fff))
	default:
		return p.maps.helpers[0].call(a)
	}
}
