package userops

// Seen is whether there was a number above 0, and the last such number.
type Seen struct {
	Any  bool
	Last int32
}

// MergeSeen joins two parts, the second after the first.
//
//shflgen:op associative
func MergeSeen(a, b Seen) Seen {
	if b.Any {
		return b
	}
	return a
}

// LiftSeen is one number.
func LiftSeen(x int32) Seen { return Seen{Any: x > 0, Last: x} }
