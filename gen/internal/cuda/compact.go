package cuda

import (
	"fmt"

	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/spec"
)

// ofRank finds the member with the lane's position as its rank. Members know their own rank; to invert it, a vote
// collects one bit of the ranks of all lanes at a time, and the lane keeps the members that agree with its position.
func (p *planner) ofRank() step {
	members := p.at.inWhole(p.at.cut(p.mask()))
	lines := []string{
		fmt.Sprintf("unsigned members = %s;", members),
		fmt.Sprintf("unsigned rank = %s, found = members;", p.at.membersBefore()),
	}
	for k := 0; 1<<k < p.at.width; k++ {
		bit := number(1 << k)
		vote := call("__ballot_sync", p.threads(), name("rank").and(bit).grouped().notZero())
		differ := p.at.pos().and(bit).grouped().notZero().grouped().choose(number(0), everyone).grouped()
		lines = append(lines, fmt.Sprintf("found &= %s;", vote.xor(differ)))
	}
	lines = append(lines, "unsigned source;", `asm("bfind.u32 %0, %1;" : "=r"(source) : "r"(found));`,
		fmt.Sprintf("%s = %s;", p.next(), name("found").notZero().choose(name("source"), p.nobody())))
	return step{Title: "The member with the lane's position as its rank; if there is none, the lane itself and 32.",
		Lines: lines}
}

// membersBefore is how many of the members, a local, come before the lane.
func (p *position) membersBefore() expr {
	before := number(1).shl(p.lane()).grouped().minus(number(1)).grouped()
	return call("__popc", name("members").and(before)).to("unsigned")
}

// storeAtRank stores the registers of a member at its rank, and those of any other lane past the
// places of all members.
func (p *printer) storeAtRank(e network.StoreAtRank) []string {
	rank := name("rank")
	if p.at.width <= p.at.count/2 {
		rank = p.at.base().plus(rank)
	}
	bytes := p.spec.Type.Bits() / 8
	past := p.at.lane().plus(number(len(e.Of) * warpSize))
	to := expr{p.scope.param(memoryRole).text + ".bytes", primary}.plus(name("place").timesConstant(bytes))
	lines := []string{
		fmt.Sprintf("unsigned members = %s;", p.at.inWhole(p.at.cut(p.scope.param(spec.MaskRole)))),
		fmt.Sprintf("unsigned rank = %s, all = %s;", p.at.membersBefore(), call("__popc", name("members")).to("unsigned")),
		fmt.Sprintf("unsigned place = %s;", name("members").bit(p.at.lane()).grouped().choose(rank, past)),
		fmt.Sprintf("unsigned char *to = %s;", to),
	}
	for r, x := range e.Of {
		lines = append(lines, fmt.Sprintf("*reinterpret_cast<%s *>(%s) = %s;", p.elem.name,
			offset("to", r*bytes*warpSize), p.element(x)))
	}
	return lines
}

// loadAtRank loads a register from the place of the lane's position, if a member has stored there.
func (p *printer) loadAtRank(n *network.Node, e network.LoadAtRank) []string {
	bytes := p.spec.Type.Bits() / 8
	var lines []string
	if e.Register == 0 {
		at := expr{p.scope.param(memoryRole).text + ".bytes", primary}.plus(p.at.lane().timesConstant(bytes))
		lines = append(lines, fmt.Sprintf("const unsigned char *from = %s;", at))
	}
	loaded := call(fmt.Sprintf("*reinterpret_cast<const %s *>", p.elem.name),
		offset("from", e.Register*bytes*warpSize))
	local := fmt.Sprintf("x%d", p.made)
	p.made++
	p.names[n] = name(local)
	has, own := p.at.pos().less(name("all")), p.element(e.Own)
	if p.spec.Type.Half() { // of two objects of a class, the choice would be one of addresses, and own in local memory
		own = call(p.elem.name, own)
	}
	return append(lines, fmt.Sprintf("%s %s = %s;", p.elem.name, local, has.choose(loaded, own)))
}

// counts stores the count of members: of a plan, or of the only lane of a segment.
func (p *printer) counts() []string {
	var lines []string
	for _, out := range p.net.Outs {
		if out.Role != spec.CountRole {
			continue
		}
		var count expr
		switch {
		case p.conditions.plan != nil:
			count = p.conditions.slot(out.Node).to("int")
		case p.spec.TakesMemory():
			count = name("all").to("int")
		default: // of a group, or of a segment of one lane
			count = p.groupSize()
		}
		lines = append(lines, fmt.Sprintf("*%s = %s;", p.scope.param(out.Role), count))
	}
	return lines
}

// staysPast reports whether a result is the lane's own element in a lane past the last segment.
func staysPast(n *network.Node) bool {
	switch e := n.Expr.(type) {
	case network.Input, network.RankInGroup:
		return true
	case network.Fetch:
		_, ok := e.P.Expr.(network.OfRank)
		return ok
	case network.Barrier:
		return staysPast(e.X)
	case network.LoadAtRank:
		return staysPast(e.Own)
	}
	return false
}
