package userops

// Softmax is the state of an online softmax: the maximum, and the sum of exp(x - Max).
type Softmax struct {
	Max, Sum float32
}

// MergeSoftmax joins the states of two parts of a row.
//
//shflgen:op
func MergeSoftmax(a, b Softmax) Softmax {
	m := max(a.Max, b.Max)
	left := float32(a.Sum * exp(a.Max-m))
	right := float32(b.Sum * exp(b.Max-m))
	return Softmax{Max: m, Sum: left + right}
}
