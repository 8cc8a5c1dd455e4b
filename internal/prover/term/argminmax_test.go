package term

import (
	"math/rand/v2"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// winners builds, over a domain, the word of the lanes that are asked whether they
// have the best key: lane i has keys[i], its bit of the word is set where asked[i]
// holds, and its key is among those that best is taken over where taken[i] does.
func winners(d bv.Domain, op bv.IntOp, w int, keys, asked, taken []bv.Value) bv.Value {
	id := d.Const(w, intOp(op).identity(w))
	best := id
	for i, k := range keys {
		best = d.Int(op, best, d.Select(taken[i], k, id))
	}
	var word bv.Value
	for i, k := range keys {
		bit := d.Int(bv.And, asked[i], d.Int(bv.Eq, k, best))
		if word == nil {
			word = bit
		} else {
			word = d.Concat(word, bit)
		}
	}
	return word
}

var orders = []bv.IntOp{bv.SMin, bv.SMax, bv.UMin, bv.UMax}

// TestSomeWins is the law of [Domain.First] on every small case: four lanes with keys
// of two bits, three of three, under all masks. Its siblings fail: asked where no key
// is taken, not asked where one is.
func TestSomeWins(t *testing.T) {
	n := bv.Numbers{}
	for _, size := range [][2]int{{4, 2}, {3, 3}} {
		lanes, w := size[0], size[1]
		askedElsewhere, notAsked := false, false
		for _, op := range orders {
			for all := range uint64(1) << (lanes * w) {
				for mask := range uint64(1) << lanes {
					var keys, guards, every, fewer []bv.Value
					for i := range lanes {
						keys = append(keys, n.Const(w, all>>(i*w)&(1<<w-1)))
						guards = append(guards, n.Const(1, mask>>i&1))
						every = append(every, n.Const(1, 1))
						fewer = append(fewer, n.Const(1, mask&(mask-1)>>i&1))
					}
					some := func(asked []bv.Value) bool {
						x, _ := n.Known(winners(n, op, w, keys, asked, guards))
						return x != 0
					}
					if some(guards) != (mask != 0) {
						t.Fatalf("op %d, keys %#x, mask %b: some lane has the best key: %v", op, all, mask, some(guards))
					}
					askedElsewhere = askedElsewhere || some(every) != (mask != 0)
					notAsked = notAsked || some(fewer) != (mask != 0)
				}
			}
		}
		if !askedElsewhere || !notAsked {
			t.Errorf("%d lanes of %d bits: a sibling of the law holds as well", lanes, w)
		}
	}
}

// TestNoWorse: a lane with a key that is at least the best has the best key, if it took part wherever it is asked;
// else it may be better.
func TestNoWorse(t *testing.T) {
	for _, op := range orders {
		d := New(Strategy{})
		less := bv.ULt
		if op == bv.SMin || op == bv.SMax {
			less = bv.SLt
		}
		g, h := bv.Value(d.GuardOf(d.Bit(0))), bv.Value(d.GuardOf(d.Bit(1)))
		x, y, z := d.Var(0, 16), d.Var(1, 16), d.Var(2, 16)
		id := d.Const(16, intOp(op).identity(16))
		best := d.Int(op, d.Int(op, d.Select(g, x, id), d.Select(h, y, id)), z)
		noWorse := func(k bv.Value) bv.Value {
			if op == bv.SMin || op == bv.UMin {
				return d.Not(d.Int(less, best, k))
			}
			return d.Not(d.Int(less, k, best))
		}
		word := func(guard bv.Value, same bool) bv.Value {
			bit := noWorse(x)
			if same {
				bit = d.Int(bv.Eq, x, best)
			}
			return d.Concat(d.Int(bv.And, guard, bit), d.Concat(d.Int(bv.And, h, d.Int(bv.Eq, y, best)), d.Int(bv.Eq, z, best)))
		}
		if d.First(word(g, false), nobody) != d.First(word(g, true), nobody) {
			t.Errorf("op %d: a member that is no worse than the best is not the best", op)
		}
		if d.First(word(h, false), nobody) == d.First(word(h, true), nobody) {
			t.Errorf("op %d: who is no worse than the best of others is one of the best", op)
		}
	}
}

// TestFirst: the number of the first lane is one term, however it was computed, and
// has the value that selects give it, also where asked and taken lanes differ.
func TestFirst(t *testing.T) {
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 7))
		d, n := New(Strategy{}), bv.Numbers{}
		lanes, w := 1+rng.IntN(4), 2+rng.IntN(7)
		op := orders[rng.IntN(4)]
		kind := rng.IntN(4) // 0: guards; 1: all lanes; 2, 3: guards at random
		var keys, asked, taken []bv.Value
		for i := range lanes {
			keys = append(keys, d.Var(i, w))
			g := bv.Value(d.GuardOf(d.Bit(i)))
			other := bv.Value(d.GuardOf(d.Bit(rng.IntN(lanes))))
			switch kind {
			case 0:
				asked, taken = append(asked, g), append(taken, g)
			case 1:
				asked, taken = append(asked, d.Const(1, 1)), append(taken, d.Const(1, 1))
			case 2:
				asked, taken = append(asked, other), append(taken, g)
			default:
				asked, taken = append(asked, g), append(taken, d.Const(1, uint64(rng.IntN(2))))
			}
		}
		word := winners(d, op, w, keys, asked, taken)
		minusOne, none := d.First(word, nobody), d.First(word, 32)
		if kind == 0 {
			some := d.Const(1, 0)
			for _, g := range taken {
				some = d.Int(bv.Or, some, g)
			}
			if d.Select(some, none, d.Const(32, nobody)) != minusOne {
				t.Errorf("%d lanes of %d bits: two terms for one number", lanes, w)
			}
		}
		for range 200 {
			mask, all := rng.Uint64(), rng.Uint64()
			in := Input{Mask: func(i int) bool { return mask>>i&1 == 1 }, Element: func(i int) uint64 {
				return all >> (8 * i) & (1<<w - 1)
			}}
			var k, a, g []bv.Value
			for i := range lanes {
				k = append(k, n.Const(w, d.Eval(keys[i], in)))
				a, g = append(a, n.Const(1, d.Eval(asked[i], in))), append(g, n.Const(1, d.Eval(taken[i], in)))
			}
			plain := winners(n, op, w, k, a, g)
			for _, c := range []struct {
				v    bv.Value
				none uint64
			}{{minusOne, nobody}, {none, 32}} {
				want, _ := n.Known(bv.FirstOf(n, plain, c.none))
				if got := d.Eval(c.v, in); got != want {
					t.Fatalf("seed %d: %d, want %d", seed, got, want)
				}
			}
		}
	}
}

