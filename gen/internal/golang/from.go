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

// addFrom stores, for every lane, the lane that its element was in.
func (p *printer) addFrom(out *blocks) {
	if !p.spec.From {
		return
	}
	from := id(shflgen.FromRole.Name())
	var lines []jen.Code
	for lane, v := range p.result {
		if v == nil || v.kind == element || p.keeps(lane) {
			lines = append(lines, assign(from.at(lane), dec(lane)))
			continue
		}
		number := p.local(v, p.parts[0]).and(dec(1<<shflgen.LaneKeyBits - 1))
		if p.spec.Descending {
			number = number.xor(dec(1<<shflgen.LaneKeyBits - 1))
		}
		number = number.to("int32")
		if when := p.when[lane]; !when.known {
			moved := fmt.Sprintf("moved%d", lane)
			lines = append(lines, define(moved, spreadTo("int32", p.bit(when.set, when.member))))
			number = chosen(id(moved), number, dec(lane))
		}
		lines = append(lines, assign(from.at(lane), number))
	}
	out.add("The lanes that the elements were in.", lines)
}
