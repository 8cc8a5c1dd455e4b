package kernels

import (
	"cmp"
	"maps"
	"slices"
)

// Conditions of what is shown.
const (
	anyOrder = "sums and products of floats are combined in an order of the kernel's own, fused or not"
	anyZero  = "a sum of zeros may have either sign"
	noNaN    = "if no element is a NaN or -0"

	unshifted = "exponentials of the elements themselves, which overflow above 88"
)

// commonLimits are conditions of many kernels; others come before them.
var commonLimits = []string{anyOrder, anyZero, noNaN, unshifted}

// inOrder are conditions, the common ones last.
func inOrder(limits map[string]bool) []string {
	return slices.SortedFunc(maps.Keys(limits), func(a, b string) int {
		return cmp.Or(slices.Index(commonLimits, a)-slices.Index(commonLimits, b), cmp.Compare(a, b))
	})
}