// TestChoiceForMembers: a choice for members, a choice for what is no duplicate and one
// for both at once are one term, in either order, and have the value that selects give.
func TestChoiceForMembers(t *testing.T) {
	d, n := New(Strategy{}), bv.Numbers{}
	g, h := bv.Value(d.GuardOf(d.Bit(0))), bv.Value(d.GuardOf(d.Bit(1)))
	x, y, lost := d.Var(0, 8), d.Var(1, 8), d.Const(8, 0x80)
	differ := d.Not(d.Int(bv.Eq, x, y))
	want := d.Select(g, d.Select(differ, x, lost), lost)
	forms := map[string]bv.Value{
		"the member last":  d.Select(differ, d.Select(g, x, lost), lost),
		"both at once":     d.Select(d.Int(bv.And, g, differ), x, lost),
		"the other way":    d.Select(d.Not(d.Int(bv.And, g, differ)), lost, x),
		"another's member": d.Select(d.Int(bv.And, h, differ), x, lost),
		"a choice in it":   d.Select(d.Int(bv.And, g, differ), d.Select(h, x, y), d.Select(g, y, lost)),
	}
	for name, form := range forms {
		if sibling := name == "another's member" || name == "a choice in it"; (form == want) == sibling {
			t.Errorf("%s: the same term: %v", name, form == want)
		}
	}
	for mask := range uint64(4) {
		for _, all := range []uint64{0x0505, 0x0506, 0x8080, 0x8001, 0x0180} {
			in := Input{Mask: func(i int) bool { return mask>>i&1 == 1 }, Element: func(i int) uint64 {
				return all >> (8 * i) & 0xff
			}}
			g, h, x, y := n.Const(1, mask&1), n.Const(1, mask>>1), n.Const(8, all&0xff), n.Const(8, all>>8)
			differ := n.Not(n.Int(bv.Eq, x, y))
			plain := n.Select(n.Int(bv.And, g, differ), x, n.Const(8, 0x80))
			for name, form := range forms {
				want := plain
				switch name {
				case "another's member":
					want = n.Select(n.Int(bv.And, h, differ), x, n.Const(8, 0x80))
				case "a choice in it":
					want = n.Select(n.Int(bv.And, g, differ), n.Select(h, x, y), n.Select(g, y, n.Const(8, 0x80)))
				}
				if w, _ := n.Known(want); d.Eval(form, in) != w {
					t.Errorf("%s, mask %b, elements %#x: %#x, want %#x", name, mask, all, d.Eval(form, in), w)
				}
			}
		}
	}
}

// TestNoWorseOfTwo: of two members that bring a key, or one that loses, the one that is
// no worse than what the other brings has the best key, if it is one where it is asked.
func TestNoWorseOfTwo(t *testing.T) {
	for _, op := range orders {
		d := New(Strategy{})
		less := bv.ULt
		if op == bv.SMin || op == bv.SMax {
			less = bv.SLt
		}
		g, h := bv.Value(d.GuardOf(d.Bit(0))), bv.Value(d.GuardOf(d.Bit(1)))
		x, y := d.Var(0, 16), d.Var(1, 16)
		id := d.Const(16, intOp(op).identity(16))
		mine, other := d.Select(g, x, id), d.Select(h, y, id)
		best := d.Int(op, mine, other)
		noWorse := func(a, b bv.Value) bv.Value {
			if op == bv.SMin || op == bv.UMin {
				a, b = b, a
			}
			return d.Not(d.Int(less, a, b))
		}
		word := func(first, second bv.Value) bv.Value {
			return d.Concat(d.Int(bv.And, g, first), d.Int(bv.And, h, second))
		}
		want := d.First(word(d.Int(bv.Eq, x, best), d.Int(bv.Eq, y, best)), nobody)
		if d.First(word(noWorse(mine, other), noWorse(other, mine)), nobody) != want {
			t.Errorf("op %d: who is no worse than the other is not the best", op)
		}
		if d.First(word(noWorse(other, mine), noWorse(mine, other)), nobody) == want {
			t.Errorf("op %d: whom the other is no worse than is the best", op)
		}
	}
}
