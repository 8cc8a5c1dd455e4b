package mutants_test

import (
	"bytes"
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

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/internal/prover/ptx"
	"github.com/shflgen/shflgen/internal/prover/ptx/exec"
	"github.com/shflgen/shflgen/internal/prover/ptx/parse"
	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/tests/extent"
	"github.com/shflgen/shflgen/tests/kernels"
	"github.com/shflgen/shflgen/tests/mutate"
)

// device is a mutant of CUDA or PTX, as PTX with one kernel.
type device struct {
	verdict
	ptx   []byte // with the one kernel of that name
	right []byte // PTX of the file that was not altered, too
	err   error
}

// TestCUDAMutants plants faults in emitted CUDA, has clang compile what it will,
// and wants the PTX rejected.
func TestCUDAMutants(t *testing.T) {
	extent.NotQuick(t, "thousands of proofs")
	clang, err := compile.FindClang()
	if err != nil {
		t.Skip(err)
	}
	var all []*device
	for i, s := range deviceSpecs(t) {
		src := emitted(t, s)
		right, err := called(clang, s, src, "sm_80")
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range mutate.PlantCUDA(src, 2**perKind, uint64(i)) {
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
	t.Logf("%d mutants that clang does not take are left out", len(all)-len(compiled))
	judgeDevice(t, "cuda", compiled, len(mutate.CUDAKinds))
}

// TestPTXMutants plants faults in the PTX that clang makes of emitted CUDA, at
// two levels of optimisation.
func TestPTXMutants(t *testing.T) {
	extent.NotQuick(t, "thousands of proofs")
	clang, err := compile.FindClang()
	if err != nil {
		t.Skip(err)
	}
	var all []*device
	for i, s := range deviceSpecs(t) {
		for j, opt := range []string{"-O2", "-O1"} {
			clang.Opt = opt
			right, err := called(clang, s, emitted(t, s), []string{"sm_80", "sm_90"}[i%2])
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range mutate.PlantPTX(right, 2**perKind, uint64(2*i+j)) {
				all = append(all, &device{verdict: verdict{Mutant: m, spec: s}, right: right, ptx: m.Src})
			}
		}
	}
	judgeDevice(t, "ptx", all, len(mutate.PTXKinds))
}

// deviceSpecs are the specs that clang compiles without the CUDA toolkit.
func deviceSpecs(t *testing.T) []shflgen.Spec {
	var all []shflgen.Spec
	for _, args := range slices.Concat(specs, []string{ // calls that only members make
		"-pattern reduce -width 7 -type float32 -mask active",
		"-pattern exclusive-scan -width 4 -type int64 -op max -mask active",
	}) {
		s, err := shflgen.ParseArgs(strings.Fields(args))
		if err != nil {
			t.Fatal(err)
		}
		if !s.Type.Half() {
			all = append(all, s)
		}
	}
	return all
}

func emitted(t *testing.T, s shflgen.Spec) []byte {
	files, err := gen.Generate(s, gen.Options{Langs: []gen.Lang{gen.CUDA}})
	if err != nil {
		t.Fatal(err)
	}
	return files[s.FileName()+".cu"]
}

// called is the PTX of a function with a kernel that calls it.
func called(clang compile.Clang, s shflgen.Spec, src []byte, arch string) ([]byte, error) {
	return clang.PTX(append(bytes.Clone(src), compile.Kernel(s, kernels.Name)...), arch)
}

// batch is how many mutants one compiler run takes.
const batch = 60

var errorLine = regexp.MustCompile(`k\.cu:(\d+):\d+: error:`)

// compileAll compiles mutants together, each with a kernel of its own. Those in
// which the compiler finds an error are left out, and the others tried again.
func compileAll(t *testing.T, clang compile.Clang, some []*device) {
	for {
		var src bytes.Buffer
		var ends []int // lines
		for i, m := range some {
			kernel := fmt.Sprintf("m%d", i)
			unique := kernel + "_" + m.spec.FileName()
			text := append(bytes.Clone(m.Src), compile.Kernel(m.spec, kernel)...)
			src.Write(bytes.ReplaceAll(text, []byte(m.spec.FileName()), []byte(unique)))
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

// parallel calls do for 0..n-1 on every processor.
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

// judgeAll judges mutants; of those that are compiled to the same PTX, one.
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

// text is what the verdict on m depends on.
func (m *device) text() string { return m.spec.Header() + "\n" + string(m.ptx) }

// judgeDevice asks the prover, replays what it refutes, and settles what it
// takes for equal.
func judgeDevice(t *testing.T, level string, all []*device, kinds int) {
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
	t.Logf("%s: %d mutants of %d kinds: %d refuted by a counterexample that replays, %d with a fault, %d refused by the reader, %d undecided, %d proved equal",
		level, len(all), len(seen), how["refuted"], how["fault"], how["refused"], how["undecided"], len(survivors))
	if len(seen) < 20 || len(seen) < kinds*3/4 {
		t.Errorf("%d of %d kinds were planted", len(seen), kinds)
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
		for try := range 64 {
			mask, in := call(m.spec, try)
			if err := f.Replay(m.spec, kernels.Name, mask, in); err != nil {
				m.err = fmt.Errorf("proved, but wrong: %s: %v", m.line(), err)
			}
		}
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

// call makes the inputs of one call, by number.
func call(s shflgen.Spec, try int) (mask []uint32, in []uint64) {
	rng := newRand(uint64(try))
	mask = make([]uint32, s.MaskWords())
	for i := range mask {
		mask[i] = rng.Uint32()
		if try < 2 {
			mask[i] = -uint32(try)
		}
	}
	in = make([]uint64, s.Elements())
	edges := ref.Edges(s.Type)
	for i := range in {
		in[i] = rng.Uint64() >> (64 - s.Type.Bits())
		if try%4 == 1 {
			in[i] = edges[rng.IntN(len(edges))]
		}
	}
	if s.Shape().Keyed() {
		first := rng.Uint64() >> (64 - s.Key.Bits())
		for range s.Lanes() { // of a few groups, which differ by a bit
			in = append(in, first^uint64(rng.IntN(3))<<(s.Key.Bits()-3))
		}
	}
	return mask, in
}

// write leaves the survivors where the flag says, for a GPU to settle: the PTX
// of the mutant and of the right file, and the spec.
func write(t *testing.T, level string, survivors []*device) {
	if *survivorsDir == "" {
		return
	}
	for i, m := range survivors {
		if sh := m.spec.Shape(); sh.Block() || sh.Array() || sh.Keyed() || sh.HasIndex() { // whose kernels take more than settle gives
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
