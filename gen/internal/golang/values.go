package golang

import (
	"fmt"

	"github.com/dave/jennifer/jen"
	"github.com/shflgen/shflgen/spec"
)

// name is the local of a part of a value.
func (p *printer) name(v *value, part part) string {
	register, nth := "", ""
	lane, at, step := p.here(v.lane), p.here(v.at), v.step
	if p.piece != nil {
		step -= p.piece.steps
	}
	if p.ofRegisters() {
		register = fmt.Sprintf("reg%d", v.reg)
	}
	if v.nth > 0 {
		nth = fmt.Sprintf("v%d", v.nth)
	}
	switch v.kind {
	case read:
		return fmt.Sprintf("from%d%s", lane, register)
	case element, enter:
		return fmt.Sprintf("in%d%s%s", lane, register, part.suffix)
	case bits:
		return fmt.Sprintf("bits%d%s", lane, part.suffix)
	case moveDown:
		return fmt.Sprintf("down%dlane%d%s%s", v.dist, at, nth, part.suffix)
	case moveUp:
		return fmt.Sprintf("up%dlane%d%s%s", v.dist, at, nth, part.suffix)
	case fill:
		return fmt.Sprintf("rank%d%s%s", lane, nth, part.suffix)
	case bitsOf:
		if p.dialect.toBits == nil && v.a.kind != identity {
			return p.name(v.a, part)
		}
		return fmt.Sprintf("bitsOf%d%s%s", at, nth, part.suffix)
	}
	if p.spec.Pattern.Sorts() && v.kind == combine { // a lane first needs both of what it puts in order
		return fmt.Sprintf("step%d%s%d%s%s", step, v.op, at, nth, part.suffix)
	}
	return fmt.Sprintf("step%dlane%d%s%s", step, at, nth, part.suffix)
}

// local is a part of a value: its local, or its place in an array.
func (p *printer) local(v *value, part part) expr {
	if place, ok := p.places[v]; ok {
		return place(part)
	}
	if v.kind == bitsOf && p.dialect.toBits == nil && v.a.kind != identity {
		return p.local(v.a, part)
	}
	return id(p.name(v, part))
}

// ofRegisters reports whether what is printed holds several registers.
func (p *printer) ofRegisters() bool {
	return p.shape.Array() && !p.inRegister && p.piece == nil
}

// element is that of v of a register and lane.
func (p *printer) element(register, lane int) expr {
	return p.inLane(spec.ElementRole, register, lane)
}

// defineAll defines the locals of values.
func (p *printer) defineAll(values []*value) ([]jen.Code, error) {
	var lines []jen.Code
	for _, v := range values {
		some, err := p.definitions(v)
		if err != nil {
			return nil, err
		}
		lines = append(lines, some...)
	}
	return lines, nil
}

