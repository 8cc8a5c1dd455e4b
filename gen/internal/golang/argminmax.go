package golang

import (
	"fmt"
	"strings"

	"github.com/dave/jennifer/jen"
	"github.com/shflgen/shflgen/gen/internal/ir"
	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/spec"
)

// winners is the row of an op that gives a lane: that of the min or max of what the
// elements are ordered by, with two helpers more.
func winners(s spec.Spec) (dialect, error) {
	keys := network.KeysOf(s)
	if keys == nil { // nothing is compared
		return dialect{elem: goType(s.Type)}, nil
	}
	key := s
	key.Op, key.Name = keys.By.Op, s.FuncName()
	d, err := combined(dialect{elem: goType(s.Type), bits: uintOf(s.Type)}, key)
	d.same, d.first = helperFor(s, keys.By.Type, sameHelper), helperFor(s, spec.Uint32, firstHelper)
	d.helpers = append(d.helpers, d.same, d.first)
	return d, err
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
	place := "lane"
	if p.shape.Block() {
		place = "thread"
	}
	if width == 1 {
		for lane := range lanes {
			number := dec(lane)
			if p.spec.Mask == spec.Member {
				number = number.or(p.memberBit(lane).to("int32").minus(dec(1)))
			}
			stores = append(stores, p.storeIndex(lane, number)...)
		}
		out.add("A "+place+" by itself wins, if it is a member.", stores)
		return nil
	}
	for base := 0; base+width <= lanes; base += width {
		lines, err := p.winner(base, first.Best.ID)
		if err != nil {
			return err
		}
		title := fmt.Sprintf("%ss %d..%d: bit i is set if member i has the winning key; the first one wins.",
			strings.ToUpper(place[:1])+place[1:], base, base+width-1)
		if width > spec.MaskWordBits {
			title = "Bit i % 32 of word i / 32 is set if member i has the winning key; the first one wins."
		}
		out.add(title, lines)
		if p.shape.Block() && p.net.Outs[0].Lanes.Has(base+1) {
			thread := id("thread")
			own := id(spec.ElementRole.Name()).index(thread)
			stores = append(stores, jen.For(jen.Add(&thread.code).Op(":=").Range().Id(spec.ElementRole.Name())).Block(
				assign(own, p.winnerElement(own, 0, base)),
				assign(id(spec.IndexRole.Name()).index(thread), local("first%d", base))))
			continue
		}
		for lane := base; lane < base+width; lane++ {
			if p.net.Outs[0].Lanes.Has(lane) {
				own := p.element(0, lane)
				value, number := assign(own, p.winnerElement(own, lane, base)), p.storeIndex(lane, local("first%d", base))
				if p.spec.Mask == spec.Active { // which defines who takes the value
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
// has members. best is the node of the winning key. A block has several words of bits: -1, the
// number that a word without a bit gives, is the greatest of the numbers without a sign.
func (p *printer) winner(base, best int) ([]jen.Code, error) {
	width := p.shape.Width
	var lines []jen.Code
	var first, members expr
	var numbers []expr // of the words
	for from := base; from < base+width; from += spec.MaskWordBits {
		end := min(from+spec.MaskWordBits, base+width)
		votes, won, err := p.votes(best, base, from, end)
		if err != nil {
			return nil, err
		}
		first = p.dialect.first.call(won)
		lines = append(lines, votes...)
		if width > spec.MaskWordBits {
			number := first.to("uint32")
			if from > base {
				number = number.or(dec(from))
			}
			lines = append(lines, define(fmt.Sprintf("number%d", from), number))
			numbers = append(numbers, local("number%d", from))
		}
		if word := p.memberWord(from, end); from == base {
			members = word
		} else {
			members = members.or(word)
		}
	}
	if numbers != nil {
		first = call("min", numbers...).to("int32")
	}
	lines = append(lines,
		define(fmt.Sprintf("first%d", base), first),
		define(fmt.Sprintf("best%d", base), p.dialect.toBits.of(p.local(p.result[base], p.parts[0]))))
	if p.spec.Mask == spec.Member {
		some := local("members%d", base)
		some = some.or(some.neg()).shr(31).to(p.chosenType()).neg()
		lines = append(lines, define(fmt.Sprintf("members%d", base), members), define(fmt.Sprintf("some%d", base), some))
	}
	return lines, nil
}

// votes define one word of bits for the lanes from one on, up to end: who has the winning key of the
// segment at base. won is that word, of the members alone.
func (p *printer) votes(best, base, from, end int) (lines []jen.Code, won expr, err error) {
	lanes, winning := p.shape.Lanes, p.result[base]
	if p.divided {
		won = local("won%d", from)
		lines = append(lines, define(fmt.Sprintf("won%d", from), p.votesOfWarp(from, end, p.local(winning, p.parts[0]))))
		if p.spec.Mask != spec.Full {
			won = won.and(p.maskWord(from))
		}
		return lines, won, nil
	}
	for lane := from; lane < end; lane++ {
		if p.memo[best*lanes+lane] != winning {
			return nil, expr{}, fmt.Errorf("golang: lane %d asks for another key than lane %d", lane, base)
		}
		e := p.dialect.same.call(p.keyOf(lane), p.local(winning, p.parts[0])).shifted(lane % spec.MaskWordBits)
		if lane > from {
			e = won.or(e)
		}
		won = local("won%d", lane)
		lines = append(lines, define(fmt.Sprintf("won%d", lane), e))
	}
	if p.spec.Mask != spec.Full {
		won = won.and(p.maskWord(from))
	}
	return lines, won, nil
}

// maskWord is the word of the mask that has a lane's bit.
func (p *printer) maskWord(lane int) expr {
	if p.shape.Block() {
		return id(memberBits.name()).at(lane / spec.MaskWordBits)
	}
	return id(memberBits.name())
}

// memberWord is that word, without the bits of others than the lanes from one on, up to end.
func (p *printer) memberWord(from, end int) expr {
	if end-from == spec.MaskWordBits {
		return p.maskWord(from)
	}
	return p.maskWord(from).and(hex(uint64(uint32(1)<<(end-from)-1) << (from % spec.MaskWordBits)))
}

// storeIndex stores a lane's index; who does not make the call keeps it.
func (p *printer) storeIndex(lane int, number expr) []jen.Code {
	idx := id(spec.IndexRole.Name()).at(lane)
	if p.spec.Mask != spec.Active {
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
	if p.spec.Mask != spec.Full {
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

// winnerElement is the element that a lane with one of its own gets.
func (p *printer) winnerElement(own expr, lane, base int) expr {
	best := local("best%d", base)
	give := conversion(nil)
	if isFloat(p.spec.Type) {
		own, give = bitsOfFloat(p.spec.Type)(own), fromBitsOf(p.spec.Type)
	}
	switch p.spec.Mask {
	case spec.Member:
		best = chosen(local("some%d", base), best, own)
	case spec.Active:
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

// winnerHelpers are the primitives of a program of argmin or argmax; none of another op.
func winnerHelpers(s spec.Spec, of *ir.Program) map[string]helper {
	kinds := []helperKind{nanHighHelper, unkeyHelper, decodeHelper, barHighHelper}
	if s.Op == spec.ArgMax {
		kinds = []helperKind{nanLowHelper, unkeyHelper, decodeHelper, barLowHelper}
	}
	all := map[string]helper{}
	for _, kind := range kinds {
		t := s.Type
		if kind == decodeHelper {
			t = s.InType()
		}
		if s.HasLane() && of.Has(kind.suffix) {
			all[kind.suffix] = helperFor(s, t, kind)
		}
	}
	return all
}
