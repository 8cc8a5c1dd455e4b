// Package limited holds an operator that has its laws on some elements.
package limited

// Turn adds angles.
//
//shflgen:op associative commutative identity=zero valid=IsAngle
func Turn(a, b uint16) uint16 { return (a + b) % 1000 }

// IsAngle holds below a full turn.
func IsAngle(a uint16) bool { return a < 1000 }
