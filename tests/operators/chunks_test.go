package operators_test

import (
	"slices"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/ref"
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
	spreads.Cols, sums.Cols = n, n
	made := slices.Concat(make([]uint64, n*spreads.Shape().Leaves()), x)
	for _, of := range []struct {
		what          string
		spread, alone ref.Answer
	}{
		{"an array", called(t)(ref.Call(spreads, nil, made)), called(t)(ref.Call(sums, nil, x))},
		{"one chunk", called(t)(ref.CallOneChunk(spreads, nil, made)), called(t)(ref.CallOneChunk(sums, nil, x))},
	} {
		if got, want := of.spread.Value[sum].Bits, of.alone.Value[0].Bits; got != want {
			t.Errorf("the sum of %s is %#x in a struct, %#x alone", of.what, got, want)
		}
	}
}

// called is the answer of a call that has no error.
func called(t *testing.T) func(a ref.Answer, err error) ref.Answer {
	return func(a ref.Answer, err error) ref.Answer {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
}
