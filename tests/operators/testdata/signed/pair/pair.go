// Package pair has a struct of a name that another package has as well.
package pair

// Pair has numbers with a sign.
type Pair struct{ X, Y int32 }

// Greater is the one of the greater X.
//
//shflgen:op
func Greater(a, b Pair) Pair {
	if a.X < b.X {
		return b
	}
	return a
}
