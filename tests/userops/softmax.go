package userops

import "github.com/shflgen/shflgen/math32"

// Softmax is the state of an online softmax: the maximum, and the sum of exp(x - Max).
type Softmax struct {
	Max, Sum float32
}

// MergeSoftmax joins the states of two parts of a row.
//
//shflgen:op
func MergeSoftmax(a, b Softmax) Softmax {
	m := max(a.Max, b.Max)
	left := float32(a.Sum * math32.Exp(a.Max-m))
	right := float32(b.Sum * math32.Exp(b.Max-m))
	return Softmax{Max: m, Sum: left + right}
}
