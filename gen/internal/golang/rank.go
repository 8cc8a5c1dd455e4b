package golang

import (
	"fmt"

	"github.com/dave/jennifer/jen"
	"github.com/shflgen/shflgen/spec"
)

// addRanks stores the rank of every lane in its group, and how many members the group has.
func (p *printer) addRanks(out *blocks) {
	var stores []jen.Code
	count, rank := id(spec.CountRole.Name()), id(spec.ElementRole.Name())
	for lane := range p.shape.Lanes {
		base, inside := p.segments().Base(lane), p.segments().InSegment(lane)
		var before, all expr // none: 0
		if inside {
			all = p.sizeOf(lane)
		}
		if inside && lane > base {
			before = onesCount(groupOf(lane).and(hex(uint64(1)<<(lane-base) - 1)))
		}
		if p.shape.Calls == spec.Active { // who makes no call keeps both
			stores = append(stores, define(fmt.Sprintf("gets%d", lane), spreadTo("int32", p.memberBit(lane))))
		}
		stores = append(stores, p.storeNumber(rank, lane, before), p.storeNumber(count, lane, all))
	}
	out.add("Ranks, and how many members have the lane's key.", stores)
}

// storeNumber stores a number of a lane; without an expression 0.
func (p *printer) storeNumber(to expr, lane int, number expr) jen.Code {
	to = to.at(lane)
	gets, zero := local("gets%d", lane), number.binds == 0
	switch {
	case p.shape.Calls == spec.Active && zero:
		number = to.andNot(gets)
	case p.shape.Calls == spec.Active:
		number = chosen(gets, number, to)
	case zero:
		number = dec(0)
	}
	return assign(to, number)
}

// sizeOf is how many members have a lane's key.
func (p *printer) sizeOf(lane int) expr {
	switch {
	case p.shape.Width > 1:
		return onesCount(groupOf(lane))
	case p.shape.Calls == spec.Member:
		return p.memberBit(lane).to("int32")
	}
	return dec(1)
}

// onesCount is the number of bits of a word that are set.
func onesCount(word expr) expr { return callIn("math/bits", "OnesCount32", word).to("int32") }
