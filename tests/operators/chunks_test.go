package operators_test

import (
	"slices"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
)

// TestChunkOfStructs: the reference takes elements that are one chunk as one, of structs as of scalars.
func TestChunkOfStructs(t *testing.T) {
	spreads, _ := emit(t, "-pattern grid-reduce -op ../userops.MergeSpreads -map ../userops.LiftSpread")
	sums, _ := emit(t, "-pattern grid-reduce -type float32")
	const n, sum = 20_000, 2 // the leaf
	x := make([]uint64, n)
	for i := range x {
		x[i] = ref.Encode(sums.Type, 1/float64(i+1))
	}
	spreads, sums = spreads.OfCols(n), sums.OfCols(n)
	made := slices.Concat(make([]uint64, n*spreads.Shape().Leaves()), x)
	for what, call := range map[string]func(s spec.Spec, mask []uint32, in []uint64) (ref.Answer,
		error){"an array": ref.Call, "one chunk": ref.CallOneChunk} {
		spread, err := call(spreads, nil, made)
		if err != nil {
			t.Fatal(err)
		}
		alone, err := call(sums, nil, x)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := spread.Value[sum].Bits, alone.Value[0].Bits; got != want {
			t.Errorf("the sum of %s is %#x in a struct, %#x alone", what, got, want)
		}
	}
}
