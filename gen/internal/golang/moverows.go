package golang

import (
	"fmt"
	"slices"

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
			from, own := p.result[i], expr{}
			own = before.at(r).at(lane)
			if p.keeps(i) {
				elements = append(elements, &own.code)
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
			e := before.at(from.reg).at(from.lane)
			elements = append(elements, &e.code)
		}
		if len(sources) == 0 {
			continue
		}
		taken := union(p.bitsOfSources(sources))
		row := jen.Op("&").Index(jen.Lit(lanes)).Add(p.elementType()).Values(elements...)
		calls = append(calls, jen.Id(helperName(p.spec, "Take")).Call(&taken.code,
			jen.Op("&").Id(spec.ElementRole.Name()).Index(jen.Lit(r)), row))
	}
	p.dialect.helpers = append(p.dialect.helpers, p.takeHelper())
	copied := statement(before, defined, expr{*jen.Op("*").Id(spec.ElementRole.Name()), unary})
	out.add("All elements are read before one is stored.", []jen.Code{copied})
	out.add("Each register takes its sources' elements, or keeps its own where there is none.", calls)
	return true, nil
}

// takeHelper stores elements in a register.
func (p *printer) takeHelper() helper {
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
	return p.named("Take", helper{
		doc:    "stores the elements of from in a register, in those lanes that have a bit set.",
		params: []jen.Code{jen.Add(&set.code).Uint32(), jen.Add(&v.code).Add(array), jen.Add(&from.code).Add(array)},
		body:   lines,
	})
}

// addRegisters prints a reduction of segments of one lane: where the lane is no member, its elements become the
// identity.
func (p *printer) addRegisters(out *blocks) (done bool, err error) {
	if !p.shape.Array() || p.spec.Map != nil || !p.spreadsMask() {
		return false, nil
	}
	for i, v := range p.result {
		if v == nil || v.kind != enter || v.reg*p.shape.Lanes+v.lane != i || !p.when[i].known {
			return false, nil
		}
	}
	p.addMembers(out)
	var body blocks
	p.oneRegister = true
	var stores []jen.Code
	for _, v := range p.result[:p.shape.Lanes] {
		lines, err := p.definitions(v)
		if err != nil {
			return false, err
		}
		body = append(body, lines...)
		stores = append(stores, assign(p.element(0, v.lane), p.joinedParts(v, p.stored)))
	}
	body.add("Results.", stores)
	params, _ := p.ofWarp(piece{lanes: p.shape.Lanes})
	p.oneRegister, p.defined = false, map[string]bool{}
	p.dialect.helpers = append(p.dialect.helpers, p.named(registerName, helper{
		doc: "gives lanes of a register that are no members the identity.", body: body, params: params}))
	var calls []jen.Code
	for r := range p.shape.Registers() {
		calls = append(calls, p.registerCall(r))
	}
	out.add("Each register by itself.", calls)
	return true, nil
}

// The elements of a register by rank, and the slots that stand beside them.
const (
	rankedName      = "ranked"
	rankedSlotsName = "rankedSlots"
)

