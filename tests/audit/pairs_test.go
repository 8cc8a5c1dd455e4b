package audit_test

import (
	"strings"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/tests/extent"
	"github.com/shflgen/shflgen/verify"
)

// ofPairs joins pairs of a maximum and a sum of exponentials, with %s for the new sum.
const ofPairs = `struct Pair { float m, d; };
__device__ Pair chosen(Pair a)
{
    for (int o = 16; o > 0; o /= 2) {
        Pair b;
        b.m = __shfl_xor_sync(0xffffffff, a.m, o);
        b.d = __shfl_xor_sync(0xffffffff, a.d, o);
        bool above = a.m > b.m;
        Pair big = above ? a : b, small = above ? b : a;
        a.m = big.m;
        a.d = %s;
    }
    return a;
}
`

// TestPairs audits a sum of exponentials that takes the greater of two pairs by a comparison.
func TestPairs(t *testing.T) {
	extent.NotQuick(t, "compiles and proves CUDA")
	if _, err := compile.FindNVCC(); err != nil {
		extent.Missing(t, err)
	}
	const right = "shown: chosen(Pair): every lane receives in m the maximum of m, and in d the sum of d * exp(m - max m)"
	for sum, want := range map[string]string{
		"big.d + small.d * __expf(small.m - big.m)": right,
		"big.d + small.d * expf(small.m - big.m)":   right,
		"small.d + big.d * __expf(small.m - big.m)": "undecided: ",
		"big.d + small.d * __expf(big.m - small.m)": "undecided: ",
		"big.d + small.d":                           "undecided: ",
	} {
		t.Run(sum, func(t *testing.T) {
			src := []byte(strings.Replace(ofPairs, "%s", sum, 1))
			o := verify.AuditOptions{}
			o.Compilers, o.Arches = []string{"nvcc"}, []string{"sm_80"}
			all, err := verify.Audit(t.Context(), verify.Subject{Path: "pairs.cu", Src: src}, o)
			if err != nil || len(all) != 1 {
				t.Fatal(all, err)
			}
			if text := all[0].String(); !strings.Contains(text, want) {
				t.Error(text)
			}
		})
	}
}
