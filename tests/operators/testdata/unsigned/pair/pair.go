// Package pair has a struct of a name that another package has as well.
package pair

// Pair has numbers without a sign.
type Pair struct{ X, Y uint32 }

// Above is the one of the greater X.
//
//shflgen:op
func Above(a, b Pair) Pair {
	if a.X < b.X {
		return b
	}
	return a
}
