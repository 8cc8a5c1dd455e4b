package operators_test

import (
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/fresh"
	"github.com/shflgen/shflgen/internal/prover/operator"
	"github.com/shflgen/shflgen/spec"
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
	"-pattern reduce -width 8 -op ../userops.MergeMoments -map ../userops.Shifted -cuda-type moments:n,mean,m2",
	"-pattern block-inclusive-scan -block 45 -type float32 -map square",
	"-pattern block-reduce -block 96 -mask full -op ../userops.MergeMoments -map ../userops.LiftMoments",
	"-pattern block-exclusive-scan -block 40 -mask full -op ../userops.MergeMoments -map ../userops.LiftMoments",
	"-pattern batch-reduce -n 3 -width 8 -type float32 -map square",
	"-pattern batch-reduce -n 3 -width 12 -op ../userops.MergeMoments -map ../userops.LiftMoments",
	"-pattern batch-reduce -n 2 -all -width 4 -map ../userops.Gap -mask full",
	"-pattern reduce -op argmax -map ../userops.Gap",
	"-pattern reduce -width 12 -op argmax -type float32 -map square",
	"-pattern reduce -width 7 -op argmin -type float64 -map product -mask active",
	"-pattern xor-reduce -width 16 -op argmin -type uint8 -map product -mask full",
	"-pattern down-reduce -width 8 -op argmax -type int64 -map abs",
	"-pattern reduce -width 8 -op absmax -map product",
	"-pattern block-reduce -block 45 -op absmax -type int64 -map square",
	"-pattern reduce -op max -type float32 -map square",
	"-pattern row-reduce -cols 300 -type float32 -map square",
	"-pattern row-reduce -cols 45 -map ../userops.Negated",
	"-pattern row-reduce -cols 1100 -type int32 -op max -map abs",
	"-pattern row-reduce -cols 260 -op ../userops.Mean -map square",
	"-pattern reduce -width 4 -mask full -op ../userops.MergeSeen -map ../userops.LiftSeen",
	momentsOfRows,
	summariesOfRows,
	seenOfRows,
	seenOfRange,
}

// Rows that are reduced to structs: without an identity, and with one.
const (
	momentsOfRows   = "-pattern row-reduce -cols 140 -op ../userops.MergeMoments -map ../userops.LiftMoments"
	summariesOfRows = "-pattern row-reduce -cols 70 -op ../userops.MergeSummaries -map ../userops.LiftSummary"
	seenOfRange     = "-pattern row-reduce -cols 128..133 -op ../userops.MergeSeen -map ../userops.LiftSeen"
	// a bool, and four rows a warp
	seenOfRows = "-pattern row-reduce -cols 20 -op ../userops.MergeSeen -map ../userops.LiftSeen"
)

// TestMaps: the emitted files of each spec are proved, with a user's map as an uninterpreted function,
// and the map's body equal to the Go function.
func TestMaps(t *testing.T) {
	extent.OneIn(t, 4, 4)
	for _, args := range extent.Drawn(t, mapped, 16, 16) {
		s, files := emit(t, args)
		for name, src := range files {
			if strings.HasSuffix(name, ".cu") && !extent.Compiles() {
				continue
			}
			r := proveAs(t, name, src, verify.Options{Printed: fresh.Printed})
			if r.Verdict != verify.Proved {
				t.Errorf("%s: %s: %s", args, name, r)
			}
			body := strings.Contains(strings.Join(r.Notes, ";"),
				s.Map.Name+" kept as a call in these builds, its body proved equal to the Go function in 1 of 1 builds")
			if strings.HasSuffix(name, ".cu") && s.Map.User() && !body {
				t.Errorf("%s: %s", name, r.Notes)
			}
		}
	}
}

// planted is a fault in what is emitted: old becomes new at its first place.
type planted struct {
	args, ending, what, old, new string
	want                         verify.Verdict
}

