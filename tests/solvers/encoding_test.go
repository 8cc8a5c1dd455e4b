package solvers_test

import (
	"fmt"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/tape"
	"github.com/shflgen/shflgen/internal/prover/term"
	"github.com/shflgen/shflgen/tests/solvers"
)

// equal is the script that asks whether two values differ.
func equal(d *tape.Tape, about string, a, b bv.Value) []byte {
	return []byte(d.Lawful(about, []tape.Pair{{Float: bv.NoFormat, A: a.(*tape.Node), B: b.(*tape.Node)}}))
}

// TestRotatedEncoding: the rotated integer encoding of floats keeps the order, has all NaNs at
// one end and decodes to the float. For an encoding that differs a little, the solvers find
// floats that refute it.
func TestRotatedEncoding(t *testing.T) {
	solvers.Missing(t)
	var questions solvers.Questions
	for _, f := range []bv.Format{bv.F16, bv.BF16, bv.F32, bv.F64} {
		d, w := tape.New(), f.Bits()
		a, b := d.Var(w), d.Var(w)
		isNaN := func(x bv.Value) bv.Value { return term.IsNaN(d, f, x) }
		both := d.Not(d.Int(bv.Or, isNaN(a), isNaN(b)))
		sign := func(x bv.Value) bv.Value { return d.Extract(x, w-1, 1) }
		// -0 is below +0: the floats are equal, and only the first is negative.
		below := d.Int(bv.Or, d.Float(bv.FLt, f, a, b),
			d.Int(bv.And, d.Float(bv.FEq, f, a, b), d.Int(bv.And, sign(a), d.Not(sign(b)))))
		ask := func(name, want string, when, got, wanted bv.Value) {
			script := equal(d, name, d.Int(bv.And, when, got), d.Int(bv.And, when, wanted))
			questions.Add(fmt.Sprintf("rotated%d", len(questions)), script, want)
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
			opposite := func(x bv.Value) bv.Value { return term.KeyTurned(d, f, x, ^lost&minusOne) }
			// Whether the code of a NaN wins or loses against the code of a number, as o requires.
			end := func(by bv.IntOp, key func(bv.Value) bv.Value) bv.Value {
				picked := key(b)
				if o == bv.FMinNaN || o == bv.FMaxNaN {
					picked = key(a)
				}
				return d.Int(bv.Eq, d.Int(by, key(a), key(b)), picked)
			}
			ordered := func(key func(bv.Value) bv.Value) bv.Value { return d.Int(bv.SLt, key(a), key(b)) }
			ask("rotated codes are ordered like floats", "unsat", both, ordered(key), below)
			ask("the rotated code of a NaN is at its end", "unsat", nanFirst, end(by, key), yes)
			ask("a rotated code decodes to the float", "unsat", yes, d.Int(bv.Eq, unkey(key(a)), a), yes)
			ask("the code of a NaN is at its end, compared unsigned", "sat", nanFirst, end(unsigned, key), yes)
			ask("the code of a NaN is at its end, rotated in the other direction", "sat", nanFirst, end(by, opposite), yes)
			ask("the code of a NaN is at its end, not rotated", "sat", nanFirst,
				end(by, func(x bv.Value) bv.Value { return term.Unkey(d, f, x) }), yes)
			ask("a rotated code decodes without rotation", "sat", both, d.Int(bv.Eq, term.Unkey(d, f, key(a)), a), yes)
			// Rotated by one too many, an infinity is among the NaNs; by one too few, a NaN is among the numbers.
			many, few := uint64(1), minusOne
			if lost>>(w-1) == 0 {
				many, few = few, many
			}
			ask("codes rotated by one more are ordered like floats", "sat", both, ordered(more(many)), below)
			ask("the code of a NaN is at its end, rotated by one less", "sat", nanFirst, end(by, more(few)), yes)
		}
	}
	questions.Ask(t, solvers.Commands)
}

// TestEncoding: the order-preserving integer encoding of floats keeps the order and decodes to
// the float. For the plain bits, the solvers find floats that refute it.
func TestEncoding(t *testing.T) {
	solvers.Missing(t)
	var questions solvers.Questions
	for _, f := range []bv.Format{bv.F16, bv.BF16, bv.F32, bv.F64} {
		d, w := tape.New(), f.Bits()
		a, b := d.Var(w), d.Var(w)
		number := func(x bv.Value) bv.Value { return d.Not(d.Float(bv.FUnordered, f, x, x)) }
		both := d.Int(bv.And, number(a), number(b))
		sign := func(x bv.Value) bv.Value { return d.Extract(x, w-1, 1) }
		// -0 is below +0: the floats are equal, and only the first is negative.
		below := d.Int(bv.Or, d.Float(bv.FLt, f, a, b),
			d.Int(bv.And, d.Float(bv.FEq, f, a, b), d.Int(bv.And, sign(a), d.Not(sign(b)))))
		key := func(x bv.Value) bv.Value { return term.Key(d, f, term.IsNaN(d, f, x), x, 1<<(w-1)) }
		back := term.Unkey(d, f, key(a))
		ask := func(name, want string, when, got, wanted bv.Value) {
			script := equal(d, name, d.Int(bv.And, when, got), d.Int(bv.And, when, wanted))
			questions.Add(fmt.Sprintf("encoding%d", len(questions)), script, want)
		}
		one := d.Const(1, 1)
		ask("codes are ordered like floats", "unsat", both, d.Int(bv.SLt, key(a), key(b)), below)
		ask("bits are ordered like floats", "sat", both, d.Int(bv.SLt, a, b), below)
		ask("a code decodes to the float", "unsat", number(a), d.Int(bv.Eq, back, a), one)
		for _, o := range []bv.FloatOp{bv.FMin, bv.FMax, bv.FMinNaN, bv.FMaxNaN} {
			by, lost, _ := term.KeyOrder(o, w)
			nanFirst := d.Int(bv.And, d.Not(number(a)), number(b))
			for _, kind := range []struct {
				what, want string
				moved      func(x bv.Value) bv.Value
			}{
				{"every NaN moved", "unsat", func(x bv.Value) bv.Value { return term.IsNaN(d, f, x) }},
				{"NaNs at the wrong end moved", "unsat", func(x bv.Value) bv.Value { return term.Stray(d, f, x, lost) }},
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
					ask(kind.what+", upper 32 bits: a NaN is at its end", "unsat", nanFirst,
						d.Int(bv.Eq, d.Int(by, upper(a), upper(b)), picked), one)
					ask(kind.what+", upper 32 bits: a NaN decodes to a NaN", "unsat", d.Not(number(a)),
						number(term.Unkey(d, f, upper(a))), d.Const(1, 0))
					ask(kind.what+", upper 32 bits: a number has the same code", "unsat", number(b), d.Int(bv.Eq, upper(b), key(b)),
						one)
				}
				ask(kind.what+": a NaN decodes to a NaN", "unsat", d.Not(number(a)), number(term.Unkey(d, f, key(a))),
					d.Const(1, 0))
			}
		}
		ask("a code is the float itself", "sat", number(a), d.Int(bv.Eq, key(a), a), one)
	}
	questions.Ask(t, solvers.Commands)
}
