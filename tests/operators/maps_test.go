package operators_test

import (
	"strings"
	"testing"

	"github.com/shflgen/shflgen/tests/extent"
	"github.com/shflgen/shflgen/verify"
)

// mapped are specs with maps: those of the table on every class of types, functions of one to three
// inputs, with ops of the table and of users, in every pattern and mask mode.
var mapped = []string{
	"-pattern reduce -type float32 -map square",
	"-pattern reduce -op ../userops.MergeMoments -map ../userops.LiftMoments -width 12",
	"-pattern reduce -map ../userops.Weighted -mask full",
	"-pattern xor-reduce -width 4 -op max -map ../userops.Gap",
	"-pattern inclusive-scan -width 8 -map product",
	"-pattern reduce -width 7 -type int64 -op max -map abs",
	"-pattern down-reduce -width 12 -type float64 -op sum -map abs -mask active",
	"-pattern exclusive-scan -width 9 -op ../userops.MergeMoments -map ../userops.LiftMoments",
	"-pattern inclusive-scan -width 8 -mask active -op ../userops.MergeMoments -map ../userops.LiftMoments",
	"-pattern exclusive-scan -width 8 -mask full -op ../userops.MergeMoments -map ../userops.LiftMoments",
	"-pattern exclusive-scan -width 8 -type uint8 -map square -mask full",
	"-pattern keyed-reduce -width 6 -map ../userops.Weighted",
	"-pattern keyed-reduce -width 5 -mask active -op ../userops.MergeMoments -map ../userops.LiftMoments",
	"-pattern keyed-reduce -width 6 -key uint64 -type int16 -map product",
	"-pattern down-reduce -width 7 -map ../userops.Negated",
	"-pattern reduce -mask active -map ../userops.Gap",
	"-pattern reduce -width 1 -type float32 -map square",
	"-pattern reduce -width 1 -mask full -map ../userops.Gap",
	"-pattern block-reduce -block 45 -type float32 -map product",
	"-pattern block-reduce -block 100 -all -op min -map ../userops.Gap",
	"-pattern batch-reduce -n 3 -width 8 -type float32 -map square",
	"-pattern batch-reduce -n 3 -width 12 -op ../userops.MergeMoments -map ../userops.LiftMoments",
	"-pattern batch-reduce -n 2 -all -width 4 -map ../userops.Gap -mask full",
}

// TestMaps: what is emitted of each spec is proved, with a user's map as a function of which only the
// name is known, and its body equal to the Go function.
func TestMaps(t *testing.T) {
	for i, args := range mapped {
		if extent.Of() == extent.Quick && i%4 != 0 {
			continue
		}
		s, files := emit(t, args)
		for name, src := range files {
			r := prove(t, name, src)
			if r.Verdict != verify.Proved {
				t.Errorf("%s: %s: %s", args, name, r)
			}
			body := strings.Contains(strings.Join(r.Notes, ";"), s.Map.Name+" kept as a call in these builds, its body proved equal to the Go function in 1 of 1 builds")
			if strings.HasSuffix(name, ".cu") && s.Map.User() && !body {
				t.Errorf("%s: %s", name, r.Notes)
			}
		}
	}
}