var mapFaults = []planted{
	{"-pattern reduce -width 8 -type float32 -map square", ".go", "forgotten on one lane", "float32(a[3] * a[3])", "a[3]",
		verify.Refuted},
	{"-pattern reduce -width 8 -type float32 -map square", ".go", "the inputs of another lane", "float32(a[3] * a[3])",
		"float32(a[3] * a[2])", verify.Refuted},
	{"-pattern reduce -width 8 -type float32 -map square", ".go", "not rounded before the sum", "float32(a[3] * a[3])",
		"a[3] * a[3]", verify.Refused},
	{"-pattern reduce -width 8 -type float32 -map square", ".cu", "applied after the op", "return x3;",
		"return reduce_sum_square_float32_w8_map(x3);", verify.Refuted},
	{"-pattern reduce -width 8 -type float32 -map square", ".cu", "forgotten",
		"float v = reduce_sum_square_float32_w8_map(a);", "float v = a;", verify.Refuted},
	{"-pattern reduce -width 8 -type float32 -map square", ".cu", "applied twice", "_map(a);",
		"_map(reduce_sum_square_float32_w8_map(a));", verify.Refuted},
	{"-pattern reduce -width 8 -type float32 -map square", ".cu", "forgotten on one lane",
		"float v = reduce_sum_square_float32_w8_map(a);",
		"unsigned where;\n    asm(\"mov.u32 %0, %%laneid;\" : \"=r\"(where));\n" +
			"    float v = where == 5u ? a : reduce_sum_square_float32_w8_map(a);", verify.Refuted},
	{"-pattern reduce -width 8 -type int16 -map product", ".cu", "another factor", "_map(a, b);",
		"_map(a, (short)(b + 1));", verify.Refuted},
	{"-pattern reduce -width 8 -type int16 -op max -map abs", ".go", "the sign of one lane",
		"map2 := reduceMaxAbsInt16W8Map(a[2])", "map2 := a[2]", verify.Refuted},
	{"-pattern reduce -width 8 -type int16 -op max -map abs", ".cu", "widened without its sign", "_map(a);",
		"_map((short)(unsigned char)a);", verify.Refuted},
	{"-pattern reduce -width 8 -map ../userops.Gap", ".go", "arguments swapped", "return userops.Gap(a, b, c)",
		"return userops.Gap(b, a, c)", verify.Refuted},
	{"-pattern reduce -width 8 -map ../userops.Gap", ".go", "applied where a lane is no member", "if !member {",
		"if member {", verify.Refuted},
	{"-pattern reduce -width 8 -map ../userops.Gap", ".go", "an input of another lane", "a[3], b[3], c[3]",
		"a[3], b[2], c[3]", verify.Refuted},
	{"-pattern reduce -width 8 -map ../userops.Gap", ".go", "another function of the package",
		"return userops.Gap(a, b, c)", "return userops.Negated(int16(c))", verify.Refused},
	{"-pattern reduce -width 8 -map ../userops.Gap", ".cu", "arguments swapped", "_map(a, b, c);", "_map(b, a, c);",
		verify.Refuted},
	{"-pattern reduce -width 8 -map ../userops.Gap", ".cu", "another body", "bias", "bias + 1", verify.Refused},
	{"-pattern reduce -width 8 -map ../userops.Gap", ".cu", "widened wrongly", "(unsigned)(int)bias",
		"(unsigned)(int)(short)bias", verify.Refuted},
	{"-pattern down-reduce -width 8 -map ../userops.Negated", ".cu", "widened without its sign", "_map(a);",
		"_map((short)((unsigned short)a & 0x7fffu));", verify.Refuted},
	{"-pattern exclusive-scan -width 8 -op ../userops.MergeMoments -map ../userops.LiftMoments", ".go",
		"stored where there is no result", "v[1] = ", "v[0] = map0\n\tv[1] = ", verify.Refuted},
	{"-pattern inclusive-scan -width 4 -mask full -map ../userops.Weighted", ".go", "stored before an input is read",
		"map1 := ", "v[1] = 0\n\tmap1 := ", verify.Refused},
	{"-pattern reduce -width 12 -op argmax -type float32 -map square", ".go", "the inputs of another lane",
		"float32(a[3] * a[3])", "float32(a[2] * a[2])", verify.Refuted},
	{"-pattern reduce -width 12 -op argmax -type float32 -map square", ".cu", "forgotten",
		"float v = reduce_argmax_square_float32_w12_map(a);", "float v = a;", verify.Refuted},
	{"-pattern reduce -width 8 -op argmin -map product", ".cu", "the index in the segment", " - 1;", " - 1 & 7;",
		verify.Refuted},
	{"-pattern reduce -width 8 -op argmin -map product", ".go", "the key of another lane", "Same(key1, ", "Same(key2, ",
		verify.Refuted},
	{"-pattern reduce -width 8 -op absmax -map product", ".cu", "the magnitude of an input", "_map(a, b);",
		"_map(a < 0 ? -a : a, b);", verify.Refuted},
	{"-pattern row-reduce -cols 139 -type float32 -map square", ".go", "forgotten on some columns", "float32(c[3] * c[3])",
		"c[3]", verify.Refuted},
	{"-pattern row-reduce -cols 139 -type float32 -map square", ".cu", "forgotten on some columns",
		"_map(__uint_as_float(x1.y))", "_op(__uint_as_float(x1.y), 0.0f)", verify.Refuted},
	{"-pattern row-reduce -cols 139 -type float32 -map square", ".cu", "a column past the row's end",
		"if (thread == 2u) {\n        a0", "if (thread <= 3u) {\n        a0", verify.Refuted},
	{"-pattern row-reduce -cols 139 -type float32 -map square", ".cu", "applied to a thread's sum", "_op(a0, a1);",
		"_op(a0, row_reduce_sum_square_float32_c139_map(a1));", verify.Refuted},
	{momentsOfRows, ".go", "operands exchanged", "userops.MergeMoments(a0, userops.LiftMoments(c[0]))",
		"userops.MergeMoments(userops.LiftMoments(c[0]), a0)", verify.Refuted},
	{momentsOfRows, ".go", "a field changed", "t[j/8] = a0", "a0.M2 = -a0.M2\n\t\tt[j/8] = a0", verify.Refuted},
	{momentsOfRows, ".cu", "a field that is not stored", "out[row] = result;",
		"out[row].Mean = result.Mean, out[row].M2 = result.M2;", verify.Refuted},
	{momentsOfRows, ".cu", "fields exchanged", "out[row] = result;",
		"out[row] = userops_moments{result.Count, result.M2, result.Mean};", verify.Refuted},
	{summariesOfRows, ".go", "a column lifted twice", "userops.LiftSummary(c[4])", "userops.LiftSummary(c[3])",
		verify.Refuted},
	{summariesOfRows, ".cu", "a field of the own lane", "v.Sum = __shfl", "v.Count = __shfl", verify.Refuted},
	{summariesOfRows, ".cu", "a field of the identity", "e.Count = 0u", "e.Count = 1u", verify.Refuted},
	{seenOfRows, ".cu", "the second bit of a bool", "v.Any = (word0 & 1u) != 0u;", "v.Any = (word0 & 2u) != 0u;",
		verify.Refuted},
	{seenOfRows, ".cu", "a bool that is neither true nor false", "unsigned word0 = __shfl_down_sync(",
		"*(unsigned char *)&v.Any |= (unsigned char)v.Last;\n    unsigned word0 = __shfl_down_sync(", verify.Refuted},
	{seenOfRange, ".cu", "a column past the row's end", "if (cols % 4u > 0u)", "if (cols % 4u < 4u)", verify.Refuted},
	{seenOfRange, ".cu", "the column before", "_map(from0[129])", "_map(from0[128])", verify.NotProved},
	{"-pattern keyed-reduce -width 4 -map ../userops.Weighted", ".cu", "applied to what another lane brought",
		"_map(a, b);", "_map(__shfl_xor_sync(0xffffffffu, a, 1), b);", verify.Refuted},
}

