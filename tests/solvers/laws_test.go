package solvers_test

import (
	"fmt"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/tape"
	"github.com/shflgen/shflgen/tests/solvers"
)

// TestLaws asks the solvers to prove what scripts take for granted: that elements may be compared by bounds.
func TestLaws(t *testing.T) {
	solvers.Missing(t)
	var questions solvers.Questions
	claim := func(d *tape.Tape, what string, a, b bv.Value) {
		if a == b {
			t.Errorf("%s: both sides are one value", what)
		}
		questions.Add(fmt.Sprintf("law%d", len(questions)), equal(d, what, a, b), "unsat")
	}
	bounds := func(what string, o tape.Order, w int) {
		d := tape.New()
		a, b, bound := d.Var(w), d.Var(w), d.Var(w)
		under := func(n bv.Value) bv.Value { return d.Under(o, n.(*tape.Node), bound) }
		each := d.Int(bv.And, d.Under(o, a, d.Key(o, b)), d.Under(o, b, d.Key(o, a)))
		same := d.Int(bv.Eq, a, b)
		least, greatest := d.Int(bv.UMin, a, b), d.Int(bv.UMax, a, b)
		switch {
		case o.Float != bv.NoFormat:
			same = d.Same(o.Float, a, b)
			least, greatest = d.Float(bv.FMin, o.Float, a, b), d.Float(bv.FMaxNaN, o.Float, a, b)
			if o.NaNLow {
				least, greatest = d.Float(bv.FMinNaN, o.Float, a, b), d.Float(bv.FMax, o.Float, a, b)
			}
		case o.Signed:
			least, greatest = d.Int(bv.SMin, a, b), d.Int(bv.SMax, a, b)
		}
		claim(d, what+": equal if each is at most the other", each, same)
		claim(d, what+": min", under(least), d.Int(bv.Or, under(a), under(b)))
		claim(d, what+": max", under(greatest), d.Int(bv.And, under(a), under(b)))
	}
	for _, w := range []int{8, 16, 32, 64} {
		for _, signed := range []bool{false, true} {
			bounds(fmt.Sprintf("integers of %d bits, signed: %v", w, signed), tape.Order{Signed: signed, Float: bv.NoFormat}, w)
		}
	}
	for f := bv.F16; f <= bv.F64; f++ {
		for _, low := range []bool{false, true} {
			bounds(fmt.Sprintf("floats of %d bits, NaN lowest: %v", f.Bits(), low), tape.Order{Float: f, NaNLow: low}, f.Bits())
		}
	}
	questions.Ask(t, solvers.Commands)
}
