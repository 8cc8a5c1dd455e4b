// Package cuda_test compiles emitted CUDA, many functions at a time, for every
// architecture and with every warning an error, and proves the PTX.
package cuda_test

import (
	"bytes"
	"flag"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/verify/compile"
	"github.com/shflgen/shflgen/verify/ptx"
)

var all = flag.Bool("catalogue", false, "compile and prove the whole catalogue, not a sample of it")

// batch is how many functions one compiler run takes.
const batch = 250

func TestCompilesAndProves(t *testing.T) {
	clang, err := compile.FindClang()
	if err != nil {
		if testing.Short() {
			t.Skip(err)
		}
		t.Fatal(err)
	}
	step := 61
	if *all {
		step = 1
	}
	type job struct {
		src   []byte
		arch  string
		specs []shflgen.Spec
	}
	var (
		jobs    = make(chan job)
		workers sync.WaitGroup
		lock    sync.Mutex
		took    []time.Duration
	)
	for range runtime.NumCPU() {
		workers.Go(func() {
			for j := range jobs {
				code, err := clang.PTX(j.src, j.arch)
				if err != nil {
					t.Errorf("%.4000s", err)
					continue
				}
				if !bytes.Contains(code, []byte(".target "+j.arch)) {
					t.Errorf("no PTX for %s", j.arch)
				}
				file, err := ptx.Read("batch.ptx", code)
				if err != nil {
					t.Error(err)
					continue
				}
				for _, s := range j.specs {
					start := time.Now()
					if _, err := file.Prove(s, "kernel_"+s.FileName()); err != nil {
						t.Errorf("%s on %s: %v", s.FileName(), j.arch, err)
					}
					lock.Lock()
					took = append(took, time.Since(start))
					lock.Unlock()
				}
			}
		})
	}
	var src bytes.Buffer
	var inBatch []shflgen.Spec
	functions := 0
	flush := func() {
		for _, arch := range compile.Arches {
			jobs <- job{bytes.Clone(src.Bytes()), arch, inBatch}
		}
		src.Reset()
		inBatch = nil
	}
	n := 0
	for s := range shflgen.Catalogue() {
		if n++; n%step != 0 || s.Type.Half() { // halves need the toolkit's headers
			continue
		}
		files, err := gen.Generate(s, gen.Options{Langs: []gen.Lang{gen.CUDA}})
		if err != nil {
			t.Fatal(err)
		}
		src.Write(files[s.FileName()+".cu"])
		src.WriteString(compile.Kernel(s, "kernel_"+s.FileName()))
		functions++
		if inBatch = append(inBatch, s); len(inBatch) == batch {
			flush()
		}
	}
	if len(inBatch) > 0 {
		flush()
	}
	close(jobs)
	workers.Wait()
	slices.Sort(took)
	var sum time.Duration
	for _, d := range took {
		sum += d
	}
	t.Logf("%d functions for each of %v: %d proofs, median %v, 99 of 100 under %v, the longest %v, together %v",
		functions, compile.Arches, len(took), took[len(took)/2], took[len(took)*99/100], took[len(took)-1], sum.Round(time.Second))
}

// TestWarningsAreErrors plants one.
func TestWarningsAreErrors(t *testing.T) {
	clang, err := compile.FindClang()
	if err != nil {
		t.Skip(err)
	}
	s := shflgen.NewSpec(shflgen.XorReduce)
	files, err := gen.Generate(s, gen.Options{Langs: []gen.Lang{gen.CUDA}})
	if err != nil {
		t.Fatal(err)
	}
	src := bytes.Replace(files[s.FileName()+".cu"], []byte("unsigned lane;"), []byte("unsigned lane, stray;"), 1)
	if _, err := clang.One(s, src, "sm_90"); err == nil {
		t.Error("a file with an unused variable compiles")
	}
}
