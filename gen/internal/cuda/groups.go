package cuda

import (
	"fmt"

	"github.com/shflgen/shflgen/spec"
)

// rankInGroup is the number of members before the lane that have its key.
func (p *printer) rankInGroup() expr {
	if p.at.width == 1 {
		return literal(0)
	}
	before := number(1).shl(p.at.lane()).grouped().minus(number(1)).grouped()
	return call("__popc", p.group().and(before))
}

// groupSize is the number of members that have the lane's key.
func (p *printer) groupSize() expr {
	switch {
	case p.at.width > 1:
		return call("__popc", p.group())
	case p.spec.Mask == spec.Member:
		return p.scope.param(spec.MaskRole).shr(p.at.lane()).and(number(1)).grouped().to("int")
	}
	return literal(1)
}

// group is the local of the members that have the lane's key.
func (p *printer) group() expr { p.grouped = true; return name("group") }

// groupSteps define what the steps use of groups.
func (p *printer) groupSteps() []step {
	if !p.grouped {
		return nil
	}
	of := (&planner{printer: p}).group(p.scope.param(spec.KeyRole))
	if rest := p.at.count % p.at.width; rest > 0 {
		of.Lines = append(of.Lines, fmt.Sprintf("group = %s;", p.at.inWhole(name("group"))))
	}
	return []step{of}
}

// group defines the members of the lane's segment that have the lane's key.
func (p *planner) group(key expr) step {
	same := call("__match_any_sync", p.threads(), key)
	if p.net.Spec.Mask == spec.Member {
		same = same.and(p.mask())
	}
	return step{
		Title: "The members of the segment that have the lane's key.",
		Lines: []string{fmt.Sprintf("unsigned group = %s;", p.at.cut(same))},
	}
}

// emptyGroups reports whether the group of a lane that makes the call may have no members: the
// lane is not a member, or it is past the only segment.
func (p *planner) emptyGroups() bool {
	s := p.net.Spec
	return s.Shape().Keyed() && (s.Mask == spec.Member || p.at.width > p.at.count/2 && p.at.width < p.at.count)
}
