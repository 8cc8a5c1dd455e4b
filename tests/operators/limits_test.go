package operators_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/prover/operator"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/verify"
)

// TestLimits: what an operator depends on is in the verdicts of Go and of CUDA, and in the emitted contract.
func TestLimits(t *testing.T) {
	const assume = "../../internal/prover/law/testdata/assume."
	for op, want := range map[string]string{
		"Named": "as built for", "Tagged": "as built for", "Size": "bits.UintSize", "Folded": "constant", "Count": "",
	} {
		t.Run(op, func(t *testing.T) {
			dir, err := os.MkdirTemp(".", "_limits")
			if err != nil {
				t.Fatal(err)
			}
			defer os.RemoveAll(dir)
			s, err := spec.ParseArgs(strings.Fields("-pattern xor-reduce -width 4 -op " + assume + op))
			if err != nil {
				t.Fatal(err)
			}
			s, fn, err := operator.Resolve(s, ".", dir, false)
			if err != nil {
				t.Fatal(err)
			}
			files, err := gen.Generate(s, gen.Options{Package: "limits", Operator: gen.Operator{Package: fn.Pkg, Func: fn.Fn}})
			if err != nil {
				t.Fatal(err)
			}
			for name, src := range files {
				path := filepath.Join(dir, name)
				if err := os.WriteFile(path, src, 0o666); err != nil {
					t.Fatal(err)
				}
				r, err := verify.Prove(t.Context(), verify.Subject{Path: path, Src: src},
					verify.Options{Arches: archesOf(name), Levels: levelsOf(name)})
				if err != nil || r.Verdict != verify.Proved {
					t.Fatalf("%v %v", r, err)
				}
				stated := slices.ContainsFunc(r.Limits, func(l string) bool { return strings.Contains(l, want) })
				if stated != (want != "") || strings.Contains(string(src), "Known of ") != (want != "") {
					t.Errorf("%s: limits %q, want %q, and in the contract", name, r.Limits, want)
				}
			}
		})
	}
}

// archesOf and levelsOf are one build of CUDA.
func archesOf(name string) []string {
	if filepath.Ext(name) == ".cu" {
		return []string{"sm_80"}
	}
	return nil
}

func levelsOf(name string) []string {
	if filepath.Ext(name) == ".cu" {
		return []string{"O2"}
	}
	return nil
}
