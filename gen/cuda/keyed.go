package cuda

import (
	"fmt"

	"github.com/shflgen/shflgen"
)

// keyType is the type of a lane's key.
func (p *printer) keyType() string {
	if p.spec.Key == shflgen.Key64 {
		return "unsigned long long"
	}
	return "unsigned"
}

// group defines the members of the lane's segment that have its key.
func (p *printer) group() string {
	text := fmt.Sprintf("__match_any_sync(%s, key)", p.threads)
	if p.spec.Mask == shflgen.Member {
		text += " & mask"
	}
	text = p.cut(text)
	if text[0] == '(' {
		text = text[1 : len(text)-1]
	}
	return fmt.Sprintf("unsigned group = %s;", text)
}

// emptyGroups reports whether a lane that makes the call may have a group without
// members: it is none, or lies past the one segment.
func (p *printer) emptyGroups() bool {
	return p.spec.Pattern.Keyed() && (p.spec.Mask == shflgen.Member || p.width > p.count/2 && p.width < p.count)
}

// planParams are what a plan is made from: as parameters, or as the names of them.
func (p *printer) planParams(declared bool) []string {
	var params []string
	add := func(typ, name string) {
		if declared {
			name = typ + " " + name
		}
		params = append(params, name)
	}
	if p.spec.Mask != shflgen.Full {
		add("unsigned", "mask")
	}
	if p.spec.Pattern.Keyed() {
		add(p.keyType(), "key")
	}
	return params
}

// planOfKeys is the contract of a plan that depends on keys.
func (p *printer) planOfKeys() []string {
	depends := "the mask and the keys"
	if p.spec.Mask == shflgen.Full {
		depends = "the keys"
	}
	return []string{
		"A plan: where the members 1, 2, 4, … ranks further in the lane's group are, and the lowest.",
		fmt.Sprintf("It depends on %s alone: every keyed-reduce of this width and mask mode may use it,", depends),
		"of any type and op. What another pattern or width plans is something else, even of this size.",
		"It costs " + p.costOfPlan() + ".",
	}
}

// costOfPlan is what it takes to make a plan.
func (p *printer) costOfPlan() string {
	n := shuffles(p.nodes(leap))
	if p.spec.Pattern.Keyed() {
		n = "one match and " + n
	}
	return n
}
