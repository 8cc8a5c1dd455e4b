package userops

// Registers are 16 registers of a HyperLogLog sketch.
type Registers [16]uint8

// MergeRegisters is the sketch of both sets.
//
//shflgen:op associative commutative idempotent identity=zero
func MergeRegisters(a, b Registers) Registers {
	for i := range a {
		a[i] = max(a[i], b[i])
	}
	return a
}
