// Package bad holds functions that are no operators, or claim what is false.
package bad

// Max is wrong.
//
//shflgen:op associative commutative
func Max(a, b float32) float32 {
	if a > b {
		return a
	}
	return b
}

//shflgen:op commutativ
func Typo(a, b int32) int32 { return a + b }

//shflgen:op identity=Nope
func NoId(a, b int32) int32 { return a + b }

type T struct{}

func (T) Meth(a, b int32) int32 { return a }

var total int32

func Impure(a, b int32) int32 { total += a; return b }

func Three(a, b, c int32) int32 { return a }

func Gen[X int32](a, b X) X { return a }

func unexported(a, b int32) int32 { return a }

func Text(a, b string) string { return a + b }

func Pair(a, b [2]int32) [2]int32 { return a }

type Node struct{ Next *Node }

func Link(a, b Node) Node { return a }

//shflgen:op associative valid=Max
func NoCondition(a, b int32) int32 { return a + b }

// Least claims the identity of a sum.
//
//shflgen:op identity=zero
func Least(a, b int32) int32 { return min(a, b) }

// Plus claims the identity of an integer sum: -0 plus 0 is 0.
//
//shflgen:op identity=zero
func Plus(a, b float32) float32 { return a + b }

// Wide is too large for the result of an array.
type Wide struct{ A [24]float64 }

func Wides(a, b Wide) Wide { return b }
