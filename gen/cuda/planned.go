package cuda

import (
	"fmt"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/gen/network"
)

// onlyMembersCall says who makes a call of mask mode active.
const onlyMembersCall = "All members make the call, with one mask, and nobody else: other lanes may be anywhere."

// allCall says so.
const allCall = "All 32 lanes of the warp must make the call."

// whoCalls says who makes a call.
func (p *printer) whoCalls() string {
	if p.spec.Mask == shflgen.Active {
		return onlyMembersCall
	}
	return allCall
}

// planUsers says who makes a call by a plan.
func (p *printer) planUsers() string {
	if p.spec.Mask == shflgen.Active {
		return "As below, for the members that the plan was made for, who make the call, and nobody else."
	}
	return "As below, for the mask and keys that the plan was made for. " + allCall
}

// planContract says what a plan holds, and which functions can share one: those
// whose places are the same, whatever they fetch from there.
func (p *printer) planContract() []string {
	if p.spec.Pattern.Keyed() {
		return p.planOfKeys()
	}
	scan := p.spec.Pattern == shflgen.InclusiveScan || p.spec.Pattern == shflgen.ExclusiveScan
	way, sharers := "further", p.spec.Pattern.String()
	if scan {
		way, sharers = "back", "inclusive-scan and exclusive-scan"
	}
	lowest := ""
	if p.spec.Pattern == shflgen.Reduce {
		lowest = ", and the lowest"
	}
	return []string{
		fmt.Sprintf("A plan: who makes the call, and where the members 1, 2, 4, … ranks %s are%s.", way, lowest),
		fmt.Sprintf("It depends on the mask alone: every %s of this width and mask may use it,", sharers),
		"of any type and op. What another pattern or width plans is something else, even of this size.",
		"It costs " + shuffles(p.nodes(leap)) + ".",
	}
}

// costOfUse is what a call by a plan takes.
func (p *printer) costOfUse() string {
	n := shuffles(p.nodes(fetch))
	if p.spec.Type.Bits() > 32 {
		n += ", of two words each"
	}
	return n
}

// costOfCall is what a call without a plan takes.
func (p *printer) costOfCall() string {
	return fmt.Sprintf("Cost:  %s for the plan; to use it, %s.", p.costOfPlan(), p.costOfUse())
}

func leap(e network.Expr) bool  { _, ok := e.(network.Leap); return ok }
func fetch(e network.Expr) bool { _, ok := e.(network.Fetch); return ok }

// nodes is how many nodes of the network are of a kind.
func (p *printer) nodes(is func(network.Expr) bool) int {
	n := 0
	for _, s := range p.net.Steps {
		for _, node := range s.Nodes {
			if is(node.Expr) {
				n++
			}
		}
	}
	return n
}

func shuffles(n int) string {
	switch n {
	case 0:
		return "no shuffle"
	case 1:
		return "one shuffle"
	}
	return fmt.Sprintf("%d shuffles", n)
}