// halves are specs with CUDA that takes nvcc: their Go is proved here.
var halves = []string{
	"-pattern row-reduce -cols 20 -in bfloat16 -op ../userops.MergeMoments -map ../userops.LiftMoments",
	"-pattern reduce -width 4 -type float16x2 -op max -map product",
	"-pattern reduce -width 4 -type bfloat16x2 -map square",
	"-pattern reduce -width 4 -type float16x2 -map abs",
	"-pattern reduce -width 4 -type bfloat16 -map product",
}

// TestHalves: what is emitted in Go of halves and pairs of them is proved.
func TestHalves(t *testing.T) {
	for _, args := range extent.Few(halves, 3) {
		_, files := emit(t, args)
		for name, src := range files {
			if !strings.HasSuffix(name, ".go") {
				continue
			}
			if r := prove(t, name, src); r.Verdict != verify.Proved {
				t.Errorf("%s: %s: %s", args, name, r)
			}
		}
	}
}

// typeFaults are planted in a file with a struct that a user declares.
var typeFaults = []struct {
	what, old, new string
	want           verify.Verdict
}{
	{"none", "moments v", "moments v", verify.Proved},
	{"two members exchanged", "v.mean = __shfl_down_sync(threads, v.mean", "v.mean = __shfl_down_sync(threads, v.m2",
		verify.Refuted},
	{"another offset asserted", "__builtin_offsetof(moments, mean) == 4", "__builtin_offsetof(moments, mean) == 8",
		verify.Refused},
	{"another type asserted", "decltype(moments::mean), float", "decltype(moments::mean), int", verify.Refused},
	{"another struct in the builds of proofs", "    float mean; // 4\n    float m2; // 8",
		"    float m2; // 4\n    float mean; // 8", verify.Refused},
	{"code in the builds of proofs alone", "    float m2; // 8\n};",
		"    float m2; // 8\n};\n#define __shfl_down_sync(a, b, c, d) (b)", verify.Refused},
	{"a member function", "    float m2; // 8\n",
		"    float m2; // 8\n    __device__ moments &operator=(const moments &);\n", verify.Refused},
}

