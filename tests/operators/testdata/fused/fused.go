// Package fused has functions of which Go may round a product of one call and a sum of another once for both.
package fused

// Square is a product.
func Square(x float32) float32 { return x * x }

// Middle is a product of a sum.
//
//shflgen:op commutative
func Middle(a, b float32) float32 { return (a + b) * 0.5 }

// Plus is a sum of what it is given.
//
//shflgen:op commutative
func Plus(a, b float32) float32 { return float32(a + b) }

// Pair has two sums.
type Pair struct{ X, Y float32 }

// Lift leaves a product in a field.
func Lift(x float32) Pair { return Pair{x * x, x} }

// LiftRounded leaves none.
func LiftRounded(x float32) Pair { return Pair{float32(x * x), x} }

// Add adds the fields.
//
//shflgen:op
func Add(a, b Pair) Pair { return Pair{a.X + b.X, a.Y + b.Y} }

// Mix adds one field and leaves a product in the other, which then moves to the first.
//
//shflgen:op
func Mix(a, b Pair) Pair { return Pair{a.X + b.X, b.X * 3} }

// Turn moves a product to the field that the next call adds.
//
//shflgen:op
func Turn(a, b Pair) Pair { return Pair{a.Y, float32(a.X+b.X) * 3} }
