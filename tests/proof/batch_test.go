package proof_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/internal/prover/ptx"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/catalogue"
	"github.com/shflgen/shflgen/tests/extent"
	"github.com/shflgen/shflgen/tests/kernels"
	"github.com/shflgen/shflgen/verify"
)

// grouped reports whether a pattern combines or moves registers of several lanes, sorts or counts.
func grouped(p spec.Pattern) bool { return p.Batch() || p.IsMovement() || p.Sorts() || p.Counts() }

// TestBatches proves the Go and the CUDA of every n-th batch reduction, movement of registers, sort
// and count of the catalogue, each by a compiler run of its own as users have it. A full run proves
// the others in tests/cuda, in [TestGo] and in [TestHalves].
func TestBatches(t *testing.T) {
	toPTX, err := kernels.ClangOrNVCC(*arch)
	if err != nil {
		extent.Missing(t, err)
	}
	step, n := 23*rarer(), 0
	for s := range catalogue.All() {
		if !grouped(s.Pattern) {
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
				if strings.HasSuffix(name, ".cu") {
					r, err = kernels.Prove(t.Context(), name, src, toPTX)
				} else {
					r, err = verify.Prove(t.Context(), verify.Subject{Path: name, Src: src}, verify.Options{Alone: true})
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

// together is the number of functions in one run of nvcc, which reads the headers of the half types
// for a second.
const together = 60

// TestHalves proves the CUDA of the same patterns on half types, of a third of the catalogue. nvcc compiles
// many functions in one run.
func TestHalves(t *testing.T) {
	extent.OnlyFull(t, "TestBatches proves some")
	nvcc, err := compile.FindNVCC()
	if err != nil {
		t.Skip(err)
	}
	var specs []spec.Spec
	for s := range catalogue.All() {
		if grouped(s.Pattern) && s.Shape().Halves() {
			specs = append(specs, s)
		}
	}
	if len(specs) < 200 {
		t.Errorf("%d specs on half types in the catalogue", len(specs))
	}
	for some := range slices.Chunk(extent.Drawn(t, specs, 12, 12), together) {
		t.Run(some[0].FileName(), func(t *testing.T) {
			t.Parallel()
			var src []byte
			for _, s := range some {
				files, err := gen.Generate(s, gen.Options{Langs: []gen.Lang{gen.CUDA}})
				if err != nil {
					t.Fatal(err)
				}
				src = append(append(src, files[s.FileName()+".cu"]...), compile.Kernel(s, "kernel_"+s.FileName())...)
			}
			code, err := nvcc.PTX(src, *arch)
			if err != nil {
				t.Fatal(err)
			}
			texts, err := kernels.Split(code)
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range some {
				if _, err := ptx.Prove(s, s.FileName()+".ptx", texts["kernel_"+s.FileName()]); err != nil {
					t.Errorf("%s: %v", s.FileName(), err)
				}
			}
		})
	}
}
