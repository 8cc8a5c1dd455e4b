package check

import (
	"math"
	"testing"

	"github.com/shflgen/shflgen"
)

// TestNumber wants bits at the width of the type, and the value in decimal.
func TestNumber(t *testing.T) {
	for _, tt := range []struct {
		typ  shflgen.Type
		bits uint64
		want string
	}{
		{shflgen.Int8, 0x80, "0x80 (-128)"},
		{shflgen.Uint8, 0x80, "0x80 (128)"},
		{shflgen.Int32, 5, "0x00000005 (5)"},
		{shflgen.Int32, 0xffffffff, "0xffffffff (-1)"},
		{shflgen.Uint64, math.MaxUint64, "0xffffffffffffffff (18446744073709551615)"},
		{shflgen.Int64, 1 << 63, "0x8000000000000000 (-9223372036854775808)"},
		{shflgen.Float32, 0x3dcccccd, "0x3dcccccd (0.1)"},
		{shflgen.Float32, 0x80000000, "0x80000000 (-0)"},
		{shflgen.Float32, 0x7fc00001, "0x7fc00001 (NaN)"},
		{shflgen.Float64, 0x7ff0000000000000, "0x7ff0000000000000 (+Inf)"},
		{shflgen.Float16, 0x3c00, "0x3c00 (1)"},
		{shflgen.Bfloat16x2, 0x40003f80, "0x40003f80 (1, 2)"},
	} {
		if got := number(tt.typ, tt.bits); got != tt.want {
			t.Errorf("%s %#x: got %s, want %s", tt.typ, tt.bits, got, tt.want)
		}
	}
}
