package mutants_test

import (
	"strings"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
)

// claim is a function that text makes false, on a GPU that has redux.sync.
type claim struct{ args, was, now string }

// TestRounds alters the rounds by which topk and select find ranks. Each altered function must
// be refuted.
func TestRounds(t *testing.T) {
	refutedEach(t, []claim{
		// all that are equal leave
		{"-pattern topk -k 2", "((__ballot_sync(0xffffffffu, x0 == x1) ^ mine) & upTo) == 0u", "x0 == x1"},
		// lanes leave that do not have it
		{"-pattern topk -k 2", "x0 == x1) ^ mine", "x0 == x1)"},
		// as if no lane came before
		{"-pattern topk -k 2", "upTo = 2u * mine - 1u", "upTo = mine"},
		// all up to the first leave
		{"-pattern topk -k 2", "upTo = 2u * mine - 1u", "upTo = mine - 1u"},
		// who is no member votes
		{"-pattern topk -k 2", "x0 == x1", "v0 == x1"},
		// it stays, as another one
		{"-pattern topk -k 2 -mask full", "first0 ? 2147483647", "first0 ? 0"},
		// whoever left votes again
		{"-pattern topk -k 3 -mask full", "x1 == x2", "v0 == x2"},
		// and is back
		{"-pattern topk -k 3 -mask full", "x3 = first1 ? 2147483647 : x1", "x3 = first1 ? 2147483647 : v0"},
		// the others go on
		{"-pattern topk -k 2 -n 2 -mask full", "first0 ? x1 : x0", "first0 ? x0 : x1"},
		// by a product: the others leave
		{"-pattern topk -k 5", "setp.ne.u32 p", "setp.eq.u32 p"},
		// a product with what is no 0
		{"-pattern topk -k 5", "zero = mine & upTo >> 1u", "zero = mine & upTo"},
		// all go on
		{"-pattern topk -k 5 -n 2 -mask full", "@p mul.lo.u32 %0, %2, %3", "mul.lo.u32 %0, %2, %3"},
		// infinity for who is no member
		{"-pattern select -k 3 -type float32", ": 2147483647;", ": 0x7f800000;"},
		// the least words of two
		{"-pattern select -k 2 -type int64 -mask full", "mine == upper ? (unsigned)x : 4294967295u", "(unsigned)x"},
	})
}

// TestExchanges alters how two keys of 64 bits are put in order. Each altered function must be refuted.
func TestExchanges(t *testing.T) {
	refutedEach(t, []claim{
		{"-pattern sort -width 4 -type float64 -mask full", "setp.lt.xor", "setp.gt.xor"},         // the order
		{"-pattern sort -width 4 -type float64 -mask full", "@takes mul.lo.u32 bl, al, %3; ", ""}, // one word stays
		// one word always moves
		{"-pattern sort -width 4 -type float64 -mask full", "@takes mul.lo.u32 bh", "mul.lo.u32 bh"},
		// a product with what is no 1
		{"-pattern sort -width 4 -type float64 -mask full", "(lane >> 5u) + 1u", "(lane >> 1u) + 1u"},
	})
}

// refutedEach wants each claim to be false, and refuted.
func refutedEach(t *testing.T, claims []claim) {
	extent.NotQuick(t, "compiles every false claim")
	clang, err := compile.FindClang()
	if err != nil {
		t.Skip(err)
	}
	clang.Lax = true
	for _, tt := range extent.Faults(t, claims, 12) {
		t.Run(tt.args+" "+tt.was+" → "+tt.now, func(t *testing.T) {
			t.Parallel()
			s, err := spec.ParseArgs(strings.Fields(tt.args + " -arch sm_80"))
			if err != nil {
				t.Fatal(err)
			}
			refuted(t, s, tt.was, tt.now, func(src []byte) ([]byte, error) { return clang.One(s, src, "sm_80") })
		})
	}
}
