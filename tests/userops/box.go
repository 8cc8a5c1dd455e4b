package userops

import "math"

// Box is an axis-aligned box.
type Box struct {
	Lo, Hi [3]float32
}

// NoBox holds no point.
func NoBox() Box {
	inf := float32(math.Inf(1))
	return Box{Lo: [3]float32{inf, inf, inf}, Hi: [3]float32{-inf, -inf, -inf}}
}

// JoinBoxes is the least box that holds both.
//
//shflgen:op associative commutative idempotent identity=NoBox
func JoinBoxes(a, b Box) Box {
	var c Box
	for i := 0; i < 3; i++ {
		c.Lo[i] = min(a.Lo[i], b.Lo[i])
		c.Hi[i] = max(a.Hi[i], b.Hi[i])
	}
	return c
}
