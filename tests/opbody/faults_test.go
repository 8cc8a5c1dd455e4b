package opbody_test

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/internal/prover/opbody"
	"github.com/shflgen/shflgen/tests/extent"
)

// faults are changes of the translation that a proof must not pass.
var faults = map[string]struct{ fn, from, to string }{
	"constant":       {"Hash", "0x9e3779b9u", "0x9e3779b8u"},
	"modulus":        {"Product", "65521ull", "65520ull"},
	"swapped fields": {"Add128", "{hi, lo}", "{lo, hi}"},
	"lost carry":     {"Add128", "(a.hi, b.hi, c)", "(a.hi, b.hi, 0ull)"},
	"fused product": {"Welford", "welford_add_f32(a.mean, welford_mul_f32(delta, share))",
		"__fmaf_rn(delta, share, a.mean)"},
	"contraction": {"Welford", "welford_add_f32(a.mean, welford_mul_f32(delta, share))",
		"a.mean + delta * share"},
	"approximate division":    {"Welford", "div.rn.f32", "div.full.f32"},
	"denormals flushed":       {"Welford", "mul.rn.f32", "mul.rn.ftz.f32"},
	"rounded toward zero":     {"Welford", "add.rn.f32", "add.rz.f32"},
	"early return left out":   {"Welford", "if (b.n == 0) {\n        return a;\n    }", ""},
	"missing trap":            {"Divides", "        __trap();\n        return 0;\n", "        return 0;\n"},
	"trap where none is":      {"Hash", "if (t == 0u", "if (t == 5u) __trap();\n    if (t == 0u"},
	"panic left out":          {"Divides", "__trap(); // panic", "// panic"},
	"remainder for quotient":  {"Divides", "return a / b;", "return a % b;"},
	"unguarded shift":         {"Shifts", "return n < 32u ? x >> n : x >> 31;", "return x >> n;"},
	"shift guarded one late":  {"Shifts", "n < 32u ? x >> n : x >> 31", "n < 33u ? x >> n : x >> 31"},
	"sign lost by a shift":    {"Shifts", "(short)(x >> 15)", "0"},
	"negative count":          {"Shifts", "if (n < 0)\n        __trap();", ""},
	"comparison of NaNs":      {"Larger", "larger_at_most_f32(b, a)", "!(a < b)"},
	"equal for less":          {"Top2", "top2_less_f32(t.value[0], v)", "top2_less_f32(v, t.value[0])"},
	"minimum of NaNs":         {"Maths", "max.NaN.f32", "max.f32"},
	"infinity in math.Max":    {"Maths", "wins ?", "wins && a > b ?"},
	"other half of a product": {"Bits", "{__umul64hi(x, y), x * y}", "{x * y, __umul64hi(x, y)}"},
	"zero in TrailingZeros":   {"Bits", "x | 0x100u", "x"},
	"rotation to the right":   {"Bits", "(n & 31) | x >> ((0u - (unsigned)n) & 31)", "(-n & 31) | x >> (n & 31)"},
	"unsigned conversion":     {"Conversions", "(float)a.u64", "(float)(long long)a.u64"},
	"one integer of 2^29":     {"Conversions", "(float)b.i64", "(float)(double)b.i64"},
	"index":                   {"Loops", "sums.at[3 - i_2]", "sums.at[i_2]"},
	"continue left out":       {"Loops", "continue;", ""},
	"temporary of an assignment": {"Swap", "const swap_wide t1 = a.a[0];\n    a.a[0] = b.a[1];",
		"a.a[0] = b.a[1];\n    const swap_wide t1 = a.a[0];"},
	"negated condition": {"Swap", "a.f = !a.f", "a.f = a.f"},
	"sign of a small integer": {"Integers", "(signed char)((unsigned)a.i8 * (unsigned)b.i8",
		"(signed char)((unsigned char)a.i8 / 2 * (unsigned)b.i8"},
	"coefficient of exp":      {"Elementary", "0f3D2AAC79", "0f3D2AC079"},
	"clamp of exp":            {"Elementary", "min.NaN.f32 %0, %0, 0f42B20000", "min.NaN.f32 %0, %0, 0f42B00000"},
	"NaN lost by exp":         {"Elementary", "max.NaN.f32 %0, %1", "max.f32 %0, %1"},
	"subnormal of log":        {"Elementary", "0fC1B80000", "0fC1B00000"},
	"logarithm of zero":       {"Elementary", "selp.f32 s, 0fFF800000, s, q", "selp.f32 s, 0f7F800000, s, q"},
	"step of log not fused":   {"Elementary", "fma.rn.f32 p, p, s, m;", "mul.rn.f32 p, p, s; add.rn.f32 p, p, m;"},
	"root without a rest":     {"Elementary", "fma.rn.f32 h, n, y, h; fma.rn.f32 e, h, y, e;", ""},
	"root of zero":            {"Elementary", "selp.f32 %0, y, p, no;", "mov.b32 %0, p;"},
	"least integer by -1":     {"ByConstants", "a.i32 / 3", "a.i32 / 3u"},
	"one dividend of 2^32":    {"ByConstants", "a.i32 / 3", "(a.i32 / 3 + (a.i32 == 0x5bd1e995))"},
	"one quotient of 2^64":    {"Divides", "    return a / b;", "    return a / b + (a == 0x5bd1e9955bd1e995);"},
	"least integer by -2":     {"Divides", "b == -1 ? (int)", "b == -2 ? (int)"},
	"one word of a chain":     {"Loops", "sums.at[3 - i_2] ^ x", "sums.at[3 - i_2] ^ (x == 0x5bd1e995 ? 1 : x)"},
	"rotated by one too many": {"Bits", "x << (n & 31) | x >>", "n == 32 ? x << 1 : x << (n & 31) | x >>"},
}

// refusedFaults are those with an instruction that the reader of PTX refuses.
var refusedFaults = strings.Fields("approximate_division denormals_flushed rounded_toward_zero")

func TestFaults(t *testing.T) {
	clang, err := compile.FindClang()
	if err != nil {
		t.Skip(err)
	}
	extent.NotQuick(t, "a minute")
	for _, name := range extent.Faults(t, slices.Sorted(maps.Keys(faults)), 6) {
		fault := faults[name]
		t.Run(name, func(t *testing.T) {
			b := body(t, fault.fn)
			changed := strings.Replace(string(b.Source), fault.from, fault.to, 1)
			if changed == string(b.Source) {
				t.Fatal("not planted")
			}
			b.Source = []byte(changed)
			r, err := opbody.Prove(context.Background(), b, []opbody.Build{
				// which traps on what C++ leaves undefined
				{Compiler: clang, Build: compile.Build{Arch: "sm_90", Level: "O0", Lax: true}},
				{Compiler: clang, Build: compile.Build{Arch: "sm_90", Level: "O1", Lax: true}},
			})
			if err != nil {
				t.Fatal(err)
			}
			if strings.HasPrefix(name, "one ") { // too rare to be found for certain
				if v := r.Verdict(); v == opbody.Proved {
					t.Errorf("%s", v)
				}
				t.Logf("%+v", r)
				return
			}
			want := opbody.Refuted
			if slices.Contains(refusedFaults, strings.ReplaceAll(name, " ", "_")) {
				want = opbody.Refused
			}
			if r.Verdict() != want {
				t.Errorf("%+v", r)
			}
			for _, x := range r {
				if (x.Verdict == opbody.Refuted) != (x.Counterexample != nil) {
					t.Errorf("%s: %s without a counterexample", x.Build, x.Verdict)
				}
			}
		})
	}
}
