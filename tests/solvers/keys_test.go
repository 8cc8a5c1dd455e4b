package solvers_test

import (
	"fmt"
	"testing"

	"github.com/shflgen/shflgen/verify/bv"
	"github.com/shflgen/shflgen/verify/smt"
	"github.com/shflgen/shflgen/verify/term"
)

// TestKeys asks the solvers whether keys are ordered as floats are, and come
// back, and for a float by which plain bits are not.
func TestKeys(t *testing.T) {
	missing(t)
	var questions []question
	for _, f := range []bv.Format{bv.F16, bv.BF16, bv.F32, bv.F64} {
		d, w := smt.New(), f.Bits()
		a, b := d.Var("a", 0, w), d.Var("b", 1, w)
		number := func(x bv.Value) bv.Value { return d.Not(d.Float(bv.FUnordered, f, x, x)) }
		both := d.Int(bv.And, number(a), number(b))
		sign := func(x bv.Value) bv.Value { return d.Extract(x, w-1, 1) }
		// -0 is below +0: equal floats of which the first alone is negative.
		below := d.Int(bv.Or, d.Float(bv.FLt, f, a, b),
			d.Int(bv.And, d.Float(bv.FEq, f, a, b), d.Int(bv.And, sign(a), d.Not(sign(b)))))
		key := func(x bv.Value) bv.Value { return term.Key(d, f, x, 1<<(w-1)) }
		back := term.Unkey(d, f, key(a))
		ask := func(name, want string, when, got, wanted bv.Value) {
			script := smt.Script(name, []smt.Claim{{
				What: name, Got: d.Int(bv.And, when, got).(*smt.Term), Want: d.Int(bv.And, when, wanted).(*smt.Term),
			}})
			questions = append(questions, question{fmt.Sprintf("keys%d", len(questions)), script, want})
		}
		one := d.Const(1, 1)
		ask("keys are ordered as floats are", "unsat", both, d.Int(bv.SLt, key(a), key(b)), below)
		ask("bits are ordered as floats are", "sat", both, d.Int(bv.SLt, a, b), below)
		ask("a key comes back", "unsat", number(a), d.Int(bv.Eq, back, a), one)
		ask("a NaN is told by its bits", "unsat", one, term.NaNBits(d, f, a), d.Not(number(a)))
		for _, o := range []bv.FloatOp{bv.FMin, bv.FMax, bv.FMinNaN, bv.FMaxNaN} {
			by, lost, _ := term.KeyOrder(o, w)
			key := func(x bv.Value) bv.Value { return term.Key(d, f, x, lost) }
			end := d.Const(w, lost)
			back := term.Unkey(d, f, end)
			ask("no number has the lost key", "unsat", number(a), d.Not(d.Int(bv.Eq, key(a), end)), one)
			ask("the lost key comes back as a NaN", "unsat", one, d.Float(bv.FUnordered, f, back, back), one)
			if o == bv.FMin || o == bv.FMax {
				ask("a NaN loses", "unsat", one, d.Int(bv.Eq, d.Int(by, key(a), end), key(a)), one)
			} else {
				ask("a NaN wins", "unsat", one, d.Int(bv.Eq, d.Int(by, key(a), end), end), one)
			}
		}
		ask("a key is what comes back", "sat", number(a), d.Int(bv.Eq, key(a), a), one)
	}
	ask(t, questions, solvers)
}
