package cxx

import (
	"fmt"
	"strings"
	"testing"
)

// TestSignature reads what a call of a function looks like.
func TestSignature(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"__device__ float f(float v) { return v; }", "f: float(float v)"},
		{"static __device__ __forceinline__ unsigned long long f(unsigned long long v);",
			"f: unsigned long long(unsigned long long v)"},
		{"__device__ void f(const float *__restrict__ in, int &i, double (&v)[4]);",
			"f: void(const float* in, int& i, double&[4] v)"},
		{"template <typename T, int N = 32> __device__ T f(T v, int w = N) {}",
			"f<typename T, int N>: T(T v, int w)"},
		{"__device__ __attribute__((noinline)) int f(unsigned, int s[32]) {}", "f: int(unsigned , int* s)"},
		{"#define DEV __device__ inline\nDEV int f(void) {}", "f: DEV int()"},
	} {
		tokens, err := Lex([]byte(c.src))
		if err != nil {
			t.Fatal(err)
		}
		all := Declared(tokens)
		if len(all) != 1 {
			t.Fatalf("%s: %d functions", c.src, len(all))
		}
		if got := signature(all[0]); got != c.want {
			t.Errorf("%s: got %q, want %q", c.src, got, c.want)
		}
	}
}

func signature(f Function) string {
	list := func(params []Param) string {
		var all []string
		for _, p := range params {
			text := p.Type + p.Indirect
			if p.Const {
				text = "const " + text
			}
			if p.Length != "" {
				text += "[" + p.Length + "]"
			}
			all = append(all, text+" "+p.Name)
		}
		return strings.Join(all, ", ")
	}
	name := f.Name
	if params := f.Template(); params != nil {
		name += "<" + list(params) + ">"
	}
	return fmt.Sprintf("%s: %s(%s)", name, f.Result(), list(f.Params()))
}

func TestRequired(t *testing.T) {
	for src, want := range map[string]int{
		"__device__ int f(int v) {}": 0, "template <class T, int N> __device__ T f(T v) {}": 2,
		"template <class T, int N = 32> __device__ T f(T v) {}": 1, "template <class T = int> __device__ T f(T v) {}": 0,
		"template <class T, bool B = sizeof(T) == 4, int N = 2> __device__ T f(T v) {}":             1,
		"template <class T, int N, enable_if_t<N == 2, int> = 0, int M = 1> __device__ T f(T v) {}": 2,
	} {
		tokens, err := Lex([]byte(src))
		if err != nil {
			t.Fatal(err)
		}
		if got := Declared(tokens)[0].Required(); got != want {
			t.Errorf("%s: %d, want %d", src, got, want)
		}
	}
}

func TestDeduced(t *testing.T) {
	for src, want := range map[string]string{
		"template <bool B = false, template <typename> class Op = Add, typename T> __device__ T f(T v) {}": "T",
		"template <int N = 32, class T, class U> __device__ T f(T v, U u) {}":                              "T U",
		"template <typename T> __device__ T f(T v) {}":                                                     "",
		"template <int N = 32, typename T = float> __device__ T f(T v) {}":                                 "",
		"template <bool B = false, int N> __device__ int f(int (&v)[N]) {}":                                "",
		"__device__ int f(int v) {}":                                                                       "",
	} {
		tokens, err := Lex([]byte(src))
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(Declared(tokens)[0].Deduced(), " "); got != want {
			t.Errorf("%s: %q, want %q", src, got, want)
		}
	}
}
