// Package cuda_test compiles emitted CUDA, many functions at a time, for every
// architecture and with every warning an error.
package cuda_test

import (
	"bytes"
	"flag"
	"runtime"
	"sync"
	"testing"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/verify/compile"
)

var all = flag.Bool("catalogue", false, "compile the whole catalogue, not a sample of it")

// batch is how many functions one compiler run takes.
const batch = 250

func TestCompiles(t *testing.T) {
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
		src  []byte
		arch string
	}
	jobs := make(chan job)
	var workers sync.WaitGroup
	for range runtime.NumCPU() {
		workers.Go(func() {
			for j := range jobs {
				ptx, err := clang.PTX(j.src, j.arch)
				if err != nil {
					t.Errorf("%.4000s", err)
				} else if !bytes.Contains(ptx, []byte(".target "+j.arch)) {
					t.Errorf("no PTX for %s", j.arch)
				}
			}
		})
	}
	var src bytes.Buffer
	inBatch, functions := 0, 0
	flush := func() {
		for _, arch := range compile.Arches {
			jobs <- job{bytes.Clone(src.Bytes()), arch}
		}
		src.Reset()
		inBatch = 0
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
		if inBatch++; inBatch == batch {
			flush()
		}
	}
	if inBatch > 0 {
		flush()
	}
	close(jobs)
	workers.Wait()
	t.Logf("%d functions for each of %v", functions, compile.Arches)
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
