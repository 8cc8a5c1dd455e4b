package cxx

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestWithoutHostBodies: bodies of functions for the host alone go, and macros that nothing uses then; all else stays.
func TestWithoutHostBodies(t *testing.T) {
	for name, c := range map[string]struct{ src, want string }{
		"main": {"int main() { f(\"a\"); return 0; }", "int main() ;"},
		"in a space": {"namespace n { void f(int x) { g('a'); } }",
			"namespace n { void f(int x) ; }"},
		"a template": {"template <class T> static T f(T x) { return x + 'a'; }",
			"template <class T> static T f(T x) ;"},
		"of a class": {"void A::f(int x) const { g(\"a\"); }", "void A::f(int x) const ;"},
		"device":     {"__device__ int f() { return 1; }", ""},
		"kernel":     {"__global__ void f() { g(); }", ""},
		"both":       {"__host__ __device__ int f() { return 1; }", ""},
		"by a macro": {"#define HD __host__ __device__\n#define HDI HD inline\nHDI int f() { return 1; }",
			""},
		"by another's macro":         {"#include \"hd.h\"\nHD int f() { return 1; }", ""},
		"constexpr":                  {"constexpr int f() { return 'a'; }", ""},
		"deduced":                    {"auto f() { return 1; }", ""},
		"a member":                   {"struct A { int f() { return 1; } };", ""},
		"a value":                    {"int f = g(x) { 1 };", ""},
		"a directive":                {"int f() {\n#if 0\n{\n#endif\n}\nint g() { }\n#if 0\n}\n#endif", ""},
		"a device function inside":   {"int f() { } }; __device__ int g() { return 1; } int h() { { }", ""},
		"a variable's name":          {"const A (a) {1};", ""},
		"a variable of a space":      {"const n::A (a) {1};", ""},
		"a variable and a macro":     {"#define pad()\nconst A a pad() {1};", ""},
		"a variable and -D":          {"const A a given() {1};", ""},
		"a brace that a macro drops": {"#define drop(x)\nint f() { drop({) }\nstruct A { drop(}) };", ""},
		"a brace of a condition": {"__device__ int f() {\n#if 0\n}\n#endif\nif (a) { } else if (b) { c; }\n" +
			"#if 0\n{\n#endif\n}", ""},
		"another way":         {"__device__ int f() {\n#if 1\n}\n#else\n;\n}\n#endif", ""},
		"else":                {"#define A(x) x\nA() { } else if (b) { c; }", ""},
		"a macro that closes": {"#define END }\nint f() { END template <> struct A<int> { }; int g() { }", ""},
		"a macro that opens":  {"#define BEGIN {\nint f() BEGIN }\nint g() { 'a'; }", ""},
		"a system's macro":    {"int f() { __END_DECLS template <> struct A<int> { }; int g() { } }", ""},
		"a macro of bodies":   {"#define CHECK(x) g(x, __FILE__)\nint main() { CHECK(1); }", "int main() ;"},
		"a macro of the device": {"#define TWICE(x) ((x) + (x))\n__device__ int f(int x) { return TWICE(x); }",
			""},
		"a macro of a macro": {"#define ONE(x) x\n#define TWO(x) ONE(x)\n__device__ int f(int x) { return TWO(x); }",
			""},
		"a macro before an include": {"#define max(a, b) a\n#include <algorithm>\nint main() { }",
			"#define max(a, b) a\n#include <algorithm>\nint main() ;"},
		"a macro that is asked for": {"#define CHECK(x) x\n#ifdef CHECK\nint a;\n#endif", ""},
		"a macro that another file may use": {
			"#include \"own.h\"\n#define CHECK(x) x\nint main() { }",
			"#include \"own.h\"\n#define CHECK(x) x\nint main() ;"},
		"a number": {"#define N 4\nint main() { }", "#define N 4\nint main() ;"},
	} {
		want := c.want
		if want == "" {
			want = c.src
		}
		got, _, err := WithoutHostBodies([]byte(c.src), false, []string{"given()=", "N=1", "TAKES=gives"})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if len(got) != len(c.src) || strings.Count(string(got), "\n") != strings.Count(c.src, "\n") {
			t.Errorf("%s: places have changed: %q", name, got)
		}
		words := func(s string) []string { return strings.Fields(strings.ReplaceAll(s, ";", " ;")) }
		if diff := cmp.Diff(words(want), words(string(got))); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// TestBracesOfGivenMacros: a macro of -D may close a body.
func TestBracesOfGivenMacros(t *testing.T) {
	src := "int f() { end template <> struct A<int> { };"
	got, _, err := WithoutHostBodies([]byte(src), false, []string{"end=}"})
	if err != nil || string(got) != src {
		t.Errorf("%q, %v", got, err)
	}
}

// TestHeadsOfHostBodies: the words before the bodies that are left out are known, and no other file may define one.
func TestHeadsOfHostBodies(t *testing.T) {
	_, heads, err := WithoutHostBodies([]byte("api int f(a b) { g(); } int h();"), false, nil)
	want := map[string]bool{"api": true, "int": true, "f": true, "a": true, "b": true, "(": false, ")": false}
	if diff := cmp.Diff(want, heads); diff != "" || err != nil {
		t.Error(diff, err)
	}
	for src, changes := range map[string]bool{"#define api": true, "#define apis": false, "int api;": false,
		"struct A { friend int f(); };": true, "#define of friend": true} {
		tokens, err := Lex([]byte(src))
		if got := ChangesBodies(tokens, heads) != ""; got != changes || err != nil {
			t.Errorf("%s: %v, %v", src, got, err)
		}
	}
}
