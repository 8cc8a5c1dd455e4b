package golang

import (
	"fmt"

	"github.com/dave/jennifer/jen"
	"github.com/shflgen/shflgen/internal/axiom"
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
	default:
		m, err = p.tableMap()
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

// tableMap makes elements by a map of the table: of pairs each half of a product by itself.
func (p *printer) tableMap() (m mapping, err error) {
	of, helpers, err := tableMap(p.spec, p.spec.FuncName())
	m.helpers, m.apart = helpers, p.spec.Type.Packed() && p.spec.Map.Kind != spec.Abs
	parts := []part{{}}
	if m.apart {
		parts = partsOf(p.spec)
	}
	m.define = func(register, lane int) (lines []jen.Code) {
		for _, part := range parts {
			in := p.inputs(register, lane)
			for i, x := range in {
				in[i] = part.take.of(x)
			}
			lines = append(lines, define(p.mapLocal(register, lane)+part.suffix, of(in)))
		}
		return lines
	}
	return m, err
}

// tableMap is what a map of the table makes of an element of each input, and the functions that it calls: those of a
// product under a name. The result is rounded to its type, so that no sum is fused with it.
func tableMap(s spec.Spec, product string) (of func(in []expr) expr, helpers []helper, err error) {
	t, does, body := s.Type, "is a without its sign.", []string{"if a < 0 {", "return -a", "}", "return a"}
	switch {
	case s.Map.Kind == spec.Nonzero:
		does, body = "is 1 if a is not 0, else 0.", []string{"if a != 0 {", "return 1", "}", "return 0"}
	case s.Map.Kind != spec.Abs: // multiplies as the op prod does
		s.Op, s.Map, s.Name = spec.Prod, nil, product
		d, err := combined(dialect{elem: goType(t), bits: uintOf(t.Elem())}, s)
		return func(in []expr) expr { return rounded(s, d.combine(in[0], in[len(in)-1])) }, d.helpers, err
	case isFloat(t):
		return func(in []expr) expr {
			return fromBitsOf(t)(bitsOfFloat(t)(in[0]).and(hex(1<<(t.Bits()-1) - 1)))
		}, nil, nil
	case t.Packed():
		return func(in []expr) expr { return in[0].and(hex(0x7fff7fff)) }, nil, nil
	case t.Half():
		return func(in []expr) expr { return in[0].and(hex(0x7fff)) }, nil, nil
	}
	h := textHelper(s, "Map", does, axiom.Text{Params: "a " + t.String(), Results: t.String(), Body: body})
	return func(in []expr) expr { return h.call(in[0]) }, []helper{h}, nil
}
