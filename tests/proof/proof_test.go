// Package proof_test proves emitted Go and CUDA over the catalogue. It needs both the generator
// and the prover, and neither may import the other.
package proof_test

import (
	"errors"
	"flag"
	"iter"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/catalogue"
	"github.com/shflgen/shflgen/tests/extent"
	"github.com/shflgen/shflgen/tests/kernels"
	"github.com/shflgen/shflgen/tests/remember"
	"github.com/shflgen/shflgen/verify"
)

var (
	all  = flag.Bool("catalogue", false, "prove the emitted Go of every spec of the catalogue, not of a sample")
	cuda = flag.Int("cuda", 1203, "prove the emitted CUDA of every `n`-th spec of the catalogue")
	only = flag.String("only", "", "prove every spec of the catalogue whose flags contain this `text`, and no other")
	arch = flag.String("arch", "sm_90", "compile CUDA for this `architecture`")
)

// rarer divides the number of specs: by 3 in a usual run, by 15 in a quick one.
func rarer() int {
	if extent.Of() == extent.Quick {
		return 15
	}
	return extent.Pick(3, 1)
}

// figures are the times of a run.
type figures struct {
	sync.Mutex
	generate, prove []time.Duration
}

// each calls do for every n-th of some specs, in a goroutine for each processor.
func each(all iter.Seq[spec.Spec], n int, do func(s spec.Spec)) {
	specs := make(chan spec.Spec)
	var workers sync.WaitGroup
	for range runtime.NumCPU() {
		workers.Go(func() {
			for s := range specs {
				do(s)
			}
		})
	}
	i := 0
	for s := range all {
		if *only != "" {
			if strings.Contains(s.Header(), *only) {
				specs <- s
			}
			continue
		}
		if i++; i%n == 0 {
			specs <- s
		}
	}
	close(specs)
	workers.Wait()
}

func (f *figures) add(generate, prove time.Duration) {
	f.Lock()
	defer f.Unlock()
	f.generate, f.prove = append(f.generate, generate), append(f.prove, prove)
}

func (f *figures) log(t *testing.T, wall time.Duration) {
	sum := func(d []time.Duration) (total time.Duration) {
		for _, x := range d {
			total += x
		}
		return total
	}
	slices.Sort(f.prove)
	n := len(f.prove)
	if n == 0 {
		t.Fatal("no spec was proved")
	}
	t.Logf("%d specs in %v on %d processors: generated %v, proved %v of processor time; "+
		"a proof takes median %v, p99 %v, most %v",
		n, wall, runtime.NumCPU(), sum(f.generate), sum(f.prove), f.prove[n/2], f.prove[n*99/100], f.prove[n-1])
}

// TestGo proves emitted Go: of [catalogue.Pairs] in a full run, else of every n-th spec.
func TestGo(t *testing.T) {
	specs, step := catalogue.All(), 97*rarer()
	switch {
	case *all:
		step = 1
	case extent.Of() == extent.Full && *only == "":
		specs, step = slices.Values(extent.Drawn(t, slices.Collect(catalogue.Pairs(specs, 13)), 60, 60)), 1
	}
	proofs, err := remember.Open("../..")
	if err != nil {
		t.Fatal(err)
	}
	var f figures
	start := time.Now()
	each(specs, step, func(s spec.Spec) {
		t0 := time.Now()
		files, err := gen.Generate(s, gen.Options{Package: "p", Langs: []gen.Lang{gen.Go}})
		t1 := time.Now()
		if err != nil {
			t.Errorf("%s: %v", s.Header(), err)
			return
		}
		for name, src := range files {
			err := proofs.Once(s, src, func() error {
				r, err := verify.Prove(t.Context(), verify.Subject{Path: name, Src: src}, verify.Options{Alone: true})
				if err == nil && r.Verdict != verify.Proved {
					err = errors.New(r.String())
				}
				return err
			})
			f.add(t1.Sub(t0), time.Since(t1))
			if err != nil {
				t.Errorf("%s: %v", s.Header(), err)
			}
		}
	})
	f.log(t, time.Since(start))
}

// TestCUDA proves some of the catalogue in a compiler run each. tests/cuda proves more of it, many in a run.
func TestCUDA(t *testing.T) {
	clang, err := compile.FindClang()
	if err != nil {
		extent.Missing(t, err)
	}
	var f figures
	start := time.Now()
	step := *cuda
	if extent.Of() == extent.Quick {
		step *= 5
	}
	each(catalogue.All(), step, func(s spec.Spec) {
		t0 := time.Now()
		files, err := gen.Generate(s, gen.Options{Langs: []gen.Lang{gen.CUDA}})
		t1 := time.Now()
		if err != nil {
			t.Errorf("%s: %v", s.Header(), err)
			return
		}
		for name, src := range files {
			toPTX := func(s spec.Spec, src []byte) ([]byte, error) { return clang.One(s, src, *arch) }
			r, err := kernels.Prove(t.Context(), name, src, toPTX)
			if errors.Is(err, compile.ErrHalf) {
				continue // needs the toolkit's headers
			}
			f.add(t1.Sub(t0), r.Took)
			if err != nil || r.Verdict != verify.Proved {
				t.Errorf("%s: %v %v", s.Header(), err, r)
			}
		}
	})
	f.log(t, time.Since(start))
}

// TestBlocks proves the CUDA of reductions and scans of a block at edge sizes: one warp, partial warps, the
// largest block; and of several registers by blocks of whole warps.
func TestBlocks(t *testing.T) {
	toPTX, err := kernels.ClangOrNVCC(*arch)
	if err != nil {
		extent.Missing(t, err)
	}
	for _, s := range extent.Sample(blockSpecs(), 4) {
		t.Run(s.FileName(), func(t *testing.T) {
			t.Parallel()
			files, err := gen.Generate(s, gen.Options{Langs: []gen.Lang{gen.CUDA}})
			if err != nil {
				t.Fatal(err)
			}
			for name, src := range files {
				r, err := kernels.Prove(t.Context(), name, src, toPTX)
				if errors.Is(err, compile.ErrHalf) {
					continue // needs the toolkit's headers
				}
				if err != nil || r.Verdict != verify.Proved {
					t.Errorf("%v %v", err, r)
				}
			}
		})
	}
}

// blockSpecs are the specs of [TestBlocks].
func blockSpecs() []spec.Spec {
	var all []spec.Spec
	for _, typ := range []spec.Type{spec.Int32, spec.Float32} {
		for _, b := range []int{1, 32, 33, 96, 256, 1000, 1024} {
			for _, order := range spec.Orders() {
				if b > 256 && typ == spec.Int32 && extent.Of() == extent.Quick {
					continue
				}
				s := spec.NewSpec(spec.BlockReduce)
				s.Type, s.Order = typ, order
				s.Params = spec.BlockParams{Threads: b, All: order == spec.Far}
				all = append(all, s)
			}
		}
		for i, b := range []int{1, 31, 33, 65, 96, 257, 600} { // larger ones are in the catalogue
			s := spec.NewSpec(spec.BlockInclusiveScan)
			if (i%2 == 0) == (typ == spec.Int32) {
				s = spec.NewSpec(spec.BlockExclusiveScan)
			}
			s.Type = typ
			s.Params = spec.BlockParams{Threads: b, Total: i%3 == 0}
			all = append(all, s)
		}
	}
	for s := range catalogue.All() {
		b := s.Block().Threads
		if s.Pattern == spec.BlockReduce && s.N > 1 && b > spec.WarpSize && b%spec.WarpSize == 0 {
			all = append(all, s)
		}
	}
	return all
}
