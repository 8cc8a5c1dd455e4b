package axiom

import "math/bits"

// The helpers of an op that gives a lane: whether two keys are the same, and which
// lane is the first of those that are.

// First is the number of the lowest bit that is set, -1 if none is.
func First(won uint32) int32 {
	n := int32(bits.TrailingZeros32(won))
	return n | -(n >> 5)
}

// Int8Same is 1 if a and b are the same, else 0.
func Int8Same(a, b int8) uint32 {
	differ := a ^ b
	return uint32((differ|-differ)>>7) + 1
}

// Int16Same is 1 if a and b are the same, else 0.
func Int16Same(a, b int16) uint32 {
	differ := a ^ b
	return uint32((differ|-differ)>>15) + 1
}

// Int32Same is 1 if a and b are the same, else 0.
func Int32Same(a, b int32) uint32 {
	differ := a ^ b
	return uint32((differ|-differ)>>31) + 1
}

// Int64Same is 1 if a and b are the same, else 0.
func Int64Same(a, b int64) uint32 {
	differ := a ^ b
	return uint32((differ|-differ)>>63) + 1
}

// Uint8Same is 1 if a and b are the same, else 0.
func Uint8Same(a, b uint8) uint32 {
	differ := a ^ b
	return uint32((differ|-differ)>>7) ^ 1
}

// Uint16Same is 1 if a and b are the same, else 0.
func Uint16Same(a, b uint16) uint32 {
	differ := a ^ b
	return uint32((differ|-differ)>>15) ^ 1
}

// Uint32Same is 1 if a and b are the same, else 0.
func Uint32Same(a, b uint32) uint32 {
	differ := a ^ b
	return uint32((differ|-differ)>>31) ^ 1
}

// Uint64Same is 1 if a and b are the same, else 0.
func Uint64Same(a, b uint64) uint32 {
	differ := a ^ b
	return uint32((differ|-differ)>>63) ^ 1
}
