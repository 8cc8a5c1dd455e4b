package userops

// Hash is the polynomial hash of a string: its value, and the base to the power of its length, modulo 2^32.
type Hash struct {
	Value, Power uint32
}

// EmptyHash is the hash of the empty string.
var EmptyHash = Hash{Power: 1}

// Concat is the hash of both strings, one after the other.
//
//shflgen:op associative identity=EmptyHash
func Concat(a, b Hash) Hash {
	return Hash{Value: a.Value*b.Power + b.Value, Power: a.Power * b.Power}
}
