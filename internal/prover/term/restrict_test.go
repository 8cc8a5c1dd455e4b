package term

import (
	"math/rand/v2"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// minusOf is a function of two numbers of 16 bits that is known by its name.
func minusOf(commutes bool) *bv.Fn {
	fn := &bv.Fn{Name: "minus", Bits: 16, Of: []bv.Format{bv.NoFormat, bv.NoFormat}, Gives: bv.NoFormat, Operand: 1,
		Commutes: commutes,
		Eval:     func(x []uint64) uint64 { return (x[0] - x[1]) & 0xffff }}
	if commutes {
		fn.Name, fn.Eval = "plus", func(x []uint64) uint64 { return (x[0] + x[1]) & 0xffff }
	}
	return fn
}

// TestRestrictCalls: two calls among the cases of a term are one if their operands are the same on the masks of the
// case, and no others are. Each term is what the function gives on every mask.
func TestRestrictCalls(t *testing.T) {
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 8))
		d := New(Strategy{HighFirst: seed%2 == 0, RestrictCalls: true})
		fn := minusOf(seed%3 == 0)
		random := func() Guard {
			g := d.Bit(rng.IntN(6))
			for range 4 {
				g = d.ite(d.Bit(rng.IntN(6)), g, d.xor(g, d.Bit(rng.IntN(6))))
			}
			return g
		}
		c, f, other := random(), random(), random()
		absent := d.ite(c, f, other) // f where c holds
		if c == False || c == True {
			continue
		}
		when := func(where, by Guard) bv.Value { // an operand is another element by a guard
			x := d.Select(d.GuardOf(by), d.Var(0, 16), d.Var(1, 16))
			inner := bv.Apply(d, fn, x, d.Var(2, 16))
			x = d.Select(d.GuardOf(by), inner, d.Var(3, 16))
			return d.Select(d.GuardOf(where), bv.Apply(d, fn, d.Var(2, 16), x), d.Var(1, 16))
		}
		right, same, wrong := when(c, f), when(c, absent), when(c, other)
		if right != same {
			t.Errorf("seed %d: operands that are the same where the case holds make two terms", seed)
		}
		differ := d.and(c, d.xor(f, other))
		if (right == wrong) != (differ == False) {
			t.Errorf("seed %d: equal %v, though the operands differ on %d", seed, right == wrong, differ)
		}
		if where := d.Differ(right, wrong, nil); d.and(differ, d.not(where)) != False {
			t.Errorf("seed %d: masks on which the operands differ are left out", seed)
		}
		x := []uint64{0x1234, 0xfff0, 0x0101, 7}
		for m := range uint64(64) {
			in := Input{Mask: func(bit int) bool { return m>>bit&1 == 1 }, Element: func(i int) uint64 { return x[i] }}
			number := func(by Guard) uint64 {
				if !d.Holds(c, in.Mask) {
					return x[1]
				}
				y := x[3]
				if d.Holds(by, in.Mask) {
					y = fn.Eval([]uint64{x[0], x[2]})
				}
				return fn.Eval([]uint64{x[2], y})
			}
			for by, v := range map[Guard]bv.Value{f: right, other: wrong} {
				if got := d.Eval(v, in); got != number(by) {
					t.Fatalf("seed %d: %#x on mask %#x, want %#x", seed, got, m, number(by))
				}
			}
		}
	}
}

// TestCallsOfAllMasks: without the option an operand is compared on every mask.
func TestCallsOfAllMasks(t *testing.T) {
	d := New(Strategy{})
	c, fn := d.Bit(0), minusOf(false)
	when := func(by Guard) bv.Value {
		x := d.Select(d.GuardOf(by), d.Var(0, 16), d.Var(1, 16))
		return d.Select(d.GuardOf(c), bv.Apply(d, fn, x, d.Var(2, 16)), d.Var(1, 16))
	}
	a, b := when(d.Bit(1)), when(d.and(c, d.Bit(1)))
	if a == b {
		t.Error("one term, though the option is not set")
	}
	if d.Differ(a, b, nil) != False {
		t.Error("they differ where the case does not hold alone")
	}
}

// TestCallsThatBecomeOne: two cases with the same calls where they count are one case, on the masks of both.
func TestCallsThatBecomeOne(t *testing.T) {
	d := New(Strategy{RestrictCalls: true})
	fn, c, e := minusOf(false), d.GuardOf(d.Bit(0)), d.GuardOf(d.Bit(1))
	call := func(x bv.Value) bv.Value { return bv.Apply(d, fn, x, d.Var(2, 16)) }
	both := d.Select(c, call(d.Select(c, d.Var(0, 16), d.Var(1, 16))),
		d.Select(e, call(d.Select(e, d.Var(0, 16), d.Var(3, 16))), d.Var(4, 16)))
	if either := d.Select(d.Int(bv.Or, c, e), call(d.Var(0, 16)), d.Var(4, 16)); both != either {
		t.Error("two terms, though either case has the same call")
	}
	for m := range 4 {
		in := Input{Mask: func(bit int) bool { return m>>bit&1 == 1 }, Element: func(i int) uint64 {
			return uint64(10 * (i + 1))
		}}
		want := uint64(50)
		if m != 0 {
			want = (10 - 30) & 0xffff
		}
		if got := d.Eval(both, in); got != want {
			t.Errorf("%#x on mask %d, want %#x", got, m, want)
		}
	}
}
