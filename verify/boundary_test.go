package verify

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/spec"
)

// clangOnly is a proof by clang for one architecture.
func clangOnly(t *testing.T, arches ...string) Options {
	t.Helper()
	if _, err := compile.FindClang(); err != nil {
		t.Skip(err)
	}
	return Options{Compilers: []string{"clang"}, Arches: arches}
}

// own is a function of two lanes that a user wrote, with holes to put faults in.
const own = `BEFORE
static __device__ __forceinline__ int sum2(ARGS)
{
    int other = __shfl_xor_sync(0xffffffffu, v, 1);
    BODY
}
AFTER
`

// TestOwn plants faults at the boundary of a proof of someone's own function: none may
// be answered proved, and each is named.
func TestOwn(t *testing.T) {
	s, err := spec.ParseArgs(strings.Fields("-pattern xor-reduce -width 2 -mask full -name sum2"))
	if err != nil {
		t.Fatal(err)
	}
	const right = "return (int)((unsigned)v + (unsigned)other);"
	for _, tt := range []struct{ name, before, body, after, want string }{
		{"as it should be", "", right, "", "proved"},
		{"signed, as in textbooks", "", "return v + other;", "", "proved"},
		{"another sum", "", "return v | other;", "", "refuted"},

		{"a macro for the kernel's name", "#define shflgen_k(...)", right, "", "proved"},
		{"the function is a macro at the end", "static __device__ int good(int v);", right, "#define sum2 good",
			"defines the macro sum2"},
		{"a keyword is a macro at the end", "", right, "#define unsigned int", "defines the macro unsigned"},
		{"void is a macro at the end", "", right, "#define void int", "defines the macro void"},
		{"a backslash at the end", "", right, "//\\", "joins the next line"},
		{"a comment without an end", "", right, "/*", "without an end"},
		{"#line", "#line 7 \"x\"", right, "", "#line is not supported"},
		{"a pragma for what follows", "", right, "#pragma clang attribute push(__attribute__((noinline)), apply_to=function)",
			"#pragma"},
		{"a namespace without an end", "", right, "namespace {", "expected '}'"},

		{"tells the include", "#if __INCLUDE_LEVEL__ > 0\n#define D 1\n#else\n#define D 2\n#endif", right, "",
			"distinguish the proved build"},
		{"tells the compiler", "#ifdef __clang__\n#define D 1\n#endif", right, "", "distinguish the proved build"},
		{"tells the level", "#ifdef __OPTIMIZE__\n#endif", right, "", "distinguish the proved build"},
		{"tells the prelude", "#ifdef SHFLGEN_SHUFFLE\n#endif", right, "", "-D SHFLGEN_SHUFFLE"},
		{"tells the prelude's thread numbers", "#ifdef threadIdx\n#endif", right, "", "threadIdx: a file can distinguish"},
		{"asks for a macro", "#ifdef FAST\n#endif", right, "", "want -D FAST or -U FAST"},
		{"counts", "", "return __COUNTER__ ? v + other : v;", "", "distinguish the proved build"},

		{"another overload", "static __device__ int sum2(unsigned v) { return (int)v; }", right, "", "sum2"},
		{"constant arguments", "", "if (__builtin_constant_p(v)) return 0; " + right, "", "constant arguments"},

		{"an overflow that the optimiser drops", "", "return v + 1 > v ? v + other : 0;", "", "refuted"},
		{"doubled and halved", "", "return (v + other) * 2 / 2;", "", "refuted"},
		{"not returned in some lanes", "", "int r; if (other & 1) r = v + other; return r;", "", "r"},
		{"a promise", "", "if (v < 0) __builtin_unreachable(); " + right, "", "the proof cannot check it"},
		{"another promise", "", "__builtin_assume(v > 0); " + right, "", "the proof cannot check it"},
		{"an endless loop", "", "while (other == 0x123) {} " + right, "", "nested branches"},
		{"division by zero as a hint", "", "int one = 1 / (other == 3 ? 0 : 1); return one == 1 ? v + other : 0;", "",
			"refuted"},
		{"a shift by the width", "", "return v + (other << (other == 5 ? 32 : 0));", "", "refuted"},

		{"another architecture", "", "\n#if __CUDA_ARCH__ >= 900\nreturn v;\n#endif\n" + right, "", "sm_90"},
		{"an architecture that few have", "", "\n#if __CUDA_ARCH__ == 860\nreturn v;\n#endif\n" + right, "", "sm_86"},
		{"an architecture as a value", "", "return __CUDA_ARCH__ == 890 ? v : v + other;", "", "sm_89"},
		{"a newer architecture", "", "\n#if __CUDA_ARCH__ >= 1000\nreturn v;\n#endif\n" + right, "",
			"no compiler here knows sm_100"},
	} {
		src := strings.NewReplacer("BEFORE", tt.before, "ARGS", "int v", "BODY", tt.body, "AFTER", tt.after).Replace(own)
		o := clangOnly(t)
		o.Spec = &s
		r, err := Prove(context.Background(), Subject{"own.cu", []byte(src)}, o)
		got := r.String()
		if err != nil {
			got = err.Error()
		}
		if (r.Verdict == Proved) != (tt.want == "proved") || !strings.Contains(got, tt.want) {
			t.Errorf("%s: got %.700s, want %s", tt.name, got, tt.want)
		}
	}
}

