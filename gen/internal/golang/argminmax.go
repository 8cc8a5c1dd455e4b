package golang

import (
	"fmt"

	"github.com/dave/jennifer/jen"
	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/gen/internal/contract"
	"github.com/shflgen/shflgen/gen/internal/network"
)

// winners is the row of an op that gives a lane: that of the min or max of what the
// elements are ordered by, with two helpers more.
func winners(s shflgen.Spec) (dialect, error) {
	key := s
	key.Op, key.Name = contract.Extreme(s.Op), s.FuncName()
	of := s.Type
	if s.Type.Class() == shflgen.Float {
		of = map[int]shflgen.Type{16: shflgen.Int16, 32: shflgen.Int32, 64: shflgen.Int64}[s.Type.Bits()]
	}
	d, err := combined(dialect{elem: goType(s.Type), bits: uintOf(s.Type)}, key)
	if err != nil {
		return dialect{}, err
	}
	if s.Width == 1 { // nothing is compared
		return dialect{elem: d.elem}, nil
	}
	d.same, d.first = helperFor(s, of, sameHelper), helperFor(s, shflgen.Uint32, firstHelper)
	d.helpers = append(d.helpers, d.same, d.first)
	return d, nil
}

// addWinners finds the winner of each segment and stores it: the lowest of the lanes
// that have the winning key. A segment without members keeps its elements.
func (p *printer) addWinners(out *blocks) error {
	first, ok := p.net.Index().Expr.(network.WinnerLane)
	if !ok {
		return fmt.Errorf("golang: unexpected lane %T", p.net.Index().Expr)
	}
	lanes, width := p.shape.Lanes, p.shape.Width
	var stores []jen.Code
	if width == 1 {
		for lane := range lanes {
			number := dec(lane)
			if p.spec.Mask == shflgen.Member {
				number = number.or(p.memberBit(lane).to("int32").minus(dec(1)))
			}
			stores = append(stores, p.storeIndex(lane, number)...)
		}
		out.add("A lane by itself wins, if it is a member.", stores)
		return nil
	}
	for base := 0; base+width <= lanes; base += width {
		lines, err := p.winner(base, first.Best.ID)
		if err != nil {
			return err
		}
		out.add(fmt.Sprintf("Lanes %d..%d: bit i is set if member i has the winning key; the first one wins.", base, base+width-1), lines)
		for lane := base; lane < base+width; lane++ {
			if p.net.Outs[0].Lanes.Has(lane) {
				value, number := assign(p.element(0, lane), p.winnerElement(lane, base)), p.storeIndex(lane, local("first%d", base))
				if p.spec.Mask == shflgen.Active { // which defines who takes the value
					stores = append(append(stores, number...), value)
				} else {
					stores = append(append(stores, value), number...)
				}
			}
		}
	}
	for lane := lanes / width * width; lane < lanes; lane++ {
		stores = append(stores, p.storeIndex(lane, dec(1).neg())...)
	}
	out.add("Results.", stores)
	return nil
}

// winner defines, for the segment at base, its winner's lane and element, and whether it
// has members. best is the node of the winning key.
func (p *printer) winner(base, best int) ([]jen.Code, error) {
	lanes, width, part := p.shape.Lanes, p.shape.Width, p.parts[0]
	winning := p.result[base]
	var lines []jen.Code
	var won expr
	for lane := base; lane < base+width; lane++ {
		if p.memo[best*lanes+lane] != winning {
			return nil, fmt.Errorf("golang: lane %d asks for another key than lane %d", lane, base)
		}
		e := p.dialect.same.call(p.keyOf(lane), p.local(winning, part)).shifted(lane)
		if lane > base {
			e = won.or(e)
		}
		won = local("won%d", lane)
		lines = append(lines, define(fmt.Sprintf("won%d", lane), e))
	}
	if p.spec.Mask != shflgen.Full {
		won = won.and(id(memberBits.name()))
	}
	lines = append(lines,
		define(fmt.Sprintf("first%d", base), p.dialect.first.call(won)),
		define(fmt.Sprintf("best%d", base), p.dialect.toBits.of(p.local(winning, part))))
	if p.spec.Mask == shflgen.Member {
		segment, members := id(memberBits.name()), local("members%d", base)
		if width < lanes {
			segment = segment.and(hex(uint64(uint32(1)<<width-1) << base))
		}
		some := members.or(members.neg()).shr(31).to(p.chosenType()).neg()
		lines = append(lines, define(fmt.Sprintf("members%d", base), segment), define(fmt.Sprintf("some%d", base), some))
	}
	return lines, nil
}

// storeIndex stores a lane's index; who does not make the call keeps it.
func (p *printer) storeIndex(lane int, number expr) []jen.Code {
	idx := id(shflgen.IndexRole.Name()).at(lane)
	if p.spec.Mask != shflgen.Active {
		return []jen.Code{assign(idx, number)}
	}
	inSegment := lane < p.shape.Lanes/p.shape.Width*p.shape.Width
	gets := local("gets%d", lane)
	kept := chosen(gets, number, idx)
	if !inSegment { // -1 is all ones
		kept = idx.or(gets)
	}
	lines := []jen.Code{define(fmt.Sprintf("gets%d", lane), spreadTo("int32", p.memberBit(lane))), assign(idx, kept)}
	if inSegment && p.shape.Width > 1 && p.chosenType() != "int32" {
		lines = append(lines, define(p.takes(lane), spreadTo(p.chosenType(), p.memberBit(lane))))
	}
	return lines
}

// keyOf is the local that holds a lane's key, member or not.
func (p *printer) keyOf(lane int) expr {
	if p.spec.Mask != shflgen.Full {
		return local("key%d", lane)
	}
	return local("in%d", lane)
}

// chosenType is the type in which stored elements are chosen.
func (p *printer) chosenType() string {
	if isFloat(p.spec.Type) {
		return uintOf(p.spec.Type)
	}
	return p.dialect.elem
}

// winnerElement is the element that a lane gets.
func (p *printer) winnerElement(lane, base int) expr {
	best, own := local("best%d", base), p.element(0, lane)
	give := conversion(nil)
	if isFloat(p.spec.Type) {
		own, give = bitsOfFloat(p.spec.Type)(own), fromBitsOf(p.spec.Type)
	}
	switch p.spec.Mask {
	case shflgen.Member:
		best = chosen(local("some%d", base), best, own)
	case shflgen.Active:
		best = chosen(id(p.takes(lane)), best, own)
	}
	return give.of(best)
}

// takes is the local that is all ones, in the type in which elements are chosen, if a
// lane is a member, else 0.
func (p *printer) takes(lane int) string {
	if p.chosenType() == "int32" {
		return fmt.Sprintf("gets%d", lane)
	}
	return fmt.Sprintf("takes%d", lane)
}
