package term

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// TestTries: operands give one tree in whichever order the op is applied, and operands that differ give another one.
// Prefixes share all but a few terms.
func TestTries(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for _, op := range []bv.IntOp{bv.Add, bv.Mul, bv.Xor, bv.And, bv.SMin, bv.UMax} {
		d := New(Strategy{Tries: IntOperator(op, 32)})
		var all []bv.Value
		for i := range 60 {
			all = append(all, d.Var(i, 32))
		}
		combined := func(of []bv.Value) bv.Value {
			of = slices.Clone(of)
			for len(of) > 1 {
				i, j := rng.IntN(len(of)), rng.IntN(len(of)-1)
				x := of[i]
				of = slices.Delete(of, i, i+1)
				of[j] = d.Int(op, x, of[j])
			}
			return of[0]
		}
		seen := map[bv.Value]string{}
		for range 300 {
			var of []bv.Value
			name := ""
			for i, x := range all {
				if rng.IntN(3) > 0 {
					of, name = append(of, x), fmt.Sprint(name, " ", i)
				}
			}
			if len(of) == 0 {
				continue
			}
			one, other := combined(of), combined(of)
			if one != other {
				t.Fatalf("op %d: two trees of%s", op, name)
			}
			if had, ok := seen[one]; ok && had != name {
				t.Fatalf("op %d: one tree of%s and%s", op, had, name)
			}
			seen[one] = name
		}
	}
	d := New(Strategy{Tries: IntOperator(bv.Add, 32)})
	x := d.Int(bv.Add, d.Var(0, 32), d.Const(32, 0))
	if x != bv.Value(d.Var(0, 32)) {
		t.Error("the identity is an operand")
	}
	before := d.Terms()
	sum := x
	for i := 1; i < 4096; i++ {
		sum = d.Int(bv.Add, sum, d.Var(i, 32))
	}
	if made := d.Terms() - before; made > 4096*14 {
		t.Errorf("%d terms of 4096 prefixes", made)
	}
}

// TestTriesTwice: an operand that is combined twice is not combined once, except for an op where that is the same.
func TestTriesTwice(t *testing.T) {
	for op, same := range map[bv.IntOp]bool{bv.Add: false, bv.Xor: false, bv.Mul: false, bv.UMin: true, bv.Or: true} {
		d := New(Strategy{Tries: IntOperator(op, 32)})
		a, b, c := d.Var(0, 32), d.Var(1, 32), d.Var(2, 32)
		once := d.Int(op, d.Int(op, a, b), c)
		twice := d.Int(op, d.Int(op, a, b), d.Int(op, b, c))
		if (once == twice) != same {
			t.Errorf("op %d: once %v, twice %v", op, once, twice)
		}
	}
}
