package userops

import "math"

// Summary is the least, the greatest, the sum modulo 2^32 and the number of some integers.
type Summary struct {
	Min, Max int32
	Sum      int32
	Count    uint32
}

// Nothing is the summary of no integer.
var Nothing = Summary{Min: math.MaxInt32, Max: math.MinInt32}

// MergeSummaries is the summary of both parts.
//
//shflgen:op associative commutative identity=Nothing
func MergeSummaries(a, b Summary) Summary {
	return Summary{
		Min:   min(a.Min, b.Min),
		Max:   max(a.Max, b.Max),
		Sum:   a.Sum + b.Sum,
		Count: a.Count + b.Count,
	}
}
