package cuda

import (
	"fmt"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/gen/network"
)

// whoCalls says who makes a call of mask mode active.
const whoCalls = "All members make the call, with one mask, and nobody else: other lanes may be anywhere."

// planContract says what a plan holds, and which functions can share one: those
// whose places are the same, whatever they fetch from there.
func (p *printer) planContract() []string {
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
	return fmt.Sprintf("Cost:  %s for the plan; to use it, %s.", shuffles(p.nodes(leap)), p.costOfUse())
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
