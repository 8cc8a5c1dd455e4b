package check

import (
	"fmt"
	"math"
	"strconv"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/internal/prover/ref"
)

// number is the bits of a value at the width of its type, then the value in decimal.
func number(t shflgen.Type, bits uint64) string {
	return fmt.Sprintf("0x%0*x (%s)", t.Bits()/4, bits, decimal(t, bits))
}

// decimal is a value in decimal; of a pair, both halves, the low bits first.
func decimal(t shflgen.Type, bits uint64) string {
	switch t {
	case shflgen.Float16x2:
		return pair(shflgen.Float16, bits)
	case shflgen.Bfloat16x2:
		return pair(shflgen.Bfloat16, bits)
	case shflgen.Uint8, shflgen.Uint16, shflgen.Uint32, shflgen.Uint64:
		return strconv.FormatUint(bits, 10)
	case shflgen.Int8, shflgen.Int16, shflgen.Int32, shflgen.Int64:
		unused := 64 - t.Bits()
		return strconv.FormatInt(int64(bits<<unused)>>unused, 10)
	}
	x := ref.Decode(t, bits)
	if math.IsNaN(x) {
		return "NaN"
	}
	digits := 64
	if t != shflgen.Float64 { // every value of a narrower type is one of float32
		digits = 32
	}
	return strconv.FormatFloat(x, 'g', -1, digits)
}

func pair(half shflgen.Type, bits uint64) string {
	return decimal(half, bits&0xffff) + ", " + decimal(half, bits>>16)
}
