package golang

import (
	"fmt"
	mathbits "math/bits"
	"slices"

	"github.com/dave/jennifer/jen"
	"github.com/shflgen/shflgen/gen/internal/network"
)

// laneSet is a set of lanes that the emitted function computes from the mask, as a uint32 with one
// bit a lane.
type laneSet uint16

// The sets. Those from moveBits on are the elements that move down by 1, 2, 4, …
const (
	memberBits laneSet = iota // the mask itself
	lowestBits                // the lowest member of each segment
	rankedBits                // the ranks that a segment has a member of
	moveBits

	// From groupBits on the sets are those of the members of a group.
	groupBits laneSet = 16
)

// name is the local that holds the set.
func (w laneSet) name() string {
	switch w {
	case memberBits + groupBits:
		return "group"
	}
	switch w %= groupBits; w {
	case memberBits:
		return "mask"
	case lowestBits:
		return "lowest"
	case rankedBits:
		return "ranked"
	}
	return fmt.Sprintf("move%d", 1<<(w-moveBits))
}

// ranked moves the bits of the members of a lane's segment to their ranks: down by the number of
// non-members below, one bit of that number at a time; by the sets of all members, or of those of a group.
func (x *expansion) ranked(lane int, group laneSet) *value {
	var slot func(stage, lane int) *value
	slot = func(stage, lane int) *value {
		if stage == 0 {
			return x.number(value{kind: bits, lane: lane}, lane)
		}
		d := 1 << (stage - 1)
		stays := slot(stage-1, lane)
		from := lane + d
		if from >= x.segments().Base(lane)+x.shape.Width || from >= warpSize {
			return stays
		}
		return x.number(value{kind: moveDown, set: group + moveBits + laneSet(stage-1), lane: from, dist: d,
			a: slot(stage-1, from), b: stays}, lane)
	}
	if x.net.Spec.KeepsWithoutMembers() {
		return slot(x.stages(), lane)
	}
	return x.number(value{kind: fill, set: group + rankedBits, lane: lane, a: slot(x.stages(), lane)}, lane)
}

// ofRank moves values back from ranks to lanes: the moves of ranked in reverse.
func (x *expansion) ofRank(lane int, get func(lane int) *value) *value {
	var slot func(stage, lane int) *value
	slot = func(stage, lane int) *value {
		if stage == x.stages() {
			return x.number(value{kind: bitsOf, a: get(lane)}, lane)
		}
		d := 1 << stage
		stayed := slot(stage+1, lane)
		if lane-d < x.segments().Base(lane) {
			return stayed
		}
		return x.number(value{kind: moveUp, set: moveBits + laneSet(stage), lane: lane, dist: d, a: slot(stage+1, lane-d),
			b: stayed}, lane)
	}
	return slot(0, lane)
}

// rankedName is the array of the elements of lanes by rank; of the slots that stand beside them another one.
const rankedName = "ranked"

// rises moves what stands at ranks to the members, in arrays of a helper: the locals of the moves one by one would
// outnumber the registers of a processor by far. It is false where not all results move, of one register.
func (p *printer) rises(values []*value) (lines []jen.Code, ok bool) {
	lanes := slices.Index(append(slices.Clone(p.result), nil), nil)
	if !slices.ContainsFunc(values, func(v *value) bool { return v.kind == moveUp }) || lanes%p.shape.Width != 0 ||
		slices.ContainsFunc(p.result[lanes:], func(v *value) bool { return v != nil }) || len(p.result) > p.shape.Lanes {
		return nil, false
	}
	ranked := make([]*value, lanes)
	for lane, v := range p.result[:lanes] {
		for ranked[lane] = v; ranked[lane].kind == moveUp; {
			ranked[lane] = ranked[lane].b
		}
		if v.kind == moveUp {
			p.places[v] = func(part part) expr { return id(rankedName + part.suffix).at(lane) }
		}
	}
	var params, args []jen.Code
	for _, part := range p.held() {
		name, typ := rankedName+part.suffix, p.localType()
		if part.suffix == slotPart.suffix {
			typ = slotType
		}
		lines = append(lines, p.array(name, part, ranked, typ))
		params = append(params, jen.Id(name).Op("*").Index(jen.Lit(lanes)).Id(typ))
		args = append(args, jen.Id(name))
	}
	for stage := range p.stages() {
		set := jen.Id((moveBits + laneSet(stage)).name())
		params, args = append(params, set.Clone().Uint32()), append(args, set)
	}
	h := p.helps("Rise", helper{params: params, body: p.risesOf(lanes),
		doc: "moves the elements of a register from the lanes of their ranks up to those of the members."})
	return append(lines, jen.Id(h.name).Call(args...)), true
}

