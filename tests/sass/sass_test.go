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
	"strings"
	"sync"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
	"github.com/shflgen/shflgen/tests/kernels"
)

var every = flag.Bool("all", extent.Of() == extent.Full, "every file and architecture, not every fourth file for sm_90")

var (
	usage = regexp.MustCompile(`Function properties for (\w+)\n\s*((\d+) bytes stack frame, (\d+) ` +
		`bytes spill stores, (\d+) bytes spill loads)`)
	section = regexp.MustCompile(`(?m)^\s*\.section\s+\.text\.(\w+),`)
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
		regexp.MustCompile(`\bmul\.rn\.f32\s+%f\d+, %f\d+, 0f[3B]F800000|\bmul\.rn\.f16x2 \S+ ` +
			`x, one|\bfma\.rn\.bf16x2 \S+ x, one, none`),
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
		t.Skip(extent.ErrNoNVCC) // its ptxas and nvdisasm are taken, too
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
	assembled := map[string]func() (map[string]machine, error){}
	for _, arch := range arches {
		dir := t.TempDir()
		assembled[arch] = sync.OnceValues(func() (map[string]machine, error) { return together(nvcc, tool, dir, all, arch) })
	}
	for _, f := range all {
		t.Run(f.spec.FileName(), func(t *testing.T) {
			t.Parallel()
			for _, arch := range arches {
				kernels, err := assembled[arch]()
				if err == nil {
					err = compile.Fits(f.spec, arch)
				}
				if err == nil {
					err = kernels[kernel(f.spec)].look(f.spec)
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
	spec spec.Spec
	src  []byte
}

func read(t *testing.T, file string) emitted {
	t.Helper()
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	first, _, _ := bytes.Cut(src, []byte("\n"))
	s, err := spec.ParseHeader(string(first))
	if err != nil {
		t.Fatal(err)
	}
	return emitted{s, src}
}

// kernel names the kernel that calls a function.
func kernel(s spec.Spec) string { return "kernel_" + s.FileName() }

// machine is a kernel as PTX and as machine code, with its stack frame and spills in the words of ptxas.
type machine struct {
	ptx, code []byte
	frame     string
	spills    bool // or a stack frame
}

// together compiles and assembles all files in one run each, since nvcc needs a second for its headers and
// nvdisasm half of one to start, and returns the kernels by name.
func together(nvcc compile.NVCC, tool func(string) string, dir string, files []emitted,
	arch string) (map[string]machine, error) {
	var src []byte
	for _, f := range files {
		if compile.Fits(f.spec, arch) == nil {
			src = append(append(src, f.src...), compile.Kernel(f.spec, kernel(f.spec))...)
		}
	}
	ptx, err := nvcc.PTX(src, arch)
	if err != nil {
		return nil, err
	}
	texts, err := kernels.Split(ptx)
	if err != nil {
		return nil, err
	}
	in, out := filepath.Join(dir, "k.ptx"), filepath.Join(dir, "k.cubin")
	if err := os.WriteFile(in, ptx, 0o666); err != nil {
		return nil, err
	}
	said, err := exec.Command(tool("ptxas"), "-v", "-arch="+arch, in, "-o", out).CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("ptxas: %w\n%s", err, said)
	}
	code, err := exec.Command(tool("nvdisasm"), "-c", out).Output()
	if err != nil {
		return nil, fmt.Errorf("nvdisasm: %w", err)
	}
	return machines(texts, said, code)
}

// machines are kernels by name: the PTX, the lines of ptxas -v, and the section in the text of nvdisasm of
// each.
func machines(texts map[string][]byte, said, code []byte) (map[string]machine, error) {
	all := map[string]machine{}
	for name, text := range texts {
		all[name] = machine{ptx: text}
	}
	for _, m := range usage.FindAllSubmatch(said, -1) {
		k, ok := all[string(m[1])]
		if !ok {
			return nil, fmt.Errorf("ptxas: %s is no kernel", m[1])
		}
		k.frame = string(m[2])
		for _, bytes := range m[3:] {
			k.spills = k.spills || string(bytes) != "0"
		}
		all[string(m[1])] = k
	}
	sections := section.FindAllSubmatchIndex(code, -1)
	for i, at := range sections {
		name, end := string(code[at[2]:at[3]]), len(code)
		if i+1 < len(sections) {
			end = sections[i+1][0]
		}
		k, ok := all[name]
		if !ok {
			return nil, fmt.Errorf("nvdisasm: %s is no kernel", name)
		}
		k.code = code[at[1]:end]
		all[name] = k
	}
	return all, nil
}

// look checks the machine code of a kernel.
func (k machine) look(s spec.Spec) error {
	switch {
	case k.ptx == nil || k.code == nil:
		return fmt.Errorf("no PTX or no machine code of it")
	case k.frame == "":
		return fmt.Errorf("ptxas -v prints no resources")
	case k.spills:
		return fmt.Errorf("%s", k.frame)
	}
	// ptxas duplicates shuffles if the member mask is not a constant.
	if want, got := len(inPTX.FindAll(k.ptx, -1)), len(inSASS.FindAll(k.code, -1)); got < want || got > want &&
		!s.Shape().Block() {
		return fmt.Errorf("%d shuffles, %d in the PTX", got, want)
	}
	for _, keep := range kept {
		if want, got := len(keep.inPTX.FindAll(k.ptx, -1)), len(keep.inSASS.FindAll(k.code, -1)); got < want {
			return fmt.Errorf("%d %s, %d in the PTX", got, keep.what, want)
		}
	}
	if s.Shape().Block() && s.Block().Threads > spec.WarpSize && len(barrier.FindAll(k.code, -1)) < 2 {
		return fmt.Errorf("fewer than two barriers")
	}
	return nil
}

// TestPlanted: a stack frame, a shuffle that is gone and a kernel without machine code are found, each in
// its kernel alone.
func TestPlanted(t *testing.T) {
	const shuffle = "shfl.sync.bfly.b32 %r1, %r2, 1, 31, -1;\n"
	texts := map[string][]byte{"kernel_a": []byte(shuffle), "kernel_ab": []byte(shuffle), "kernel_c": []byte(shuffle)}
	said := `ptxas info    : Compiling entry function 'kernel_ab' for 'sm_90'
ptxas info    : Function properties for kernel_ab
    16 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Function properties for kernel_a
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Function properties for kernel_c
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
`
	code := "\t.section\t.text.kernel_ab,\"ax\",@progbits\n" +
		"SHFL.BFLY PT, R1, R2, 0x1, 0x1f ;\nSHFL.BFLY PT, R3, R2, 0x1, 0x1f ;\n" +
		"\t.section\t.text.kernel_a,\"ax\",@progbits\nMOV R1, R2 ;\n"
	all, err := machines(texts, []byte(said), []byte(code))
	if err != nil {
		t.Fatal(err)
	}
	s := spec.NewSpec(spec.XorReduce)
	for name, want := range map[string]string{
		"kernel_a": "0 shuffles, 1 in the PTX", "kernel_ab": "16 bytes stack frame", "kernel_c": "no machine code",
		"kernel_d": "no PTX",
	} {
		if err := all[name].look(s); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", name, err, want)
		}
	}
	if _, err := machines(texts, []byte(strings.ReplaceAll(said, "kernel_a\n", "helper\n")), []byte(code)); err == nil {
		t.Error("a function that is no kernel is accepted")
	}
}
