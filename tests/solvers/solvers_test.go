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

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/internal/prover/ptx"
	"github.com/shflgen/shflgen/internal/prover/smt"
	"github.com/shflgen/shflgen/tests/extent"
)

var (
	count = flag.Int("sample", extent.Pick(30, 530), "how many specs of the sample go to the solvers")
	arch  = flag.String("arch", "sm_90", "architecture that the CUDA is compiled for")
)

// A solver ends by itself after so much work, whatever the machine: what it
// cannot decide fails the test, and does not hang it. The hardest questions
// here take a tenth of it, most a thousandth.
var solvers = [][]string{
	{"z3", "-smt2", "rlimit=100000000"},
	{"cvc5", "--lang=smt2", "--rlimit=8000000"},
}

// missing says which tool is not there, or nothing.
func missing(t *testing.T) {
	t.Helper()
	extent.NotQuick(t, "solvers take their time")
	for _, s := range solvers {
		if _, err := exec.LookPath(s[0]); err != nil {
			t.Skipf("%v; `make toolchain` installs it", err)
		}
	}
}

// batches holds how many functions one run of a compiler takes.
const (
	clangBatch = 250
	nvccBatch  = 50
)

// kernels compiles the emitted CUDA of specs and gives the PTX that holds the
// kernel of each, by the name of its function.
func kernels(t *testing.T, specs []shflgen.Spec) map[string]*ptx.File {
	t.Helper()
	clang, err := compile.FindClang()
	if err != nil {
		t.Fatal(err)
	}
	nvcc := compile.NVCC{Path: os.Getenv("SHFLGEN_NVCC")}
	found := map[string]*ptx.File{}
	var whole, half []shflgen.Spec
	for _, s := range specs {
		if s.Type.Half() {
			half = append(half, s)
		} else {
			whole = append(whole, s)
		}
	}
	compiled := func(specs []shflgen.Spec, batch int, toPTX func(src []byte, arch string) ([]byte, error)) {
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
	compiled(whole, clangBatch, clang.PTX)
	compiled(half, nvccBatch, nvcc.PTX)
	return found
}

// source is the emitted functions, each once, with a kernel for each.
func source(t *testing.T, specs []shflgen.Spec) []byte {
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

func kernel(s shflgen.Spec) string { return "kernel_" + s.FileName() }

// question is a script and what every solver should answer.
type question struct {
	name   string
	script []byte
	want   string
}

// ask puts questions to solvers, on all processors.
func ask(t *testing.T, questions []question, solvers [][]string) {
	t.Helper()
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

// sides are those of a claim in a script.
var sides = regexp.MustCompile(`\(distinct (\w+|#\w+) (\w+|#\w+)\)`)

// TestAgree wants unsat for every proof of the sample.
func TestAgree(t *testing.T) {
	missing(t)
	halves := os.Getenv("SHFLGEN_NVCC") != ""
	specs := sample(*count, halves)
	if len(specs) < min(*count, 300) {
		t.Fatalf("%d specs in the sample, want %d", len(specs), *count)
	}
	agree(t, specs, smt.Kernel, solvers)
}

// TestAgreePlain wants unsat where a solver gets terms as they were executed.
// Only z3 is asked, and left out is what it is lost in: reductions of floats,
// mins, maxes and products, blocks, and widths above 3 of what reduces.
func TestAgreePlain(t *testing.T) {
	missing(t)
	var specs []shflgen.Spec
	seen := map[string]bool{}
	for _, s := range sample(1<<20, os.Getenv("SHFLGEN_NVCC") != "") {
		switch {
		case s.Pattern.Block():
			continue
		case s.Pattern.Reduces():
			if s.Type.Class() == shflgen.Float || s.Op != shflgen.Sum && s.Op != shflgen.And && s.Op != shflgen.Or && s.Op != shflgen.Xor {
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
		var some []shflgen.Spec
		for i := range *count {
			some = append(some, specs[i*n / *count])
		}
		specs = some
	}
	agree(t, specs, smt.Plain, solvers[:1])
}

// agree asks for the proofs of specs, by scripts of one kind.
func agree(t *testing.T, specs []shflgen.Spec, script func(shflgen.Spec, *ptx.File, string) ([]byte, error), solvers [][]string) {
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
	t.Logf("%d proofs; of %d claims, %d have two sides that are not one term already", len(questions), claims, open)
}
