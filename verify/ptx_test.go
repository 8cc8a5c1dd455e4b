package verify

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
)

// TestCUDA proves emitted files as they lie on disk, and rejects them altered.
func TestCUDA(t *testing.T) {
	clang, err := compile.FindClang()
	if err != nil {
		t.Skip(err)
	}
	for _, tt := range []struct{ file, old, new, want string }{
		{"xor_reduce_sum_int32_w8", "", "", ""},
		{"xor_reduce_sum_int32_w8", "x1, 2)", "x1, 1)", "refuted"},
		{"xor_reduce_sum_int32_w8", "x1, 2)", "x1, 3)", ""}, // the same lanes, by another way
		{"xor_reduce_sum_int32_w8", "__shfl_xor_sync(0xffffffffu, x0", "__shfl_xor_sync(mask, x0",
			"not in its own member mask"},
		{"xor_reduce_sum_int32_w8", "? v : 0", "? v : 1", "refuted"},
		{"xor_reduce_sum_int32_w8", "-width 8", "-width 4", "xor_reduce_sum_int32_w4"},
		{"shfl_up_float64_w7_d2", "", "", ""},
		{"shfl_up_float64_w7_d2", "    *pred = (((", "    *pred = !(((", "refuted"},
		{"shfl_up_float64_w7_d2", "sync(0xffffffffu, v, 2)", "sync(0xffffffffu, v, 2, 8)", "refuted"},
		{"block_reduce_sum_float32_b96_all", "", "", ""},
		{"block_reduce_sum_float32_b96_all", "float x7 = __fadd_rn(x6, warp2)", "float x7 = __fmul_rn(x6, warp2)", "refuted"},
		{"block_reduce_sum_float32_b96_all", "__syncthreads();", "", "race"},
		{"block_reduce_sum_float32_b96_all", "0x80000000", "0", "refuted"},
		{"inclusive_scan_max_int8_w31", "", "", ""},
		{"inclusive_scan_max_int8_w31", "from1 > x0 ?", "from1 < x0 ?", "refuted"},
	} {
		src, err := os.ReadFile(filepath.Join("testdata", tt.file+".cu"))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(src), tt.old) {
			t.Errorf("%s has no %q", tt.file, tt.old)
		}
		altered := strings.Replace(string(src), tt.old, tt.new, 1)
		for _, arch := range compile.Arches {
			r, err := proveBuild(tt.file+".cu", []byte(altered), clang.One, arch)
			got := r.String()
			if err != nil {
				got = err.Error()
			}
			want := tt.want
			if want == "" {
				want = "proved"
			}
			if !strings.Contains(got, want) {
				t.Errorf("%s with %q on %s: got %s, want %s", tt.file, tt.new, arch, got, want)
			}
		}
	}
}

// TestCUDAByNVCC proves emitted files, half types among them, as the CUDA
// toolkit compiles them.
func TestCUDAByNVCC(t *testing.T) {
	extent.NotQuick(t, "nvcc takes its time")
	nvcc, err := compile.FindNVCC()
	if err != nil {
		t.Skip(err)
	}
	files, err := filepath.Glob("testdata/*.cu")
	if err != nil || len(files) < 5 {
		t.Fatal(files, err)
	}
	for _, f := range extent.Drawn(t, files, 3, 2) {
		src, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if r, err := proveBuild(f, src, nvcc.One, "sm_80"); err != nil || r.Verdict != Proved {
			t.Errorf("%s: %v %v", f, r, err)
		}
		altered := strings.Replace(string(src), "lane & 1u", "lane & 3u", 1)
		altered = strings.Replace(altered, "sync(0xffffffffu, x0, 1)", "sync(0xffffffffu, x0, 3)", 1)
		altered = strings.Replace(altered, "sync(0xffffffffu, v, 2)", "sync(0xffffffffu, v, 3)", 1)
		if r, err := proveBuild(f, []byte(altered), nvcc.One, "sm_80"); err != nil || r.Verdict != Refuted {
			t.Errorf("%s altered: %v %v", f, r, err)
		}
	}
}

// TestPTXStates: the verdict takes its statements about the PTX from directives, not from a comment that looks like
// one.
func TestPTXStates(t *testing.T) {
	src, err := os.ReadFile("../internal/prover/ptx/testdata/inclusive_scan_w32_type_float32.ptx")
	if err != nil {
		t.Fatal(err)
	}
	s, err := spec.ParseArgs(strings.Fields("-pattern inclusive-scan -type float32"))
	if err != nil {
		t.Fatal(err)
	}
	src = append([]byte("/*\n.version 9.9\n.target sm_10\n*/\n"), src...)
	r, err := Prove(context.Background(), Subject{Path: "k.ptx", Src: src}, Options{Spec: &s, Dimensions: 3})
	if err != nil || r.Verdict != Proved {
		t.Fatal(r, err)
	}
	if text := r.String(); !strings.Contains(text, "PTX's .target sm_") || strings.Contains(text, "sm_10;") ||
		strings.Contains(text, "9.9") {
		t.Error(text)
	}
}