// TestCUDAType: a struct of the user's is asserted, not declared, and what is emitted with it is
// proved.
func TestCUDAType(t *testing.T) {
	extent.NotQuick(t, "compiles CUDA")
	_, files := emit(t, "-pattern down-reduce -width 8 -op ../userops.MergeMoments -cuda-type moments:n,mean,m2")
	for name, src := range files {
		if !strings.HasSuffix(name, ".cu") {
			continue
		}
		for _, f := range typeFaults {
			wrong := strings.Replace(string(src), f.old, f.new, 1)
			if !strings.Contains(string(src), f.old) {
				t.Errorf("%s: nothing to change in\n%s", f.what, src)
				continue
			}
			if r := prove(t, name, []byte(wrong)); r.Verdict != f.want {
				t.Errorf("%s: want %s, got %s", f.what, f.want, r)
			}
		}
	}
}

// TestMapErrors: an error names the flag and what would be right.
func TestMapErrors(t *testing.T) {
	for _, test := range extent.Few([]struct{ args, want string }{
		{"-pattern reduce -map sqare",
			"-map sqare: did you mean square? want one of square, abs, nonzero, product, scaled-product, " +
				"normed-product, or a function of a package, " +
				"such as ./stats.Lift"},
		{"-pattern reduce -map ../userops.Nope", "declares no function Nope; want func Nope(a A) T"},
		{"-pattern reduce -map ./testdata/bad.Impure", "Impure is not pure"},
		{"-pattern reduce -type int32 -map ../userops.Weighted", "Weighted gives float32, and elements are int32"},
		{"-pattern reduce -op ../userops.MergeMoments -map ../userops.Weighted",
			"Weighted gives float32, and elements are userops.Moments"},
		{"-pattern reduce -map ../userops.LiftMoments",
			"-op sum: not defined on userops.Moments, which userops.LiftMoments gives"},
		{"-pattern reduce -type float32 -map nonzero", "-map nonzero: not defined on float32; want integers"},
		{"-pattern row-reduce -cols 9 -map nonzero",
			"-map nonzero: nonzero is for patterns of a warp or a block; for row-reduce"},
		{"-pattern grid-inclusive-scan -map nonzero", "for grid-inclusive-scan write a Go function that returns 1 or 0"},
		{"-pattern reduce -type uint8 -map abs", "-map abs: uint8 is its own magnitude; leave -map out"},
		{"-pattern row-reduce -cols 9 -map ../userops.Weighted", "takes float32 and int8; want inputs of one size"},
		{"-pattern row-reduce -cols 9 -map ../userops.Gap", "takes userops.Reading; a row loads scalars"},
		{"-pattern row-reduce -cols 9 -in float16 -map ../userops.Negated",
			"-in float16: elements are widened to float32, and userops.Negated takes int16; leave -in out"},
		{"-pattern row-reduce -cols 9 -op argmax -map square",
			"-map square: argmax gives the column of an element as it is in memory"},
		{"-pattern grid-reduce -map ../userops.Weighted",
			"takes float32 and int8; want inputs of one size, so that one load of each holds the same elements"},
		{"-pattern grid-reduce -map ../userops.Gap", "takes userops.Reading; an array loads scalars"},
		{"-pattern grid-reduce -op argmax -map square",
			"-map square: argmax gives the number of an element as it is in memory"},
		{"-pattern sort -map square", "-map square: sort combines nothing; leave -map out"},
		{"-pattern reduce -width 1 -op argmax -map square", "-map square: segments of one lane have nothing to compare"},
		{"-pattern reduce -op argmin -map ../userops.Weighted", "argmin compares the bits of floats"},
		{"-pattern reduce -op argmin -type float16 -map square", "argmin of float16 takes -map abs alone"},
		{"-pattern reduce -op ../userops.MergeMoments -cuda-type float3",
			"float3 means something to C++ or is a name of its headers"},
		{"-pattern reduce -op ../userops.MergeMoments -cuda-type m:a,b",
			"userops.Moments has 3 fields; want as many members"},
		{"-pattern reduce -cuda-type m", "elements are int32; want -type with a struct, or leave -cuda-type out"},
	}, 3) {
		s, err := spec.ParseArgs(strings.Fields(test.args))
		if err == nil {
			_, _, err = operator.Resolve(s, ".", ".", strings.Contains(test.args, " -type "))
		}
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %s", test.args, err, test.want)
		}
	}
}

