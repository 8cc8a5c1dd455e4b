package solvers_test

import (
	"bytes"
	"flag"
	"os"
	"regexp"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/internal/prover/ptx"
	"github.com/shflgen/shflgen/internal/prover/smt"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
	"github.com/shflgen/shflgen/tests/solvers"
)

var (
	count = flag.Int("sample", extent.Pick(30, 150), "give `n` specs of the sample to the solvers")
	arch  = flag.String("arch", "sm_90", "architecture that the CUDA is compiled for")
)

// halves reports whether half types can be compiled, which takes nvcc.
func halves(t *testing.T) bool {
	t.Helper()
	if os.Getenv("SHFLGEN_NVCC") == "" {
		extent.LeftOut(t, extent.ErrNoNVCC)
		return false
	}
	return true
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

// sides matches the two sides of a claim in a script.
var sides = regexp.MustCompile(`\(distinct (\w+|\(_ \w+ \d+\)) (\w+|\(_ \w+ \d+\))\)`)

// TestAgree requires unsat for every proof of the sample.
func TestAgree(t *testing.T) {
	solvers.Missing(t)
	specs := sample(*count, halves(t))
	if len(specs) < min(*count, 150) {
		t.Fatalf("%d specs in the sample, want %d", len(specs), *count)
	}
	agree(t, specs, smt.Kernel, solvers.Commands)
}

// TestAgreePlain requires unsat for terms without normal forms, as they were executed. It runs
// z3 alone and leaves out what z3 does not decide: reductions of floats, minima, maxima,
// products, blocks, and reductions wider than 3.
func TestAgreePlain(t *testing.T) {
	solvers.Missing(t)
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
	agree(t, specs, smt.Plain, solvers.Commands[:1])
}

// agree gives the proofs of specs to the solvers, as scripts of one kind.
func agree(t *testing.T, specs []spec.Spec, script func(spec.Spec, *ptx.File, string) ([]byte, error),
	commands [][]string) {
	t.Helper()
	files := kernels(t, specs)
	var questions solvers.Questions
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
		questions.Add(s.FileName(), script, "unsat")
	}
	questions.Ask(t, commands)
	t.Logf("%d proofs with %d claims; the two sides of %d claims are different terms", len(questions), claims, open)
}
