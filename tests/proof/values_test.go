package proof_test

import (
	"strings"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
	"github.com/shflgen/shflgen/verify"
)

var (
	numbersAlone = verify.Values{NoNaN: true, NoNegativeZero: true}
	finite       = verify.Values{NoNaN: true, NoInfinity: true}
	withoutZero  = verify.Values{NoNegativeZero: true}
	everyValue   = verify.Values{}
	plainNumbers = verify.Values{NoNaN: true, NoInfinity: true, NoNegativeZero: true}
)

// floats are functions of floats that are right for some values.
var floats = []struct {
	name, args, src string
	verdicts        map[verify.Values]verify.Verdict
}{
	{"argmax", "-pattern reduce -op argmax -type float32", moves{step: greater}.source("float"),
		map[verify.Values]verify.Verdict{numbersAlone: verify.Proved, everyValue: verify.Refuted,
			withoutZero: verify.Refuted}},
	{"argmin in a tree", "-pattern down-reduce -op argmin -type float64",
		moves{step: less, shuffle: "down", loop: upwards}.source("double"),
		map[verify.Values]verify.Verdict{numbersAlone: verify.Proved, withoutZero: verify.Refuted}},
	{"the highest lane of equals", "-pattern reduce -op argmax -type float32",
		moves{step: "if (o > v || o == v && j > i) { v = o; i = j; }"}.source("float"),
		map[verify.Values]verify.Verdict{plainNumbers: verify.Refuted}},
	{"the own lane of equals", "-pattern reduce -op argmax -type float32",
		moves{step: "if (o > v) { v = o; i = j; }"}.source("float"),
		map[verify.Values]verify.Verdict{plainNumbers: verify.Refuted}},
	{"a maximum by a comparison", "-pattern reduce -op max -type float32", `__device__ float f(float v)
{
    for (int d = 16; d > 0; d /= 2) {
        float o = __shfl_xor_sync(0xffffffffu, v, d);
        v = o > v ? o : v;
    }
    return v;
}
`, map[verify.Values]verify.Verdict{numbersAlone: verify.Proved, everyValue: verify.Refuted, withoutZero: verify.Refuted}},
	{"a minimum by a comparison", "-pattern reduce -op max -type float32", `__device__ float f(float v)
{
    for (int d = 16; d > 0; d /= 2) {
        float o = __shfl_xor_sync(0xffffffffu, v, d);
        v = o < v ? o : v;
    }
    return v;
}
`, map[verify.Values]verify.Verdict{plainNumbers: verify.Refuted}},
	{"a sum that begins with 0", "-pattern down-reduce -order far -type float32", `__device__ float f(float v)
{
    v = __fadd_rn(v, 0.0f);
    for (int d = 16; d > 0; d /= 2)
        v = __fadd_rn(v, __shfl_down_sync(0xffffffffu, v, d));
    return v;
}
`, map[verify.Values]verify.Verdict{withoutZero: verify.Proved, finite: verify.Refuted, everyValue: verify.Refuted}},
	{"a maximum from the least finite number", "-pattern reduce -op max -type float32", `__device__ float f(float v)
{
    v = v > -3.402823466e38f ? v : -3.402823466e38f;
    for (int d = 16; d > 0; d /= 2)
        v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, d));
    return v;
}
`, map[verify.Values]verify.Verdict{numbersAlone: verify.Refuted}},
}

// TestValues proves functions for elements without some values. Counterexamples have none of these.
func TestValues(t *testing.T) {
	extent.NotQuick(t, "compiles and proves CUDA")
	if _, err := compile.FindClang(); err != nil {
		extent.Missing(t, err)
	}
	for _, f := range floats {
		s, err := spec.ParseOwn(strings.Fields(f.args + " -mask full -name f"))
		if err != nil {
			t.Fatal(err)
		}
		for values, want := range f.verdicts {
			r, err := verify.Prove(t.Context(), verify.Subject{Path: "f.cu", Src: []byte(f.src)},
				verify.Options{Spec: &s, Values: values, Compilers: []string{"clang"}, Arches: []string{"sm_90"}})
			if err != nil || r.Verdict != want {
				t.Errorf("%s, %+v: %v %v, want %v", f.name, values, r, err, want)
				continue
			}
			limited := strings.Contains(r.String(), "if no element is ")
			if limited != (want == verify.Proved && values != everyValue) {
				t.Errorf("%s, %+v: %s", f.name, values, r)
			}
			if text := r.Verbose(); values.NoNaN && strings.Contains(text, "NaN)") && want == verify.Refuted ||
				values.NoNegativeZero && strings.Contains(text, "input    lane") && strings.Contains(text, ": 0x80000000 ") {
				t.Errorf("%s, %+v: a value that is left out: %s", f.name, values, text)
			}
		}
	}
}
