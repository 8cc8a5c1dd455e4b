package ref

import (
	"math/bits"

	"github.com/shflgen/shflgen/spec"
)

// PlanWords is how many words the plan of a spec's function has, as docs/semantics.md
// says: one for each doubling of the distance; in mask mode active one more, for the
// members; of a reduction that every lane gets one more, for the lowest member. That of a compact has
// two: the source of the lane, and the count. 0 means
// that the function takes no plan.
func PlanWords(s spec.Spec) int {
	if s.TakesMemory() {
		return 0
	}
	if s.Pattern == spec.Compact && s.Width > 1 {
		return 2
	}
	if s.Width == 1 || s.Pattern.Block() || !s.Pattern.Reduces() || !s.Pattern.Keyed() && s.Mask != spec.Active {
		return 0
	}
	n := bits.Len(uint(s.Width - 1))
	if s.Mask == spec.Active {
		n++
	}
	if s.Pattern.Keyed() || s.Pattern == spec.Reduce {
		n++
	}
	return n
}

// SharedPlan lists the patterns with functions that take the plan of a function of p.
func SharedPlan(p spec.Pattern) []spec.Pattern {
	if p == spec.InclusiveScan || p == spec.ExclusiveScan {
		return []spec.Pattern{spec.InclusiveScan, spec.ExclusiveScan}
	}
	return []spec.Pattern{p}
}

// Scans reports whether a lane gets what the members before it bring, and no others.
func Scans(p spec.Pattern) bool {
	return p == spec.InclusiveScan || p == spec.ExclusiveScan
}
