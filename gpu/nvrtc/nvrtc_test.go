// Package nvrtc_test proves what NVRTC makes of emitted CUDA.
package nvrtc_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gpu/cuda/nvrtc"
	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
	"github.com/shflgen/shflgen/tests/kernels"
	"github.com/shflgen/shflgen/verify"
)

// open finds NVRTC, also beside the nvcc that $SHFLGEN_NVCC names.
func open(t *testing.T) *nvrtc.Compiler {
	t.Helper()
	if nvcc := os.Getenv("SHFLGEN_NVCC"); nvcc != "" && os.Getenv("CUDA_HOME") == "" {
		t.Setenv("CUDA_HOME", filepath.Dir(filepath.Dir(nvcc)))
	}
	c, err := nvrtc.Open()
	if err != nil {
		t.Skip(err)
	}
	return c
}

// TestProved proves the PTX of NVRTC for every file of generated/.
func TestProved(t *testing.T) {
	c := open(t)
	files, err := filepath.Glob("../../generated/*.cu")
	if err != nil || len(files) < 30 {
		t.Fatal(files, err)
	}
	for _, arch := range []string{"sm_80", "sm_90", "sm_100a"} {
		toPTX := func(s spec.Spec, src []byte) ([]byte, error) {
			return c.PTX(string(src)+compile.Kernel(s, "k"), strings.Replace(arch, "sm", "compute", 1))
		}
		for _, file := range extent.Drawn(t, files, 5, 2) {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if r, err := kernels.Prove(t.Context(), file, src, toPTX); err != nil || r.Verdict != verify.Proved {
				t.Errorf("%s for %s: %v %v", file, arch, err, r.Differs)
			}
		}
	}
}

// TestFastMath proves the functions of floats, compiled by NVRTC with flags that change the
// meaning of float operations.
func TestFastMath(t *testing.T) {
	c := open(t)
	files, err := filepath.Glob("../../generated/*float*.cu")
	if err != nil || len(files) < 20 {
		t.Fatal(files, err)
	}
	toPTX := func(s spec.Spec, src []byte) ([]byte, error) {
		return c.PTX(string(src)+compile.Kernel(s, "k"), "compute_90", "--use_fast_math", "--ftz=true", "--fmad=true")
	}
	for _, file := range extent.Sample(files, 5) {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if r, err := kernels.Prove(t.Context(), file, src, toPTX); err != nil || r.Verdict != verify.Proved {
			t.Errorf("%s: %v %v", file, err, r.Differs)
		}
	}
}

// TestRejected: wrong functions are refuted, and invalid CUDA is an error with NVRTC's message.
func TestRejected(t *testing.T) {
	c := open(t)
	const file = "../../generated/xor_reduce_sum_int32_w16.cu"
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	toPTX := func(s spec.Spec, src []byte) ([]byte, error) {
		return c.PTX(string(src)+compile.Kernel(s, "k"), "compute_90")
	}
	for old, now := range map[string]string{"x1, 2)": "x1, 1)", "? v : 0": "? v : 1"} {
		altered := bytes.Replace(src, []byte(old), []byte(now), 1)
		if bytes.Equal(altered, src) {
			t.Fatalf("%s lacks %q", file, old)
		}
		if r, err := kernels.Prove(t.Context(), file, altered, toPTX); err != nil || r.Verdict != verify.Refuted {
			t.Errorf("%q for %q: %v %v", now, old, err, r.Verdict)
		}
	}
	if _, err := c.PTX("int f() { return x; }", "compute_90"); err == nil ||
		!strings.Contains(err.Error(), `identifier "x" is undefined`) {
		t.Errorf("got %v", err)
	}
	if code, err := c.CUBIN(`extern "C" __global__ void k(int *x) { *x = 1; }`, "sm_90"); err != nil ||
		!bytes.HasPrefix(code, []byte("\x7fELF")) {
		t.Errorf("%.20q, %v", code, err)
	}
}

// TestLauncher: NVRTC takes a file with functions for the host, which it does not see.
func TestLauncher(t *testing.T) {
	c := open(t)
	src, err := os.ReadFile("../../examples/grid/grid_sum.cu")
	if err != nil {
		t.Fatal(err)
	}
	cubin, err := c.CUBIN(string(src), "sm_90")
	if err != nil {
		t.Fatal(err)
	}
	for _, kernel := range []string{"grid_sum", "grid_sum_chunks", "grid_sum_combine"} {
		if !bytes.Contains(cubin, []byte(".text."+kernel+"\x00")) {
			t.Errorf("no kernel %s", kernel)
		}
	}
}
