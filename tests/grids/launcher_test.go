package grids

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
)

// launched are specs with launchers and parts, by their flags.
var launched = []string{
	"-type float32 -launcher -parts",
	"-type int8 -op max -parts",
	"-type float32 -in bfloat16 -launcher",
	"-type float64 -op prod -launcher -parts",
}

// hosted is a program of the host that cuts arrays, and opens a launcher where there is no GPU.
const hosted = `
#include <cstdio>
int main()
{
    for (unsigned long long n : {%s}) {
        unsigned long long size;
        unsigned chunks = grid_reduce_sum_float32_cut(n, &size);
        printf("%%u %%llu\n", chunks, size);
        chunks = grid_reduce_prod_float64_cut(n, &size);
        printf("%%u %%llu\n", chunks, size);
    }
    grid_reduce_sum_float32_launcher launcher;
    grid_reduce_sum_float32_status s = grid_reduce_sum_float32_open(&launcher);
    if (s.code != cudaSuccess)
        printf("%%s: %%d; %%s\n", s.call, s.code, s.remedy);
    else
        s = grid_reduce_sum_float32_close(&launcher);
    float *none = nullptr;
    s = grid_reduce_sum_float32_launch(&launcher, none, 1, none);
    printf("%%s: %%d; %%s\n", s.call, s.code, s.remedy);
}
`

// TestLauncherCompiles compiles launchers and kernels of parts in one file, without a warning, and runs what needs
// no GPU: the cut of an array is that of the spec, and an error names the call and says what to do.
func TestLauncherCompiles(t *testing.T) {
	extent.NotQuick(t, "compiles CUDA")
	extent.OneIn(t, 8, 8)
	nvcc := os.Getenv("SHFLGEN_NVCC")
	if nvcc == "" {
		t.Skip(extent.ErrNoNVCC)
	}
	dir := t.TempDir()
	var program strings.Builder
	var specs []spec.Spec
	for _, flags := range launched {
		s, err := spec.ParseArgs(strings.Fields("-pattern grid-reduce " + flags))
		if err != nil {
			t.Fatal(err)
		}
		files, err := gen.Generate(s, gen.Options{Langs: []gen.Lang{gen.CUDA}})
		if err != nil {
			t.Fatal(err)
		}
		program.Write(files[s.FileName()+".cu"])
		specs = append(specs, s)
	}
	lengths := []int64{0, 1, 4096, 16384, 16385, 32768, 100000, 262144, 1<<21 + 1, 1 << 31, spec.MaxGridElements}
	list := strings.ReplaceAll(strings.Trim(fmt.Sprint(lengths), "[]"), " ", "ull, ") + "ull"
	fmt.Fprintf(&program, hosted, list)
	var want strings.Builder
	for _, n := range lengths {
		for _, s := range []spec.Spec{specs[0], specs[3]} {
			size := s.GridOrder().Chunk(n)
			fmt.Fprintln(&want, max(1, (n+size-1)/size), size)
		}
	}
	source, binary := filepath.Join(dir, "launched.cu"), filepath.Join(dir, "launched")
	if err := os.WriteFile(source, []byte(program.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	// The emitted file compiles as C++17; -Xptxas -O0, since no kernel runs.
	out, err := exec.CommandContext(t.Context(), nvcc, "-std=c++17", "-arch=sm_90", "-Xptxas", "-O0", "-Werror",
		"all-warnings",
		"-Xcompiler", "-Wall,-Wextra,-Werror", "-cudart", "static", "-o", binary, source).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	out, err = exec.CommandContext(t.Context(), binary).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	rest, ok := strings.CutPrefix(string(out), want.String())
	if !ok {
		t.Fatalf("cuts:\n%s\nwant\n%s", out, want.String())
	}
	lines := strings.Split(strings.TrimSpace(rest), "\n")
	if last := lines[len(lines)-1]; last != "grid_reduce_sum_float32_launch: 1; the launcher is not "+
		"open: call grid_reduce_sum_float32_open first" {
		t.Errorf("a launch by a launcher that is not open: %s", last)
	}
	if len(lines) == 2 && (!strings.HasPrefix(lines[0], "cuda") ||
		!strings.HasSuffix(lines[0], "install or update it, or build with an older toolkit")) {
		t.Errorf("without a GPU: %s", lines[0])
	}
}

// TestLauncherRefused: flags of launchers fit no other pattern, and parts no winners.
func TestLauncherRefused(t *testing.T) {
	for flags, wrong := range map[string]string{
		"-pattern reduce -launcher":                                 "launcher",
		"-pattern row-reduce -cols 100 -parts":                      "parts",
		"-pattern block-reduce -block 64 -launcher -type float32":   "launcher",
		"-pattern xor-reduce -parts -width 8":                       "parts",
		"-pattern grid-reduce -op argmax -type float32 -parts":      "parts",
		"-pattern grid-reduce -launcher=true -parts=false -width 8": "width",
	} {
		_, err := spec.ParseArgs(strings.Fields(flags))
		var found spec.FlagError
		if !errors.As(err, &found) || found.Flag != wrong {
			t.Errorf("%s: %v, want an error of -%s", flags, err, wrong)
		}
	}
}

// TestLauncherAdds: the flags add functions and change none.
func TestLauncherAdds(t *testing.T) {
	text := func(flags string) string {
		s, err := spec.ParseArgs(strings.Fields("-pattern grid-reduce -type float32 " + flags))
		if err != nil {
			t.Fatal(err)
		}
		files, err := gen.Generate(s, gen.Options{Package: "shfl", Langs: []gen.Lang{gen.CUDA, gen.Go}})
		if err != nil {
			t.Fatal(err)
		}
		if back, err := spec.ParseHeader(strings.SplitN(string(files[s.FileName()+".cu"]), "\n", 2)[0]); err != nil ||
			back != s {
			t.Errorf("the header gives %+v, %v", back, err)
		}
		return string(files[s.FileName()+".cu"])
	}
	plain := text("")
	body := plain[strings.Index(plain, "#if defined"):]
	body = strings.TrimRight(strings.TrimSuffix(strings.TrimSuffix(body, "#endif\n"), "#endif\n"), "\n")
	if with := text("-launcher"); !strings.Contains(with, body) {
		t.Error("-launcher changes the kernel")
	}
	kernel := body[strings.Index(body, "// The result is the sum"):]
	if with := text("-parts"); !strings.Contains(with, kernel) {
		t.Error("-parts changes the kernel")
	}
}
