package ref

import (
	"fmt"
	"math"

	"github.com/shflgen/shflgen/spec"
)

// Arithmetic is what the ops are made of, on elements of one type that is no pair: V is a
// number, or a value that stands for every number.
type Arithmetic[V any] interface {
	Add(x, y V) V // integers modulo 2^bits, floats rounded once
	Mul(x, y V) V // likewise

	And(x, y V) V // of integers, bit by bit
	Or(x, y V) V
	Xor(x, y V) V
	Not(x V) V

	// Min and Max order -0 below +0. For a NaN and a number they return the number: minimumNumber and maximumNumber of
	// IEEE 754-2019.
	Min(x, y V) V
	Max(x, y V) V

	// MinNaN and MaxNaN are those of floats that give a NaN where either is one:
	// minimum and maximum of IEEE 754-2019.
	MinNaN(x, y V) V
	MaxNaN(x, y V) V

	// BySize is greater where the magnitude of x is above that of y, less where it is below,
	// else equal, as where one is a NaN.
	BySize(x, y, greater, less, equal V) V
}

// Combine is the meaning of each op: what it makes of two elements, x on the left.
func Combine[V any](a Arithmetic[V], op spec.Op, x, y V) V {
	switch op {
	case spec.Sum:
		return a.Add(x, y)
	case spec.Prod:
		return a.Mul(x, y)
	case spec.And:
		return a.And(x, y)
	case spec.Or:
		return a.Or(x, y)
	case spec.Xor:
		return a.Xor(x, y)
	case spec.Min:
		return a.Min(x, y)
	case spec.Max:
		return a.Max(x, y)
	case spec.Minimum:
		return a.MinNaN(x, y)
	case spec.Maximum:
		return a.MaxNaN(x, y)
	case spec.AbsMax:
		return a.BySize(x, y, x, y, a.Max(x, y))
	}
	panic(fmt.Sprintf("ref: %s combines no elements", op))
}

// Apply is the op on the bits of two elements of type t, a on the left; of a packed pair
// half by half.
func Apply(op spec.Op, t spec.Type, a, b uint64) uint64 {
	if t.Packed() {
		half := t.Elem()
		lo := Apply(op, half, a&0xffff, b&0xffff)
		hi := Apply(op, half, a>>16, b>>16)
		return lo | hi<<16
	}
	if t.Class() == spec.Float {
		return Combine(floats{t}, op, a, b)
	}
	return Combine(integers{t}, op, a, b)
}

// Identity is the bits of the op's identity on type t.
func Identity(op spec.Op, t spec.Type) uint64 {
	if t.Packed() {
		half := Identity(op, t.Elem())
		return half | half<<16
	}
	ones := ^uint64(0) >> (64 - t.Bits())
	if t.Class() == spec.Float {
		switch op {
		case spec.Sum:
			return Encode(t, math.Copysign(0, -1))
		case spec.Prod:
			return Encode(t, 1)
		case spec.Min, spec.Max, spec.AbsMax:
			return Encode(t, math.NaN())
		case spec.Minimum:
			return Encode(t, math.Inf(1))
		case spec.Maximum:
			return Encode(t, math.Inf(-1))
		}
		panic(fmt.Sprintf("ref: %s on %s", op, t))
	}
	isSigned := t.Class() == spec.Signed
	switch op {
	case spec.Sum, spec.Or, spec.Xor, spec.AbsMax:
		return 0
	case spec.Prod:
		return 1
	case spec.And:
		return ones
	case spec.Min: // the largest
		if isSigned {
			return ones >> 1
		}
		return ones
	case spec.Max: // the smallest
		if isSigned {
			return ones ^ ones>>1
		}
		return 0
	}
	panic(fmt.Sprintf("ref: %s on %s", op, t))
}
