package kernels

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/shflgen/shflgen/internal/prover/ptx"
)

// Conditions of what is shown.
const (
	asReals = "floats are compared as real numbers: in which order they are combined, and rounded, is the kernel's own"
	noNaN   = "if no element is a NaN or -0"

	minimumBegins = "a minimum begins with %.6g, and is that where all elements are above"
	maximumBegins = "a maximum begins with %.6g, and is that where all elements are below"

	comparedWith0 = "if no number that is compared with 0 is 0"

	ofNone    = "of no elements any number"
	unshifted = "exponentials of the elements themselves, which overflow above 88"
)

// commonLimits are conditions of many kernels; others come before them.
var commonLimits = []string{asReals, noNaN, unshifted}

// inOrder are conditions, the common ones last.
func inOrder(limits map[string]bool) []string {
	return slices.SortedFunc(maps.Keys(limits), func(a, b string) int {
		return cmp.Or(slices.Index(commonLimits, a)-slices.Index(commonLimits, b), cmp.Compare(a, b))
	})
}

// ofCode are the conditions that code sets for launches.
func ofCode(p *ptx.Standalone) (all []string) {
	if p.AsksActive() {
		all = append(all, ptx.OneMask)
	}
	if n := p.Dynamic(); n > 0 {
		all = append(all, fmt.Sprintf("with at least %d bytes of dynamic shared memory", n))
	}
	return all
}
