package proof_test

import (
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
	"github.com/shflgen/shflgen/verify"
)

// wrongRemainder is a change of the remainder of a source, modulo 12: old is what stands there.
type wrongRemainder struct{ name, old, wrong string }

// TestWrongRemaindersGo: Go that takes another remainder for some source is refuted.
func TestWrongRemaindersGo(t *testing.T) {
	const rest, corrected = "src % 12", "uint32(rest + rest>>63&12)"
	s := sourceModulo(t, "var")
	src, name := emitted(t, s, gen.Go, ".go"), s.FileName()+".go"
	for _, tt := range extent.Sample([]wrongRemainder{
		{"one less as modulus", rest, "src % 11"},
		{"one more as modulus", rest, "src % 13"},
		{"a multiple as modulus", rest, "src % 24"},
		{"a part as modulus", rest, "src % 6"},
		{"no sign", rest, "int(uint(src) % 12)"},
		{"16 bits", rest, "int(int16(src)) % 12"},
		{"32 bits", rest, "int(int32(src)) % 12"},
		{"8 bits without sign", rest, "int(uint8(src)) % 12"},
		{"a product that overflows", rest, "src * 13 % 12"},
		{"a sum that overflows", rest, "(src + 12) % 12"},
		{"a negative of the least integer", rest, "-(-src % 12)"},
		{"the quotient", rest, "src / 12"},
		{"another sign", rest, "-(src % 12)"},
		{"no correction", corrected, "uint32(rest)"},
		{"correction by one less", corrected, "uint32(rest + rest>>63&11)"},
		{"correction by one more", corrected, "uint32(rest + rest>>63&13)"},
		{"correction by another bit", corrected, "uint32(rest + rest>>1&12)"},
		{"correction downwards", corrected, "uint32(rest - rest>>63&12)"},
		{"correction of zero", corrected, "uint32(rest + (rest-1)>>63&12)"},
		{"correction of the source's sign", corrected, "uint32(rest + src>>63&12)"},
	}, 4) {
		wrong := strings.Replace(src, tt.old, tt.wrong, 1)
		if wrong == src {
			t.Fatalf("%s: %q is not in the file", tt.name, tt.old)
		}
		if v := verdictOf(t, name, wrong, verify.Options{Alone: true}); v != verify.Refuted {
			t.Errorf("%s is %v", tt.name, v)
		}
	}
}

// TestWrongRemaindersCUDA: what a compiler makes of such CUDA is refuted too.
func TestWrongRemaindersCUDA(t *testing.T) {
	clang, err := compile.FindClang()
	if err != nil {
		t.Skip(err)
	}
	const rest, corrected = "src % 12", "rest += rest >> 31 & 12"
	s := sourceModulo(t, "each")
	src, name := emitted(t, s, gen.CUDA, ".cu"), s.FileName()+".ptx"
	for _, tt := range []wrongRemainder{
		{"one less as modulus", rest, "src % 11"},
		{"one more as modulus", rest, "src % 13"},
		{"a multiple as modulus", rest, "src % 24"},
		{"no sign", rest, "(int)((unsigned)src % 12u)"},
		{"16 bits", rest, "(short)src % 12"},
		{"a product that overflows", rest, "(int)((unsigned)src * 13u) % 12"},
		{"a sum that overflows", rest, "(int)((unsigned)src + 12u) % 12"},
		{"a quotient rounded down", rest, "src - (int)(((long long)src * 715827883) >> 33) * 12"},
		{"a factor that is too small", rest,
			"src - ((int)(((long long)src * 715827881) >> 33) + (int)((unsigned)src >> 31)) * 12"},
		{"a factor that is too large", rest,
			"src - ((int)(((long long)src * 715827890) >> 33) + (int)((unsigned)src >> 31)) * 12"},
		{"no correction", corrected, "rest += 0"},
		{"correction by one less", corrected, "rest += rest >> 31 & 11"},
		{"correction of zero", corrected, "rest += (rest - 1) >> 31 & 12"},
		{"correction of the source's sign", corrected, "rest += src >> 31 & 12"},
	} {
		wrong := strings.Replace(src, tt.old, tt.wrong, 1)
		if wrong == src {
			t.Fatalf("%s: %q is not in the file", tt.name, tt.old)
		}
		code, err := clang.One(s, []byte(wrong), "sm_90")
		if err != nil {
			t.Fatalf("%s: %v", tt.name, err)
		}
		if v := verdictOf(t, name, string(code), verify.Options{Spec: &s}); v != verify.Refuted {
			t.Errorf("%s is %v", tt.name, v)
		}
	}
}

// sourceModulo is a shuffle from a source of the caller, modulo 12.
func sourceModulo(t *testing.T, src string) spec.Spec {
	t.Helper()
	s, err := spec.ParseArgs(strings.Fields("-pattern shfl -width 12 -src " + src))
	if err != nil {
		t.Fatal(err)
	}
	return s
}
