package check

import (
	"math"
	"testing"

	"github.com/shflgen/shflgen/spec"
)

// TestNumber wants bits at the width of the type, and the value in decimal.
func TestNumber(t *testing.T) {
	for _, tt := range []struct {
		typ  spec.Type
		bits uint64
		want string
	}{
		{spec.Int8, 0x80, "0x80 (-128)"},
		{spec.Uint8, 0x80, "0x80 (128)"},
		{spec.Int32, 5, "0x00000005 (5)"},
		{spec.Int32, 0xffffffff, "0xffffffff (-1)"},
		{spec.Uint64, math.MaxUint64, "0xffffffffffffffff (18446744073709551615)"},
		{spec.Int64, 1 << 63, "0x8000000000000000 (-9223372036854775808)"},
		{spec.Float32, 0x3dcccccd, "0x3dcccccd (0.1)"},
		{spec.Float32, 0x80000000, "0x80000000 (-0)"},
		{spec.Float32, 0x7fc00001, "0x7fc00001 (NaN)"},
		{spec.Float64, 0x7ff0000000000000, "0x7ff0000000000000 (+Inf)"},
		{spec.Float16, 0x3c00, "0x3c00 (1)"},
		{spec.Bfloat16x2, 0x40003f80, "0x40003f80 (1, 2)"},
	} {
		if got := number(tt.typ, tt.bits); got != tt.want {
			t.Errorf("%s %#x: got %s, want %s", tt.typ, tt.bits, got, tt.want)
		}
	}
}
