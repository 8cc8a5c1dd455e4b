package mutants_test

import (
	"strings"
	"testing"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/tests/extent"
)

// TestRounds alters the rounds by which topk and select find ranks. Each altered function must
// be refuted.
func TestRounds(t *testing.T) {
	extent.NotQuick(t, "compiles every false claim")
	clang, err := compile.FindClang()
	if err != nil {
		t.Skip(err)
	}
	clang.Lax = true
	for _, tt := range []struct {
		args, was, now string
	}{
		{"-pattern topk -k 2", "(__ballot_sync(0xffffffffu, x0 == x1) & upTo) == mine", "x0 == x1"},                 // all that are equal leave
		{"-pattern topk -k 2", "upTo = 2u * mine - 1u", "upTo = mine"},                                              // as if no lane came before
		{"-pattern topk -k 2", "upTo = 2u * mine - 1u", "upTo = mine - 1u"},                                         // no lane leaves
		{"-pattern topk -k 2", "x0 == x1", "v0 == x1"},                                                              // who is no member votes
		{"-pattern topk -k 2 -mask full", "first0 ? 2147483647", "first0 ? 0"},                                      // it stays, as another one
		{"-pattern topk -k 3 -mask full", "x1 == x2", "v0 == x2"},                                                   // whoever left votes again
		{"-pattern topk -k 3 -mask full", "x3 = first1 ? 2147483647 : x1", "x3 = first1 ? 2147483647 : v0"},         // and is back
		{"-pattern topk -k 2 -n 2 -mask full", "first0 ? x1 : x0", "first0 ? x0 : x1"},                              // the others go on
		{"-pattern select -k 3 -type float32", ": 2147483647;", ": 0x7f800000;"},                                    // infinity for who is no member
		{"-pattern select -k 2 -type int64 -mask full", "mine == upper ? (unsigned)x : 4294967295u", "(unsigned)x"}, // the least words of two
	} {
		t.Run(tt.args+" "+tt.was+" → "+tt.now, func(t *testing.T) {
			t.Parallel()
			s, err := shflgen.ParseArgs(strings.Fields(tt.args + " -arch sm_80"))
			if err != nil {
				t.Fatal(err)
			}
			refuted(t, s, tt.was, tt.now, func(src []byte) ([]byte, error) { return clang.One(s, src, "sm_80") })
		})
	}
}
