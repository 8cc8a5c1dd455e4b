package grids

import (
	"context"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/prover/ptx"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
)

// meetings are numbers of chunks and of blocks: fewer blocks than chunks, as many, and any greater number.
var meetings = [][2]int{{3, 2}, {4, 5}, {9, 8}, {9, 9}, {9, 10}, {100, 100}, {256, 257}}

// collects is what is wrong with who collects the results of chunks in a file.
func collects(t testing.TB, s spec.Spec, src string, of [][2]int) error {
	t.Helper()
	f, err := ptx.Read("array.ptx", kernelOf(t, s, src))
	if err != nil {
		return err
	}
	a, err := f.Array(s, "", nil)
	for _, m := range of {
		if err == nil {
			_, err = a.Collects(context.Background(), m[0], m[1])
		}
	}
	return err
}

// TestCollects: whichever block of whichever launch it is, it collects results if it begins last, and else not.
func TestCollects(t *testing.T) {
	extent.OneIn(t, 8, 8)
	for _, flags := range extent.Drawn(t, []string{"-type float32", "-type int64 -op min", "-type float32 -op argmax",
		"-type float64 -op argmin", "-type float32 -map product"}, 16, 16) {
		s, err := spec.ParseArgs(strings.Fields("-pattern grid-reduce " + flags))
		if err != nil {
			t.Fatal(err)
		}
		if err := collects(t, s, emit(t, s, gen.CUDA), extent.Few(meetings, 3)); err != nil {
			t.Errorf("%s: %v", flags, err)
		}
	}
}

// TestCollectsFaults: each is in what one block does of many, so that neither the trees over chunks nor all executions
// of 4 blocks show it.
func TestCollectsFaults(t *testing.T) {
	s := sumOf(t, "float32")
	src := emit(t, s, gen.CUDA)
	const last, early = "before == blocks - 1u", "reads a result, though blocks may not have begun"
	const counts, starts = "if (threadIdx.x == 0u && chunks > 1u)\n        before", "    unsigned before = 0u;\n"
	for _, f := range extent.Faults(t, []fault{
		{"a block collects too early", last, "(before == blocks - 1u || blockIdx.x == 5u)", early},
		{"a block of some launches collects too early", last,
			"(before == blocks - 1u || blockIdx.x == 5u && gridDim.x == 300u)", early},
		{"a block on some chunks collects too early", last, "(before == blocks - 1u || blockIdx.x == 50u && chunks == 100u)",
			early},
		{"a block that begins last but one collects", last,
			"(before == blocks - 1u || before + 2u == blocks && blockIdx.x == 7u)", early},
		{"the first half of many blocks is enough", last, "before == (blocks > 8u ? blocks / 2u : blocks - 1u)",
			"does not ask"},
		{"a block does not collect", last, "before == blocks - 1u && (blockIdx.x != 5u || gridDim.x != 300u)",
			"put back 0 times"},
		{"a block does not ask", last, "(blockIdx.x == 5u ? gridDim.x == 8u : before == blocks - 1u)", early},
		{"a block without a chunk uses the workspace", "if (blockIdx.x >= blocks)",
			"if (blockIdx.x == 300u && threadIdx.x == 0u)\n" +
				"        grid_reduce_sum_float32_reset(workspace);\n    if (blockIdx.x >= blocks)", "a block uses the workspace"},
		{"a block counts itself twice", starts, starts +
			"    if (threadIdx.x == 0u && blockIdx.x == 7u)\n        grid_reduce_sum_float32_begin(workspace);\n",
			"the block counts itself again"},
		{"a block does not count itself", counts, "if (threadIdx.x == 0u && chunks > 1u && blockIdx.x != 6u)\n        before",
			"the block does not count itself"},
		{"a block puts the count back", counts,
			"if (threadIdx.x == 0u && blockIdx.x == 6u)\n        grid_reduce_sum_float32_reset(workspace);\n    " + counts,
			"before the block counts itself"},
	}, 24) {
		if err := collects(t, s, planted(t, src, "", f), meetings); err == nil || !strings.Contains(err.Error(), f.says) {
			t.Errorf("%s: %v, want %q", f.name, err, f.says)
		}
	}
}
