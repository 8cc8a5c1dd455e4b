package userops

// Spread is the least, the greatest, the sum and the number of some floats.
type Spread struct {
	Min, Max, Sum float32
	Count         uint32
}

// MergeSpreads is the spread of both parts.
//
//shflgen:op
func MergeSpreads(a, b Spread) Spread {
	return Spread{Min: min(a.Min, b.Min), Max: max(a.Max, b.Max), Sum: a.Sum + b.Sum, Count: a.Count + b.Count}
}

// LiftSpread is the spread of one float.
func LiftSpread(x float32) Spread { return Spread{Min: x, Max: x, Sum: x, Count: 1} }

// LiftSoftmax is the state of one element.
func LiftSoftmax(x float32) Softmax { return Softmax{Max: x, Sum: 1} }

// LiftSummary is the summary of one integer.
func LiftSummary(x int32) Summary { return Summary{Min: x, Max: x, Sum: x, Count: 1} }
