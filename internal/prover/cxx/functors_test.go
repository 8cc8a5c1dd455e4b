package cxx

import (
	"fmt"
	"testing"
)

// TestFunctors finds the classes of functions of a file, and none that has state, a base or no function for the device.
func TestFunctors(t *testing.T) {
	const src = `
struct Plus { __device__ int operator()(int a, int b) const { return a + b; } };
template <typename T, int N> struct Times { static __device__ T of(T a) { return a * N; } };
struct Beyond { int n; __device__ int operator()(int a, int b) const { return a + b + n; } };
struct OfHost { int operator()(int a, int b) const { return a + b; } };
struct Derived : Plus { __device__ int more(int a) { return a; } };
struct Plus use(struct Plus p);
`
	tokens, err := Lex([]byte(src))
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	for _, f := range Functors(tokens) {
		got += fmt.Sprintf("%s of %d; ", f.Name, len(f.Template))
	}
	if want := "Plus of 0; Times of 2; "; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestCallsClass tells a class of functions from a type of elements.
func TestCallsClass(t *testing.T) {
	for body, want := range map[string]bool{
		"return op(v, v);":        true,
		"return op.of(v);":        true,
		"return F()(v, v);":       true,
		"return F<int>{}(v, v);":  true,
		"return F::of(v);":        true,
		"F w = F(0); return w;":   false,
		"return F() + v;":         false,
		"return other(op, F{v});": false,
	} {
		tokens, err := Lex([]byte("template <class F> __device__ int f(int v, F op) { " + body + " }"))
		if err != nil {
			t.Fatal(err)
		}
		if got := Declared(tokens)[0].CallsClass("F"); got != want {
			t.Errorf("%s: %v, want %v", body, got, want)
		}
	}
}
