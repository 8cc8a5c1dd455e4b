// Package assume has operators with laws that hold under conditions, and others that look so.
package assume

import (
	"math"
	"math/bits"
	"unsafe"
)

// Bytes adds and saturates: all inputs of each byte have to be tried.
//
//shflgen:op associative commutative
func Bytes(a, b [16]uint8) [16]uint8 {
	for i := range a {
		a[i] = uint8(min(uint16(a[i])+uint16(b[i]), 255))
	}
	return a
}

// Fits is a difference where an int lacks a.
//
//shflgen:op commutative
func Fits(a, b int64) int64 {
	if int64(int(a)) == a {
		return a + b
	}
	return a - b
}

// Size is a sum or an exclusive or.
//
//shflgen:op commutative
func Size(a, b int32) int32 {
	if bits.UintSize == 64 {
		return a + b
	}
	return a - b
}

// Most is a sum or a difference.
//
//shflgen:op commutative
func Most(a, b int64) int64 {
	if uint64(math.MaxInt) > 1<<40 {
		return a + b
	}
	return a - b
}

const wide = ^uint(0)>>63 == 1

// Folded is a sum or a difference.
//
//shflgen:op commutative
func Folded(a, b int32) int32 {
	if wide {
		return a + b
	}
	return a - b
}

// Shift loses the upper half of a uint of 32 bits.
//
//shflgen:op commutative
func Shift(a, b uint64) uint64 {
	return a + b + uint64(uint(a)>>16) + uint64(uint(b)>>16)
}

// Zeros counts zeros of a word.
//
//shflgen:op commutative
func Zeros(a, b uint32) uint32 {
	return a + b + uint32(bits.LeadingZeros(uint(a&b)))
}

// Named is of a constant that a platform chooses.
//
//shflgen:op commutative
func Named(a, b int32) int32 { return (a + b) * scale }

var table = [2]int32{1, 1}

// Table is of a variable that other builds change.
//
//shflgen:op commutative
func Table(a, b int32) int32 { return a*table[0] + b*table[1] }

// Tagged calls a function of a file with a tag.
//
//shflgen:op commutative
func Tagged(a, b int32) int32 { return tagged(a, b) }

// Unsafe is of the size of an address.
//
//shflgen:op commutative
func Unsafe(a, b int32) int32 {
	if unsafe.Sizeof(uintptr(0)) == 8 {
		return a + b
	}
	return a - b
}

// Norm is commutative unless one of the products is fused.
//
//shflgen:op commutative
func Norm(a, b float64) float64 { return a*a + b*b }

// Minus takes from a product, which may be fused.
//
//shflgen:op commutative
func Minus(a, b float64) float64 { return max(a*b-1, b*a-1) }

// Loop has ints in a loop.
//
//shflgen:op associative commutative
func Loop(a, b [4]uint32) [4]uint32 {
	for i := 0; i < 4; i++ {
		a[i] += b[i]
	}
	return a
}

// Count has ints that are counts.
//
//shflgen:op commutative
func Count(a, b uint32) uint32 { return uint32(bits.OnesCount32(a) + bits.OnesCount32(b)) }

// Exact rounds both products.
//
//shflgen:op commutative
func Exact(a, b float64) float64 { return float64(a*a) + float64(b*b) }

// Length is of a length.
//
//shflgen:op commutative
func Length(a, b [3]uint32) [3]uint32 {
	for i := range len(a) {
		a[i] = (a[i] + b[i]) * uint32(len(b))
	}
	return a
}

// Half computes with ints that 32 bits hold.
//
//shflgen:op associative commutative
func Half(a, b uint8) uint8 { return uint8(int(a) + int(b)) }

// Pinned is of a size that is fixed.
//
//shflgen:op commutative
func Pinned(a, b int32) int32 { return (a + b) * int32(pinned) }

const pinned = int64(1) << 31 >> 30
