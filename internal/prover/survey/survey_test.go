package survey

import (
	"slices"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/cxx"
	"github.com/shflgen/shflgen/spec"
)

// formsOf are the ways to call the one function of a source, or why there is none.
func formsOf(t *testing.T, src string, inBlock bool) ([]Form, error) {
	t.Helper()
	tokens, err := cxx.Lex([]byte(src))
	if err != nil {
		t.Fatal(err)
	}
	all := cxx.Declared(tokens)
	if len(all) != 1 {
		t.Fatalf("%s: %d functions", src, len(all))
	}
	return Forms(all[0], all[0].Name, cxx.Aliases(tokens), tokens, inBlock)
}

// TestForms: the signature says how a function may be called.
func TestForms(t *testing.T) {
	for src, want := range map[string][]string{
		"__device__ float f(float v) {}":              {"f(x)"},
		"__device__ float f(const float &v) {}":       {"f(x)"},
		"__device__ void f(unsigned long long &v) {}": {"(f(x), static_cast<unsigned long long>(x))"},
		"__device__ void f(int *v) {}":                {"(f(&x), static_cast<int>(x))"},
		"__device__ void f(int (&v)[4]) {}":           {"f(v)"},

		"__device__ float f(unsigned m, float v) {}": {"f(mask, x)", "f(mask, x)", "f(src, x)",
			"f(delta, x)", "f(32, x)"},

		"__device__ float f(float v, int *at) {}":                   {"f(x, &idx)", "(idx = i, f(x, &idx))"},
		"typedef float real;\n__device__ real f(real v, bool b) {}": {"f(x, true)", "f(x, false)"},
	} {
		all, err := formsOf(t, src, false)
		if err != nil || len(all) < len(want) {
			t.Errorf("%s: %d forms, %v", src, len(all), err)
			continue
		}
		for i, w := range want {
			if all[i].Call != w {
				t.Errorf("%s: form %d is %s, want %s", src, i, all[i].Call, w)
			}
		}
	}
	if all, err := formsOf(t, "__device__ int f(int v, int *s) { return s[v]; }", true); err != nil ||
		len(all) != 5 || all[3].Unread != "s" || all[4].Unread != returned || all[4].Of != all[3].Of ||
		all[1].Call != "f(x, &idx)" ||
		all[0].Call != "({ __shared__ int s[1024]; f(x, s); })" {
		t.Errorf("shared memory: %v, %v", all, err)
	}
	if all, err := formsOf(t, "__device__ int f(int v, int *s) { *s = v; }", true); err != nil || len(all) != 4 ||
		all[0].Lent || all[1].Lent || all[2].Unread != "s" {
		t.Errorf("a place that is not read: %v, %v", all, err)
	}
	const lendsTwo = "({ __shared__ float s[1024]; __shared__ int s2[1024]; f(x, s, s2); })"
	if all, err := formsOf(t, "__device__ float f(float v, float *s, int *n) { return s[n[0]]; }", true); err != nil ||
		all[0].Call != lendsTwo || !all[0].Lent {
		t.Errorf("memory of two types: %v, %v", all, err)
	}
	// The last of many choices for one parameter does not leave out the first ones of the others.
	if all, err := formsOf(t, "__device__ int f(int v, int a, int b, int c, int *s) { return s[0]; }", true); err != nil ||
		!slices.ContainsFunc(all, func(f Form) bool { return strings.Contains(f.Call, "(x, i, ") }) {
		t.Errorf("many choices: %v, %v", all, err)
	}
	if all, err := formsOf(t, "INLINE __device__ void f(float &s) {}", false); err != nil || len(all) != 1 {
		t.Errorf("a macro before a function: %v, %v", all, err)
	}
	if all, err := formsOf(t, "__device__ bool f(float &s) {}", false); err == nil {
		t.Errorf("a result that is no element: %v", all)
	}
	if all, err := formsOf(t, "__device__ void f(float v, float &s) {}", false); err != nil || len(all) != 1 ||
		!all[0].Own || all[0].Call != `({ float result; asm volatile("" : "=f"(result)); f(x, result); result; })` {
		t.Errorf("a place of its own: %v, %v", all, err)
	}
	const withIndex = "struct S { float a; int b; }; __device__ S f(S v) {}"
	if all, err := formsOf(t, withIndex, false); err != nil || len(all) != 1 || !all[0].Index ||
		all[0].Call != "({ S part; part.a = x; part.b = i; S best = f(part); idx = best.b; best.a; })" {
		t.Errorf("an element and its index: %v, %v", all, err)
	}
	if all, err := formsOf(t, "__device__ void f(int *a, int &b) {}", false); err != nil || all[0].N != 2 ||
		all[0].Call != "f(&v[0], v[1])" {
		t.Errorf("registers: %v, %v", all, err)
	}
	for _, src := range []string{
		"__device__ S f(S v) {}", "__device__ float f(const float *v) {}", "__device__ void f(int v) {}",
		"__device__ float f(float v, struct S *s) {}", "__device__ float f(float v, float w, double *x, short y) {}",
	} {
		if all, err := formsOf(t, src, false); err == nil {
			t.Errorf("%s: %v, want an error", src, all)
		}
	}
}

