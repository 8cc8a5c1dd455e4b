package cxx

import (
	"slices"
	"testing"
)

// TestFunctions lists what a file declares for the device, and nothing else.
func TestFunctions(t *testing.T) {
	for src, want := range map[string][]string{
		"__device__ int f(int v) { return g(v); }":                                    {"f"},
		"int host(int v) { return v; }":                                               nil,
		"template <class T> __device__ inline T *g(T v) { if (v) h(v); return 0; }":   {"g"},
		"namespace a { namespace { __device__ void f(); } } __device__ void f() {}":   {"a::f", "f"},
		"namespace a::b { static __device__ float2 f(float2 v) { return v; } }":       {"a::b::f"},
		"extern \"C\" __global__ void __launch_bounds__(256) k(int *x) { x[0] = 1; }": {"k"},
		"extern \"C\" { __device__ int f(int v) { return v; } }":                      {"f"},
		"struct S { __device__ int f(int v) { return v; } };":                         nil,
		"__device__ const int n = f(3); __device__ int x; int g(int);":                nil,
		"__device__ int operator()(int v);":                                           nil,
		"#define D __device__\n// __device__ int f(int)\n":                            nil,
		"__device__ int f(int v); __device__ int f(float v);":                         {"f"},
		"__attribute__((device)) int f(int v) { return v; }":                          {"f"},
	} {
		tokens, err := Lex([]byte(src))
		if err != nil {
			t.Fatal(err)
		}
		if got := Functions(tokens); !slices.Equal(got, want) {
			t.Errorf("%s: got %v, want %v", src, got, want)
		}
	}
}
