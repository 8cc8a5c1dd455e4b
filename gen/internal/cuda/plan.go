package cuda

import (
	"fmt"

	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/spec"
)

// plan is the part of a call that depends on the mask and the grouping keys alone: the source
// lanes of the shuffles. A separate function computes it, so that several calls can share it.
type plan struct {
	slots map[*network.Node]int // the elements of the plan, in order
	steps []step
	size  int
}

// planner makes a plan of a network.
type planner struct {
	*printer
	plan

	ranks int // from a lane to the successor made last
	back  bool
}

// planOf splits the successors off a network.
func planOf(n *network.Network, problem *problem) *plan {
	p := newPrinter(n, anyArch)
	pl := &planner{printer: p, plan: plan{slots: map[*network.Node]int{}}}
	if n.Spec.Mask == spec.Active {
		pl.plan.steps = []step{{Title: "Who makes the call.", Lines: []string{fmt.Sprintf("%s = %s;", pl.next(), pl.mask())}}}
		pl.size++
	}
	if p.shape.Keyed() {
		pl.plan.steps = append(pl.plan.steps, pl.group(p.scope.param(spec.KeyRole)))
	}
	for node := range n.All() {
		if network.Is[network.MemberCount](node.Expr) || network.SortOf(node) == network.Pointer {
			pl.plan.steps = append(pl.plan.steps, pl.slot(node))
			pl.slots[node] = pl.size
			pl.size++
		}
	}
	if lines := pl.at.lines(); lines != nil {
		pl.plan.steps = append([]step{{Title: "The lane, by its number in the warp.", Lines: lines}}, pl.plan.steps...)
	}
	if p.err != nil {
		problem.report("%w", p.err)
	}
	return &pl.plan
}

// mask is the parameter.
func (p *planner) mask() expr { return p.scope.param(spec.MaskRole) }

// next is the next element of the plan.
func (p *planner) next() expr { return name("plan").entry(p.size) }

// lowestBit is the position of the lowest set bit, all ones if there is none: bfind of the
// isolated bit.
const lowestBit = `asm("bfind.u32 %%0, %%1;" : "=r"(%s) : "r"(%[2]s & (0u - %[2]s)));`

// slot computes one element of the plan. Its low five bits are always a member's lane. Bit 5 is
// set if there is no such member; a shuffle ignores that bit.
func (p *planner) slot(n *network.Node) step {
	switch e := n.Expr.(type) {
	case network.Successor:
		return p.successor(e.Before)
	case network.Jump:
		from := name("plan").entry(p.slots[e.P])
		p.ranks *= 2
		return step{
			Title: fmt.Sprintf("%d ranks %s: the place that the lane at %s has.", p.ranks,
				map[bool]string{true: "back", false: "further"}[p.back], from),
			Lines: []string{fmt.Sprintf("%s = %s;", p.next(), fetch(p.threads(), from, from))},
		}
	case network.Lowest:
		return p.lowest()
	case network.OfRank:
		return p.ofRank()
	case network.MemberCount:
		count := call("__popc", name("members")).to("unsigned") // which [planner.ofRank] has found
		return step{Title: "The count of members.", Lines: []string{fmt.Sprintf("%s = %s;", p.next(), count)}}
	}
	p.report("unexpected pointer %T", n.Expr)
	return step{}
}

// successor is the next member after the lane, or the last before it.
func (p *planner) successor(back bool) step {
	p.ranks, p.back = 1, back
	segment, lane := p.segment().grouped(), p.at.lane()
	title := "1 rank further: the next member; if there is none, the lane itself and 32."
	members, found := name("after"), name("next")
	others := hex(0, 1<<warpSize-2).shl(lane).grouped()
	bit := fmt.Sprintf(lowestBit, found, members)
	if back {
		title = "1 rank back: the member before the lane; if there is none, the lane itself and 32."
		members, found = name("before"), name("last")
		others = everyone.shl(lane).not()
		bit = fmt.Sprintf(`asm("bfind.u32 %%0, %%1;" : "=r"(%s) : "r"(%s));`, found, members)
	}
	return step{Title: title, Lines: []string{
		fmt.Sprintf("unsigned %s = %s;", members, segment.and(others)),
		fmt.Sprintf("unsigned %s;", found),
		bit,
		fmt.Sprintf("%s = %s;", p.next(), members.notZero().choose(found, p.nobody())),
	}}
}

// nobody is the element for no member: the lane itself, with bit 5 set.
func (p *planner) nobody() expr { return p.at.lane().plus(number(warpSize)) }

// lowest is the lowest member of the segment or group.
func (p *planner) lowest() step {
	title, segment := "The lowest member of the segment.", p.segment()
	lines := []string{"unsigned lowest;"}
	if segment.binds < primary { // asm uses it more than once
		lines = append(lines, fmt.Sprintf("unsigned segment = %s;", segment.grouped()))
		segment = name("segment")
	}
	lowest := name("lowest")
	if p.emptyGroups() {
		title = "The lowest member of the group; if it has none, the lane itself and 32."
		lowest = segment.notZero().choose(lowest, p.nobody())
	}
	return step{Title: title, Lines: append(lines, fmt.Sprintf(lowestBit, "lowest", segment),
		fmt.Sprintf("%s = %s;", p.next(), lowest))}
}

// segment are the members of the lane's segment or group.
func (p *planner) segment() expr {
	if p.net.Spec.Shape().Keyed() {
		return name("group")
	}
	return p.at.cut(p.mask())
}

// planned are the functions that make a plan and that use it, and the steps of the function that
// does both.
func (p *printer) planned(ps params) ([]function, []step) {
	pl := planOf(p.net, p.problem)
	p.conditions.plan = pl
	file := p.spec.FileName()
	from := ps.of(spec.MaskRole, spec.KeyRole)
	made := function{
		Contract: append(planPromise(p.net), whoCalls(p.spec)),
		Type:     "void", Name: file + "_plan", Steps: pl.steps, Params: append(from, planParam(pl.size, false)),
	}
	by := function{
		Contract: []string{planUsers(p.spec), "It costs " + costOfUse(p.net) + "."},
		Type:     returns(p.shape), Name: file + "_by",
		Params: append(params{planParam(pl.size, true)},
			ps.of(spec.InputARole, spec.InputBRole, spec.InputCRole, spec.ElementRole, spec.IndexRole, spec.CountRole)...),
	}
	threads := func(q *printer) expr { return q.scope.param(planRole).entry(0) }
	if p.spec.Mask == spec.Active {
		p.threads = func() expr { return threads(p) }
	}
	by.Steps = p.steps(by.Params)
	if p.net.Faster != nil {
		by.faster(p.net.Faster, p.problem, threads)
	}
	return []function{made, by}, []step{{Title: "A plan, for this call alone.", Lines: []string{
		fmt.Sprintf("unsigned plan[%d];", pl.size),
		fmt.Sprintf("%s;", call(made.Name, append(from.passed(), name("plan"))...)),
		fmt.Sprintf("return %s;", call(by.Name, by.Params.passed()...)),
	}}}
}
