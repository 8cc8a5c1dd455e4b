package term

import (
	"math/rand/v2"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// ranked is the least or greatest of keys v[0], v[1], … above their ranks, of those lanes
// that are members.
func ranked(d *Domain, op bv.IntOp, ranks []uint64) *Term {
	id := d.Const(64, intOp(op).identity(64))
	best := id
	for i, r := range ranks {
		best = d.Int(op, best, d.Select(d.GuardOf(d.Bit(i)), d.Concat(d.Const(32, r), d.Var(i, 32)), id))
	}
	return best.(*Term)
}

// TestRanked holds the forms of both parts against numbers, with keys that are often equal.
func TestRanked(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, ranks := range [][]uint64{{0, 1, 2, 3}, {31, 30, 29, 28}, {2, 9, 0, 5, 7}} {
		for _, op := range orders {
			d := New(Strategy{})
			whole := ranked(d, op, ranks)
			upper, lower := d.extract(whole, 32, 32), d.extract(whole, 0, 32)
			forms := d.byRank(lower)
			if len(forms) == 0 {
				t.Errorf("%v of ranks %d: no form", op, ranks)
			}
			if again := d.concat(lower, upper); again != whole {
				t.Errorf("%v of ranks %d: its parts do not make the whole", op, ranks)
			}
			for range 400 {
				mask, keys := rng.Uint32(), rng.Uint64()
				in := Input{
					Mask:    func(bit int) bool { return mask>>bit&1 == 1 },
					Element: func(name int) uint64 { return (keys >> (2 * name) & 3) * 0x55555555 },
				}
				want := intOp(op).identity(64)
				for i, r := range ranks {
					if in.Mask(i) {
						want = intOp(op).apply(64, want, in.Element(i)<<32|r)
					}
				}
				if got := d.Eval(upper, in); got != want>>32 {
					t.Fatalf("%v of ranks %d, mask %#x: upper part %#x, want %#x", op, ranks, mask, got, want>>32)
				}
				for i, f := range forms {
					if got := d.Eval(f.t, in); got != want&ones(32) && !d.Holds(f.except, in.Mask) {
						t.Fatalf("%v of ranks %d, mask %#x: form %d of the lower part %#x, want %#x", op, ranks, mask, i, got,
							want&ones(32))
					}
				}
			}
		}
	}
}

// TestRankedTwice: of two keys with one rank, or ranks that are no lanes, nothing is told.
func TestRankedTwice(t *testing.T) {
	for _, ranks := range [][]uint64{{1, 1, 2}, {0, 77}, {40, 3}} {
		for _, op := range orders {
			d := New(Strategy{})
			if forms := d.byRank(d.extract(ranked(d, op, ranks), 0, 32)); forms != nil {
				t.Errorf("%v of ranks %d has a form", op, ranks)
			}
		}
	}
}

// TestUnmixed holds sums of bitwise functions of bitwise functions against their closed
// form, and against numbers where they are none.
func TestUnmixed(t *testing.T) {
	sum := func(d bv.Domain, x, y bv.Value, inner bv.IntOp, times uint64) bv.Value {
		w := x.Width()
		return d.Int(bv.Sub, d.Int(bv.Add, x, y), d.Int(bv.Mul, d.Int(inner, x, y), d.Const(w, times)))
	}
	for _, tt := range []struct {
		outer, inner bv.IntOp
		times        uint64
	}{{bv.Or, bv.And, 1}, {bv.And, bv.Or, 1}, {bv.Xor, bv.And, 2}} {
		d := New(Strategy{})
		var by, plain, wrong []bv.Value
		for i := range 8 {
			x := d.Select(d.GuardOf(d.Bit(i)), d.Var(i, 32), d.Const(32, intOp(tt.outer).identity(32)))
			by, plain, wrong = append(by, x), append(plain, x), append(wrong, x)
		}
		for n := 4; n > 0; n /= 2 {
			for i := range n {
				by[i] = sum(d, by[i], by[i+n], tt.inner, tt.times)
				plain[i] = d.Int(tt.outer, plain[i], plain[i+n])
				wrong[i] = sum(d, wrong[i], wrong[i+n], tt.inner, 3-tt.times)
			}
		}
		if d.Differ(by[0], plain[0], nil) != False {
			t.Errorf("%v by %v is not shown to be equal", tt.outer, tt.inner)
		}
		if d.Differ(wrong[0], plain[0], nil) == False {
			t.Errorf("%v by %d times %v is shown to be equal", tt.outer, 3-tt.times, tt.inner)
		}
	}
}
