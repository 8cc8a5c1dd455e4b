package rightfiles

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/internal/prover/ptx"
	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/tests/extent"
	"github.com/shflgen/shflgen/tests/kernels"
	"github.com/shflgen/shflgen/tests/oracle"
	"github.com/shflgen/shflgen/verify"
)

var (
	list = flag.String("verdicts", "", "write the verdict of each right file to this `file`")
	only = flag.String("only", "", "right files with this `text` in their name")
)

// followed lists the right files that must be proved, one a line. Add a file when it is proved.
const followed = "testdata/proved.txt"

// arch is the architecture to compile CUDA for.
const arch = "sm_80"

// prove is the verdict of a file. All that depends on how a file carries its spec is here.
func prove(f File) (verify.Report, error) {
	switch f.Ext {
	case ".go":
		return verify.Prove(context.Background(), verify.Subject{Path: f.Name(), Src: f.Src}, verify.Options{Alone: true})
	case ".ptx":
		return verify.Prove(context.Background(), verify.Subject{Path: f.Name(), Src: f.Src},
			verify.Options{Spec: &f.Spec, Dimensions: 3})
	}
	toPTX, err := kernels.Clang(arch)
	if err != nil {
		return verify.Report{}, err
	}
	return kernels.Prove(context.Background(), f.Name(), f.Src, toPTX)
}

// refuted reports whether the prover says that a file is wrong.
func refuted(r verify.Report, err error) bool {
	var c *check.Counterexample
	return err == nil && r.Counterexample != nil || errors.As(err, &c)
}

func files(t *testing.T) []File {
	if _, err := compile.FindClang(); err != nil {
		extent.Missing(t, err)
	}
	return slices.DeleteFunc(Files(), func(f File) bool {
		return !strings.Contains(f.Name(), *only)
	})
}

// sample are the files of this run. One with -only or -verdicts takes all.
func sample(t *testing.T, all []File) []File {
	extent.NotQuick(t, "hundreds of proofs")
	if *only != "" || *list != "" {
		return all
	}
	return extent.Drawn(t, all, 12, 2)
}

// TestNames: no two files share a name.
func TestNames(t *testing.T) {
	names := map[string]bool{}
	for _, f := range Files() {
		if names[f.Name()] {
			t.Errorf("two files have the name %s", f.Name())
		}
		names[f.Name()] = true
	}
	if len(names) < 272 {
		t.Errorf("only %d files", len(names))
	}
}

// TestRightFiles: no right file is refuted, and the files of the list are proved.
func TestRightFiles(t *testing.T) {
	all := sample(t, files(t))
	lines := make([]string, len(all))
	proved := make([]bool, len(all))
	parallel(len(all), func(i int) {
		r, err := prove(all[i])
		if refuted(r, err) {
			t.Errorf("%s is refuted: %v %v\n%s", all[i].Name(), r, err, all[i].Src)
		}
		proved[i] = err == nil && r.Verdict == verify.Proved
		lines[i] = fmt.Sprintf("%s: %v %v", all[i].Name(), r, err)
	})
	if *list != "" {
		if err := os.WriteFile(*list, []byte(strings.Join(lines, "\n")+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	held, err := os.ReadFile(followed)
	if err != nil {
		t.Fatal(err)
	}
	must := strings.Fields(string(held))
	n := 0
	for i, f := range all {
		if proved[i] {
			n++
		} else if slices.Contains(must, f.Name()) {
			t.Errorf("listed in %s, but not proved: %.600s", followed, lines[i])
		}
	}
	known := map[string]bool{}
	for _, f := range Files() {
		known[f.Name()] = true
	}
	for _, name := range must {
		if !known[name] {
			t.Errorf("%s: %s is no right file", followed, name)
		}
	}
	t.Logf("%d of %d right files are proved, %d of all must be", n, len(all), len(must))
}

// TestRightGo: compiled Go agrees with the reference.
func TestRightGo(t *testing.T) {
	var funcs []oracle.Func
	names := map[string]bool{}
	golang := slices.DeleteFunc(Files(), func(f File) bool { return f.Ext != ".go" })
	for _, f := range sample(t, golang) {
		name := f.Spec.FuncName()
		fresh := fmt.Sprintf("%s%d", name, len(funcs))
		if names[fresh] {
			t.Fatalf("two functions %s", fresh)
		}
		names[fresh] = true
		src := strings.Replace(string(f.Src), "func "+name+"(", "func "+fresh+"(", 1)
		funcs = append(funcs, oracle.Func{Name: fresh, Spec: f.Spec, Src: []byte(src)})
	}
	reports, err := oracle.Run(funcs, 0, 300)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range reports {
		if r.Mismatch != "" || r.Calls == 0 {
			t.Errorf("%s: %d calls: %s", r.Name, r.Calls, r.Mismatch)
		}
	}
}

// TestRightPTX: the executor on numbers agrees with the reference, on PTX files and on CUDA files
// compiled by clang. A file that the executor rejects runs in the second executor.
func TestRightPTX(t *testing.T) {
	all := sample(t, slices.DeleteFunc(files(t), func(f File) bool { return f.Ext == ".go" }))
	var lock sync.Mutex
	run, refused := 0, map[string]string{}
	parallel(len(all), func(i int) {
		f := all[i]
		calls, err := replay(f)
		lock.Lock()
		defer lock.Unlock()
		var c *check.Counterexample
		switch {
		case errors.As(err, &c) && c.Fault == "":
			t.Errorf("%s: %v", f.Name(), err)
		case err != nil:
			refused[f.Name()] = err.Error()
		default:
			run += calls
		}
	})
	t.Logf("%d calls; %d files were refused", run, len(refused))
	if *list != "" {
		for name, why := range refused {
			t.Logf("%s: %.200s", name, why)
		}
	}
}

// replay runs a file on random inputs.
func replay(f File) (calls int, err error) {
	src, kernel := f.Src, ""
	if f.Ext == ".cu" {
		clang, err := compile.FindClang()
		if err != nil {
			return 0, err
		}
		if src, err = clang.PTX(append(slices.Clone(f.Src), compile.Kernel(f.Spec, "k")...), arch); err != nil {
			return 0, err
		}
	}
	p, err := ptx.Read(f.Name(), src)
	if err != nil {
		return 0, err
	}
	rng := rand.New(rand.NewPCG(7, 8))
	for try := range 40 {
		mask := []uint32{rng.Uint32(), 0, ^uint32(0), 1 << rng.IntN(32)}[try%4]
		if err := p.Replay(f.Spec, kernel, []uint32{mask}, ref.Sample(rng, f.Spec, try)); err != nil {
			return calls, err
		}
		calls++
	}
	return calls, nil
}

// parallel calls do for 0..n-1.
func parallel(n int, do func(i int)) {
	var all sync.WaitGroup
	next := make(chan int)
	for range runtime.NumCPU() {
		all.Go(func() {
			for i := range next {
				do(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	all.Wait()
}
