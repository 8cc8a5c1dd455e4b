package userops

import "math"

// Top2 is the greatest and the second greatest of some integers.
type Top2 struct {
	First, Second int32
}

// NoTop2 is the pair of no integer.
var NoTop2 = Top2{First: math.MinInt32, Second: math.MinInt32}

// MergeTop2 is the pair of both parts.
//
//shflgen:op associative commutative identity=NoTop2
func MergeTop2(a, b Top2) Top2 {
	return Top2{
		First:  max(a.First, b.First),
		Second: max(min(a.First, b.First), a.Second, b.Second),
	}
}