// definitions define the locals of a value, part by part.
func (p *printer) definitions(v *value) ([]jen.Code, error) {
	if p.byIndex(v) {
		e, lines := p.chosenAt(v)
		return append(lines, define(p.name(v, part{}), e)), nil
	}
	d := p.dialect
	if p.beside && v.kind == combine {
		return p.inOrder(v), nil
	}
	var lines []jen.Code
	var spread expr
	switch {
	case p.dialect.users != nil: // chosen by a branch
	case v.kind == choose, v.kind == enter && (!d.id.zero || p.inRegister || p.beside), v.kind == moveDown,
		v.kind == moveUp, v.kind == fill:
		var definition jen.Code
		if spread, definition = p.spread(v.set, v.lane); definition != nil {
			lines = append(lines, definition)
		}
	}
	for _, part := range p.parts {
		e, ok := p.user(v, part)
		if ok {
			lines = append(lines, define(p.name(v, part), e))
			continue
		}
		switch v.kind {
		case element:
			e = p.input(v.reg, v.lane)
			if d.fromBits == nil || p.spec.KeepsLanes() {
				e = p.load(v, part, &lines)
			}
		case read:
			e = p.readAt(v)
		case identity: // a constant in the stores
			return nil, nil
		case bits:
			e = p.load(v, part, &lines)
		case bitsOf:
			switch {
			case v.a.kind == identity:
				e = d.id.expr.to(d.bits)
			case d.toBits == nil:
				return nil, nil
			default:
				e = d.toBits(p.local(v.a, part))
			}
		case fill:
			e = d.fromBits.of(chosen(spread, p.local(v.a, part), d.id.expr))
		case enter:
			switch loaded := p.load(v, part, &lines); {
			case d.id.zero && p.inRegister:
				e = loaded.and(spread)
			case d.id.zero:
				e = loaded.and(spreadTo(d.bits, p.bit(v.set, v.lane)))
			case d.id.ones:
				e = loaded.or(spread.not())
			default:
				e = d.fromBits.of(chosen(spread, loaded, d.id.expr))
			}
		case choose, moveDown, moveUp:
			e = chosen(spread, p.local(v.a, part), p.local(v.b, part))
		case combine:
			op := d.combine
			if other, ok := d.others[v.op]; ok {
				op = other
			}
			e = op(p.local(v.a, part), p.local(v.b, part))
		default:
			return nil, fmt.Errorf("golang: unexpected value kind %d", v.kind)
		}
		lines = append(lines, p.defines(v, part, e))
	}
	if p.beside {
		lines = append(lines, p.besides(v, spread)...)
	}
	return lines, nil
}

// defines defines the local of a part of a value, or sets its place in an array.
func (p *printer) defines(v *value, part part, e expr) jen.Code {
	if place, ok := p.places[v]; ok {
		return assign(place(part), e)
	}
	return define(p.name(v, part), e)
}

// load is a part of an element as the bits to select. It gets a local if it is compared with the
// winner later.
func (p *printer) load(v *value, part part, lines *[]jen.Code) expr {
	e := p.dialect.load.of(p.inputPart(v.reg, v.lane, part))
	if key := p.spec.LaneKey(v.lane, v.reg); p.spec.KeepsLanes() && !p.spec.LaneBeside() &&
		p.shape.Width*p.spec.Brings() > 1 && (key != 0 || p.inRegister) {
		number := dec(key)
		if p.inRegister {
			number = p.position(v.lane, v.reg)
			if p.spec.Sort().Descending {
				number = number.xor(dec(p.spec.LaneKeyMask()))
			}
			number = number.to(p.dialect.bits)
		}
		e = e.or(number)
	}
	if p.dialect.encode != nil {
		e = p.encoded(v, part, e, lines)
	}
	if !p.shape.HasIndex() || v.kind != enter {
		return e
	}
	key := fmt.Sprintf("key%d", p.here(v.lane))
	*lines = append(*lines, define(key, e))
	return id(key)
}

// memberBit is 1 if the lane is a member, else 0.
func (p *printer) memberBit(lane int) expr { return p.bit(memberBits, lane) }

// bit is a lane's bit of a set.
func (p *printer) bit(w laneSet, lane int) expr {
	e := id(w.name())
	if p.shape.Level == spec.BlockLevel && p.piece == nil {
		e = e.at(lane / spec.MaskWordBits)
	}
	if n := lane % spec.MaskWordBits; n > 0 {
		e = e.shr(n)
	}
	return e.and(dec(1))
}

// spreadTo is a bit of a uint32 in every bit of a type.
func spreadTo(typ string, bit expr) expr {
	if typ == "uint32" { // already
		return bit.neg()
	}
	return bit.to(typ).neg()
}

// spread is a word of ones if a bit of a set is 1, else of zeros, and the definition of its local if that is new.
func (p *printer) spread(w laneSet, bit int) (word expr, definition jen.Code) {
	name := fmt.Sprintf("member%d", p.here(bit))
	if w != memberBits {
		name = fmt.Sprintf("%sbit%d", w.name(), p.here(bit))
	}
	if p.defined[name] {
		return id(name), nil
	}
	p.defined[name] = true
	if w == memberBits && p.spreadsMask() {
		return id(name), define(name, id(membersName).at(p.here(bit)))
	}
	return id(name), define(name, spreadTo(p.dialect.bits, p.bit(w, bit)))
}
