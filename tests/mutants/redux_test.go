package mutants_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/internal/prover/ptx"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
)

// TestRedux alters the functions that compute reductions of 64-bit integers and of floats by
// redux on 32-bit integers. Each altered function must be refuted.
func TestRedux(t *testing.T) {
	extent.NotQuick(t, "compiles every false claim")
	clang, err := compile.FindClang()
	if err != nil {
		t.Skip(err)
	}
	for _, tt := range extent.Faults(t, []struct {
		args, was, now string
	}{
		{"-type int64", "(unsigned)x & 31u", "(unsigned)x & 15u"},
		{"-type int64", "(unsigned)x & 31u", "(unsigned)x & 63u"},
		{"-type int64", "(unsigned)x >> 5", "(unsigned)x >> 4"},
		{"-type int64", "(unsigned)x >> 5", "(unsigned)((int)x >> 5)"},
		{"-type int64", "bits5 << 5", "bits5 << 6"},
		{"-type int64", "(unsigned long long)bits5 << 5", "(unsigned long long)(bits5 << 5)"},
		{"-type int64", "bits32 << 32", "bits32 << 31"},
		{"-type int64", "bits32 << 32 | bits0", "bits0 << 32 | bits32"},
		{"-type uint64 -op max", "mine == upper", "mine != upper"},
		{"-type uint64 -op max", "mine == upper", "mine == (unsigned)x"},
		{"-type uint64 -op max", "unsigned mine =", "int mine ="},
		{"-type int64 -op max", "mine == upper ? (unsigned)x : 0u", "(unsigned)x"},
		{"-type int64 -op max", "(unsigned)x : 0u", "(unsigned)x : 2147483648u"},
		{"-type int64 -op max", "(unsigned)x : 0u", "(unsigned)x : 4294967295u"},
		{"-type int64 -op max", "int mine =", "unsigned mine ="},
		{"-type int64 -op max", "mine == upper ? (unsigned)x : 0u", "(int)(mine == upper ? (unsigned)x : 0u)"},
		{"-type int64 -op min", "(unsigned)x : 4294967295u", "(unsigned)x : 0u"},
		{"-type int64 -op min", "unsigned lower = __reduce_min_sync", "unsigned lower = __reduce_max_sync"},
		{"-type float64 -op max", "setp.num.f64 number, %1, %1", "setp.eq.u32 number, 0, 0"},
		{"-type float64 -op max", "_number(x) ?", "_number(x) | (mine <= 0x7ff00000) ?"},
		{"-type float64 -op max", ": -2147483647 - 1;", ": 2147483647;"},
		{"-type float64 -op max", ": -2147483647 - 1;", ": 0x7ff00000;"},
		{"-type float64 -op maximum", ": 2147483647;", ": -2147483647 - 1;"},
		{"-type float64 -op maximum", "sign = mine >> 31", "sign = (int)((unsigned)mine >> 31)"},
		{"-type float64 -op max", "(unsigned)bits ^ (unsigned)sign", "(unsigned)bits"},
		{"-type float64 -op max", "upper ^= sign & 0x7fffffff", "upper ^= sign"},
		{"-type float64 -op max", "sign = upper >> 31", "sign = mine >> 31"},
		{"-type float64 -op min", "lower ^= (unsigned)sign", "lower ^= 0u"},
		{"-type float64 -op min", "rest : 4294967295u", "rest : 0u"},
		{"-type float64 -op minimum", "mine == upper", "mine != upper"},
		{"-type float32 -op max", "+ 0x007fffffu", "+ 0x00800000u"},
		{"-type float32 -op max", "+ 0x007fffffu", "+ 0x007ffffeu"},
		{"-type float32 -op max", "+ 0x007fffffu", "- 0x007fffffu"},
		{"-type float32 -op max", "+ 0x007fffffu", "+ 0u"},
		{"-type float32 -op max", "- 0x007fffffu", "- 0u"},
		{"-type float32 -op max", "- 0x007fffffu", "+ 0x007fffffu"},
		{"-type float32 -op max", "- 0x007fffffu", "- 0x00800000u"},
		{"-type float32 -op maximum", "- 0x007fffffu", "- 0x00800000u"},
		{"-type float32 -op maximum", "- 0x007fffffu", "- 0x007ffffeu"},
		{"-type float32 -op maximum", "- 0x007fffffu", "+ 0x007fffffu"},
		{"-type float32 -op maximum", "+ 0x007fffffu", "- 0x007fffffu"},
		{"-type float32 -op min", "- 0x007fffffu", "- 0x007ffffeu"},
		{"-type float32 -op min", "- 0x007fffffu", "- 0x00800000u"},
		{"-type float32 -op min", "- 0x007fffffu", "+ 0x007fffffu"},
		{"-type float32 -op min", "+ 0x007fffffu", "+ 0u"},
		{"-type float32 -op minimum", "+ 0x007fffffu", "+ 0x007ffffeu"},
		{"-type float32 -op minimum", "+ 0x007fffffu", "+ 0x00800000u"},
		{"-type float32 -op minimum", "+ 0x007fffffu", "- 0x007fffffu"},
		{"-type float32 -op minimum", "__reduce_min_sync", "__reduce_max_sync"},
		{"-type float32 -op minimum", "_unkey(__reduce_min_sync(0xffffffffu, ",
			"_unkey((int)__reduce_min_sync(0xffffffffu, (unsigned)"},
		{"-type float32 -op minimum", "bits >> 31 & 0x7fffffff", "bits >> 31 & 0x7ffffffe"},
		{"-type float32 -op minimum", "key >> 31 & 0x7fffffff", "key >> 31"},
	}, 8) {
		t.Run(tt.args+" "+tt.was+" → "+tt.now, func(t *testing.T) {
			t.Parallel()
			s, err := spec.ParseArgs(strings.Fields("-pattern reduce -width 32 " + tt.args))
			if err != nil {
				t.Fatal(err)
			}
			refuted(t, s, tt.was, tt.now, func(src []byte) ([]byte, error) {
				clang := clang
				clang.Lax = true
				return clang.One(s, src, "sm_80")
			})
		})
	}
}

