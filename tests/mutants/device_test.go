package mutants_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/internal/prover/ptx"
	"github.com/shflgen/shflgen/internal/prover/ptx/exec"
	"github.com/shflgen/shflgen/internal/prover/ptx/parse"
	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
	"github.com/shflgen/shflgen/tests/kernels"
	"github.com/shflgen/shflgen/tests/mutate"
)

// device is a mutant of CUDA or PTX, as PTX with one kernel.
type device struct {
	verdict
	ptx   []byte // of the mutant, with one kernel
	right []byte // of the original file, with one kernel
	err   error
}

// TestCUDAMutants plants faults in emitted CUDA, compiles the mutants with clang and requires
// that the prover rejects the PTX. Mutants that do not compile are left out.
func TestCUDAMutants(t *testing.T) {
	extent.NotQuick(t, "thousands of proofs")
	clang, err := compile.FindClang()
	if err != nil {
		t.Skip(err)
	}
	kinds := map[string]bool{} // in every file; those that are drawn have fewer
	for i, s := range deviceSpecs(t) {
		for _, m := range mutate.PlantCUDA(emitted(t, s), *perKind, uint64(i)) {
			kinds[m.Kind] = true
		}
	}
	if len(kinds) < len(mutate.CUDAKinds)*3/4 {
		t.Errorf("%d of %d kinds can be planted", len(kinds), len(mutate.CUDAKinds))
	}
	var all []*device
	for i, s := range extent.Drawn(t, deviceSpecs(t), 4, 4) {
		src := emitted(t, s)
		right, err := called(clang, s, src, "sm_80")
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range mutate.PlantCUDA(src, *perKind, uint64(i)) {
			all = append(all, &device{verdict: verdict{Mutant: m, spec: s}, right: right})
		}
	}
	clang.Lax = true
	parallel(len(all)/batch+1, func(i int) {
		compileAll(t, clang, all[i*batch:min(len(all), (i+1)*batch)])
	})
	var compiled []*device
	for _, m := range all {
		if m.ptx != nil {
			compiled = append(compiled, m)
		}
	}
	t.Logf("%d mutants do not compile and are left out", len(all)-len(compiled))
	judgeDevice(t, "cuda", compiled, len(kinds)*2/3)
}

// TestPTXMutants plants faults in the PTX of emitted CUDA, at two optimisation levels of
// clang.
func TestPTXMutants(t *testing.T) {
	extent.NotQuick(t, "thousands of proofs")
	clang, err := compile.FindClang()
	if err != nil {
		t.Skip(err)
	}
	var all []*device
	for i, s := range extent.Drawn(t, deviceSpecs(t), 4, 4) {
		for j, opt := range []string{"-O2", "-O1"} {
			clang.Opt = opt
			right, err := called(clang, s, emitted(t, s), []string{"sm_80", "sm_90"}[i%2])
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range mutate.PlantPTX(right, *perKind, uint64(2*i+j)) {
				all = append(all, &device{verdict: verdict{Mutant: m, spec: s}, right: right, ptx: m.Src})
			}
		}
	}
	judgeDevice(t, "ptx", all, len(mutate.PTXKinds)*3/4)
}

// deviceSpecs are the specs that clang compiles without the CUDA toolkit.
func deviceSpecs(t *testing.T) []spec.Spec {
	var all []spec.Spec
	for _, args := range slices.Concat(allSpecs, []string{ // mask mode active
		"-pattern reduce -width 7 -type float32 -mask active",
		"-pattern exclusive-scan -width 4 -type int64 -op max -mask active",
	}) {
		s, err := spec.ParseArgs(strings.Fields(args))
		if err != nil {
			t.Fatal(err)
		}
		if !s.Type.Half() {
			all = append(all, s)
		}
	}
	return all
}

func emitted(t *testing.T, s spec.Spec) []byte {
	files, err := gen.Generate(s, gen.Options{Langs: []gen.Lang{gen.CUDA}})
	if err != nil {
		t.Fatal(err)
	}
	return files[s.FileName()+".cu"]
}

// called is the PTX of a function and a kernel that calls it.
func called(clang compile.Clang, s spec.Spec, src []byte, arch string) ([]byte, error) {
	return clang.PTX(append(bytes.Clone(src), compile.Kernel(s, kernels.Name)...), arch)
}

// batch is the number of mutants in one compiler run.
const batch = 60

var errorLine = regexp.MustCompile(`k\.cu:(\d+):\d+: error:`)

// compileAll compiles mutants together, each with its own kernel. It leaves out mutants with
// a compiler error and compiles the others again.
func compileAll(t *testing.T, clang compile.Clang, some []*device) {
	for {
		var src bytes.Buffer
		var ends []int // lines
		for i, m := range some {
			kernel := fmt.Sprintf("m%d", i)
			unique := kernel + "_" + m.spec.FileName()
			text := append(bytes.Clone(m.Src), compile.Kernel(m.spec, kernel)...)
			guard := m.spec.Guard()
			src.WriteString(strings.NewReplacer(m.spec.FileName(), unique, guard, guard+"_"+kernel).Replace(string(text)))
			ends = append(ends, bytes.Count(src.Bytes(), []byte("\n")))
		}
		if len(some) == 0 {
			return
		}
		code, err := clang.PTX(src.Bytes(), "sm_80")
		if err == nil {
			files, err := kernels.Split(code)
			if err != nil {
				t.Error(err)
			}
			for i, m := range some {
				m.ptx = files[fmt.Sprintf("m%d", i)]
			}
			return
		}
		wrong := map[int]bool{}
		for _, found := range errorLine.FindAllStringSubmatch(err.Error(), -1) {
			line, _ := strconv.Atoi(found[1])
			at := 0
			for at < len(ends)-1 && ends[at] < line {
				at++
			}
			wrong[at] = true
		}
		if len(wrong) == 0 {
			t.Errorf("%.2000s", err)
			return
		}
		var rest []*device
		for i, m := range some {
			if !wrong[i] {
				rest = append(rest, m)
			}
		}
		some = rest
	}
}

