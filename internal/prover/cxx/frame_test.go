package cxx

import (
	"strings"
	"testing"
)

const framed = "// header\n#ifndef GUARD\n#define GUARD\n#if defined(__CUDACC__) || defined(__CUDA__) // a host\n" +
	"int x;\n#if __CUDA_ARCH__ >= 800\nint y;\n#else\nint z;\n#endif\n#endif\n#endif\n"

// TestFrame: the frame goes, what is within stays, and a frame that may hide or show text to one
// reader alone is an error.
func TestFrame(t *testing.T) {
	cases := []struct{ name, old, new, err string }{
		{"as printed", "", "", ""},
		{"another guard", "#define GUARD", "#define OTHER", "want #define GUARD"},
		{"defined to something", "#define GUARD", "#define GUARD 1", "want #define GUARD"},
		{"text before the guard is defined", "#define GUARD", "int w;\n#define GUARD", "want #define GUARD"},
		{"one compiler alone", "defined(__CUDACC__) || defined(__CUDA__)", "defined(__CUDACC__)", "want #if defined"},
		{"not a compiler", "defined(__CUDACC__) ||", "!defined(__CUDACC__) ||", "want #if defined"},
		{"both compilers", "||", "&&", "want #if defined"},
		{"text for the host", "#endif\n#endif\n", "#else\nint w;\n#endif\n#endif\n", "#else of the frame"},
		{"text behind the inner end", "#endif\n#endif\n", "#endif\nint w;\n#endif\n", "want #endif"},
		{"text behind the end", "#endif\n#endif\n", "#endif\n#endif\nint w;\n", "want #endif"},
		{"a second part", "int x;", "int x;\n#endif\n#if 1\nint w;", "#endif of the frame"},
		{"the other part", "int x;", "int x;\n#else\nint w;", "#else of the frame"},
		{"asks for the guard", "__CUDA_ARCH__ >= 800", "defined(GUARD)", "GUARD: the frame"},
		{"undefines the guard", "int x;", "#undef GUARD", "GUARD: the frame"},
		{"asks for the compiler", "__CUDA_ARCH__ >= 800", "defined(__CUDA__)", "__CUDA__: the frame"},
		{"no end", "#endif\n#endif\n", "#endif\n", "a conditional without an end"},
		{"one end more", "#endif\n#endif\n", "#endif\n#endif\n#endif\n", "#endif of the frame"},
	}
	for _, c := range cases {
		src := framed
		if c.old != "" {
			at := strings.LastIndex(src, c.old)
			src = src[:at] + c.new + src[at+len(c.old):]
		}
		tokens, err := Lex([]byte(src))
		if err != nil {
			t.Fatal(c.name, err)
		}
		rest, err := Frame(tokens, "GUARD")
		switch {
		case c.err == "" && err != nil:
			t.Errorf("%s: %v", c.name, err)
		case c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)):
			t.Errorf("%s: error %v, want %q", c.name, err, c.err)
		case err == nil && len(rest) != len(tokens)-5:
			t.Errorf("%s: %d tokens are left of %d", c.name, len(rest), len(tokens))
		}
	}
}