// mapFaults are planted in what is emitted: old becomes new at its first place.
var mapFaults = []struct {
	args, ending, what, old, new string
	want                         verify.Verdict
}{
	{"-pattern reduce -width 8 -type float32 -map square", ".go", "forgotten on one lane", "float32(a[3] * a[3])", "a[3]", verify.Refuted},
	{"-pattern reduce -width 8 -type float32 -map square", ".go", "the inputs of another lane", "float32(a[3] * a[3])", "float32(a[3] * a[2])", verify.Refuted},
	{"-pattern reduce -width 8 -type float32 -map square", ".go", "not rounded before the sum", "float32(a[3] * a[3])", "a[3] * a[3]", verify.Refused},
	{"-pattern reduce -width 8 -type float32 -map square", ".cu", "applied after the op", "return x3;", "return reduce_sum_square_float32_w8_map(x3);", verify.Refuted},
	{"-pattern reduce -width 8 -type float32 -map square", ".cu", "forgotten", "float v = reduce_sum_square_float32_w8_map(a);", "float v = a;", verify.Refuted},
	{"-pattern reduce -width 8 -type float32 -map square", ".cu", "applied twice", "_map(a);", "_map(reduce_sum_square_float32_w8_map(a));", verify.Refuted},
	{"-pattern reduce -width 8 -type float32 -map square", ".cu", "forgotten on one lane", "float v = reduce_sum_square_float32_w8_map(a);", "unsigned where;\n    asm(\"mov.u32 %0, %%laneid;\" : \"=r\"(where));\n    float v = where == 5u ? a : reduce_sum_square_float32_w8_map(a);", verify.Refuted},
	{"-pattern reduce -width 8 -type int16 -map product", ".cu", "another factor", "_map(a, b);", "_map(a, (short)(b + 1));", verify.Refuted},
	{"-pattern reduce -width 8 -type int16 -op max -map abs", ".go", "the sign of one lane", "map2 := reduceMaxAbsInt16W8Map(a[2])", "map2 := a[2]", verify.Refuted},
	{"-pattern reduce -width 8 -type int16 -op max -map abs", ".cu", "widened without its sign", "_map(a);", "_map((short)(unsigned char)a);", verify.Refuted},
	{"-pattern reduce -width 8 -map ../userops.Gap", ".go", "arguments swapped", "return userops.Gap(a, b, c)", "return userops.Gap(b, a, c)", verify.Refuted},
	{"-pattern reduce -width 8 -map ../userops.Gap", ".go", "applied where a lane is no member", "if !member {", "if member {", verify.Refuted},
	{"-pattern reduce -width 8 -map ../userops.Gap", ".go", "an input of another lane", "a[3], b[3], c[3]", "a[3], b[2], c[3]", verify.Refuted},
	{"-pattern reduce -width 8 -map ../userops.Gap", ".go", "another function of the package", "return userops.Gap(a, b, c)", "return userops.Negated(int16(c))", verify.Refused},
	{"-pattern reduce -width 8 -map ../userops.Gap", ".cu", "arguments swapped", "_map(a, b, c);", "_map(b, a, c);", verify.Refuted},
	{"-pattern reduce -width 8 -map ../userops.Gap", ".cu", "another body", "bias", "bias + 1", verify.Refused},
	{"-pattern reduce -width 8 -map ../userops.Gap", ".cu", "widened wrongly", "(unsigned)(int)bias", "(unsigned)(int)(short)bias", verify.Refuted},
	{"-pattern down-reduce -width 8 -map ../userops.Negated", ".cu", "widened without its sign", "_map(a);", "_map((short)((unsigned short)a & 0x7fffu));", verify.Refuted},
	{"-pattern exclusive-scan -width 8 -op ../userops.MergeMoments -map ../userops.LiftMoments", ".go", "stored where there is no result", "v[1] = ", "v[0] = map0\n\tv[1] = ", verify.Refuted},
	{"-pattern inclusive-scan -width 4 -mask full -map ../userops.Weighted", ".go", "stored before an input is read", "map1 := ", "v[1] = 0\n\tmap1 := ", verify.Refused},
	{"-pattern keyed-reduce -width 4 -map ../userops.Weighted", ".cu", "applied to what another lane brought", "_map(a, b);", "_map(__shfl_xor_sync(0xffffffffu, a, 1), b);", verify.Refuted},
}

// TestMapFaults: each planted fault is refuted by a call that was replayed, or refused.
func TestMapFaults(t *testing.T) {
	for i, f := range mapFaults {
		if extent.Of() == extent.Quick && i%4 != 0 {
			continue
		}
		_, files := emit(t, f.args)
		for name, src := range files {
			if !strings.HasSuffix(name, f.ending) {
				continue
			}
			wrong := strings.Replace(string(src), f.old, f.new, 1)
			if wrong == string(src) {
				t.Errorf("%s: %s: nothing to change in\n%s", name, f.what, src)
				continue
			}
			if r := prove(t, name, []byte(wrong)); r.Verdict != f.want {
				t.Errorf("%s: %s: want %s, got %s", name, f.what, f.want, r)
			}
		}
	}
}