// TestCandidates: they are valid specs of the form, those of all lanes first, and every op and width is among them.
func TestCandidates(t *testing.T) {
	f := Form{Type: spec.Float32, Mask: spec.Full}
	all := candidates(f, 0)
	for _, s := range all {
		if err := s.Validate(); err != nil {
			t.Errorf("%v: %v", s.Args(), err)
		}
	}
	if first := all[0]; Named(first) != spec.WarpSize || first.Width != spec.WarpSize {
		t.Errorf("first %v", first.Args())
	}
	for _, want := range []string{
		"-pattern reduce -width 32 -type float32 -mask full -order far",
		"-pattern down-reduce -width 7 -type float32 -op max -mask full",
		"-pattern exclusive-scan -width 16 -type float32 -mask full",
		"-pattern shfl -width 32 -src 5 -type float32 -mask full",
		"-pattern rotate -width 32 -delta -3 -type float32 -mask full",
	} {
		if !slices.ContainsFunc(all, func(s spec.Spec) bool { return strings.Join(s.Args(), " ") == want }) {
			t.Errorf("no candidate %s", want)
		}
	}
	for _, s := range candidates(Form{Type: spec.Int32, Mask: spec.Full, Index: true}, 96) {
		if !s.HasLane() || s.Block().Threads != 96 {
			t.Errorf("of an index: %v", s.Args())
		}
	}
}

// TestDraws: the ordinary calls come first, each lane of a warp decides in two, and a call with a mask has all lanes.
func TestDraws(t *testing.T) {
	s := spec.NewSpec(spec.Reduce)
	ended, deciding := false, 0
	for _, d := range Draws(s, Form{Type: s.Type, Mask: s.Mask}) {
		if ended = ended || !d.Ordinary; ended && d.Ordinary {
			t.Error("an ordinary call after others")
		}
		if d.Ordinary && d.Mask[0] != ^uint32(0) {
			t.Errorf("mask %#x", d.Mask[0])
		}
		if d.Kind == "one lane that decides" {
			deciding++
		}
	}
	if !ended || deciding != 2*spec.WarpSize {
		t.Errorf("%d calls with a lane that decides", deciding)
	}
}

// TestMemoryForms: an array in shared memory has the elements, and the results are in it, in another one, or returned.
func TestMemoryForms(t *testing.T) {
	for src, want := range map[string]string{
		"__device__ void f(int *s) { s[0] = s[1]; }": "({ __shared__ int e[2 * {threads}]; e[i] = x; __syncthreads(); " +
			"f(e); __syncthreads(); e[i]; })",
		"__device__ void f(const int *s, int *to) { to[0] = s[1]; }": "({ __shared__ int e[2 * {threads}]; e[i] = x; " +
			"__syncthreads(); __shared__ int r[2 * {threads}]; f(e, r); __syncthreads(); r[i]; })",
		"__device__ int f(const int *s) { return s[1]; }": "({ __shared__ int e[2 * {threads}]; e[i] = x; " +
			"__syncthreads(); int y = f(e); __syncthreads(); y; })",
		"__device__ void f(const int *s) { s[1]; }":                    "",
		"__device__ void f(const int *s, const int *t) { s[1]; }":      "",
		"__device__ int *f(int *s) { return s + 1; }":                  "",
		"__device__ void f(const int *s, float *to) { to[0] = s[1]; }": "",
	} {
		tokens, err := cxx.Lex([]byte(src))
		if err != nil {
			t.Fatal(err)
		}
		all := MemoryForms(cxx.Declared(tokens)[0], "f", nil)
		call := ""
		if len(all) > 0 {
			call = all[0].Call
		}
		if call != want {
			t.Errorf("%s: %s, want %s", src, call, want)
		}
	}
}
