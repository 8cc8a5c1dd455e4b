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

// inOrderName is the function that exchangedBeside calls, after the emitted function's.
const inOrderName = "InOrder"

// inOrderHelper is the function that puts two elements and their slots in order.
func (p *printer) inOrderHelper() helper {
	inOrder, swapped := []jen.Code{jen.Id("a"), jen.Id("aSlot"), jen.Id("b"), jen.Id("bSlot")}, []jen.Code{jen.Id("b"),
		jen.Id("bSlot"), jen.Id("a"), jen.Id("aSlot")}
	key, slot := jen.Id(p.localType()), jen.Id(slotType)
	return p.named(inOrderName, helper{
		doc:    "gives two elements and their slots in order: of equal elements, the lower slot first.",
		params: []jen.Code{jen.Id("a").Add(key), jen.Id("aSlot").Add(slot), jen.Id("b").Add(key), jen.Id("bSlot").Add(slot)},
		gives:  jen.Params(key, slot, key, slot),
		body: []jen.Code{
			jen.If(p.after(id("a"), id("aSlot"), id("b"), id("bSlot"))).Block(jen.List(inOrder...).Op("=").List(swapped...)),
			jen.Return(inOrder...),
		},
	})
}

// after is the condition that an element sorts after another one: of equal elements that of the higher slot.
func (p *printer) after(a, aSlot, b, bSlot expr) jen.Code {
	less := "<"
	if p.spec.Descending {
		less = ">"
	}
	code := func(e expr) jen.Code { return &e.code }
	return jen.Add(code(b)).Op(less).Add(code(a)).Op("||").Add(code(b)).Op("==").Add(code(a)).Op("&&").
		Add(code(bSlot)).Op("<").Add(code(aSlot))
}

// exchangedBeside puts two elements and their slots in order.
func (p *blockPrinter) exchangedBeside(c comparator, at func(position int, part part) expr) jen.Code {
	var both []jen.Code
	for _, position := range []int{c.low, c.high} {
		for _, part := range p.held() {
			e := at(position, part)
			both = append(both, &e.code)
		}
	}
	return jen.List(both...).Op("=").Id(helperName(p.spec, inOrderName)).Call(both...)
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
	after := p.after(p.local(v.a, p.parts[0]), p.local(v.a, slotPart), p.local(v.b, p.parts[0]), p.local(v.b, slotPart))
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
		if e = none.andNot(spread.to(slotType)); p.slotsVary() || v.lane+v.reg > 0 {
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
