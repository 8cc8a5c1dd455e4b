package golang

import (
	"fmt"
	"slices"

	"github.com/dave/jennifer/jen"
	"github.com/shflgen/shflgen/spec"
)

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
	elem, lanes := typeOf(p.shape.Element()), p.shape.Lanes
	if p.piece != nil {
		lanes = p.piece.lanes
	}
	name := spec.ElementRole.Name()
	h := p.named("Take", helper{
		doc: "stores the elements of a register in the members.", body: p.taken(), params: []jen.Code{
			jen.Id(name).Op("*").Index(jen.Lit(lanes)).Add(elem),
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
