package proof_test

import (
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/verify"
)

// TestEncoded proves the Go of absmax, which orders elements by an encoding: on every type,
// by turns in the patterns and mask modes that reduce.
func TestEncoded(t *testing.T) {
	forms := []string{
		"xor-reduce -width 8", "reduce -width 12 -mask full", "reduce -width 16 -mask active", "down-reduce -width 7",
		"inclusive-scan -width 5", "exclusive-scan -width 3 -mask active", "keyed-reduce -width 4",
		"batch-reduce -n 3 -width 4", "block-reduce -block 45",
	}
	for i, typ := range spec.Types() {
		for j, form := range forms {
			if (i+j)%4 > 0 && typ != spec.Int32 && typ != spec.Float32 {
				continue
			}
			s, err := spec.ParseArgs(strings.Fields("-op absmax -type " + typ.String() + " -pattern " + form))
			if err != nil {
				t.Fatal(err)
			}
			t.Run(s.FuncName(), func(t *testing.T) {
				t.Parallel()
				files, err := gen.Generate(s, gen.Options{Package: "p", Langs: []gen.Lang{gen.Go}})
				if err != nil {
					t.Fatal(err)
				}
				name := s.FileName() + ".go"
				r, err := verify.Prove(t.Context(), verify.Subject{Path: name, Src: files[name]}, verify.Options{Alone: true})
				if err != nil || r.Verdict != verify.Proved {
					t.Errorf("%v %v", err, r)
				}
			})
		}
	}
}
