package audit_test

import (
	"strings"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/tests/extent"
	"github.com/shflgen/shflgen/verify"
)

// ofGroup is the sum of a block that a group of cooperative_groups is given to, with %s for the wait between the
// writes of the warps and their reads.
const ofGroup = `#include <cooperative_groups.h>
using namespace cooperative_groups;
__device__ float sum_of_group(thread_block block, float v)
{
    __shared__ float parts[32];
    thread_block_tile<32> warp = tiled_partition<32>(block);
    for (int d = 16; d > 0; d /= 2)
        v += warp.shfl_xor(v, d);
    if (warp.thread_rank() == 0)
        parts[threadIdx.x / 32] = v;
    %s;
    v = warp.thread_rank() < blockDim.x / 32 ? parts[warp.thread_rank()] : 0;
    for (int d = 16; d > 0; d /= 2)
        v += warp.shfl_xor(v, d);
    return v;
}
`

// TestGroups audits a function of a thread_block: the builds without optimisation read a register that the prover does
// not know, and the finding says which build is proved.
func TestGroups(t *testing.T) {
	extent.NotQuick(t, "compiles and proves CUDA")
	if _, err := compile.FindNVCC(); err != nil {
		extent.Missing(t, err)
	}
	for wait, want := range map[string]string{
		"block.sync()": "proved: sum_of_group(thread_block, float): every thread receives the sum of all threads",
		"warp.sync()":  "refuted: sum_of_group(thread_block, float): on ordinary numbers, every thread receives the sum",
	} {
		t.Run(wait, func(t *testing.T) {
			if strings.HasPrefix(want, "proved") {
				extent.OneIn(t, 3, 3)
			}
			src := []byte(strings.Replace(ofGroup, "%s", wait, 1))
			o := verify.AuditOptions{Blocks: []int{64}}
			o.Compilers, o.Arches = []string{"nvcc"}, []string{"sm_80"}
			all, err := verify.Audit(t.Context(), verify.Subject{Path: "group.cu", Src: src}, o)
			if err != nil || len(all) != 1 {
				t.Fatal(all, err)
			}
			text := all[0].String()
			if !strings.Contains(text, want) || all[0].Verdict == verify.Proved && !strings.Contains(text, "built by -O2") {
				t.Error(text)
			}
		})
	}
}
