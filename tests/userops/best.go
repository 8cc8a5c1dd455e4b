package userops

import "math"

// Best is a score with the index of who holds it.
type Best struct {
	Score int32
	Index uint32
}

// NoBest loses to every other one.
var NoBest = Best{Score: math.MinInt32, Index: math.MaxUint32}

// Better is the higher score; of equal scores the one with the lower index.
//
//shflgen:op associative commutative idempotent identity=NoBest
func Better(a, b Best) Best {
	if a.Score > b.Score || a.Score == b.Score && a.Index < b.Index {
		return a
	}
	return b
}
