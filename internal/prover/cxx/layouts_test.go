package cxx

import (
	"strings"
	"testing"
)

// TestLayouts wants declarations and assertions left out, and anything else beside them rejected.
func TestLayouts(t *testing.T) {
	const size, offset = `static_assert(sizeof(geom_v) == 4, "layout");`,
		`static_assert(__builtin_offsetof(geom_v, X) == 0, "layout");`
	const declared = "#ifndef GEOM_V_DEFINED\n#define GEOM_V_DEFINED\nstruct geom_v { float X; };\n#endif\n"
	tests := []struct {
		name, text string
		want       string // what remains, or a part of the error
		fails      bool
	}{
		{name: "all of it", text: declared + size + "\n#ifndef __CUDACC_RTC__ // NVRTC has no offsetof\n" + offset +
			"\n#endif\nint f;", want: "int f ;"},
		{name: "code that NVRTC leaves out", text: "#ifndef __CUDACC_RTC__\nint f;\n#endif\n", want: "leaves out assertions",
			fails: true},
		{name: "code after an assertion", text: "#ifndef __CUDACC_RTC__\n" + offset + " int f;\n#endif\n",
			want: "leaves out assertions", fails: true},
		{name: "no end", text: "#ifndef __CUDACC_RTC__\n" + offset, want: "no end", fails: true},
		{name: "an else", text: "#ifndef __CUDACC_RTC__\n" + offset + "\n#else\nint f;\n#endif\n",
			want: "leaves out assertions", fails: true},
		{name: "a call in an assertion", text: "static_assert(__builtin_trap() == 0);", want: "layout alone", fails: true},
		{name: "a condition of another name", text: "#ifndef __CUDA_ARCH__\n" + offset + "\n#endif\n",
			want: "guards of structs alone", fails: true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			tokens, err := Lex([]byte(test.text))
			if err != nil {
				t.Fatal(err)
			}
			rest, err := Layouts(tokens)
			if test.fails {
				if err == nil || !strings.Contains(err.Error(), test.want) {
					t.Errorf("error %v, want one with %q", err, test.want)
				}
				return
			}
			var words []string
			for _, r := range rest {
				words = append(words, r.Text)
			}
			if got := strings.Join(words, " "); err != nil || got != test.want {
				t.Errorf("left %q, error %v, want %q", got, err, test.want)
			}
		})
	}
}
