package golang

import (
	"fmt"

	"github.com/dave/jennifer/jen"
	"github.com/shflgen/shflgen/spec"
)

// compacted is what a lane reads: a register of the member of its rank, or its own.
func (x *expansion) compacted(register, lane int) *value {
	if !x.segments().InSegment(lane) {
		return x.number(value{kind: element, lane: lane, reg: register}, lane)
	}
	x.compacts = true
	return x.number(value{kind: read, lane: lane, reg: register}, lane)
}

// addSources defines, for each lane of a segment, the member of its rank: members are left one
// by one, the lowest first. Of no member TrailingZeros32 is 32, which makes the source the lane
// itself.
func (p *printer) addSources(out *blocks) {
	if !p.compacts {
		return
	}
	var lines []jen.Code
	for lane := range p.shape.Lanes {
		if !p.segments().InSegment(lane) {
			continue
		}
		left := p.membersOf(lane)
		if base := p.segments().Base(lane); lane > base {
			before := local("left%d", lane-1)
			left = before.and(before.minus(dec(1)).grouped())
		}
		next := local("next%d", lane)
		source := next
		if lane > 0 {
			source = next.or(next.shr(5).grouped().neg().and(dec(lane))).grouped()
		}
		lines = append(lines,
			define(fmt.Sprintf("left%d", lane), left),
			define(fmt.Sprintf("next%d", lane), callIn("math/bits", "TrailingZeros32", local("left%d", lane))),
			define(fmt.Sprintf("source%d", lane), source.and(dec(warpSize-1))))
	}
	out.add("The lane that each lane reads: the lowest of the members that are left, or itself if there is none.", lines)
}

// membersOf are the members of a lane's segment.
func (p *printer) membersOf(lane int) expr {
	members := id(memberBits.name())
	if p.shape.Width < p.shape.Lanes {
		members = members.and(hex(uint64(uint32(1)<<p.shape.Width-1) << p.segments().Base(lane)))
	}
	return members
}

// addCounts stores, for every lane, the count of the members of its segment.
func (p *printer) addCounts(out *blocks) {
	port, ok := p.shape.Gives(spec.CountRole)
	if !ok {
		return
	}
	var counts, stores []jen.Code
	for lane := range p.shape.Lanes {
		base, count := p.segments().Base(lane), dec(0)
		if p.segments().InSegment(lane) {
			count = local("count%d", base)
		}
		if lane == base && p.segments().InSegment(lane) {
			counts = append(counts, define(fmt.Sprintf("count%d", base), onesCount(p.membersOf(lane))))
		}
		stores = append(stores, assign(id(port.Role.Name()).at(lane), count))
	}
	out.add("The members of each segment.", counts)
	out.add("Counts.", stores)
}
