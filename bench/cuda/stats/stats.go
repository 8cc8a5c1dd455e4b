// Package stats has the operators that the benchmark reduces and scans by.
package stats

// Summary is the least, the greatest, the sum modulo 2^32 and the number of some integers.
type Summary struct {
	Min, Max, Sum int32
	Count         uint32
}

// Merge is the summary of both parts.
//
//shflgen:op associative commutative
func Merge(a, b Summary) Summary {
	return Summary{min(a.Min, b.Min), max(a.Max, b.Max), a.Sum + b.Sum, a.Count + b.Count}
}

// Affine is the map x -> A*x + B modulo 2^32.
type Affine struct{ A, B uint32 }

// Compose applies a first, then b.
//
//shflgen:op associative
func Compose(a, b Affine) Affine { return Affine{b.A * a.A, b.A*a.B + b.B} }
