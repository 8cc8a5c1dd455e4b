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

// Within adds products, also across statements.
func Within(a, b Pair) Pair {
	p := a.X * b.X
	a.Y += b.Y * b.X
	return Pair{p + a.Y, a.X*b.Y - p}
}

// Through adds a product that a call gives.
func Through(a, b Pair) Pair { return Pair{times(a.X, b.X), times(a.Y, b.Y) + 1} }

func times(x, y float32) float32 { return x * y }

// Apart has a product and a sum that never meet.
func Apart(a, b Pair) Pair { return Pair{a.X + b.X, a.Y * b.Y} }

// First adds a product that the call before leaves.
func First(a, b Pair) Pair { return Pair{a.X + b.Y, a.X * b.X} }

// Second leaves a product that the next call adds.
func Second(a, b Pair) Pair { return Pair{a.X * b.X, a.X + b.Y} }

// Halves adds quotients by powers of two, which some compilers multiply by 1/2 and fuse.
func Halves(a, b Pair) Pair { return Pair{a.X/2 + b.X, over(a.Y, 2) - b.Y} }

func over(x float32, n int32) float32 { return x / float32(n) }

// Thirds are no products.
func Thirds(a, b Pair) Pair { return Pair{float32(a.X/2) + b.X/3, a.Y/b.Y + 1} }

// Poly is a sum of a product.
func Poly(x float32) float32 { return x*x + 1 }

// Rounded rounds its product.
func Rounded(x float32) float32 { return float32(x*x) + 1 }
