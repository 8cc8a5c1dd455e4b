package userops

import "math"

// Softmax is the state of an online softmax: the maximum, and the sum of exp(x - Max).
type Softmax struct {
	Max, Sum float32
}

// MergeSoftmax joins the states of two parts of a row.
//
//shflgen:op
func MergeSoftmax(a, b Softmax) Softmax {
	m := max(a.Max, b.Max)
	left := a.Sum * float32(math.Exp(float64(a.Max-m)))
	right := b.Sum * float32(math.Exp(float64(b.Max-m)))
	return Softmax{Max: m, Sum: left + right}
}
