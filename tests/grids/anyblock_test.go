package grids

import (
	"context"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/ptx"
	"github.com/shflgen/shflgen/tests/extent"
)

// proveAny is the proof of the tree over six chunks, where any block but the last one begins last, and where the first
// one does. Each text is what is wrong.
func proveAny(t *testing.T, code []byte) (any, first string) {
	t.Helper()
	s := sumOf(t, "float32")
	f, err := ptx.Read("array.ptx", code)
	if err != nil {
		t.Fatal(err)
	}
	a, err := f.Array(s, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	prove := func(b check.Subject, err error) string {
		if err != nil {
			t.Fatal(err)
		}
		p, err := check.Prove(context.Background(), b, check.Search{AfterFault: 1})
		if err == nil {
			err = p.Err()
		}
		if err != nil {
			return err.Error()
		}
		return ""
	}
	return prove(a.AnyTree(6)), prove(a.Tree(6, 6, 0))
}

// TestAnyBlock: whichever block begins last stores the result. Each fault is in what one block does that is neither the
// first nor the last one, so that the claim about the first one does not see it.
func TestAnyBlock(t *testing.T) {
	s := sumOf(t, "float32")
	src := emit(t, s, gen.CUDA)
	if any, first := proveAny(t, kernelOf(t, s, src)); any != "" || first != "" {
		t.Fatal(any, first)
	}
	const leaves, lastStore = "threadIdx.x == 0u && chunks > 1u)\n            grid",
		"grid_reduce_sum_float32_reset(workspace);\n        *out = result;"
	const await = "unsigned long long word;\n    do {"
	for _, f := range extent.Faults(t, []fault{
		{"another result", lastStore,
			"grid_reduce_sum_float32_reset(workspace);\n        *out = blockIdx.x == 2u ? 0.f : result;", "differs"},
		{"no result", lastStore, "grid_reduce_sum_float32_reset(workspace);\n        if (blockIdx.x != 2u) *out = result;",
			"no thread stores the result"},
		{"the count is not put back", lastStore,
			"if (blockIdx.x != 2u) grid_reduce_sum_float32_reset(workspace);\n        *out = result;",
			"the count is put back 0 times"},
		{"its result in the slot of another", "workspace + 16 + chunk", "workspace + 16 + (chunk == 2u ? 3u : chunk)",
			"stores what is not the result"},
		{"its result nowhere", leaves, "threadIdx.x == 0u && chunks > 1u && blockIdx.x != 2u)\n            grid",
			"is stored 0 times"},
		{"its result twice", leaves, "threadIdx.x <= (blockIdx.x == 2u ? 1u : 0u) && chunks > 1u)\n            grid",
			"is stored 2 times"},
		{"the elements of another", "chunk * size", "(chunk == 2u ? 3u : chunk) * size", "no place in it"},
		{"an element past its chunk", "first, count, threadIdx.x)",
			"first, blockIdx.x == 2u ? count + 1u : count, threadIdx.x)", "outside global memory of in"},
		{"a slot by its own number", await, "slot = blockIdx.x == 2u ? slot + blockIdx.x - threadIdx.x : slot;\n    " + await,
			"the block's own number"},
	}, 24) {
		any, first := proveAny(t, kernelOf(t, s, planted(t, src, "", f)))
		if any == "" || !strings.Contains(any, f.says) {
			t.Errorf("%s: %q, want %q", f.name, any, f.says)
		}
		if first != "" {
			t.Errorf("%s: seen where the first block begins last: %s", f.name, first)
		}
	}
}
