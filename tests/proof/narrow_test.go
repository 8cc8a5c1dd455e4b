package proof

import (
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
	"github.com/shflgen/shflgen/verify"
)

// narrow are functions of elements that are narrower than the registers that combine them, and of
// elements of two registers, with faults.
var narrow = []struct {
	args   string
	lang   gen.Lang
	faults map[string][2]string
}{
	{"-pattern sort -width 16 -type int8 -from", gen.Go, nil},
	{"-pattern sort -n 2 -type int16 -mask full -value float32", gen.Go, map[string][2]string{
		"a value of another lane": {"before[slot1&1][slot1>>1&31]", "before[slot1&1][slot1>>1&15]"},
		"a slot of the next key":  {"slot1 := int32(keys[register+2] & 127)", "slot1 := int32(keys[register+3] & 127)"},
		"equal keys change places": {"in1 := int32(row[1])<<16 | int32(register+2)",
			"in1 := int32(row[1])<<16 | int32(register+3)"},
	}},
	{"-pattern sort -n 2 -type float16 -mask full -value float32", gen.Go, nil},
	{"-pattern sort -n 8 -width 5 -type int16 -mask full -value uint32", gen.Go, map[string][2]string{
		"a value of another register": {"before[slot1&7]", "before[slot1>>1&7]"},
	}},
	{"-pattern reduce -op min -type int8 -mask active", gen.CUDA, map[string][2]string{
		"signs become numbers": {"__reduce_min_sync(mask, (int)v)", "__reduce_min_sync(mask, (int)(unsigned char)v)"},
		"no member's identity": {"(signed char)__reduce_min_sync(mask, (int)v)",
			"(signed char)min(0, __reduce_min_sync(mask, (int)v))"},
	}},
	{"-pattern reduce -op absmax -type int64 -map product -mask active", gen.CUDA, map[string][2]string{
		"a lower word of any upper word": {"__reduce_max_sync(mask, mine == upper ? (unsigned)x : 0u)",
			"__reduce_max_sync(mask, (unsigned)x)"},
	}},
	{"-pattern reduce -width 12 -op absmax -type int64 -map product", gen.CUDA, map[string][2]string{
		"the magnitude of a factor":     {"_map(a, b);", "_map(a, b < 0 ? -b : b);"},
		"no member's magnitude is one":  {"? key : 0ull", "? key : 1ull"},
		"of equal magnitudes the least": {"(key >> 1ull) ^ (0u - (key & 1ull))", "(key >> 1ull) ^ (0u - (~key & 1ull))"},
	}},
	{"-pattern reduce -width 5 -op absmax -type int64 -map abs", gen.CUDA, map[string][2]string{
		"the complement": {"0ull - (unsigned long long)a", "~(unsigned long long)a"},
		"the least integer is another": {"0ull - (unsigned long long)a",
			"0ull - (unsigned long long)(a == -9223372036854775807ll - 1 ? a + 1 : a)"},
		"of a lower word alone":        {"a < 0 ?", "(int)a < 0 ?"},
		"no member's magnitude is one": {"? key : 0ull", "? key : 1ull"},
	}},
	{"-pattern reduce -width 3 -op absmax -type int64 -map abs -mask active", gen.CUDA, map[string][2]string{
		"minus the positive": {"a < 0 ?", "a > 0 ?"},
	}},
	{"-pattern reduce -width 4 -op absmax -type int8 -map abs -mask active", gen.CUDA, map[string][2]string{
		"the least integer by its magnitude": {"unsigned bits = (unsigned char)x;",
			"unsigned bits = (unsigned char)(x == -128 ? 127 : x);"},
	}},
	{"-pattern reduce -width 32 -op sum -type int64 -map abs -mask active", gen.CUDA, map[string][2]string{
		"a magnitude is not negative": {"a < 0 ?", "a <= -9223372036854775807ll ? 9223372036854775807ull : a < 0 ?"},
	}},
	{"-pattern reduce -width 6 -op prod -type int16 -map abs", gen.CUDA, map[string][2]string{
		"the sign of the product": {"a < 0 ?", "a < -1 ?"},
	}},
}

// TestNarrow proves them, and wants each fault refuted.
func TestNarrow(t *testing.T) {
	for _, tt := range extent.Drawn(t, narrow, 6, 6) {
		if tt.lang == gen.CUDA && !extent.Compiles() {
			continue
		}
		s, err := spec.ParseArgs(strings.Fields(tt.args))
		if err != nil {
			t.Fatal(err)
		}
		if r := proved(t, s, tt.lang, "", ""); r.Verdict != verify.Proved {
			t.Error(r)
		}
		for name, fault := range tt.faults {
			if r := proved(t, s, tt.lang, fault[0], fault[1]); r.Verdict != verify.Refuted {
				t.Errorf("%s: %s", name, r)
			}
		}
	}
}
