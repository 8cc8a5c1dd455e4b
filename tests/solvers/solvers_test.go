package solvers_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/internal/prover/ptx"
	"github.com/shflgen/shflgen/internal/prover/smt"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
)

var (
	count = flag.Int("sample", extent.Pick(30, 150), "give `n` specs of the sample to the solvers")
	arch  = flag.String("arch", "sm_90", "architecture that the CUDA is compiled for")
)

// solvers are the commands. Each stops after a fixed amount of work, the same on every
// machine, and an undecided question fails the test. The hardest questions take a tenth of the
// limit, most take a thousandth.
var solvers = [][]string{
	{"z3", "-smt2", "rlimit=100000000"},
	{"cvc5", "--lang=smt2", "--rlimit=8000000"},
}

// halves reports whether half types can be compiled, which takes nvcc.
func halves(t *testing.T) bool {
	t.Helper()
	if os.Getenv("SHFLGEN_NVCC") == "" {
		extent.LeftOut(t, extent.ErrNoNVCC)
		return false
	}
	return true
}

// missing skips the test if a solver is not installed.
func missing(t *testing.T) {
	t.Helper()
	extent.NotQuick(t, "solvers take their time")
	for _, s := range solvers {
		if _, err := exec.LookPath(s[0]); err != nil {
			t.Skipf("%v; `make toolchain` installs it", err)
		}
	}
}

// The numbers of functions in one compiler run.
const (
	clangBatch = 250
	nvccBatch  = 50
)

// kernels compiles the emitted CUDA of specs. It returns the PTX file that holds the kernel of
// each spec, by the name of the function.
func kernels(t *testing.T, specs []spec.Spec) map[string]*ptx.File {
	t.Helper()
	clang, err := compile.FindClang()
	if err != nil {
		t.Fatal(err)
	}
	nvcc := compile.NVCC{Path: os.Getenv("SHFLGEN_NVCC")}
	found := map[string]*ptx.File{}
	var others, halves []spec.Spec
	for _, s := range specs {
		if s.Shape().Halves() {
			halves = append(halves, s)
		} else {
			others = append(others, s)
		}
	}
	compiled := func(specs []spec.Spec, batch int, toPTX func(src []byte, arch string) ([]byte, error)) {
		for len(specs) > 0 {
			part := specs[:min(batch, len(specs))]
			specs = specs[len(part):]
			code, err := toPTX(source(t, part), *arch)
			if err != nil {
				t.Fatalf("%.4000s", err)
			}
			f, err := ptx.Read("batch.ptx", code)
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range part {
				found[s.FileName()] = f
			}
		}
	}
	compiled(others, clangBatch, clang.PTX)
	compiled(halves, nvccBatch, nvcc.PTX)
	return found
}

// source is the emitted functions of specs, each with a kernel.
func source(t *testing.T, specs []spec.Spec) []byte {
	t.Helper()
	var src bytes.Buffer
	for _, s := range specs {
		files, err := gen.Generate(s, gen.Options{Langs: []gen.Lang{gen.CUDA}})
		if err != nil {
			t.Fatal(err)
		}
		src.Write(files[s.FileName()+".cu"])
		src.WriteString(compile.Kernel(s, kernel(s)))
	}
	return src.Bytes()
}

func kernel(s spec.Spec) string { return "kernel_" + s.FileName() }

// question is a script and the answer that every solver must give.
type question struct {
	name   string
	script []byte
	want   string
}

// ask gives some questions to solvers, in a goroutine for each processor.
func ask(t *testing.T, questions []question, solvers [][]string) {
	t.Helper()
	var right, wrong []question
	for _, q := range questions {
		if q.want == "sat" {
			wrong = append(wrong, q)
		} else {
			right = append(right, q)
		}
	}
	questions = append(extent.Drawn(t, right, 12, 12), extent.Faults(t, wrong, 16)...)
	dir := t.TempDir()
	next := make(chan question)
	var workers sync.WaitGroup
	for range runtime.NumCPU() {
		workers.Go(func() {
			for q := range next {
				path := filepath.Join(dir, q.name+".smt2")
				if err := os.WriteFile(path, q.script, 0o666); err != nil {
					t.Error(err)
					continue
				}
				for _, s := range solvers {
					if got, err := answer(s, path); got != q.want {
						t.Errorf("%s: %s says %q (%v), want %s", q.name, s[0], got, err, q.want)
					}
				}
			}
		})
	}
	for _, q := range questions {
		next <- q
	}
	close(next)
	workers.Wait()
}

// answer runs one solver on one script.
func answer(solver []string, path string) (string, error) {
	out, err := exec.Command(solver[0], append(solver[1:], path)...).Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		err = fmt.Errorf("%w: %s", err, exit.Stderr)
	}
	return strings.TrimSpace(string(out)), err
}

// sides matches the two sides of a claim in a script.
var sides = regexp.MustCompile(`\(distinct (\w+|\(_ \w+ \d+\)) (\w+|\(_ \w+ \d+\))\)`)

// TestAgree requires unsat for every proof of the sample.
func TestAgree(t *testing.T) {
	missing(t)
	specs := sample(*count, halves(t))
	if len(specs) < min(*count, 150) {
		t.Fatalf("%d specs in the sample, want %d", len(specs), *count)
	}
	agree(t, specs, smt.Kernel, solvers)
}

// TestAgreePlain requires unsat for terms without normal forms, as they were executed. It runs
// z3 alone and leaves out what z3 does not decide: reductions of floats, minima, maxima,
// products, blocks, and reductions wider than 3.
func TestAgreePlain(t *testing.T) {
	missing(t)
	var specs []spec.Spec
	seen := map[string]bool{}
	for _, s := range sample(1<<20, halves(t)) {
		switch {
		case s.Pattern.Block():
			continue
		case s.Pattern.Reduces():
			if s.Type.Class() == spec.Float || s.Op != spec.Sum && s.Op != spec.And && s.Op != spec.Or && s.Op != spec.Xor {
				continue
			}
			if s.Width > 3 {
				s.Width = 2 + s.Width%2
			}
			if s.Pattern.PowerOfTwo() {
				s.Width = 2
			}
		}
		if !seen[s.FileName()] {
			seen[s.FileName()] = true
			specs = append(specs, s)
		}
	}
	if n := len(specs); n > *count {
		var chosen []spec.Spec
		for i := range *count {
			chosen = append(chosen, specs[i*n / *count])
		}
		specs = chosen
	}
	agree(t, specs, smt.Plain, solvers[:1])
}

// agree gives the proofs of specs to the solvers, as scripts of one kind.
func agree(t *testing.T, specs []spec.Spec, script func(spec.Spec, *ptx.File, string) ([]byte, error),
	solvers [][]string) {
	t.Helper()
	files := kernels(t, specs)
	var questions []question
	claims, open := 0, 0
	for _, s := range specs {
		script, err := script(s, files[s.FileName()], kernel(s))
		if err != nil {
			t.Errorf("%s: %v", s.Header(), err)
			continue
		}
		for _, m := range sides.FindAllSubmatch(script, -1) {
			if claims++; !bytes.Equal(m[1], m[2]) {
				open++
			}
		}
		questions = append(questions, question{s.FileName(), script, "unsat"})
	}
	ask(t, questions, solvers)
	t.Logf("%d proofs with %d claims; the two sides of %d claims are different terms", len(questions), claims, open)
}
