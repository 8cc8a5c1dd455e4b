package solvers_test

import (
	"fmt"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/smt"
	"github.com/shflgen/shflgen/internal/prover/term"
)

// TestKeysTurned asks the solvers whether turned keys are ordered as floats are,
// have all NaNs at one end, and come back; and for floats that say otherwise if keys
// are turned a little differently.
func TestKeysTurned(t *testing.T) {
	missing(t)
	var questions []question
	for _, f := range []bv.Format{bv.F16, bv.BF16, bv.F32, bv.F64} {
		d, w := smt.New(), f.Bits()
		a, b := d.Var("a", 0, w), d.Var("b", 1, w)
		isNaN := func(x bv.Value) bv.Value { return term.IsNaN(d, f, x) }
		both := d.Not(d.Int(bv.Or, isNaN(a), isNaN(b)))
		sign := func(x bv.Value) bv.Value { return d.Extract(x, w-1, 1) }
		// -0 is below +0: equal floats of which the first alone is negative.
		below := d.Int(bv.Or, d.Float(bv.FLt, f, a, b),
			d.Int(bv.And, d.Float(bv.FEq, f, a, b), d.Int(bv.And, sign(a), d.Not(sign(b)))))
		ask := func(name, want string, when, got, wanted bv.Value) {
			script := smt.Script(name, []smt.Claim{{
				What: name, Got: d.Int(bv.And, when, got).(*smt.Term), Want: d.Int(bv.And, when, wanted).(*smt.Term),
			}})
			questions = append(questions, question{fmt.Sprintf("turned%d", len(questions)), script, want})
		}
		yes := d.Const(1, 1)
		nanFirst := d.Int(bv.And, isNaN(a), d.Not(isNaN(b)))
		for _, o := range []bv.FloatOp{bv.FMin, bv.FMax, bv.FMinNaN, bv.FMaxNaN} {
			by, lost, _ := term.KeyOrder(o, w)
			unsigned := map[bv.IntOp]bv.IntOp{bv.SMin: bv.UMin, bv.SMax: bv.UMax}[by]
			minusOne := ^uint64(0) >> (64 - w)
			key := func(x bv.Value) bv.Value { return term.KeyTurned(d, f, x, lost) }
			unkey := func(x bv.Value) bv.Value { return term.UnkeyTurned(d, f, x, lost) }
			more := func(by uint64) func(bv.Value) bv.Value {
				return func(x bv.Value) bv.Value { return d.Int(bv.Add, key(x), d.Const(w, by)) }
			}
			otherWay := func(x bv.Value) bv.Value { return term.KeyTurned(d, f, x, ^lost&minusOne) }
			// Whether the key of a NaN beside that of a number wins or loses as o says.
			end := func(by bv.IntOp, key func(bv.Value) bv.Value) bv.Value {
				picked := key(b)
				if o == bv.FMinNaN || o == bv.FMaxNaN {
					picked = key(a)
				}
				return d.Int(bv.Eq, d.Int(by, key(a), key(b)), picked)
			}
			ordered := func(key func(bv.Value) bv.Value) bv.Value { return d.Int(bv.SLt, key(a), key(b)) }
			ask("turned keys are ordered as floats are", "unsat", both, ordered(key), below)
			ask("a NaN's turned key is at its end", "unsat", nanFirst, end(by, key), yes)
			ask("a turned key comes back", "unsat", yes, d.Int(bv.Eq, unkey(key(a)), a), yes)
			ask("a NaN's is, unsigned", "sat", nanFirst, end(unsigned, key), yes)
			ask("a NaN's is, turned the other way", "sat", nanFirst, end(by, otherWay), yes)
			ask("a NaN's is, not turned", "sat", nanFirst, end(by, func(x bv.Value) bv.Value { return term.Unkey(d, f, x) }), yes)
			ask("a turned key is what comes back", "sat", both, d.Int(bv.Eq, term.Unkey(d, f, key(a)), a), yes)
			// By one place too many an infinity goes where NaNs are; by one too few a NaN stays behind.
			many, few := uint64(1), minusOne
			if lost>>(w-1) == 0 {
				many, few = few, many
			}
			ask("keys turned by one place more are ordered", "sat", both, ordered(more(many)), below)
			ask("a NaN's is, turned by one place less", "sat", nanFirst, end(by, more(few)), yes)
		}
	}
	ask(t, questions, solvers)
}

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
		key := func(x bv.Value) bv.Value { return term.Key(d, f, term.IsNaN(d, f, x), x, 1<<(w-1)) }
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
		for _, o := range []bv.FloatOp{bv.FMin, bv.FMax, bv.FMinNaN, bv.FMaxNaN} {
			by, lost, _ := term.KeyOrder(o, w)
			nanFirst := d.Int(bv.And, d.Not(number(a)), number(b))
			for _, kind := range []struct {
				what, want string
				moved      func(x bv.Value) bv.Value
			}{
				{"every NaN moved", "unsat", func(x bv.Value) bv.Value { return term.IsNaN(d, f, x) }},
				{"strays moved", "unsat", func(x bv.Value) bv.Value { return term.Stray(d, f, x, lost) }},
				{"none moved", "sat", func(bv.Value) bv.Value { return d.Const(1, 0) }},
			} {
				key := func(x bv.Value) bv.Value { return term.Key(d, f, kind.moved(x), x, lost) }
				picked := key(b)
				if o == bv.FMinNaN || o == bv.FMaxNaN {
					picked = key(a)
				}
				ask(kind.what+": a NaN is at its end", kind.want, nanFirst, d.Int(bv.Eq, d.Int(by, key(a), key(b)), picked), one)
				if kind.want == "sat" {
					continue
				}
				ask(kind.what+": a number is not moved", "unsat", number(a), kind.moved(a), d.Const(1, 0))
				if f == bv.F64 {
					upper := func(x bv.Value) bv.Value { return term.KeyUpper(d, kind.moved(x), x, lost) }
					picked := upper(b)
					if o == bv.FMinNaN || o == bv.FMaxNaN {
						picked = upper(a)
					}
					ask(kind.what+", their upper words: a NaN is at its end", "unsat", nanFirst, d.Int(bv.Eq, d.Int(by, upper(a), upper(b)), picked), one)
					ask(kind.what+", their upper words: a NaN comes back as one", "unsat", d.Not(number(a)), number(term.Unkey(d, f, upper(a))), d.Const(1, 0))
					ask(kind.what+", their upper words: a number has the same key", "unsat", number(b), d.Int(bv.Eq, upper(b), key(b)), one)
				}
				ask(kind.what+": a NaN comes back as one", "unsat", d.Not(number(a)), number(term.Unkey(d, f, key(a))), d.Const(1, 0))
			}
		}
		ask("a key is what comes back", "sat", number(a), d.Int(bv.Eq, key(a), a), one)
	}
	ask(t, questions, solvers)
}
