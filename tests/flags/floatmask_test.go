package flags_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/spec"
)

// TestFloatMask: a mask of a floating-point type is an error of the compiler, as when mask and element are swapped;
// integers of any type are converted, and a type of a user as well.
func TestFloatMask(t *testing.T) {
	clang, err := compile.FindClang()
	if err != nil {
		t.Skip(err)
	}
	for i, c := range []struct{ flags, call string }{
		{"reduce -width 32 -type float32", "%s(%s, x)"},
		{"reduce -width 32 -type float32 -linkage extern", "%s(%s, x)"},
		{"shfl -width 8 -src var -type float32 -namespace a::b", "a::b::%s(%s, x, 1, &reads)"},
		{"keyed-reduce -width 4 -type float32", "%s(%s, 1u, x)"},
		{"batch-reduce -width 8 -n 2 -type float32", "%s(%s, two)"},
	} {
		s, err := spec.ParseArgs(append([]string{"-pattern"}, strings.Fields(c.flags)...))
		if err != nil {
			t.Fatal(err)
		}
		files, err := gen.Generate(s, gen.Options{Langs: []gen.Lang{gen.CUDA}})
		if err != nil {
			t.Fatal(err)
		}
		src := string(bytes.Repeat(files[s.FileName()+".cu"], 2)) // as if it is included twice
		build := func(by compile.Compiler, std string, masks ...string) error {
			calls := ""
			for _, mask := range masks {
				calls += "    " + fmt.Sprintf(c.call, s.FileName(), mask) + ";\n"
			}
			text := map[string][]byte{"k.cu": []byte(src + fmt.Sprintf(callsOfMasks, calls))}
			_, err := by.Compile(t.Context(), text, "k.cu", compile.Build{Arch: "sm_80", Flags: []string{"-std=" + std}})
			return err
		}
		check := func(by compile.Compiler, std string) {
			if err := build(by, std, "7", "7u", "7ull", "signed_byte", "flag", "lanes", "class_of_a_user"); err != nil {
				t.Errorf("%s %s: %s: %v", by.Name(), std, c.flags, err)
			}
			for _, mask := range []string{"x", "1.0"} {
				if err := build(by, std, mask); err == nil || !strings.Contains(err.Error(), "deleted function") {
					t.Errorf("%s %s: %s: mask %s: error %v, want one of a deleted function", by.Name(), std, c.flags, mask, err)
				}
			}
		}
		check(clang, []string{"c++11", "c++14", "c++17", "c++20"}[i%4])
		if nvcc, err := compile.FindNVCC(); err == nil && i == 0 {
			check(nvcc, "c++17")
		}
	}
}

// callsOfMasks is a kernel around calls, with masks of several types.
const callsOfMasks = `
enum lanes_of_a_user { lanes = 3 };
struct of_a_user { __attribute__((device)) operator unsigned() const { return 3u; } };
extern "C" __attribute__((global)) void k(float *out, signed char signed_byte, bool flag)
{
    float x = out[0], two[2] = {x, x};
    bool reads;
    of_a_user class_of_a_user;
    (void)signed_byte, (void)flag, (void)reads, (void)class_of_a_user;
%s    out[1] = two[1];
}
`