// TestOutParameters plants out-parameters that only some lanes write.
func TestOutParameters(t *testing.T) {
	for _, tt := range []struct{ spec, src string }{
		{"-pattern shfl-xor -width 32 -xor 1 -mask full -name move", `
static __device__ int move(int v, bool *pred)
{
    int x = __shfl_xor_sync(0xffffffffu, v, 1);
    if (v > 0) HOLE
    *pred = true;
    return x;
}`},
		{"-pattern xor-reduce -width 2 -op argmin -mask full -name least", `
static __device__ int least(int v, int *idx)
{
    unsigned lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    int other = __shfl_xor_sync(0xffffffffu, v, 1);
    bool mine = v < other || v == other && (lane & 1u) == 0u;
    if (v > 0) HOLE
    *idx = (int)(mine ? lane : lane ^ 1u);
    return mine ? v : other;
}`},
	} {
		s, err := spec.ParseArgs(strings.Fields(tt.spec))
		if err != nil {
			t.Fatal(err)
		}
		for hole, want := range map[string]bool{";": true, "": false} {
			if want && s.HasLane() { // a winner by comparisons is not followed
				continue
			}
			o := clangOnly(t, "sm_90")
			o.Spec = &s
			r, err := Prove(context.Background(), Subject{"own.cu", []byte(strings.Replace(tt.src, "HOLE", hole, 1))}, o)
			if err != nil || (r.Verdict == Proved) != want {
				t.Errorf("%s with %q: got %v %s, want proved %t", tt.spec, hole, err, r, want)
			}
		}
	}
}

// TestPlans refutes a file with a wrong function by a plan, where the function itself uses the hardware.
func TestPlans(t *testing.T) {
	src, err := os.ReadFile("../generated/reduce_sum_int32_w32_active.cu")
	if err != nil {
		t.Fatal(err)
	}
	o := clangOnly(t, "sm_90")
	for _, tt := range []struct{ old, new, want string }{
		{"", "", "proved"},
		{"__reduce_add_sync(plan[0], v)", "__reduce_max_sync(plan[0], v)", "by a plan"},
		// and changes it
		{"int x0 = __reduce_add_sync(plan[0], v);", "int x0 = __reduce_add_sync(plan[0], v); (unsigned &)plan[1] = 0u;",
			"by a plan"},
		{"__reduce_add_sync(mask, v)", "__reduce_max_sync(mask, v)", "refuted"},
	} {
		if !strings.Contains(string(src), tt.old) {
			t.Fatalf("no %q", tt.old)
		}
		r, err := Prove(context.Background(), Subject{"x.cu", []byte(strings.Replace(string(src), tt.old, tt.new, 1))}, o)
		if err != nil || !strings.Contains(r.String(), tt.want) {
			t.Errorf("%q: got %v %s, want %s", tt.new, err, r, tt.want)
		}
	}
}
