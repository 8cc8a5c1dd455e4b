package golang

import (
	"fmt"

	"github.com/dave/jennifer/jen"
	"github.com/shflgen/shflgen/spec"
)

// withLanes holds elements as d does, above the numbers of their lanes, in one integer.
func (d dialect) withLanes(s spec.Spec) dialect {
	half, unsigned := s.LaneKeyRoom(), s.Type.Class() == spec.Unsigned
	key, load, store, bits := d.bits, d.load, d.store, d.toBits
	d.bits = fmt.Sprintf("int%d", 2*half)
	last := map[bool]constant{false: {expr: hex(1<<(2*half-1) - 1)},
		true: {expr: hex(1 << (2*half - 1)).neg()}}[s.Sort().Descending]
	if unsigned {
		d.bits = "u" + d.bits
		last = map[bool]constant{false: {ones: true, expr: hex(^uint64(0) >> (64 - 2*half))},
			true: {zero: true, expr: dec(0)}}[s.Sort().Descending]
	}
	d.id, d.fromBits, d.toBits = last, nil, nil
	d.load = func(e expr) expr { return load.of(e).to(d.bits).shl(half) }
	d.store = func(e expr) expr { return store.of(e.shr(half).to(key)) }
	d.decode = func(e expr) expr { return bits.of(e.shr(half).to(key)) }
	return d
}

// addLanes stores, for every element, the slot that it was in, and the value of that slot: of one register, the lane.
func (p *printer) addLanes(out *blocks) {
	if !p.spec.KeepsLanes() {
		return
	}
	var slots, stores []jen.Code
	for i, v := range p.result {
		register, lane := i/p.shape.Lanes, i%p.shape.Lanes
		number, lines := p.wasIn(i, v)
		slots = append(slots, lines...)
		if p.spec.Sort().From {
			slots = append(slots, assign(p.inLane(spec.FromRole, register, lane), number))
		}
		if p.spec.Sort().Value != nil && len(lines) > 0 {
			stores = append(stores, assign(p.inLane(spec.ValueRole, register, lane), p.ofSlot(id(valuesName), number)))
		}
	}
	what, whose := "The lanes that the elements were in.", "The values of those lanes."
	if p.shape.Array() {
		what, whose = "The slots that the elements were in.", "The values of those slots."
	}
	out.add(what, slots)
	if !p.inRegister && stores != nil {
		stores = append(p.copyOfValues(), stores...)
	}
	out.add(whose, stores)
}

// valuesName is the local that holds the values as the caller gave them.
const valuesName = "before"

// copyOfValues defines it, if there are values.
func (p *printer) copyOfValues() []jen.Code {
	if !p.spec.KeepsLanes() || p.spec.Sort().Value == nil {
		return nil
	}
	return []jen.Code{jen.Id(valuesName).Op(":=").Op("*").Id(spec.ValueRole.Name())}
}

// inLane is the entry of a register and a lane in the array of a role.
func (p *printer) inLane(role spec.Role, register, lane int) expr {
	return p.register(role, register).at(p.here(lane))
}

// register is the array of a role that holds a register.
func (p *printer) register(role spec.Role, register int) expr {
	switch of := id(role.Name()); {
	case p.ofRegisters():
		return of.at(register)
	case p.inRegister && p.piece == nil && role == spec.ElementRole:
		return id(rowName)
	case p.inRegister && p.piece == nil:
		return of.index(id(registerName))
	default:
		return of
	}
}

// position is the number of a slot of the warp, an int.
func (p *printer) position(lane, register int) expr {
	switch first := lane * p.spec.Brings(); {
	case !p.inRegister:
		return dec(first + register)
	case lane == 0:
		return id(registerName)
	default:
		return id(registerName).plus(dec(first))
	}
}

// slot is that number as a constant or an int32.
func (p *printer) slot(lane, register int) expr {
	if p.inRegister {
		return p.position(lane, register).to(slotType)
	}
	return p.position(lane, register)
}

// ofSlot is the entry of the slot of a number.
func (p *printer) ofSlot(of, slot expr) expr {
	lane, n := slot, p.spec.Brings()
	switch {
	case n > 1:
		of, lane = of.index(slot.and(dec(n-1))), slot.shr(p.spec.SlotShift())
	case p.shape.Array():
		of = of.at(0)
	}
	return of.index(lane.and(dec(warpSize - 1)))
}

// slotLocal is a local of element i.
func (p *printer) slotLocal(name string, i int) string {
	local := fmt.Sprintf("%s%d", name, i%p.shape.Lanes)
	if p.ofRegisters() {
		local += fmt.Sprintf("reg%d", i/p.shape.Lanes)
	}
	return local
}

// wasIn is the number of the slot that element i was in, a local unless it is its own, and what
// defines it.
func (p *printer) wasIn(i int, v *value) (number expr, lines []jen.Code) {
	register, lane := i/p.shape.Lanes, i%p.shape.Lanes
	own := p.slot(lane, register)
	if v == nil || v.kind == element || p.keeps(i) {
		return own, nil
	}
	switch number = p.local(v, p.parts[0]).and(dec(p.spec.LaneKeyMask())); {
	case p.beside:
		number = p.local(v, slotPart)
	case p.spec.Sort().Descending:
		number = number.xor(dec(p.spec.LaneKeyMask())).to("int32")
	default:
		number = number.to("int32")
	}
	if when := p.when[i]; !when.known {
		moved := fmt.Sprintf("moved%d", lane)
		if !p.defined[moved] {
			p.defined[moved] = true
			lines = append(lines, define(moved, spreadTo("int32", p.bit(when.set, when.member))))
		}
		number = chosen(id(moved), number, own)
	}
	if p.spec.Sort().Value == nil {
		return number, lines
	}
	local := p.slotLocal(map[bool]string{true: "slot", false: "lane"}[p.shape.Array()], i)
	return id(local), append(lines, define(local, number))
}

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

// addInOrder adds the function that puts two elements and their slots in order.
func (p *printer) addInOrder() {
	inOrder, swapped := []jen.Code{jen.Id("a"), jen.Id("aSlot"), jen.Id("b"), jen.Id("bSlot")}, []jen.Code{jen.Id("b"),
		jen.Id("bSlot"), jen.Id("a"), jen.Id("aSlot")}
	key, slot := jen.Id(p.localType()), jen.Id(slotType)
	p.helps(inOrderName, helper{
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
	if p.spec.Sort().Descending {
		less = ">"
	}
	return jen.Add(b.jen()).Op(less).Add(a.jen()).Op("||").Add(b.jen()).Op("==").Add(a.jen()).Op("&&").
		Add(bSlot.jen()).Op("<").Add(aSlot.jen())
}

// exchangedBeside puts two elements and their slots in order.
func (p *blockPrinter) exchangedBeside(c comparator, at func(position int, part part) expr) jen.Code {
	var both []jen.Code
	for _, position := range []int{c.low, c.high} {
		for _, part := range p.held() {
			both = append(both, at(position, part).jen())
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
	for _, w := range same {
		x, y := w.a, w.b
		if w.op != p.spec.Best() {
			x, y = y, x
		}
		for _, part := range []part{p.parts[0], slotPart} {
			names = append(names, jen.Id(p.name(w, part)))
			as, swapped = append(as, p.local(x, part).jen()), append(swapped, p.local(y, part).jen())
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
		if e = none.andNot(spread.to(slotType)); p.inRegister || v.lane+v.reg > 0 {
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
