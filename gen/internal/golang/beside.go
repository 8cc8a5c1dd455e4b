package golang

import (
	"github.com/dave/jennifer/jen"
)

// Elements of 64 bits of a sort that gives lanes stand beside the numbers of their slots: each value is
// two locals.

// slotPart is the second local of a value, an int32.
var slotPart = part{suffix: "slot"}

const slotType = "int32"

// findOrders notes which live values put the same two in order.
func (p *printer) findOrders(live [][]*value) {
	if !p.beside {
		return
	}
	p.ordered = map[[2]*value][]*value{}
	for _, values := range live {
		for _, v := range values {
			if v.kind == combine {
				two := [2]*value{v.a, v.b}
				p.ordered[two] = append(p.ordered[two], v)
			}
		}
	}
}

// inOrder defines the values that put the same two in order as v does, at the first of them: the lower
// slot comes first of equal elements. The others have no lines.
func (p *printer) inOrder(v *value) []jen.Code {
	same := p.ordered[[2]*value{v.a, v.b}]
	if same[0] != v {
		return nil
	}
	var names, as, swapped []jen.Code
	code := func(e expr) jen.Code { return &e.code }
	for _, w := range same {
		x, y := w.a, w.b
		if w.op != p.spec.Best() {
			x, y = y, x
		}
		for _, part := range []part{p.parts[0], slotPart} {
			names = append(names, jen.Id(p.name(w, part)))
			as, swapped = append(as, code(p.local(x, part))), append(swapped, code(p.local(y, part)))
		}
	}
	a, b := p.local(v.a, p.parts[0]), p.local(v.b, p.parts[0])
	less := "<"
	if p.spec.Descending {
		less = ">"
	}
	after := jen.Add(code(b)).Op(less).Add(code(a)).Op("||").Add(code(b)).Op("==").Add(code(a)).Op("&&").
		Add(code(p.local(v.b, slotPart))).Op("<").Add(code(p.local(v.a, slotPart)))
	return []jen.Code{
		jen.List(names...).Op(":=").List(as...),
		jen.If(after).Block(jen.List(names...).Op("=").List(swapped...)),
	}
}

// besides define the slot of a value that puts nothing in order; spread is the word by which it chooses.
func (p *printer) besides(v *value, spread expr) []jen.Code {
	none := dec(p.spec.NoSlot())
	var e expr
	switch v.kind {
	case element:
		e = p.slot(v.lane, v.reg).to(slotType)
	case enter:
		if e = none.andNot(spread.to(slotType)); p.piece != nil || v.lane+v.reg > 0 {
			e = p.slot(v.lane, v.reg).and(spread.to(slotType)).or(e)
		}
	case bitsOf:
		if v.a.kind != identity { // the local of a
			return nil
		}
		e = none.to(slotType)
	case choose, moveUp:
		e = chosen(spread.to(slotType), p.local(v.a, slotPart), p.local(v.b, slotPart))
	default:
		return nil
	}
	return []jen.Code{define(p.name(v, slotPart), e)}
}
