package cuda

import (
	"fmt"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/gen/internal/network"
)

// ofRank finds the member whose rank is the lane's position. Members know their own rank; to
// invert it, a vote collects one bit of the ranks of all lanes at a time, and the lane keeps the
// members that agree with its position.
func (p *planner) ofRank() step {
	members := p.inWhole(p.cut(p.mask))
	before := number(1).shl(p.at.lane()).grouped().minus(number(1)).grouped()
	lines := []string{
		fmt.Sprintf("unsigned members = %s;", members),
		fmt.Sprintf("unsigned rank = %s, found = members;", call("__popc", name("members").and(before)).to("unsigned")),
	}
	for k := 0; 1<<k < p.at.width; k++ {
		bit := number(1 << k)
		vote := call("__ballot_sync", p.threads, name("rank").and(bit).grouped().notZero())
		differ := p.at.pos().and(bit).grouped().notZero().grouped().choose(number(0), everyone).grouped()
		lines = append(lines, fmt.Sprintf("found &= %s;", vote.xor(differ)))
	}
	lines = append(lines, "unsigned source;", `asm("bfind.u32 %0, %1;" : "=r"(source) : "r"(found));`,
		fmt.Sprintf("%s = %s;", p.next(), name("found").notZero().choose(name("source"), p.nobody())))
	return step{Title: "The member whose rank is the lane's position; if there is none, the lane itself and 32.", Lines: lines}
}

// memberCount is the number of members of the lane's segment, which [planner.ofRank] has found.
func (p *planner) memberCount() step {
	count := call("__popc", name("members")).to("unsigned")
	return step{Title: "The count of members.", Lines: []string{fmt.Sprintf("%s = %s;", p.next(), count)}}
}

// inWhole is x in the lanes of segments, 0 past the last one.
func (p *planner) inWhole(x expr) expr {
	if rest := p.at.count % p.at.width; rest > 0 {
		return p.at.lane().less(number(p.at.count-rest)).choose(x, number(0))
	}
	return x
}

// counts stores the count of members: of a plan, or of the only lane of a segment.
func (p *printer) counts() []string {
	var lines []string
	for _, out := range p.net.Outs {
		if out.Role != shflgen.CountRole {
			continue
		}
		var count expr
		if p.conditions.plan != nil {
			count = p.conditions.slot(out.Node).to("int")
		} else { // of a group, or of a segment of one lane
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
	}
	return false
}
