package ref

import (
	"fmt"
	"math"

	"github.com/shflgen/shflgen/spec"
)

// integers is the arithmetic of the bits of one integer type.
type integers struct{ of spec.Type }

// keep is x modulo 2^bits.
func (t integers) keep(x uint64) uint64 { return x & (^uint64(0) >> (64 - t.of.Bits())) }

func (t integers) Add(x, y uint64) uint64 { return t.keep(x + y) }
func (t integers) Mul(x, y uint64) uint64 { return t.keep(x * y) }
func (t integers) And(x, y uint64) uint64 { return x & y }
func (t integers) Or(x, y uint64) uint64  { return x | y }
func (t integers) Xor(x, y uint64) uint64 { return x ^ y }
func (t integers) Not(x uint64) uint64    { return t.keep(^x) }

func (t integers) Min(x, y uint64) uint64 {
	if below(t.of, x, y) {
		return x
	}
	return y
}

func (t integers) Max(x, y uint64) uint64 {
	if below(t.of, x, y) {
		return y
	}
	return x
}

func (t integers) BySize(x, y, greater, less, equal uint64) uint64 {
	switch a, b := magnitude(t.of, x), magnitude(t.of, y); {
	case a > b:
		return greater
	case a < b:
		return less
	}
	return equal
}

// magnitude is the integer x without its sign: of the least one of a type of b bits,
// 2^(b-1).
func magnitude(t spec.Type, x uint64) uint64 {
	if t.Class() == spec.Signed && signed(t, x) < 0 {
		return -uint64(signed(t, x))
	}
	return x
}

func (t integers) MinNaN(_, _ uint64) uint64 { panic(fmt.Sprintf("ref: %s has no NaN", t.of)) }
func (t integers) MaxNaN(_, _ uint64) uint64 { panic(fmt.Sprintf("ref: %s has no NaN", t.of)) }

// signed is the number that the bits of a signed type stand for.
func signed(t spec.Type, bits uint64) int64 {
	unused := 64 - t.Bits()
	return int64(bits<<unused) >> unused
}

// floats is the arithmetic of the bits of one float type.
type floats struct{ of spec.Type }

func (t floats) Add(x, y uint64) uint64 {
	a, b := Decode(t.of, x), Decode(t.of, y)
	if t.of == spec.Float32 {
		return Encode(t.of, float64(float32(a)+float32(b)))
	}
	return Encode(t.of, a+b)
}

func (t floats) Mul(x, y uint64) uint64 {
	a, b := Decode(t.of, x), Decode(t.of, y)
	if t.of == spec.Float32 {
		return Encode(t.of, float64(float32(a)*float32(b)))
	}
	return Encode(t.of, a*b)
}

func (t floats) Min(x, y uint64) uint64 {
	switch {
	case isNaN(t.of, x):
		return y
	case isNaN(t.of, y) || below(t.of, x, y):
		return x
	}
	return y
}

func (t floats) Max(x, y uint64) uint64 {
	switch {
	case isNaN(t.of, x):
		return y
	case isNaN(t.of, y) || below(t.of, y, x):
		return x
	}
	return y
}

func (t floats) MinNaN(x, y uint64) uint64 {
	if isNaN(t.of, x) || !isNaN(t.of, y) && below(t.of, x, y) {
		return x
	}
	return y
}

func (t floats) MaxNaN(x, y uint64) uint64 {
	if isNaN(t.of, x) || !isNaN(t.of, y) && below(t.of, y, x) {
		return x
	}
	return y
}

func (t floats) BySize(x, y, greater, less, equal uint64) uint64 {
	switch a, b := math.Abs(Decode(t.of, x)), math.Abs(Decode(t.of, y)); {
	case a > b: // of no NaN
		return greater
	case a < b:
		return less
	}
	return equal
}

func (t floats) And(_, _ uint64) uint64 { return t.noBits() }
func (t floats) Or(_, _ uint64) uint64  { return t.noBits() }
func (t floats) Xor(_, _ uint64) uint64 { return t.noBits() }
func (t floats) Not(_ uint64) uint64    { return t.noBits() }

func (t floats) noBits() uint64 { panic(fmt.Sprintf("ref: %s is combined as a number", t.of)) }

// isNaN reports whether the bits of a float are a NaN.
func isNaN(t spec.Type, bits uint64) bool {
	return t.Class() == spec.Float && math.IsNaN(Decode(t, bits))
}

// below reports whether the number x of type t is less than y; -0 is below +0.
func below(t spec.Type, x, y uint64) bool {
	switch t.Class() {
	case spec.Unsigned:
		return x < y
	case spec.Signed:
		return signed(t, x) < signed(t, y)
	}
	a, b := Decode(t, x), Decode(t, y)
	return a < b || a == b && math.Signbit(a) && !math.Signbit(b)
}
