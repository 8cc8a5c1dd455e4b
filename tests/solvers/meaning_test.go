package solvers_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/tape"
	"github.com/shflgen/shflgen/tests/solvers"
)

// both is a value as a term and as a number: its value at one input.
type both struct {
	t bv.Value
	n bv.Word
}

// TestMeaning: solvers compute each printed operation as the domain of numbers does. Sums and
// products of floats are left out: a script contains only their laws.
func TestMeaning(t *testing.T) {
	solvers.Missing(t)
	var questions solvers.Questions
	for seed := range uint64(12) {
		rng := rand.New(rand.NewPCG(seed, 7))
		d := tape.New()
		pool, here := inputs(rng, d)
		var right, wrong []tape.Pair
		for range 120 {
			what, v := compute(rng, d, pool)
			if what == "" {
				continue
			}
			pool = append(pool, v)
			w := v.n.W
			// At any other input both sides are equal.
			claim := func(x uint64) tape.Pair {
				c := d.Const(w, x)
				return tape.Pair{Float: bv.NoFormat, A: d.Select(here, v.t, c).(*tape.Node), B: c.(*tape.Node)}
			}
			right = append(right, claim(v.n.X))
			if len(wrong) == 0 {
				wrong = append(wrong, claim(v.n.X^1))
			}
		}
		questions.Add(fmt.Sprintf("meaning%d", seed), []byte(d.Lawful("operations", right)), "unsat")
		questions.Add(fmt.Sprintf("misread%d", seed), []byte(d.Lawful("one operation", wrong)), "sat")
	}
	questions.Ask(t, solvers.Commands)
}

// inputs are unknowns with values, and the bit that every unknown has its value.
func inputs(rng *rand.Rand, d *tape.Tape) (pool []both, here bv.Value) {
	here = d.Const(1, 1)
	for _, w := range []int{1, 1, 8, 8, 8, 16, 16, 16, 32, 32, 32, 64, 64, 64} {
		v := both{d.Var(w), number(rng, w)}
		pool = append(pool, v)
		here = d.Int(bv.And, here, d.Int(bv.Eq, v.t, d.Const(w, v.n.X)))
	}
	return pool, here
}

// number is a random or a special value of w bits.
func number(rng *rand.Rand, w int) bv.Word {
	special := []uint64{0, 1, 1 << (w - 1), 0x3c00, 0x7c00, 0x7c01, 0x3f80, 0x7f80, 0x7f81, 0x3f800000, 0xff800000,
		0x7fc00001, 0x7ff << 52, 0x7ff<<52 + 5}
	x := rng.Uint64()
	if rng.IntN(2) == 0 {
		x = special[rng.IntN(len(special))]
	}
	return bv.Word{W: w, X: x & (^uint64(0) >> (64 - w))}
}

// compute applies a random operation and names it. The name is empty if the result is a NaN:
// its payload is unspecified.
func compute(rng *rand.Rand, d *tape.Tape, pool []both) (what string, v both) {
	pick := func(w int) both {
		for {
			if p := pool[rng.IntN(len(pool))]; w == 0 || p.n.W == w {
				return p
			}
		}
	}
	n := bv.Numbers{}
	a := pick(0)
	b, c := pick(a.n.W), pick(1)
	value := func(v bv.Value) bv.Word { return v.(bv.Word) }
	switch rng.IntN(7) {
	case 0:
		lo := rng.IntN(a.n.W)
		k := 1 + rng.IntN(a.n.W-lo)
		return "extract", both{d.Extract(a.t, lo, k), value(n.Extract(a.n, lo, k))}
	case 1:
		if b = pick(0); a.n.W+b.n.W > 64 {
			return "", v
		}
		return "concat", both{d.Concat(a.t, b.t), value(n.Concat(a.n, b.n))}
	case 2:
		w, signed := a.n.W+rng.IntN(65-a.n.W), rng.IntN(2) == 0
		return "extend", both{d.Extend(a.t, w, signed), value(n.Extend(a.n, w, signed))}
	case 3:
		return "not", both{d.Not(a.t), value(n.Not(a.n))}
	case 4:
		return "select", both{d.Select(c.t, a.t, b.t), value(n.Select(c.n, a.n, b.n))}
	case 5:
		f := bv.Format(rng.IntN(4))
		op := bv.FMin + bv.FloatOp(rng.IntN(int(bv.FUnordered-bv.FMin)+1))
		a, b = pick(f.Bits()), pick(f.Bits())
		if w := f.Bits(); rng.IntN(3) == 0 { // zeros of either sign
			zero := func() both {
				x := bv.Word{W: w, X: uint64(rng.IntN(2)) << (w - 1)}
				return both{d.Const(w, x.X), x}
			}
			a, b = zero(), zero()
		}
		v = both{d.Float(op, f, a.t, b.t), value(n.Float(op, f, a.n, b.n))}
		if op < bv.FEq && n.Float(bv.FUnordered, f, v.n, v.n).(bv.Word).X == 1 {
			return "", v
		}
		return fmt.Sprintf("float op %d", op), v
	}
	op := bv.IntOp(rng.IntN(int(bv.SLt) + 1))
	return fmt.Sprintf("integer op %d", op), both{d.Int(op, a.t, b.t), value(n.Int(op, a.n, b.n))}
}
