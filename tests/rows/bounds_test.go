package rows_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/spec"
)

// TestBoundsOfClusters: the registers of a row that a cluster shares are bounded from sm_90 on. Before, one block has
// the whole row, and would keep it in memory.
func TestBoundsOfClusters(t *testing.T) {
	for _, test := range []struct {
		spec    spec.Spec
		bounded string
		free    string
	}{
		{appliedSpec(spec.Softmax, 50257, spec.AsType), "__launch_bounds__(256, 5)", "__launch_bounds__(256)"},
		{appliedSpec(spec.Softmax, 50257, spec.StoredBfloat16), "__launch_bounds__(128, 7)", "__launch_bounds__(128)"},
		{appliedSpec(spec.LogSoftmax, 50257, spec.StoredFloat16), "__launch_bounds__(128, 6)", "__launch_bounds__(128)"},
		{appliedSpec(spec.LayerNorm, 50257, spec.StoredBfloat16), "__launch_bounds__(128, 8)", "__launch_bounds__(128)"},
	} {
		frame := "\n#if __CUDA_ARCH__ >= 900\n__cluster_dims__(8, 1, 1) " + test.bounded + "\n#else\n" + test.free +
			"\n#endif\nvoid " + test.spec.FileName() + "("
		if src := emit(t, test.spec, gen.CUDA); !strings.Contains(src, frame) ||
			strings.Count(src, "__launch_bounds__") != 2 {
			t.Errorf("%s: no%s in\n%s", test.spec.FileName(), frame, src[strings.LastIndex(src, "extern"):])
		}
		test.spec.Arch = spec.SM90
		if src := emit(t, test.spec, gen.CUDA); !strings.Contains(src, "__cluster_dims__(8, 1, 1) void "+test.bounded) {
			t.Errorf("%s of sm_90: no %s", test.spec.FileName(), test.bounded)
		}
	}
}

// boundsOf are launch bounds with a number of blocks.
var boundsOf = regexp.MustCompile(`__launch_bounds__\((\d+, \d+)\)`)

// TestBoundsOfWarps: of some rows that have a warp each, or share one, registers are bounded from sm_90 on.
func TestBoundsOfWarps(t *testing.T) {
	for _, test := range []struct {
		spec    spec.Spec
		bounded string // "" for no bound
	}{
		{appliedSpec(spec.RMSNorm, 512, spec.StoredBfloat16), "128, 10"},
		{appliedSpec(spec.RMSNorm, 1024, spec.StoredFloat16), "64, 16"},
		{appliedSpec(spec.LogSoftmax, 1024, spec.StoredFloat16), "64, 16"},
		{appliedSpec(spec.LogSoftmax, 640, spec.StoredFloat16), ""},
		{appliedSpec(spec.Softmax, 1024, spec.StoredFloat16), ""},
		{appliedSpec(spec.RMSNorm, 640, spec.StoredBfloat16), ""},
		{appliedSpec(spec.RMSNorm, 512, spec.AsType), "64, 16"},
		{appliedSpec(spec.LayerNorm, 512, spec.AsType), ""},
		{appliedSpec(spec.CrossEntropy, 272, spec.AsType), "64, 16"},
		{appliedSpec(spec.CrossEntropy, 271, spec.AsType), ""},
		{appliedSpec(spec.CrossEntropy, 2440, spec.AsType), ""},
		{appliedSpec(spec.CrossEntropy, 272, spec.StoredBfloat16), ""},
		{appliedSpec(spec.LogSoftmaxGrad, 96, spec.StoredFloat16), "64, 16"},
		{appliedSpec(spec.LogSoftmaxGrad, 96, spec.AsType), ""},
		{appliedSpec(spec.SoftmaxGrad, 96, spec.StoredFloat16), ""},
		{appliedSpec(spec.RMSNorm, 2048, spec.StoredBfloat16), ""},
		{appliedSpec(spec.LayerNorm, 512, spec.StoredBfloat16), ""},
	} {
		for _, arch := range []spec.Arch{spec.AnyArch, spec.SM80, spec.SM90} {
			test.spec.Arch = arch
			want := test.bounded
			if arch == spec.SM80 {
				want = ""
			}
			found := boundsOf.FindStringSubmatch(emit(t, test.spec, gen.CUDA))
			if got := strings.Join(found[min(1, len(found)):], ""); got != want {
				t.Errorf("%s of %v: bounds %q, want %q", test.spec.FileName(), arch, got, want)
			}
		}
	}
}
