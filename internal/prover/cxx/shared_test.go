package cxx

import (
	"strings"
	"testing"
)

// TestSharedBytes takes arrays of char in shared memory, if nothing but their addresses is taken.
func TestSharedBytes(t *testing.T) {
	for text, takes := range map[string]bool{
		"void f() { extern __shared__ char s[]; float *p = (float *)s; }":                                          true,
		"void f() { extern __shared__ __align__(16) char s[]; float *p = reinterpret_cast<float *>(&s[4]); }":      true,
		"void f(int n) { extern __shared__ char s[]; int *p = reinterpret_cast<int *>(s + n * sizeof(float)); }":   true,
		"int f() { extern __shared__ char s[]; return s[0]; }":                                                     false,
		"int f() { extern __shared__ char s[]; return *s; }":                                                       false,
		"int f() { extern __shared__ char s[]; return *(s + 1); }":                                                 false,
		"int f() { char s[4]; return g((int *)s); }":                                                               false,
		"#define AT s[0]\nint f() { extern __shared__ char s[]; return AT; }":                                      false,
		"void f(int n) { extern __shared__ char s[]; g(n * sizeof(float)); }":                                      false,
		"int f() { extern __shared__ char s[]; float *p = (float *)s; return static_cast<int>(n * sizeof(int)); }": false,
	} {
		tokens, err := Lex([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if _, err = MacrosOf(tokens, nil); err == nil {
			err = CheckOwn(tokens)
		}
		if (err == nil) != takes || err != nil && !strings.Contains(err.Error(), "host") {
			t.Errorf("%s: %v, want taken: %t", text, err, takes)
		}
	}
}
