package ref

import (
	"fmt"
	"math"

	"github.com/shflgen/shflgen"
)

// Apply is the op on the bits of two elements of type t, a on the left.
func Apply(op shflgen.Op, t shflgen.Type, a, b uint64) uint64 {
	switch {
	case t.Packed():
		half := t.Elem()
		lo := Apply(op, half, a&0xffff, b&0xffff)
		hi := Apply(op, half, a>>16, b>>16)
		return lo | hi<<16
	case t.Class() == shflgen.Float:
		return applyFloat(op, t, a, b)
	}
	return applyInt(op, t, a, b)
}

func applyInt(op shflgen.Op, t shflgen.Type, a, b uint64) uint64 {
	keep := ^uint64(0) >> (64 - t.Bits())
	less := a < b
	if t.Class() == shflgen.Signed {
		less = signed(t, a) < signed(t, b)
	}
	switch op {
	case shflgen.Sum:
		return (a + b) & keep
	case shflgen.Prod:
		return (a * b) & keep
	case shflgen.And:
		return a & b
	case shflgen.Or:
		return a | b
	case shflgen.Xor:
		return a ^ b
	case shflgen.Min:
		if less {
			return a
		}
		return b
	case shflgen.Max:
		if less {
			return b
		}
		return a
	}
	panic(fmt.Sprintf("ref: %s on %s", op, t))
}

// signed is the number that the bits of a signed type stand for.
func signed(t shflgen.Type, bits uint64) int64 {
	unused := 64 - t.Bits()
	return int64(bits<<unused) >> unused
}

func applyFloat(op shflgen.Op, t shflgen.Type, a, b uint64) uint64 {
	x, y := Decode(t, a), Decode(t, b)
	switch op {
	case shflgen.Sum:
		if t == shflgen.Float32 {
			return Encode(t, float64(float32(x)+float32(y)))
		}
		return Encode(t, x+y)
	case shflgen.Prod:
		if t == shflgen.Float32 {
			return Encode(t, float64(float32(x)*float32(y)))
		}
		return Encode(t, x*y)
	}
	switch xNaN, yNaN := math.IsNaN(x), math.IsNaN(y); op {
	case shflgen.Min, shflgen.Max: // a NaN loses
		if xNaN {
			return b
		}
		if yNaN {
			return a
		}
	case shflgen.Minimum, shflgen.Maximum: // a NaN wins
		if xNaN {
			return a
		}
		if yNaN {
			return b
		}
	default:
		panic(fmt.Sprintf("ref: %s on %s", op, t))
	}
	less := x < y || x == y && math.Signbit(x) && !math.Signbit(y) // -0 is below +0
	if less == (op == shflgen.Min || op == shflgen.Minimum) {
		return a
	}
	return b
}

// Identity is the bits of the op's identity on type t.
func Identity(op shflgen.Op, t shflgen.Type) uint64 {
	if t.Packed() {
		half := Identity(op, t.Elem())
		return half | half<<16
	}
	ones := ^uint64(0) >> (64 - t.Bits())
	if t.Class() == shflgen.Float {
		switch op {
		case shflgen.Sum:
			return Encode(t, math.Copysign(0, -1))
		case shflgen.Prod:
			return Encode(t, 1)
		case shflgen.Min, shflgen.Max:
			return Encode(t, math.NaN())
		case shflgen.Minimum:
			return Encode(t, math.Inf(1))
		case shflgen.Maximum:
			return Encode(t, math.Inf(-1))
		}
		panic(fmt.Sprintf("ref: %s on %s", op, t))
	}
	isSigned := t.Class() == shflgen.Signed
	switch op {
	case shflgen.Sum, shflgen.Or, shflgen.Xor:
		return 0
	case shflgen.Prod:
		return 1
	case shflgen.And:
		return ones
	case shflgen.Min: // the largest
		if isSigned {
			return ones >> 1
		}
		return ones
	case shflgen.Max: // the smallest
		if isSigned {
			return ones ^ ones>>1
		}
		return 0
	}
	panic(fmt.Sprintf("ref: %s on %s", op, t))
}
