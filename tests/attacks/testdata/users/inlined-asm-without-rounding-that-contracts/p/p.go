// Package p has a map whose product is added by the operator.
package p

// Weigh is the square, or thrice where k says so.
func Weigh(a float32, k uint32) float32 {
	w := a
	if uint32(1)<<(k&63) == 1 {
		w = 3
	}
	return a * w
}