// TestTrap: a map that may panic is emitted in Go, where members alone call it, and not in CUDA.
func TestTrap(t *testing.T) {
	s, err := spec.ParseArgs(strings.Fields("-pattern reduce -map ../userops.Quotient"))
	if err != nil {
		t.Fatal(err)
	}
	if s, _, err = operator.Resolve(s, ".", ".", false); err != nil {
		t.Fatal(err)
	}
	loaded, err := operator.Loaded(s)
	if err != nil {
		t.Fatal(err)
	}
	of := gen.Operator{Package: loaded[0].Pkg, Func: loaded[0].Fn}
	if _, err := gen.Generate(s, gen.Options{Package: "operators", Langs: []gen.Lang{gen.Go}, Map: of}); err != nil {
		t.Error(err)
	}
	_, err = gen.Generate(s, gen.Options{Package: "operators", Langs: []gen.Lang{gen.CUDA}, Map: of})
	if err == nil || !strings.Contains(err.Error(), "-map ../userops.Quotient: it may panic") {
		t.Errorf("got %v", err)
	}
}

// TestMapFaults: each planted fault is refuted by a call that was replayed, or refused.
func TestMapFaults(t *testing.T) { plant(t, mapFaults) }

// plant proves what is emitted with each fault.
func plant(t *testing.T, faults []planted) {
	for _, f := range extent.Faults(t, faults, 32) {
		if f.ending == ".cu" && !extent.Compiles() {
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
