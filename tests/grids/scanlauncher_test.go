package grids

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/fresh"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
	"github.com/shflgen/shflgen/verify"
)

// scanHosted is a program of the host that asks for workspaces, and opens a launcher where there is no GPU.
const scanHosted = `
#include <cstdio>
int main()
{
    for (unsigned long long n : {%s})
        printf("%%llu %%llu\n", grid_inclusive_scan_sum_float32_bytes(n), grid_exclusive_scan_sum_product_float64_bytes(n));
    grid_inclusive_scan_sum_float32_launcher launcher;
    grid_inclusive_scan_sum_float32_status s = grid_inclusive_scan_sum_float32_open(&launcher, (1ull << 40) + 1);
    printf("%%s: %%d; %%s\n", s.call, s.code, s.remedy);
    float *none = nullptr;
    s = grid_inclusive_scan_sum_float32_launch(&launcher, none, 1, none);
    printf("%%s: %%d; %%s\n", s.call, s.code, s.remedy);
    launcher = {(unsigned long long *)&launcher, 4};
    s = grid_inclusive_scan_sum_float32_launch(&launcher, none, 5, none);
    printf("%%s: %%d; %%s\n", s.call, s.code, s.remedy);
}
`

// TestScanLauncherCompiles compiles launchers of scans without a warning, and runs what needs no GPU: the workspace is
// that of the spec, and an error names the call and says what to do.
func TestScanLauncherCompiles(t *testing.T) {
	extent.NotQuick(t, "compiles CUDA")
	extent.OneIn(t, 8, 8)
	nvcc := os.Getenv("SHFLGEN_NVCC")
	if nvcc == "" {
		t.Skip(extent.ErrNoNVCC)
	}
	dir := t.TempDir()
	var program, want strings.Builder
	var specs []spec.Spec
	for _, args := range []string{"grid-inclusive-scan -type float32 -launcher",
		"grid-exclusive-scan -type float64 -map product -launcher"} {
		s := scanBy(t, args)
		program.WriteString(emit(t, s, gen.CUDA))
		specs = append(specs, s)
	}
	lengths := []int64{0, 1, 4096, 4097, 32 * 4096, 33*4096 + 1, 1025 * 4096, 1 << 31, spec.MaxGridElements}
	fmt.Fprintf(&program, scanHosted, strings.ReplaceAll(strings.Trim(fmt.Sprint(lengths), "[]"), " ", "ull, ")+"ull")
	for _, n := range lengths {
		fmt.Fprintln(&want, specs[0].ScanLaunch(n).Workspace, specs[1].ScanLaunch(n).Workspace)
	}
	want.WriteString(`grid_inclusive_scan_sum_float32_open: 1; want at most 2^40 elements
grid_inclusive_scan_sum_float32_launch: 1; the launcher is not open: call grid_inclusive_scan_sum_float32_open first
grid_inclusive_scan_sum_float32_launch: 1; want at most as many elements as the launcher was opened for
`)
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
	if out, err = exec.CommandContext(t.Context(), binary).CombinedOutput(); err != nil || string(out) != want.String() {
		t.Errorf("%v: got\n%s\nwant\n%s", err, out, want.String())
	}
}

// TestScanHost: a file is proved only with the functions for the host that are printed.
func TestScanHost(t *testing.T) {
	s := scanBy(t, "grid-inclusive-scan -type float32 -launcher")
	src := emit(t, s, gen.CUDA)
	for what, f := range map[string][2]string{
		"fewer blocks":     {"(unsigned)(n / 4096ull + (n % 4096ull != 0ull))", "(unsigned)(n / 4096ull)"},
		"less memory":      {"return 128ull + 16ull", "return 128ull + 8ull"},
		"a longer array":   {"if (n > launcher->most)", "if (n > launcher->most + 4096ull)"},
		"memory as it was": {"cudaMemset(workspace, 0,", "cudaMemset(workspace, 1,"},
	} {
		changed := strings.Replace(src, f[0], f[1], 1)
		if changed == src {
			t.Errorf("%s: nothing is changed", what)
			continue
		}
		r, err := verify.Prove(t.Context(), verify.Subject{Path: s.FileName() + ".cu", Src: []byte(changed)},
			verify.Options{Printed: fresh.Printed})
		if err != nil || r.Verdict != verify.Refused {
			t.Errorf("%s: %v %v", what, err, r)
		}
	}
}
