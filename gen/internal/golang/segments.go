package golang

import (
	"fmt"
	"slices"

	"github.com/dave/jennifer/jen"
	"github.com/shflgen/shflgen/spec"
)

// addSegments prints a sort by a helper that sorts one segment. The registers are its parameters.
func (p *printer) addSegments(out *blocks) (done bool, err error) {
	s, width := p.segments(), p.shape.Width
	changed, ok := p.changed()
	if !ok || !p.shape.Array() || p.spec.Map != nil || width == p.shape.Lanes || !p.alike() {
		return false, nil
	}
	params := p.maskParams()
	if p.spec.KeepsLanes() {
		params = append(params, jen.Id(firstName).Int32())
	}
	if value, ok := p.shape.Gives(spec.ValueRole); ok {
		params = append(params, parameter(p.shape, value))
	}
	for _, port := range changed {
		for r := range p.shape.Registers() {
			params = append(params, jen.Id(fmt.Sprintf("%s%d", port.Role.Name(),
				r)).Op("*").Index(jen.Lit(width)).Add(typeOf(port)))
		}
	}
	var body blocks
	err = p.within(piece{lanes: width, registers: true}, func() error {
		all := p.result
		p.result = slices.Clone(all)
		for i := range p.result {
			if i%p.shape.Lanes >= width {
				p.result[i] = nil
			}
		}
		defer func() { p.result = all }()
		if err := p.addSteps(&body); err != nil {
			return err
		}
		p.addResults(&body)
		p.addLanes(&body, 0, width)
		return nil
	})
	if err != nil {
		return false, err
	}
	doc := fmt.Sprintf("sorts a segment, of %d lanes from bit 0 of the mask on.", width)
	if p.spec.Mask == spec.Full {
		doc = fmt.Sprintf("sorts a segment of %d lanes.", width)
	}
	h := p.named("Segment", helper{doc: doc, params: params, body: body})
	p.dialect.helpers = append(p.dialect.helpers, h)
	var calls []jen.Code
	for base := 0; s.InSegment(base) && base < p.shape.Lanes; base += width {
		var args []jen.Code
		if p.spec.Mask != spec.Full {
			mask := id(memberBits.name())
			if base > 0 {
				mask = mask.shr(base)
			}
			args = append(args, &mask.code)
		}
		if p.spec.KeepsLanes() {
			args = append(args, jen.Lit(base*p.spec.Brings()))
		}
		if _, ok := p.shape.Gives(spec.ValueRole); ok {
			args = append(args, jen.Op("&").Id(beforeName))
		}
		for _, port := range changed {
			for r := range p.shape.Registers() {
				args = append(args, sliceOf(p.register(port.Role, r), base, width, typeOf(port)))
			}
		}
		calls = append(calls, jen.Id(h.name).Call(args...))
	}
	if value, ok := p.shape.Gives(spec.ValueRole); ok {
		out.add("The values, of which each segment reads its own: no slot says in which segment it is.",
			[]jen.Code{jen.Id(beforeName).Op(":=").Op("*").Id(value.Role.Name())})
	}
	out.add("Each segment by itself.", calls)
	p.addLanes(out, p.shape.Lanes/width*width, p.shape.Lanes)
	return true, nil
}

// changed are the ports with registers that a sort stores; false: there are others than a sort has.
func (p *printer) changed() (all []spec.Port, ok bool) {
	for _, port := range ports(p.shape) {
		switch port.Role {
		case spec.ElementRole, spec.FromRole, spec.ValueRole:
			all = append(all, port)
		case spec.MaskRole:
		default:
			return nil, false
		}
	}
	return all, !p.shape.HasPred()
}

// alike reports whether all segments do the same.
func (p *printer) alike() bool {
	s, ids := p.segments(), map[string]int{}
	forms := make([]string, len(p.result))
	for base := 0; s.InSegment(base) && base < p.shape.Lanes; base += p.shape.Width {
		known := map[*value]string{}
		for i, v := range p.result {
			lane := i%p.shape.Lanes - base
			if lane < 0 || lane >= p.shape.Width {
				continue
			}
			when := p.when[i]
			if !when.known {
				when.member -= base
			}
			forms[i] = fmt.Sprintln(p.form(v, base, known, ids), when, p.keeps(i))
			if forms[i] != forms[i-base] {
				return false
			}
		}
	}
	return true
}
