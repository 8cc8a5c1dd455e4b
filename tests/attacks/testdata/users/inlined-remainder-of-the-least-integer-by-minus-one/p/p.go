// Package p has an operator that clang looks through from one call to the next.
package p

// Step is the magnitude of what is negative, else a bit.
func Step(a, b int32) int32 {
	if a < 0 {
		return -a
	}
	return int32(1) << (uint32(b) & 63) & 1
}
