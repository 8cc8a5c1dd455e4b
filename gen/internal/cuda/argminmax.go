package cuda

import (
	"fmt"

	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/spec"
)

// encodedInput is the local of the key of the lane's own element.
var encodedInput = name("key")

// winner ends a function of argmin or argmax: the lowest of the lanes that have the best
// element. Both __ffs of no bit, which is 0, and bfind, all ones, give -1 for none.
func (p *printer) winner() step {
	first, ok := p.net.Index().Expr.(network.WinnerLane)
	if !ok {
		p.report("unexpected lane %T", p.net.Index().Expr)
		return step{}
	}
	idx := p.scope.param(spec.IndexRole)
	if p.shape.Width == 1 {
		lane := p.at.lane().to("int")
		if p.spec.Mask == spec.Member {
			lane = p.scope.param(spec.MaskRole).bit(p.at.lane()).grouped().choose(lane, literal(-1))
		}
		return step{Title: "A lane by itself wins, if it is a member.", Lines: []string{
			fmt.Sprintf("*%s = %s;", idx, lane), fmt.Sprintf("return %s;", p.scope.param(spec.ElementRole)),
		}}
	}
	title, lane := "The first of the members that have the winning key; none of no members.", name("first")
	lines := []string{fmt.Sprintf("unsigned won = %s;", p.ballot(first))}
	value := p.element(p.net.Result())
	if network.Is[network.AtLane](p.net.Result().Expr) {
		title = "The first of the members that have the winning key, and its element; none of no members."
	}
	if p.atOnce() {
		lines = append(lines, "int first;", fmt.Sprintf(lowestBit, lane, "won"))
	} else {
		lane = call("__ffs", name("won").to("int")).minus(name("1"))
	}
	if p.at.count%p.at.width > 0 {
		title = "The first of the members that have the winning key; lanes past the last segment keep their value."
		value = p.inSegments(value, p.scope.param(spec.ElementRole))
		if !p.atOnce() {
			lane = p.inSegments(lane, literal(-1))
		}
	}
	return step{Title: title, Lines: append(lines, fmt.Sprintf("*%s = %s;", idx, lane), fmt.Sprintf("return %s;", value))}
}

// vote asks which lanes of the warp have contributed the best element.
func (p *printer) vote(e network.WinnerLane) expr {
	asked := p.element(e.X).equal(p.element(e.Best))
	if e.If != nil {
		asked = p.conditions.of(e.If).and(asked.grouped())
	}
	return call("__ballot_sync", p.threads(), asked)
}

// ballot asks those of the lane's segment.
func (p *printer) ballot(e network.WinnerLane) expr {
	won := p.vote(e)
	width, count := p.at.width, p.at.count
	if width == warpSize || e.If != nil && width > warpSize/2 { // then no lane past it is a member
		return won
	}
	segment := hex(0, lanes(width))
	if count/width > 1 {
		segment = segment.shl(p.at.base()).grouped()
	}
	return won.and(segment)
}

// atOnce reports whether the hardware combines all lanes at once.
func (p *printer) atOnce() bool { return p.net.Count(network.Is[network.WarpReduce]) > 0 }