// parallel calls do for 0..n-1, in a goroutine for each processor.
func parallel(n int, do func(i int)) {
	var workers sync.WaitGroup
	next := make(chan int)
	for range runtime.NumCPU() {
		workers.Go(func() {
			for i := range next {
				do(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	workers.Wait()
}

// judgeAll judges mutants. It proves equal PTX of one spec once.
func judgeAll(all []*device) {
	first := map[string]*device{}
	var different []*device
	for _, m := range all {
		if first[m.text()] == nil {
			first[m.text()] = m
			different = append(different, m)
		}
	}
	parallel(len(different), func(i int) { different[i].judge() })
	for _, m := range all {
		same := first[m.text()]
		m.how, m.survived = same.how, same.survived
	}
}

// text is what the verdict of m depends on: the spec and the PTX.
func (m *device) text() string { return m.spec.Header() + "\n" + string(m.ptx) }

// judgeDevice runs the prover, replays each counterexample, and runs each mutant that is
// proved equal on random inputs. It wants at least so many kinds of mutants.
func judgeDevice(t *testing.T, level string, all []*device, least int) {
	judgeAll(all)
	how, seen := map[string]int{}, map[string]bool{}
	var survivors []*device
	for _, m := range all {
		how[m.how]++
		seen[m.Kind] = true
		switch {
		case m.err != nil:
			t.Error(m.err)
		case m.survived:
			survivors = append(survivors, m)
		case m.how == "undecided" && testing.Verbose():
			t.Logf("undecided: %s", m.line())
		}
	}
	t.Logf("%s: %d mutants of %d kinds: %d refuted by a counterexample that replays, %d with a fault, %d refused by "+
		"the reader, %d undecided, %d proved equal",
		level, len(all), len(seen), how["refuted"], how["fault"], how["refused"], how["undecided"], len(survivors))
	if len(seen) < max(20, least) {
		t.Errorf("%d kinds were planted, want %d", len(seen), max(20, least))
	}
	if n := how["refuted"]; n < len(all)/3 {
		t.Errorf("only %d of %d are refuted", n, len(all))
	}
	write(t, level, survivors)
}

func (m *device) line() string {
	return fmt.Sprintf("%s:%d: %s: %.70s → %.70s", strings.Join(m.spec.Args(), " "), m.Line, m.Kind, m.Was, m.Now)
}

func (m *device) judge() {
	f, err := ptx.Read("mutant.ptx", m.ptx)
	if err == nil {
		_, err = f.Prove(m.spec, kernels.Name)
	}
	var (
		refusal        *parse.Refusal
		fault          *exec.Fault
		counterexample *check.Counterexample
		undecided      *check.Undecided
	)
	switch {
	case err == nil:
		m.how, m.survived = "proved", true
		m.err = m.replays(f)
	case errors.As(err, &counterexample):
		m.how = "refuted"
		mask := counterexample.Mask
		if mask == nil {
			mask = []uint32{^uint32(0)}
		}
		if f.Replay(m.spec, kernels.Name, mask, counterexample.Inputs) == nil {
			m.err = fmt.Errorf("does not replay: %s: %v", m.line(), err)
		}
	case errors.As(err, &fault):
		m.how = "fault"
	case errors.As(err, &refusal):
		m.how = "refused"
	case errors.As(err, &undecided):
		m.how = "undecided"
	default: // a kernel with other parameters
		m.how = "refused"
	}
}

// replays is an error if a mutant that was proved differs from the reference in a call.
func (m *device) replays(f *ptx.File) error {
	s, err := f.Subject(m.spec, kernels.Name, nil)
	if err != nil {
		return err
	}
	for try := range extent.Pick(16, 64) {
		mask, in := call(m.spec, try)
		if c, err := check.Replay(context.Background(), s, mask, in); c != nil || err != nil {
			return fmt.Errorf("proved, but wrong: %s: %v %v", m.line(), c, err)
		}
	}
	return nil
}

// call makes the inputs of call number try.
func call(s spec.Spec, try int) (mask []uint32, in []uint64) {
	rng := newRand(uint64(try))
	mask = make([]uint32, s.Shape().MaskWords())
	for i := range mask {
		mask[i] = rng.Uint32()
		if try < 2 {
			mask[i] = -uint32(try)
		}
	}
	return mask, ref.Sample(rng, s, try)
}

// write writes the survivors to the folder of -survivors, for the check settle of gpu: the PTX of
// the mutant, the PTX of the original, and the spec.
func write(t *testing.T, level string, survivors []*device) {
	if *survivorsDir == "" {
		return
	}
	for i, m := range survivors {
		// settle calls kernels of masks and elements only
		if sh := m.spec.Shape(); sh.Block() || sh.Array() || sh.Keyed() || sh.HasIndex() {
			continue
		}
		base := filepath.Join(*survivorsDir, fmt.Sprintf("%s%04d", level, i))
		for name, data := range map[string][]byte{
			base + ".spec":       []byte(strings.Join(m.spec.Args(), " ") + "\n" + m.line() + "\n"),
			base + ".mutant.ptx": m.ptx,
			base + ".right.ptx":  m.right,
		} {
			if err := os.WriteFile(name, data, 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
}
