package solvers_test

import (
	"fmt"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/tape"
	"github.com/shflgen/shflgen/internal/prover/term"
	"github.com/shflgen/shflgen/tests/solvers"
)

// reduction combines values by o, from the first to the last.
func reduction(d bv.Domain, o bv.IntOp, x []bv.Value) bv.Value {
	all := x[0]
	for _, more := range x[1:] {
		all = d.Int(o, all, more)
	}
	return all
}

// TestUpperLower: a minimum or maximum of 64-bit integers by their upper, then their lower 32
// bits. With the other signedness, the solvers must refute it.
func TestUpperLower(t *testing.T) {
	solvers.Missing(t)
	var questions solvers.Questions
	for _, o := range []bv.IntOp{bv.SMin, bv.SMax, bv.UMin, bv.UMax} {
		for _, lanes := range []int{2, 3, 4} {
			d := tape.New()
			x := elements(d, lanes, 64)
			claim := func(o, by bv.IntOp) []byte {
				return equal(d, "by upper and lower bits", term.ByWords(d, by, x), reduction(d, o, x))
			}
			other := map[bv.IntOp]bv.IntOp{bv.SMin: bv.UMin, bv.UMin: bv.SMin, bv.SMax: bv.UMax, bv.UMax: bv.SMax}[o]
			questions.Add(fmt.Sprintf("upperlower%d.%d", o, lanes), claim(o, o), "unsat")
			questions.Add(fmt.Sprintf("upperlower%d.%d.wrong", o, lanes), claim(o, other), "sat")
		}
	}
	questions.Ask(t, solvers.Commands)
}

// elements are unknowns of w bits.
func elements(d *tape.Tape, lanes, w int) []bv.Value {
	x := make([]bv.Value, lanes)
	for i := range x {
		x[i] = d.Var(w)
	}
	return x
}
