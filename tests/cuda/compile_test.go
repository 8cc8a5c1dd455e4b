// Package cuda_test compiles emitted CUDA, many functions at a time, and proves the PTX. Warnings are
// errors. A function that is written for several architectures is compiled for each of them.
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

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/internal/prover/ptx"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/catalogue"
	"github.com/shflgen/shflgen/tests/extent"
	"github.com/shflgen/shflgen/tests/kernels"
	"github.com/shflgen/shflgen/tests/remember"
)

var all = flag.Bool("catalogue", false,
	"compile and prove every spec of the catalogue for every architecture, not a sample")

// batch is the number of functions in one compiler run.
const batch = 250

// function is an emitted function with the kernel that calls it, and the architectures that it is
// compiled for.
type function struct {
	spec   spec.Spec
	src    []byte
	arches []string
}

// job is some functions, which one compiler run for each architecture compiles.
type job []function

// tally counts the proofs of all workers.
type tally struct {
	sync.Mutex
	proofs *remember.Proofs
	took   []time.Duration // of each proof
	same   int             // kernels with equal text for another architecture
}

func TestCompilesAndProves(t *testing.T) {
	clang, err := compile.FindClang()
	if err != nil {
		extent.Missing(t, err)
	}
	var (
		jobs    = make(chan job)
		workers sync.WaitGroup
		done    tally
	)
	if done.proofs, err = remember.Open("../.."); err != nil {
		t.Fatal(err)
	}
	for range runtime.NumCPU() {
		workers.Go(func() {
			for j := range jobs {
				done.prove(t, clang, j)
			}
		})
	}
	functions := send(t, jobs)
	workers.Wait()
	done.log(t, functions)
}

// send makes the jobs and counts their functions. A full run takes a quarter of [catalogue.Pairs], any other
// every n-th spec.
func send(t *testing.T, jobs chan<- job) (functions int) {
	defer close(jobs)
	specs, step := catalogue.All(), 1
	switch {
	case *all:
	case extent.Of() == extent.Full:
		specs = slices.Values(extent.Drawn(t, slices.Collect(catalogue.Pairs(specs, 11)), 1, 20))
	case extent.Of() == extent.Quick:
		step = 4 * 61
	default:
		step = 2 * 61
	}
	n := 0
	var next job
	for s := range specs {
		if n++; n%step != 0 || s.Shape().Halves() { // halves need the toolkit's headers
			continue
		}
		files, err := gen.Generate(s, gen.Options{Langs: []gen.Lang{gen.CUDA}})
		if err != nil {
			t.Error(err)
			return functions
		}
		src := files[s.FileName()+".cu"]
		next = append(next, function{s, append(src, compile.Kernel(s, kernel(s))...), archesOf(src, functions)})
		if functions++; len(next) == batch {
			jobs <- next
			next = nil
		}
	}
	if len(next) > 0 {
		jobs <- next
	}
	return functions
}

// archesOf are the architectures for which the n-th function is compiled: all of them if its source
// tells them apart, and of every eighth other function. The others are for one architecture in turn:
// compiled for another one they are the same text or nearly.
func archesOf(src []byte, n int) []string {
	if *all || n%8 == 0 || bytes.Contains(src, []byte("__CUDA_ARCH__")) {
		return compile.Arches
	}
	turn := (n + n/3) % len(compile.Arches) // the three mask modes follow each other in the catalogue
	return compile.Arches[turn : turn+1]
}

// kernel names the kernel that calls a function.
func kernel(s spec.Spec) string { return "kernel_" + s.FileName() }

// prove compiles a job for every architecture, from the oldest on, and proves each new text.
func (d *tally) prove(t *testing.T, clang compile.Clang, j job) {
	proved := map[string]bool{}
	for _, arch := range compile.Arches {
		var src []byte
		var specs []spec.Spec
		for _, f := range j {
			if slices.Contains(f.arches, arch) {
				src, specs = append(src, f.src...), append(specs, f.spec)
			}
		}
		if specs == nil {
			continue
		}
		code, err := clang.PTX(src, arch)
		if err != nil {
			t.Errorf("%.4000s", err)
			continue
		}
		if !bytes.Contains(code, []byte(".target "+arch)) {
			t.Errorf("no PTX for %s", arch)
		}
		texts, err := kernels.Split(code)
		if err != nil {
			t.Error(err)
			continue
		}
		for _, s := range specs {
			key := s.Header() + ptx.Untargeted(texts[kernel(s)])
			if proved[key] {
				d.add(0, 1)
				continue
			}
			start := time.Now()
			err := d.proofs.Once(s, texts[kernel(s)], func() error {
				_, err := ptx.Prove(s, s.FileName()+".ptx", texts[kernel(s)])
				return err
			})
			if err != nil {
				t.Errorf("%s on %s: %v", s.FileName(), arch, err)
				continue
			}
			proved[key] = true
			d.add(time.Since(start), 0)
		}
	}
}

// add counts a proof and its time, or kernels with equal text.
func (d *tally) add(took time.Duration, same int) {
	d.Lock()
	defer d.Unlock()
	if d.same += same; same == 0 {
		d.took = append(d.took, took)
	}
}

func (d *tally) log(t *testing.T, functions int) {
	slices.Sort(d.took)
	var sum time.Duration
	for _, x := range d.took {
		sum += x
	}
	n := len(d.took)
	if n == 0 {
		t.Fatal("nothing was proved")
	}
	t.Logf("%d functions for %v: %d proofs, %d more of the same text, median %v, 99 of "+
		"100 under %v, the longest %v, together %v",
		functions, compile.Arches, n, d.same, d.took[n/2], d.took[n*99/100], d.took[n-1], sum.Round(time.Second))
}

// TestPacked proves minima in packed registers. From sm_90 on one instruction computes two; a
// sample of the catalogue may miss it.
func TestPacked(t *testing.T) {
	clang, err := compile.FindClang()
	if err != nil {
		t.Skip(err)
	}
	s, err := spec.ParseArgs(strings.Fields("-pattern batch-reduce -width 2 -n 3 -type int16 -op min -all"))
	if err != nil {
		t.Fatal(err)
	}
	files, err := gen.Generate(s, gen.Options{Langs: []gen.Lang{gen.CUDA}})
	if err != nil {
		t.Fatal(err)
	}
	code, err := clang.One(s, files[s.FileName()+".cu"], "sm_90")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(code, []byte("min.s16x2")) {
		t.Error("sm_90 has no min.s16x2 here")
	}
	if _, err := ptx.Prove(s, "k.ptx", code); err != nil {
		t.Error(err)
	}
}

// TestWarningsAreErrors plants an unused variable.
func TestWarningsAreErrors(t *testing.T) {
	clang, err := compile.FindClang()
	if err != nil {
		t.Skip(err)
	}
	s := spec.NewSpec(spec.XorReduce)
	files, err := gen.Generate(s, gen.Options{Langs: []gen.Lang{gen.CUDA}})
	if err != nil {
		t.Fatal(err)
	}
	src := bytes.Replace(files[s.FileName()+".cu"], []byte("unsigned lane;"), []byte("unsigned lane, stray;"), 1)
	if _, err := clang.One(s, src, "sm_90"); err == nil {
		t.Error("a file with an unused variable compiles")
	}
}
