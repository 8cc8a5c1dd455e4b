package term

import (
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// TestComplementedBits: a question whether votes are a number, some of them complemented, is the same as
// that of the votes as they are, whichever way it is asked. Of other numbers, or bits, it is not.
func TestComplementedBits(t *testing.T) {
	d := New(Strategy{})
	x := d.Var(0, 32)
	vote := func(lane int) bv.Value { return d.Int(bv.ULt, x, d.Var(lane+1, 32)) }
	votes := d.Concat(d.Concat(vote(0), vote(1)), d.Concat(vote(2), d.Const(5, 0)))
	is := func(number, complemented uint64) bv.Value {
		return d.Int(bv.Eq, d.Int(bv.Xor, votes, d.Const(8, complemented)), d.Const(8, number))
	}
	for _, tt := range []struct {
		number, complemented uint64
		same                 bool // as that the votes are 4
	}{
		{4, 0, true},
		{0, 4, true},
		{7, 3, true},
		{6, 2, true},
		{3, 7, true},
		{4, 1, false},
		{0, 0, false},
		{0, 6, false},
		{4 | 8, 0, false},
	} {
		if got := is(tt.number, tt.complemented) == is(4, 0); got != tt.same {
			t.Errorf("votes ^ %d is %d: got %v for votes is 4, want %v", tt.complemented, tt.number, got, tt.same)
		}
	}
	if a, b := d.Int(bv.Eq, d.Const(8, 0), d.Int(bv.Xor, votes, d.Const(8, 4))), is(4, 0); a != b {
		t.Error("the number first is another question")
	}
}
