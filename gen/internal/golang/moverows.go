package golang

import (
	"fmt"

	"github.com/dave/jennifer/jen"
	"github.com/shflgen/shflgen/spec"
)

// Movements of many registers take one register at a time: a helper stores, in its lanes, those elements that a list
// names, where the lane that held one is a member.

// addMoves prints a movement of registers.
func (p *printer) addMoves(out *blocks) (done bool, err error) {
	if !p.shape.Array() || p.runTime() || p.spec.Mask == spec.Full || p.shape.HasPred() || len(p.parts) > 1 {
		return false, nil
	}
	lanes := p.shape.Lanes
	before := id("before")
	var calls []jen.Code
	for r := range p.shape.Registers() {
		sources := map[int]int{} // of a lane: the lane that has to be a member
		var elements []jen.Code
		for lane := range lanes {
			i := r*lanes + lane
			from := p.result[i]
			if p.keeps(i) {
				elements = append(elements, before.at(r).at(lane).jen())
				continue
			}
			source := lane
			switch when := p.when[i]; {
			case from.kind == choose && from.set == memberBits && from.any == 0 && when.known && from.a.kind == element &&
				from.b.kind == element && from.b.reg == r && from.b.lane == lane:
				from, source = from.a, from.lane
			case from.kind == element && !when.known && when.set == memberBits && when.any == 0:
				source = when.member
			default:
				return false, nil
			}
			sources[lane] = source
			elements = append(elements, before.at(from.reg).at(from.lane).jen())
		}
		if len(sources) == 0 {
			continue
		}
		taken := union(p.bitsOfSources(sources))
		row := jen.Op("&").Index(jen.Lit(lanes)).Add(p.elementType()).Values(elements...)
		calls = append(calls, jen.Id(helperName(p.spec, "Take")).Call(&taken.code,
			jen.Op("&").Id(spec.ElementRole.Name()).Index(jen.Lit(r)), row))
	}
	p.addTake()
	copied := statement(before, defined, expr{*jen.Op("*").Id(spec.ElementRole.Name()), unary})
	out.add("All elements are read before one is stored.", []jen.Code{copied})
	out.add("Each register takes its sources' elements, or keeps its own where there is none.", calls)
	return true, nil
}

// addTake adds the helper that stores elements in a register.
func (p *printer) addTake() {
	v, from, set := id(spec.ElementRole.Name()), id("from"), id("taken")
	array := jen.Op("*").Index(jen.Lit(p.shape.Lanes)).Add(p.elementType())
	var lines []jen.Code
	for lane := range p.shape.Lanes {
		taken, bit := fmt.Sprintf("taken%d", lane), set
		if lane > 0 {
			bit = bit.shr(lane)
		}
		d := p.dialect
		lines = append(lines, define(taken, spreadTo(d.bits, bit.and(dec(1)))),
			assign(v.at(lane), d.store.of(chosen(id(taken), d.load.of(from.at(lane)), d.load.of(v.at(lane))))))
	}
	p.helps("Take", helper{
		doc:    "stores the elements of from in a register, in those lanes that have a bit set.",
		params: []jen.Code{jen.Add(&set.code).Uint32(), jen.Add(&v.code).Add(array), jen.Add(&from.code).Add(array)},
		body:   lines,
	})
}
