package cuda

import (
	"fmt"

	"github.com/shflgen/shflgen/spec"
)

// group defines the members of the lane's segment that have the lane's key.
func (p *planner) group(key expr) step {
	same := call("__match_any_sync", p.threads, key)
	if p.net.Spec.Mask == spec.Member {
		same = same.and(p.mask)
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
