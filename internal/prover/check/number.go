package check

import (
	"fmt"
	"math"
	"strconv"

	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
)

// number is the bits of a value at the width of its type, then the value in decimal.
func number(t spec.Type, bits uint64) string {
	return fmt.Sprintf("0x%0*x (%s)", t.Bits()/4, bits, Decimal(t, bits))
}

// Decimal is a value in decimal; of a pair, both halves, the low bits first.
func Decimal(t spec.Type, bits uint64) string {
	switch t {
	case spec.Float16x2:
		return pair(spec.Float16, bits)
	case spec.Bfloat16x2:
		return pair(spec.Bfloat16, bits)
	case spec.Uint8, spec.Uint16, spec.Uint32, spec.Uint64:
		return strconv.FormatUint(bits, 10)
	case spec.Int8, spec.Int16, spec.Int32, spec.Int64:
		unused := 64 - t.Bits()
		return strconv.FormatInt(int64(bits<<unused)>>unused, 10)
	}
	x := ref.Decode(t, bits)
	if math.IsNaN(x) {
		return "NaN"
	}
	digits := 64
	if t != spec.Float64 { // every value of a narrower type is one of float32
		digits = 32
	}
	return strconv.FormatFloat(x, 'g', -1, digits)
}

func pair(half spec.Type, bits uint64) string {
	return Decimal(half, bits&0xffff) + ", " + Decimal(half, bits>>16)
}
