// Package cuda_test compiles emitted CUDA, many functions at a time, for every
// architecture and with every warning an error, and proves the PTX.
package cuda_test

import (
	"bytes"
	"flag"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/catalogue"
	"github.com/shflgen/shflgen/tests/extent"
	"github.com/shflgen/shflgen/verify/compile"
	"github.com/shflgen/shflgen/verify/ptx"
)

var all = flag.Bool("catalogue", extent.Of() == extent.Full, "compile and prove the whole catalogue, not a sample of it")

// batch is how many functions one compiler run takes.
const batch = 250

func TestCompilesAndProves(t *testing.T) {
	clang, err := compile.FindClang()
	if err != nil {
		extent.Missing(t, err)
	}
	step := 61
	if *all {
		step = 1
	}
	type job struct {
		src   []byte
		specs []shflgen.Spec
	}
	var (
		jobs    = make(chan job)
		workers sync.WaitGroup
		lock    sync.Mutex
		took    []time.Duration
		same    int // kernels whose text another architecture has too
	)
	for range runtime.NumCPU() {
		workers.Go(func() {
			for j := range jobs {
				proved := map[string]bool{}
				for _, arch := range compile.Arches {
					code, err := clang.PTX(j.src, arch)
					if err != nil {
						t.Errorf("%.4000s", err)
						continue
					}
					if !bytes.Contains(code, []byte(".target "+arch)) {
						t.Errorf("no PTX for %s", arch)
					}
					file, err := ptx.Read("batch.ptx", code)
					if err != nil {
						t.Error(err)
						continue
					}
					texts := kernelTexts(t, string(code), arch)
					for _, s := range j.specs {
						text := texts["kernel_"+s.FileName()]
						if proved[text] {
							lock.Lock()
							same++
							lock.Unlock()
							continue
						}
						start := time.Now()
						if _, err := file.Prove(s, "kernel_"+s.FileName()); err != nil {
							t.Errorf("%s on %s: %v", s.FileName(), arch, err)
							continue
						}
						proved[text] = true
						lock.Lock()
						took = append(took, time.Since(start))
						lock.Unlock()
					}
				}
			}
		})
	}
	var src bytes.Buffer
	var inBatch []shflgen.Spec
	functions := 0
	flush := func() {
		jobs <- job{bytes.Clone(src.Bytes()), inBatch}
		src.Reset()
		inBatch = nil
	}
	n := 0
	for s := range catalogue.All() {
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
	if len(took) == 0 {
		t.Fatal("nothing was proved")
	}
	t.Logf("%d functions for each of %v: %d proofs, %d more of the same text, median %v, 99 of 100 under %v, the longest %v, together %v",
		functions, compile.Arches, len(took), same, took[len(took)/2], took[len(took)*99/100], took[len(took)-1], sum.Round(time.Second))
}

// kernelTexts gives, by kernel, all that its proof depends on: its own text and
// what the file declares outside of kernels, but for the architecture.
func kernelTexts(t *testing.T, code, arch string) map[string]string {
	const entry, end = ".visible .entry ", "\n}\n"
	texts := map[string]string{}
	parts := strings.Split(strings.Replace(code, ".target "+arch, ".target", 1), entry)
	outside := parts[0]
	for _, part := range parts[1:] {
		text, rest, found := strings.Cut(part, end)
		name, _, named := strings.Cut(text, "(")
		if !found || !named {
			t.Fatalf("a kernel without an end: %.80s", part)
		}
		texts[name] = text
		outside += rest
	}
	for name := range texts {
		texts[name] = outside + texts[name]
	}
	return texts
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
