package proof_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/verify"
)

// TestSlicesOfRegisters proves functions of several registers with the form that takes slices of them, and
// wants a form that passes other registers refused.
func TestSlicesOfRegisters(t *testing.T) {
	for _, c := range []struct{ flags, short string }{
		{"batch-reduce -width 4 -n 2", "if\n// v has fewer than 2 registers. Those after the first 2 stay as they are."},
		{"transpose -width 4 -n 1", "if\n// v has fewer than 1 registers. Those after the first 1 stay as they are."},
		{"sort -width 2 -n 2 -value int64",
			"if\n// one of v, value has fewer than 2 registers. Those after the first 2 stay as they are."},
		{"compact -width 4 -n 2",
			"if\n// v has fewer than 2 registers or count has fewer than 32 elements. Those after them stay as they are."},
	} {
		s, err := spec.ParseArgs(strings.Fields("-form slice -pattern " + c.flags))
		if err != nil {
			t.Fatal(err)
		}
		files, err := gen.Generate(s, gen.Options{Package: "p", Langs: []gen.Lang{gen.Go}})
		if err != nil {
			t.Fatal(err)
		}
		name := s.FileName() + ".go"
		src := string(files[name])
		if !strings.Contains(src, c.short) {
			t.Errorf("%s: no comment %q", c.flags, c.short)
		}
		verdict := func(src string) verify.Report {
			r, err := verify.Prove(t.Context(), verify.Subject{Path: filepath.Join(t.TempDir(), name), Src: []byte(src)},
				verify.Options{})
			if err != nil {
				t.Fatal(err)
			}
			return r
		}
		if r := verdict(src); r.Verdict != verify.Proved {
			t.Errorf("%s: %v", c.flags, r)
		}
		other := strings.Replace(src, "int32)(v)", "int32)(v[1:])", 1)
		if other == src {
			t.Fatalf("%s: nothing is changed", c.flags)
		}
		if r := verdict(other); r.Verdict != verify.Refused {
			t.Errorf("%s: a form that leaves a register out: %v", c.flags, r)
		}
	}
}
