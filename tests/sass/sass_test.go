// Package sass_test checks the machine code of emitted CUDA: no spills, no stack, and every
// shuffle of the PTX.
package sass_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"sync"
	"testing"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/tests/extent"
	"github.com/shflgen/shflgen/tests/kernels"
)

var every = flag.Bool("all", extent.Of() == extent.Full, "every file and architecture, not every fourth file for sm_90")

var (
	usage   = regexp.MustCompile(`(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads`)
	inPTX   = regexp.MustCompile(`\bshfl\.sync`)
	inSASS  = regexp.MustCompile(`\bSHFL\.`)
	barrier = regexp.MustCompile(`\bBAR\.SYNC`)
)

// kept are instructions that an assembler must not replace. A product with 1 or -1 makes every
// NaN canonical, so it must not become a move or a change of sign.
var kept = []struct {
	what          string
	inPTX, inSASS *regexp.Regexp
}{
	{
		"products with 1 or -1",
		regexp.MustCompile(`\bmul\.rn\.f32\s+%f\d+, %f\d+, 0f[3B]F800000|\bmul\.rn\.f16x2 \S+ x, one|\bfma\.rn\.bf16x2 \S+ x, one, none`),
		regexp.MustCompile(`\bFMUL\b.*, -?1 |\bH(MUL|FMA)2\S* .*, -?1, -?1`),
	},
	{
		"reductions of floats by the hardware",
		regexp.MustCompile(`\bredux\.sync\.(min|max)(\.NaN)?\.f32`),
		regexp.MustCompile(`\bCREDUX\.(MIN|MAX)\.F32`),
	},
}

func TestSASS(t *testing.T) {
	extent.NotQuick(t, "needs the CUDA toolkit")
	name := os.Getenv("SHFLGEN_NVCC")
	if name == "" {
		t.Skip(extent.Unset) // its ptxas and nvdisasm are taken, too
	}
	nvcc, err := compile.FindNVCC()
	if err != nil {
		t.Fatal(err)
	}
	tool := func(name string) string { return filepath.Join(filepath.Dir(nvcc.Path), name) }
	if _, err := os.Stat(tool("nvdisasm")); err != nil {
		t.Skip(err)
	}
	files, err := filepath.Glob("../../generated/*.cu")
	if err != nil || len(files) < 30 {
		t.Fatal(files, err)
	}
	arches, step := []string{"sm_90"}, 4
	if *every {
		arches, step = []string{"sm_80", "sm_90", "sm_100a"}, 1
	}
	var all []emitted
	for i := 0; i < len(files); i += step {
		all = append(all, read(t, files[i]))
	}
	compiled := map[string]func() (map[string][]byte, error){}
	for _, arch := range arches {
		compiled[arch] = sync.OnceValues(func() (map[string][]byte, error) { return together(nvcc, all, arch) })
	}
	for _, f := range all {
		t.Run(f.spec.FileName(), func(t *testing.T) {
			t.Parallel()
			for _, arch := range arches {
				texts, err := compiled[arch]()
				if err == nil {
					err = compile.Fits(f.spec, arch)
				}
				if err == nil {
					err = look(tool, f.spec, texts[kernel(f.spec)], arch)
				}
				if err != nil {
					t.Errorf("%s: %v", arch, err)
				}
			}
		})
	}
}

// emitted is a file with its spec.
type emitted struct {
	spec shflgen.Spec
	src  []byte
}

func read(t *testing.T, file string) emitted {
	t.Helper()
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	first, _, _ := bytes.Cut(src, []byte("\n"))
	s, err := shflgen.ParseHeader(string(first))
	if err != nil {
		t.Fatal(err)
	}
	return emitted{s, src}
}

// kernel names the kernel that calls a function.
func kernel(s shflgen.Spec) string { return "kernel_" + s.FileName() }

// together compiles all files in one run, since nvcc needs a second for the headers of each, and returns
// the PTX of each kernel.
func together(nvcc compile.NVCC, files []emitted, arch string) (map[string][]byte, error) {
	var src []byte
	for _, f := range files {
		if compile.Fits(f.spec, arch) == nil {
			src = append(append(src, f.src...), compile.Kernel(f.spec, kernel(f.spec))...)
		}
	}
	code, err := nvcc.PTX(src, arch)
	if err != nil {
		return nil, err
	}
	return kernels.Split(code)
}

// look assembles the PTX of one kernel and checks the machine code.
func look(tool func(string) string, s shflgen.Spec, ptx []byte, arch string) error {
	dir, err := os.MkdirTemp("", "shflgen")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	in, out := filepath.Join(dir, "k.ptx"), filepath.Join(dir, "k.cubin")
	if err := os.WriteFile(in, ptx, 0o666); err != nil {
		return err
	}
	said, err := exec.Command(tool("ptxas"), "-v", "-arch="+arch, in, "-o", out).CombinedOutput()
	if err != nil {
		return fmt.Errorf("ptxas: %w\n%s", err, said)
	}
	m := usage.FindSubmatch(said)
	if m == nil {
		return fmt.Errorf("ptxas -v prints no resources:\n%s", said)
	}
	for _, bytes := range m[1:] {
		if string(bytes) != "0" {
			return fmt.Errorf("%s", m[0])
		}
	}
	code, err := exec.Command(tool("nvdisasm"), "-c", out).Output()
	if err != nil {
		return fmt.Errorf("nvdisasm: %w", err)
	}
	// ptxas duplicates shuffles if the member mask is not a constant.
	if want, got := len(inPTX.FindAll(ptx, -1)), len(inSASS.FindAll(code, -1)); got < want || got > want && !s.Shape().Block() {
		return fmt.Errorf("%d shuffles, %d in the PTX", got, want)
	}
	for _, k := range kept {
		if want, got := len(k.inPTX.FindAll(ptx, -1)), len(k.inSASS.FindAll(code, -1)); got < want {
			return fmt.Errorf("%d %s, %d in the PTX", got, k.what, want)
		}
	}
	if s.Shape().Block() && s.Block > shflgen.WarpSize && len(barrier.FindAll(code, -1)) < 2 {
		return fmt.Errorf("fewer than two barriers")
	}
	return nil
}
