package proof_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/catalogue"
	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/tests/extent"
	"github.com/shflgen/shflgen/tests/kernels"
	"github.com/shflgen/shflgen/verify"
)

// TestBatches proves the Go and the CUDA of every n-th batch reduction of the catalogue, and of
// every n-th movement of registers. Half types need nvcc and its headers.
func TestBatches(t *testing.T) {
	toPTX, err := kernels.Clang(*arch)
	if err != nil {
		extent.Missing(t, err)
	}
	halves, err := kernels.NVCC(*arch)
	if err != nil {
		halves = toPTX
	}
	step, n := 23*rarer(), 0
	if *all {
		step = 1
	}
	for s := range catalogue.All() {
		if !s.Pattern.Batch() && !s.Pattern.IsMovement() && !s.Pattern.Sorts() && !s.Pattern.Counts() {
			continue
		}
		if n++; n%step != 0 {
			continue
		}
		t.Run(s.FileName(), func(t *testing.T) {
			t.Parallel()
			files, err := gen.Generate(s, gen.Options{Package: "p", Langs: gen.Langs()})
			if err != nil {
				t.Fatal(err)
			}
			for name, src := range files {
				var r verify.Report
				switch {
				case !strings.HasSuffix(name, ".cu"):
					r, err = verify.Prove(t.Context(), verify.Subject{Path: name, Src: src}, verify.Options{Alone: true})
				case s.Shape().Halves():
					r, err = kernels.Prove(t.Context(), name, src, halves)
				default:
					r, err = kernels.Prove(t.Context(), name, src, toPTX)
				}
				if errors.Is(err, compile.ErrHalf) {
					continue // needs the toolkit's headers
				}
				if err != nil || r.Verdict != verify.Proved {
					t.Errorf("%v %v", err, r)
				}
			}
		})
	}
	if n < 500 {
		t.Errorf("%d batches in the catalogue", n)
	}
}
