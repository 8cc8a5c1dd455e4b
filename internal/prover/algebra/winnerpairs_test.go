package algebra

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/internal/prover/term"
	"github.com/shflgen/shflgen/spec"
)

// TestWinnerIsLeastPair: where pairs of an element and a number are ordered as integers by the element, then by the
// number, the least integer is the winner's: value and number. Absent ones have all ones.
func TestWinnerIsLeastPair(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, args := range []string{"reduce", "reduce -width 8", "xor-reduce -width 4", "down-reduce -width 16 -mask full",
		"block-reduce -block 40", "block-reduce -block 70 -all", "block-reduce -block 64 -mask full"} {
		for _, of := range []string{"argmin", "argmax", "argmin -type uint32", "argmax -type uint32"} {
			s, err := spec.ParseArgs(strings.Fields("-pattern " + args + " -op " + of))
			if err != nil {
				t.Fatal(err)
			}
			order := WinnerPairs(s, term.Values{})
			for range 50 {
				winnerOnNumbers(t, s, *order, rng)
			}
		}
	}
	for _, args := range []string{"reduce -op max", "reduce -op argmax -width 3", "reduce -op argmin -mask active",
		"reduce -op argmin -type float32", "row-reduce -op argmax -cols 64", "grid-reduce -op argmin",
		"block-reduce -block 64 -op argmax -map abs", "reduce -op argmin -type int8"} {
		s, err := spec.ParseArgs(strings.Fields("-pattern " + args))
		if err != nil {
			t.Fatal(err)
		}
		if WinnerPairs(s, term.Values{}) != nil {
			t.Errorf("%s: has pairs", args)
		}
	}
}

func winnerOnNumbers(t *testing.T, s spec.Spec, order term.PairOrder, rng *rand.Rand) {
	t.Helper()
	n, sh := bv.Numbers{}, s.Shape()
	var in, tokens Input
	edges := ref.Edges(s.Type)
	for i := range sh.Lanes {
		x, is := edges[rng.IntN(1+rng.IntN(len(edges)))], uint64(1)
		if sh.Masked() {
			is = rng.Uint64() & 1
		}
		in.Elements, in.Members = append(in.Elements, n.Const(32, x)), append(in.Members, n.Const(1, is))
		tokens.Elements = append(tokens.Elements, n.Const(64, rankOf(order, x)<<32|uint64(i)))
	}
	tokens.Members = in.Members
	want, err := Run(n, s, in)
	if err != nil {
		t.Fatal(err)
	}
	got, err := ref.Run(algebraOf(n, ofTokens(s)), ofTokens(s), tokens)
	if err != nil {
		t.Fatal(err)
	}
	for i, token := range got.Value {
		x, _ := n.Known(token)
		slot, key := x&nobody, x>>32
		if got.Named[i] != want.Named[i] {
			t.Fatalf("%v: lane %d is named: %t", s, i, got.Named[i])
		}
		if !want.Named[i] {
			continue
		}
		number, _ := n.Known(want.Numbers[0][i])
		value, _ := n.Known(want.Value[i])
		if number != slot || number != nobody && rankOf(order, value) != key {
			t.Fatalf("%v: lane %d: key %#x in slot %#x, want element %#x of lane %#x", s, i, key, slot, value, number)
		}
	}
}

// rankOf is where a key of 32 bits stands in an order, as an unsigned number: the first is 0.
func rankOf(order term.PairOrder, x uint64) uint64 {
	if order.Less == bv.SLt {
		x ^= 1 << 31
	}
	if order.Greatest {
		x ^= 1<<32 - 1
	}
	return x
}