// risesOf is the body of that helper: at each distance from the highest lane on, as no lane below has moved then.
func (p *printer) risesOf(lanes int) (lines []jen.Code) {
	for stage := p.stages() - 1; stage >= 0; stage-- {
		set, d := (moveBits + laneSet(stage)).name(), 1<<stage
		for lane := lanes - 1; lane >= d; lane-- {
			if lane%p.shape.Width < d {
				continue
			}
			bit := local("%sbit%d", set, lane)
			lines = append(lines, define(fmt.Sprintf("%sbit%d", set, lane), spreadTo(p.dialect.bits,
				id(set).shr(lane).and(dec(1)))))
			for _, part := range p.held() {
				here, below := id(rankedName+part.suffix).at(lane), id(rankedName+part.suffix).at(lane-d)
				if part.suffix == slotPart.suffix {
					bit = bit.to(slotType)
				}
				lines = append(lines, assign(here, chosen(bit, below, here)))
			}
		}
	}
	return lines
}

func (x *expansion) segments() network.Route {
	return network.Route{Mode: network.Own, Width: x.shape.Width, Lanes: x.shape.Lanes}
}

// stages is how many bits the number of lanes below another has.
func (x *expansion) stages() int { return mathbits.Len(uint(x.shape.Width - 1)) }

// moves define the sets of bits that move down at each distance: the parallel suffix method of
// compress (Warren, "Hacker's Delight", 2nd ed., 7-4), within segments.
func (p *printer) moves(of laneSet) []jen.Code {
	named := func(name string, d int) string { return fmt.Sprintf("%s%d", name, d) }
	if p.shape.Width == 1 && !p.fills() {
		return nil // no member moves
	}
	here, gaps := id(named("here", 1)), id(named("gaps", 1))
	lines := []jen.Code{define(named("here", 1), p.inSegments(id(of.name()), 0))}
	if p.stages() > 0 {
		lines = append(lines, define(named("gaps", 1), p.inSegments(here.not().shl(1), 1)))
	}
	for d := 1; d < p.shape.Width; d *= 2 {
		odd := gaps // gaps below a lane, modulo two
		for by := 1; by < p.shape.Width; by *= 2 {
			next := fmt.Sprintf("odd%dby%d", d, by)
			lines = append(lines, define(next, odd.xor(p.inSegments(odd.shl(by), by))))
			odd = id(next)
		}
		move, next := id(named("move", d)), named("here", 2*d)
		lines = append(lines, define(named("move", d), odd.and(here)))
		if last := 2*d >= p.shape.Width; !last || p.fills() {
			lines = append(lines, define(next, here.xor(move).or(move.shr(d))))
		}
		if 2*d < p.shape.Width {
			next := named("gaps", 2*d)
			lines = append(lines, define(next, gaps.andNot(odd)))
			gaps = id(next)
		}
		here = id(next)
	}
	if p.fills() {
		lines = append(lines, define(rankedBits.name(), here))
	}
	return lines
}

// fills reports whether a value that is printed depends on which ranks have a member.
func (p *printer) fills() bool {
	return slices.ContainsFunc(slices.Concat(p.live()...), func(v *value) bool {
		return v.kind == fill || v.kind == join && (v.hasA.set%groupBits == rankedBits || v.hasB.set%groupBits == rankedBits)
	})
}

// lowest defines the set of the lowest member of each segment.
func (p *printer) lowest() []jen.Code {
	mask, name := id(memberBits.name()), lowestBits.name()
	if p.shape.Width == 1 {
		return []jen.Code{define(name, mask)}
	}
	below := p.inSegments(mask.shl(1), 1)
	var lines []jen.Code
	for by := 1; by < p.shape.Width-1; by *= 2 {
		named := fmt.Sprintf("below%d", by)
		lines = append(lines, define(named, below))
		below = id(named).or(p.inSegments(id(named).shl(by), by))
	}
	return append(lines, define(name, mask.andNot(below)))
}

// inSegments keeps the bits of lanes that are at least from lanes into their segment.
func (p *printer) inSegments(e expr, from int) expr {
	if p.shape.Width == warpSize {
		return e // shifted out, or in as zeros
	}
	lanes, set := warpSize, uint32(0)
	if p.combinesGroups() {
		lanes = p.shape.Width
	}
	for i := range lanes {
		if s := p.segments(); s.InSegment(i) && i-s.Base(i) >= from {
			set |= 1 << i
		}
	}
	return e.and(hex(uint64(set)))
}
