package term

import (
	"math/rand/v2"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// TestConstrain: what is left of a function is the same for two that agree where the
// guard holds, and is each of them there; for two that do not agree it is not.
func TestConstrain(t *testing.T) {
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 3))
		d := New(Strategy{})
		random := func() Guard {
			g := False
			for range 1 + rng.IntN(4) {
				term := True
				for i := range 5 {
					switch rng.IntN(3) {
					case 0:
						term = d.and(term, d.Bit(i))
					case 1:
						term = d.and(term, d.not(d.Bit(i)))
					}
				}
				g = d.or(g, term)
			}
			return g
		}
		f, c, other := random(), random(), random()
		h := d.or(d.and(f, c), d.and(other, d.not(c))) // f where c holds
		if d.constrain(f, c) != d.constrain(h, c) {
			t.Fatalf("seed %d: two that agree where the guard holds become two", seed)
		}
		if d.and(c, d.xor(f, d.constrain(f, c))) != False {
			t.Fatalf("seed %d: not the function where the guard holds", seed)
		}
		if d.and(c, d.xor(f, other)) != False && d.constrain(f, c) == d.constrain(other, c) {
			t.Fatalf("seed %d: two that do not agree become one", seed)
		}
	}
}

// TestWhere: a min or max over some is one term with that over others where the same
// take part, and with no other.
func TestWhere(t *testing.T) {
	for _, op := range orders {
		d := New(Strategy{})
		id := d.Const(16, intOp(op).identity(16))
		take := func(g Guard, i int) bv.Value { return d.Select(d.GuardOf(g), d.Var(i, 16), id) }
		b0, b1, b2 := d.Bit(0), d.Bit(1), d.Bit(2)
		own := d.Int(op, d.Int(op, d.Var(0, 16), take(b1, 1)), take(b2, 2)) // as lane 0 may compute it
		all := d.Int(op, d.Int(op, take(b0, 0), take(b1, 1)), take(b2, 2))
		if own == all {
			t.Errorf("op %d: one term though lane 0 may be no member", op)
		}
		if d.Where(b0, own) != d.Where(b0, all) {
			t.Errorf("op %d: two terms though lane 0 is a member", op)
		}
		if d.Where(b1, own) == d.Where(b1, all) {
			t.Errorf("op %d: one term where lane 1 is a member and lane 0 may be none", op)
		}
	}
}

// TestOneBest: lanes that compare with what is the best where they are asked compare
// with the best of all; not if one leaves a key out.
func TestOneBest(t *testing.T) {
	for _, op := range orders {
		d := New(Strategy{})
		id := d.Const(16, intOp(op).identity(16))
		var asked, each, fewer bv.Value
		join := func(word *bv.Value, bit bv.Value) {
			if *word == nil {
				*word = bit
			} else {
				*word = d.Concat(*word, bit)
			}
		}
		take := func(g Guard, i int) bv.Value { return d.Select(d.GuardOf(g), d.Var(i, 16), id) }
		all := d.Int(op, d.Int(op, take(d.Bit(0), 0), take(d.Bit(1), 1)), take(d.Bit(2), 2))
		for i := range 3 {
			own, left := d.Var(i, 16), d.Var(i, 16)
			var mine, less bv.Value = own, left
			for j := range 3 {
				if j != i {
					mine = d.Int(op, mine, take(d.Bit(j), j))
				}
				if j != i && j != 1 {
					less = d.Int(op, less, take(d.Bit(j), j))
				}
			}
			g := d.GuardOf(d.Bit(i))
			join(&asked, d.Int(bv.And, g, d.Int(bv.Eq, own, all)))
			join(&each, d.Int(bv.And, g, d.Int(bv.Eq, own, mine)))
			join(&fewer, d.Int(bv.And, g, d.Int(bv.Eq, own, less)))
		}
		if d.First(each, nobody) != d.First(asked, nobody) {
			t.Errorf("op %d: the best where each is asked is not the best", op)
		}
		if d.First(fewer, nobody) == d.First(asked, nobody) {
			t.Errorf("op %d: the best of some is the best", op)
		}
	}
}
