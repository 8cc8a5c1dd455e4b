package operators_test

import (
	"strings"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/ptx"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
)

// provedParts proves some claims of the kernels of parts: chunks about the loads that a thread has in flight, which
// results a block stores, and the tree over results.
func provedParts(t *testing.T, s spec.Spec, src string) error {
	t.Helper()
	a, err := arrayKernel(t, s, src, false)
	if err != nil {
		return err
	}
	p, deep := s.GridOrder().Accumulators(), 24/len(s.MapInputs())
	var subjects []func() (check.Subject, error)
	for _, at := range []ptx.Parted{{N: 1000, To: 1, Blocks: 1},
		{N: 16*p + 1, From: 1, To: 3, Blocks: 2, Number: 1, Chunk: 2},
		{N: 255*(deep+1)*p + (deep+1)*p - 3, From: 255, To: 256, Blocks: 1, Chunk: 255}} {
		subjects = append(subjects, func() (check.Subject, error) { return a.Part(at) })
	}
	for _, n := range []int{1, 16*p + 1, 32*8*p + 1} {
		subjects = append(subjects, func() (check.Subject, error) { return a.Combined(n, n) })
	}
	for _, of := range subjects {
		subject, err := of()
		if err != nil {
			return err
		}
		if proof, err := check.Prove(t.Context(), subject, check.Search{AfterFault: 1}); err != nil || proof.Err() != nil {
			return errorOf(err, proof.Err())
		}
	}
	for _, at := range []ptx.Parted{{N: 16*p + 1, To: 3, Blocks: 4, Number: 3}, {N: 16*p + 1, From: 1, To: 2, Blocks: 1}} {
		if err := a.PartStores(at); err != nil {
			return err
		}
	}
	return nil
}

const (
	partsOfThree   = "-pattern grid-reduce -parts -op ../userops.Minus -map ../userops.Residual"
	partsOfRecords = "-pattern grid-reduce -parts -op ../userops.MergeRecords -map ../userops.LiftRecord"
)

// TestArrayParts: kernels of parts are proved of users' maps of several arrays, and of structs with padding.
func TestArrayParts(t *testing.T) {
	extent.NotQuick(t, "compiles CUDA")
	extent.OneIn(t, 8, 8)
	for _, args := range extent.Drawn(t, []string{partsOfRecords, partsOfThree,
		"-pattern grid-reduce -parts -map ../userops.Residual"}, 6, 6) {
		s, src := cudaOf(t, args)
		if err := provedParts(t, s, src); err != nil {
			t.Errorf("%s: %v", args, err)
		}
	}
}

// TestArrayPartsFaults: each is shown by a call, or named.
func TestArrayPartsFaults(t *testing.T) {
	extent.NotQuick(t, "compiles CUDA")
	faults := []struct{ what, args, after, old, new, says string }{
		{"the third array from its start", partsOfThree, "_chunks(const", "c + held", "c", "outside global memory of c"},
		{"two arrays exchanged", partsOfThree, "_chunks(const", "b + held, c + held", "c + held, b + held", "expected"},
		{"the third array stays", partsOfThree, "_deep(const", "c_from += 8192;", "", ""},
		{"no chunk is whole", partsOfRecords, "_chunks(const", "out[chunk] = result;", "out[chunk].Count = result.Count;",
			"no thread stores the whole result"},
		{"the result in another's place", partsOfRecords, "_chunks(const", "out[chunk] = result;",
			"out[chunk ^ 1u] = result;", "chunk"},
		{"a result left out", partsOfRecords, "_combine(const", "threadIdx.x < chunks", "threadIdx.x + 1u < chunks", ""},
		{"results in another order", partsOfRecords, "_combine(const", "results[threadIdx.x]",
			"results[(threadIdx.x + 1u) % chunks]", "expected"},
		{"a chunk more is there", partsOfRecords, "_combine(const", "result, chunks)", "result, chunks + 1u)", ""},
		{"a thread without an element", partsOfThree, "_chunks(const", "(count + 3u) / 4u", "(count + 4u) / 4u", ""},
	}
	if extent.Of() != extent.Full { // no input that shows the last one is found, in half a minute of a processor
		faults = faults[:len(faults)-1]
	}
	for _, f := range extent.Faults(t, faults, 24) {
		s, src := cudaOf(t, f.args)
		at := strings.LastIndex(src, f.after)
		if at < 0 || strings.Count(src[at:], f.old) == 0 {
			t.Errorf("%s: no %s", f.what, f.old)
			continue
		}
		if err := provedParts(t, s, src[:at]+strings.Replace(src[at:], f.old, f.new, 1)); err == nil ||
			!strings.Contains(err.Error(), f.says) {
			t.Errorf("%s: %v, want %q", f.what, err, f.says)
		}
	}
}
