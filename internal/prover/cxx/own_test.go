package cxx

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestOwn plants what tells standards, hosts and builds apart, beside what looks alike.
func TestOwn(t *testing.T) {
	for _, tt := range []struct{ src, want string }{
		{"int f() { return threadIdx.x + blockDim.y * 2; }", ""},
		{"bool f() { return (mask & threadIdx.x) != 0 && threadIdx.x == 0; }", ""},
		{"int f() { auto &x = threadIdx; }", "threadIdx: want"},
		{"int f() { const unsigned *x = &threadIdx.x; }", "threadIdx: want"},
		{"int f() { return g((threadIdx)); }", "threadIdx: want"},
		{"int f() { return g(blockDim); }", "blockDim: want"},
		{"#define T threadIdx", "threadIdx: want"},
		{"int f() { return (int)sizeof(T) * 8; }", ""},
		{"int f() { U s = (U)1 << (sizeof(T) * 8 - 1); for (int k = 0; k < (int)sizeof(T); k++) if (sizeof(T) == 8) {} }",
			""},
		{"int f() { return g(sizeof(T)); }", "sizeof: its type"},
		{"int f() { return g<int>((1 + sizeof 0)); }", "sizeof: its type"},
		{"int f() { auto n = sizeof(T); }", "sizeof: its type"},
		{"#define LANES (8 * sizeof(T))\nint f() { for (int d = LANES / 2; d > 0; d /= 2) {} }", ""},
		{"#define LANES (8 * sizeof(T))\nint f() { return g(LANES); }", "sizeof: its type"},
		{"#define HALF LANES / 2\n#define LANES 8 * sizeof(T)\nint f() { return g(HALF); }", "sizeof: its type"},
		{"#define LANES (8 * (int)sizeof(T))\nint f() { return g(LANES); }", ""},
		{"#define OF(T) (8 * sizeof(T))\nint f() { return OF(T); }", ""},
		{"int f(decltype(0) x);", "decltype"},
		{"#define D decltype", "decltype"},
		{"void f() noexcept;", "noexcept"},
		{"int f() { return __is_same(int, long long); }", "__is_same"},
		{"int f() { auto x{1}; }", "auto of braces"},
		{"int f() { const auto x = {1}; }", "auto of braces"},
		{"int f() { auto l = [] { return 1; }; }", "auto of a closure"},
		{"int f() { auto x = g(1); for (auto y : z) {} }", ""},
		{"struct s { unsigned char a : 4; int b : 4; };", "bit-field"},
		{"struct s { int a; int : 0; };", "bit-field"},
		{"struct s { int f() { return 1; } int b : 4; };", "bit-field"},
		{"struct s : t { n::m<3> z; ::m y; public: int a; s(int x) : a(x) {} enum e : int { one " +
			"}; int f(int x) { return x ? 1 : 2; } };", ""},
		{"enum class e : int { one, two };", ""},
	} {
		tokens, err := Lex([]byte(tt.src + "\n"))
		if err != nil {
			t.Fatal(err)
		}
		err = CheckOwn(tokens)
		if got := err != nil; got != (tt.want != "") || got && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %q", tt.src, err, tt.want)
		}
	}
}

// TestEmitted wants every word of the files in generated, and none that tells builds.
func TestEmitted(t *testing.T) {
	paths, err := filepath.Glob("../../../generated/*.cu")
	if err != nil || len(paths) < 50 {
		t.Fatalf("%d files, %v", len(paths), err)
	}
	check := func(src string) error {
		tokens, err := Lex([]byte(src))
		if err != nil {
			t.Fatal(err)
		}
		return CheckEmitted(FloatMasks(tokens))
	}
	for _, path := range paths {
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := check(string(src)); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
	for _, src := range []string{
		"decltype(x) y;", "y = sizeof(int);", "y = __is_same(int, int);", "auto y = x;", "struct { int a : 4; } s;",
		"f(noexcept(x));",
		"y = __builtin_clz(1);", "template <class T> void f();", "y = threadIdx;", "y = *&threadIdx.x;",
		"constexpr int y = 1;", "y = x and 1;",
	} {
		if check(src) == nil {
			t.Errorf("%s: not refused", src)
		}
	}
}

// TestPlan plants reads of what a plan's function has not written.
func TestPlan(t *testing.T) {
	for _, tt := range []struct{ body, want string }{
		{"plan[0] = mask; plan[1] = plan[0] + 1u;", ""},
		{"plan[0] = mask | (plan[0] & 0u);", "plan[0] is read"},
		{"plan[1] = plan[0] & 0u;", "plan[0] is read"},
		{"if (plan[1] == 0u) { plan[1] = 1u; }", "plan[1] is read"},
		{"for (int k = 0; k < 2; k++) plan[k] = mask;", ""},
	} {
		tokens, err := Lex([]byte("void f_plan(unsigned mask, unsigned (&plan)[2])\n{\n" + tt.body +
			"\n}\nint f(int plan) { return plan[1]; }\n"))
		if err != nil {
			t.Fatal(err)
		}
		err = CheckPlan(tokens, "f_plan")
		if got := err != nil; got != (tt.want != "") || got && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %q", tt.body, err, tt.want)
		}
	}
}

// TestMacroSizes plants macros that double, beside some that only look so.
func TestMacroSizes(t *testing.T) {
	var doubling strings.Builder
	doubling.WriteString("#define A0 v^\n")
	for n := range 25 {
		fmt.Fprintf(&doubling, "#define A%d A%d A%d\n", n+1, n, n)
	}
	for src, wrong := range map[string]bool{
		doubling.String() + "int f(int v) { return A25 v; }\n": true,
		doubling.String() + "int f(int v) { return A9 v; }\n":  false,
		"#define A A B\n#define B A\nint f() { return B; }\n":  false,
	} {
		tokens, err := Lex([]byte(src))
		if err != nil {
			t.Fatal(err)
		}
		if err := CheckMacros(tokens); (err != nil) != wrong {
			t.Errorf("%.40q…: got %v", src, err)
		}
	}
}

// TestIntrinsics: what translations of users' functions call is accepted.
func TestIntrinsics(t *testing.T) {
	for _, name := range []string{"__popc", "__popcll", "__clz", "__clzll", "__brev", "__brevll", "__umul64hi",
		"__float_as_uint", "__uint_as_float", "__double_as_longlong", "__longlong_as_double", "__trap"} {
		tokens, err := Lex([]byte("x = " + name + "(a);"))
		if err == nil {
			err = CheckEmitted(tokens)
		}
		if err != nil {
			t.Error(err)
		}
	}
}