// TestReduxHalves is [TestRedux] for the half types, which need nvcc.
func TestReduxHalves(t *testing.T) {
	extent.NotQuick(t, "compiles every false claim")
	nvcc, err := compile.FindNVCC()
	if err != nil {
		t.Skip(err)
	}
	for _, tt := range extent.Faults(t, []struct {
		args, was, now string
	}{
		{"-type float16 -op max", "0xbc00bc00", "0x3c003c00"},
		{"-type float16 -op max", "__reduce_min_sync", "__reduce_max_sync"},
		{"-type float16 -op max", "bits >> 31 & 0x7fff7fff", "bits >> 31 & 0x7ffe7fff"},
		{"-type float16 -op max", "(int)0x80008000u", "(int)0x80000000u"},
		{"-type float16 -op minimum", "__reduce_max_sync", "__reduce_min_sync"},
		{"-type float16 -op maximum", "0x3c003c00", "0xbc00bc00"},
		{"-type float16 -op maximum", "bits ^ (bits >> 31 & 0x7fff7fff)", "bits"},
		{"-type bfloat16 -op maximum", "key >> 31 & 0x7fff7fff", "key >> 31 & 0x7fff7ffe"},
		{"-type bfloat16 -op minimum", "0xbf80bf80", "0x3f803f80"},
		{"-type bfloat16 -op min", "__reduce_min_sync(0xffffffffu, ", "(int)__reduce_min_sync(0xffffffffu, (unsigned)"},
	}, 10) {
		t.Run(tt.args+" "+tt.was+" → "+tt.now, func(t *testing.T) {
			t.Parallel()
			s, err := spec.ParseArgs(strings.Fields("-pattern reduce -width 32 " + tt.args))
			if err != nil {
				t.Fatal(err)
			}
			refuted(t, s, tt.was, tt.now, func(src []byte) ([]byte, error) { return nvcc.One(s, src, "sm_80") })
		})
	}
}

// refuted replaces one piece of text in the emitted file and requires a counterexample.
func refuted(t *testing.T, s spec.Spec, was, now string, compiled func(src []byte) ([]byte, error)) {
	t.Helper()
	src := emitted(t, s)
	if !bytes.Contains(src, []byte(was)) {
		t.Fatalf("the emitted file lacks %s", was)
	}
	code, err := compiled(bytes.Replace(src, []byte(was), []byte(now), 1))
	if err != nil {
		t.Fatal(err)
	}
	_, err = ptx.Prove(s, "k.ptx", code)
	var shown *check.Counterexample
	if !errors.As(err, &shown) {
		t.Errorf("not refuted: %v", err)
	}
}
