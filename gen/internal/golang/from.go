package golang

import (
	"fmt"

	"github.com/dave/jennifer/jen"
	"github.com/shflgen/shflgen"
)

// withLanes holds elements as d does, above the numbers of their lanes, in one integer.
func (d dialect) withLanes(s shflgen.Spec) dialect {
	half, unsigned := s.LaneKeyRoom(), s.Type.Class() == shflgen.Unsigned
	key, load, store, bits := d.bits, d.load, d.store, d.toBits
	d.bits = fmt.Sprintf("int%d", 2*half)
	last := map[bool]constant{false: {expr: hex(1<<(2*half-1) - 1)}, true: {expr: hex(1 << (2*half - 1)).neg()}}[s.Descending]
	if unsigned {
		d.bits = "u" + d.bits
		last = map[bool]constant{false: {ones: true, expr: hex(^uint64(0) >> (64 - 2*half))}, true: {zero: true, expr: dec(0)}}[s.Descending]
	}
	d.id, d.fromBits, d.toBits = last, nil, nil
	d.load = func(e expr) expr { return load.of(e).to(d.bits).shl(half) }
	d.store = func(e expr) expr { return store.of(e.shr(half).to(key)) }
	d.decode = func(e expr) expr { return bits.of(e.shr(half).to(key)) }
	return d
}

// addLanes stores, for every lane, the lane that its element was in, and the value of that lane.
func (p *printer) addLanes(out *blocks) {
	var lanes, loads, stores []jen.Code
	from, values := id(shflgen.FromRole.Name()), id(shflgen.ValueRole.Name())
	for lane, v := range p.result {
		if !p.spec.KeepsLanes() {
			return
		}
		number, lines := p.wasIn(lane, v)
		lanes = append(lanes, lines...)
		if p.spec.From {
			lanes = append(lanes, assign(from.at(lane), number))
		}
		if p.spec.Value != nil && len(lines) > 0 {
			moved := fmt.Sprintf("value%d", lane)
			loads = append(loads, define(moved, values.index(number.and(dec(shflgen.WarpSize-1)))))
			stores = append(stores, assign(values.at(lane), id(moved)))
		}
	}
	out.add("The lanes that the elements were in.", lanes)
	out.add("The values of those lanes, all read before one is stored.", append(loads, stores...))
}

// wasIn is the number of the lane that a lane's element was in, a local unless it is the lane
// itself, and what defines it.
func (p *printer) wasIn(lane int, v *value) (number expr, lines []jen.Code) {
	if v == nil || v.kind == element || p.keeps(lane) {
		return dec(lane), nil
	}
	number = p.local(v, p.parts[0]).and(dec(1<<shflgen.LaneKeyBits - 1))
	if p.spec.Descending {
		number = number.xor(dec(1<<shflgen.LaneKeyBits - 1))
	}
	number = number.to("int32")
	if when := p.when[lane]; !when.known {
		moved := fmt.Sprintf("moved%d", lane)
		lines = append(lines, define(moved, spreadTo("int32", p.bit(when.set, when.member))))
		number = chosen(id(moved), number, dec(lane))
	}
	if p.spec.Value == nil {
		return number, lines
	}
	local := fmt.Sprintf("lane%d", lane)
	return id(local), append(lines, define(local, number))
}