// addRises gives every member the elements of its rank, by a helper that moves those of one register; done is
// false where other than whole segments from the first lane on rise.
func (p *printer) addRises(out *blocks, title string) (done bool) {
	var columns [][]*value
	for column := range slices.Chunk(p.result, p.shape.Lanes) {
		if end := slices.Index(column, nil); end >= 0 {
			if slices.ContainsFunc(column[end:], func(v *value) bool { return v != nil }) {
				return false
			}
			column = column[:end]
		}
		if len(column) != len(append(columns, column)[0]) || len(column)%p.shape.Width != 0 {
			return false
		}
		columns = append(columns, column)
	}
	size := len(columns[0])
	h := p.riseHelper(size)
	p.dialect.helpers = append(p.dialect.helpers, h)
	p.risen = columns
	var lines []jen.Code
	for r, column := range columns {
		name, slots := fmt.Sprintf("%s%d", rankedName, r), fmt.Sprintf("%s%d", rankedSlotsName, r)
		ranked := make([]*value, size)
		for lane, v := range column {
			for v.kind == moveUp {
				v = v.b
			}
			ranked[lane] = v
		}
		var moves []jen.Code
		for stage := p.stages() - 1; stage >= 0; stage-- {
			moves = append(moves, jen.Id((moveBits + laneSet(stage)).name()))
		}
		rise := func(array string, part part) {
			lines = append(lines, p.array(array, part, ranked, p.localType()),
				jen.Id(h.name).Call(append([]jen.Code{jen.Id(array)}, moves...)...))
		}
		if rise(name, p.parts[0]); p.beside {
			rise(slots, slotPart)
		}
		for lane, v := range column {
			if v.kind != moveUp { // it stayed
				continue
			}
			p.places[v] = func(part part) expr {
				if part.suffix == slotPart.suffix {
					return id(slots).at(lane).to(slotType)
				}
				return id(name).at(lane)
			}
		}
	}
	out.add(title, lines)
	return true
}

// riseHelper moves the elements of so many lanes, from the highest on, as no lane below has moved then.
func (p *printer) riseHelper(size int) helper {
	var lines, sets []jen.Code
	for stage := p.stages() - 1; stage >= 0; stage-- {
		set, d := (moveBits + laneSet(stage)).name(), 1<<stage
		sets = append(sets, jen.Id(set))
		for lane := size - 1; lane >= d; lane-- {
			if lane%p.shape.Width < d {
				continue
			}
			bit := fmt.Sprintf("%sbit%d", set, lane)
			lines = append(lines, define(bit, spreadTo(p.dialect.bits, id(set).shr(lane).and(dec(1)))))
			here, below := id(rankedName).at(lane), id(rankedName).at(lane-d)
			lines = append(lines, assign(here, chosen(id(bit), below, here)))
		}
	}
	sets[len(sets)-1] = jen.Add(sets[len(sets)-1]).Uint32()
	return p.named("Rise", helper{
		doc:    "moves the elements of a register from the lanes of their ranks up to those of the members.",
		params: append([]jen.Code{jen.Id(rankedName).Op("*").Index(jen.Lit(size)).Id(p.localType())}, sets...), body: lines,
	})
}

// addTakes stores the elements that have risen, register by register, by a helper.
func (p *printer) addTakes(out *blocks) {
	name := spec.ElementRole.Name()
	h := p.named("Take", helper{
		doc: "stores the elements of a register in the members.", body: p.taken(), params: []jen.Code{
			jen.Id(name).Op("*").Index(jen.Lit(p.shape.Lanes)).Add(p.elementType()),
			jen.Id(rankedName).Op("*").Index(jen.Lit(len(p.risen[0]))).Id(p.localType()),
			jen.Id(memberBits.name()).Uint32(),
		},
	})
	p.dialect.helpers = append(p.dialect.helpers, h)
	var lines []jen.Code
	for r := range p.risen {
		lines = append(lines, jen.Id(h.name).Call(p.pointer(r), jen.Id(fmt.Sprintf("%s%d", rankedName, r)),
			jen.Id(memberBits.name())))
	}
	out.add("Results.", lines)
}

// beginAlone begins the body of a helper of any register; the function that it returns ends it.
func (p *printer) beginAlone() (end func()) {
	defined, places := p.defined, p.places
	p.alone, p.defined, p.places = true, map[string]bool{}, map[*value]func(part) expr{}
	return func() { p.alone, p.defined, p.places = false, defined, places }
}

// taken is the body of that helper: register 0 stands for all.
func (p *printer) taken() []jen.Code {
	defer p.beginAlone()()
	var lines []jen.Code
	for lane, v := range p.risen[0] {
		p.places[v] = func(part) expr { return id(rankedName).at(lane) }
		lines = append(lines, p.storeIf(0, lane, p.when[lane], p.storedBits(v, p.parts[0]))...)
	}
	return lines
}
