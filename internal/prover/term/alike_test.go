package term

import (
	"math/rand/v2"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// floats makes sums and choices of floats for tests.
type floats struct {
	*Domain
	f bv.Format
}

func (d floats) x(i int) bv.Value { return d.Var(i, d.f.Bits()) }

func (d floats) sum(a, b bv.Value) bv.Value { return d.Float(bv.FAdd, d.f, a, b) }

func (d floats) product(a, b bv.Value) bv.Value { return d.Float(bv.FMul, d.f, a, b) }

// where is a on masks with bit i, else b.
func (d floats) where(i int, a, b bv.Value) bv.Value { return d.Select(d.GuardOf(d.Bit(i)), a, b) }

func (d floats) number(x uint64) bv.Value { return d.Const(d.f.Bits(), x) }

// TestAlike compares trees with parts that are present on some masks only, and false claims beside them.
func TestAlike(t *testing.T) {
	d := floats{New(Strategy{}), bv.F32}
	absent, one, zero := d.number(1<<31), d.number(0x3f800000), d.number(0)
	x, y, z, u := d.x(0), d.x(1), d.x(2), d.x(3)
	here := d.Bit(0)
	there := d.Bit(1)
	mine := d.where(0, x, absent)
	same := d.or(d.and(here, there), d.and(d.not(here), d.not(there)))
	for _, tt := range []struct {
		name string
		a, b bv.Value
		want Guard
	}{
		{"itself", d.sum(x, y), d.sum(x, y), True},
		{"operands swapped", d.sum(x, y), d.sum(y, x), True},
		{"operands swapped across a sum", d.sum(d.sum(x, y), z), d.sum(x, d.sum(y, z)), False},
		{"pairs swapped", d.sum(d.sum(x, y), d.sum(z, u)), d.sum(d.sum(u, z), d.sum(y, x)), True},
		{"pairs of others", d.sum(d.sum(x, y), d.sum(z, u)), d.sum(d.sum(x, z), d.sum(y, u)), False},
		{"one leaf exchanged", d.sum(d.sum(x, y), d.sum(z, u)), d.sum(d.sum(x, y), d.sum(z, z)), False},
		{"one sum for a product", d.sum(d.sum(x, y), z), d.sum(d.product(x, y), z), False},
		{"absent on some masks", d.sum(mine, y), d.where(0, d.sum(x, y), y), True},
		{"absent on others", d.sum(d.sum(mine, y), z), d.where(1, d.sum(d.sum(x, y), z), d.sum(y, z)), same},
		{"another element on some masks", d.sum(d.sum(mine, y), z), d.where(0, d.sum(d.sum(x, u), z), d.sum(y, z)),
			d.not(here)},
		{"0 for the identity", d.sum(d.sum(d.where(0, x, zero), y), z), d.where(0, d.sum(d.sum(x, y), z), d.sum(y, z)), here},
		{"1 for the identity", d.sum(d.sum(d.where(0, x, one), y), z), d.where(0, d.sum(d.sum(x, y), z), d.sum(y, z)), here},
		{"a product's identity", d.product(d.product(d.where(0, x, one), y), z),
			d.where(0, d.product(d.product(x, y), z), d.product(y, z)), True},
		{"a sum beside a product", d.sum(d.product(x, y), d.where(0, z, absent)), d.where(0, d.sum(d.product(x, y), z),
			d.product(x, y)), True},
		{"all absent", d.sum(mine, d.where(1, y, absent)), d.where(0, d.where(1, d.sum(x, y), x), d.where(1, y, absent)),
			True},
		{"all absent, 0 then", d.sum(mine, d.where(1, y, absent)),
			d.where(0, d.where(1, d.sum(x, y), x), d.where(1, y, zero)), d.or(here, there)},
		{"the number on both sides of a sum", d.sum(d.where(0, x, one), d.where(1, y, one)),
			d.where(0, d.where(1, d.sum(x, y), d.sum(x, one)), d.where(1, d.sum(one, y), one)), d.or(here, there)},
		{"numbers that differ", d.where(0, d.sum(x, y), one), d.where(0, d.sum(x, y), zero), here},
		{"two NaNs", d.where(0, d.sum(x, y), d.number(0x7fc00001)), d.where(0, d.sum(x, y), d.number(0xffc00000)), True},
		{"ranks of three", d.sum(d.where(0, d.where(1, d.sum(x, y), x), d.where(1, y, absent)), z),
			d.where(0, d.where(1, d.sum(d.sum(x, y), z), d.sum(x, z)), d.where(1, d.sum(y, z), z)), True},
	} {
		a, b := tt.a.(*Term), tt.b.(*Term)
		if got := d.alike(d.f, a, b); got != tt.want {
			t.Errorf("%s: on other masks", tt.name)
		}
		if got := d.alike(d.f, b, a); got != tt.want {
			t.Errorf("%s, turned round: on other masks", tt.name)
		}
	}
}

// TestAlikeIsSound makes trees at random, each beside one in which it may be that
// something was altered, and runs both where they are said to be alike.
func TestAlikeIsSound(t *testing.T) {
	said, denied := 0, 0
	for seed := range uint64(400) {
		rng := rand.New(rand.NewPCG(seed, 71))
		d := floats{New(Strategy{}), []bv.Format{bv.F16, bv.BF16, bv.F32, bv.F64}[seed%4]}
		absent := d.number(1 << (d.f.Bits() - 1))
		leaf := func(i int) bv.Value { return d.where(i, d.x(i), absent) }
		var tree func(lo, hi int, alter bool) bv.Value
		tree = func(lo, hi int, alter bool) bv.Value {
			alter = alter && rng.IntN(3) == 0
			switch {
			case hi-lo == 1 && alter:
				return []bv.Value{d.x(lo), leaf((lo + 1) % 6), d.where((lo+1)%6, d.x(lo), absent),
					d.where(lo, d.x(lo), d.number(0))}[rng.IntN(4)]
			case hi-lo == 1:
				return leaf(lo)
			}
			mid := (lo + hi) / 2
			if alter {
				mid = lo + 1
			}
			a, b := tree(lo, mid, alter), tree(mid, hi, alter)
			if rng.IntN(2) == 0 {
				a, b = b, a
			}
			if rng.IntN(3) == 0 { // by cases
				return d.where(lo, d.sum(a, b), d.sum(tree(lo, mid, alter), b))
			}
			return d.sum(a, b)
		}
		a, b := tree(0, 6, false).(*Term), tree(0, 6, true).(*Term)
		where := d.alike(d.f, a, b)
		for range 200 {
			mask := rng.Uint32()
			if !d.Holds(where, func(i int) bool { return mask>>i&1 == 1 }) {
				denied++
				continue
			}
			said++
			var xs [6]uint64
			for i := range xs {
				xs[i] = rng.Uint64() & ones(d.f.Bits())
			}
			in := Input{Mask: func(i int) bool { return mask>>i&1 == 1 }, Element: func(i int) uint64 { return xs[i] }}
			if p, q := d.Eval(a, in), d.Eval(b, in); p != q && !(bv.IsNaN(d.f, p) && bv.IsNaN(d.f, q)) {
				t.Fatalf("seed %d: on mask %#x and %#x one gives %#x, the other %#x", seed, mask&0x3f, xs, p, q)
			}
		}
	}
	if said < 1000 || denied < 1000 {
		t.Errorf("%d said to be alike, %d not, want some of each", said, denied)
	}
}

// TestRejoin puts halves of a choice side by side again.
func TestRejoin(t *testing.T) {
	d := New(Strategy{})
	x, y := d.Var(0, 64), d.Var(1, 64)
	m := func(i int) bv.Value { return d.GuardOf(d.Bit(i)) }
	half := func(v bv.Value, i int) bv.Value { return d.Extract(v, 32*i, 32) }
	nothing := d.Const(64, 0)
	number := d.Const(32, 7)
	for _, tt := range []struct {
		name   string
		lo, hi bv.Value
		want   bv.Value
		same   bool
	}{
		{"of two", d.Select(m(0), half(x, 0), half(y, 0)), d.Select(m(0), half(x, 1), half(y, 1)), d.Select(m(0), x, y),
			true},
		{"of one", d.Select(m(0), half(x, 0), d.Const(32, 0)), d.Select(m(0), half(x, 1), d.Const(32, 0)),
			d.Select(m(0), x, nothing), true},
		{"a number below", d.Select(m(0), half(x, 0), number), d.Select(m(0), half(x, 1), d.Const(32, 0)),
			d.Select(m(0), x, d.Const(64, 7)), true},
		{"a number above", d.Select(m(0), half(x, 0), d.Const(32, 0)), d.Select(m(0), half(x, 1), number),
			d.Select(m(0), x, d.Const(64, 7<<32)), true},
		{"on other masks", d.Select(m(1), half(x, 0), half(y, 0)), d.Select(m(0), half(x, 1), half(y, 1)),
			d.Select(m(0), x, y), false},
		{"the other way", d.Select(m(0), half(y, 0), half(x, 0)), d.Select(m(0), half(x, 1), half(y, 1)),
			d.Select(m(0), x, y), false},
		{"halves swapped", d.Select(m(0), half(x, 1), half(y, 1)), d.Select(m(0), half(x, 0), half(y, 0)),
			d.Select(m(0), x, y), false},
		{"one half of another", d.Select(m(0), half(y, 0), half(y, 0)), d.Select(m(0), half(x, 1), half(y, 1)),
			d.Select(m(0), x, y), false},
		{"a number for nothing", d.Select(m(0), half(x, 0), number), d.Select(m(0), half(x, 1), d.Const(32, 0)),
			d.Select(m(0), x, nothing), false},
	} {
		got := d.Concat(tt.lo, tt.hi)
		if (got == tt.want) != tt.same {
			t.Errorf("%s: the same term: %v, want %v", tt.name, !tt.same, tt.same)
		}
		for mask := range uint32(4) { // either way it has the value of its halves
			in := Input{Mask: func(i int) bool { return mask>>i&1 == 1 }, Element: func(i int) uint64 {
				return 0x0123456789abcdef * uint64(2*i+1)
			}}
			if want := d.Eval(tt.lo, in) | d.Eval(tt.hi, in)<<32; d.Eval(got, in) != want {
				t.Errorf("%s: %#x on mask %d, want %#x", tt.name, d.Eval(got, in), mask, want)
			}
		}
	}
}

// TestHighFirst builds the same functions with higher bits asked first: they hold
// on the same masks, and what looks down from a bit is smaller.
func TestHighFirst(t *testing.T) {
	up, down := New(Strategy{}), New(Strategy{HighFirst: true})
	rng := rand.New(rand.NewPCG(5, 50))
	ups, downs := []Guard{False, True}, []Guard{False, True}
	for i := range 12 {
		ups, downs = append(ups, up.Bit(i)), append(downs, down.Bit(i))
	}
	for range 300 {
		a, b, c := rng.IntN(len(ups)), rng.IntN(len(ups)), rng.IntN(len(ups))
		ups, downs = append(ups, up.ite(ups[a], ups[b], ups[c])), append(downs, down.ite(downs[a], downs[b], downs[c]))
	}
	for i := range ups {
		var masks []uint32
		for range 50 {
			masks = append(masks, rng.Uint32())
		}
		for _, w := range []struct {
			d *Domain
			g Guard
		}{{up, ups[i]}, {down, downs[i]}} { // a witness of each order
			if w.g != False {
				m := uint32(0)
				for _, bit := range w.d.Witness(w.g) {
					m |= 1 << bit
				}
				if masks = append(masks, m); !w.d.Holds(w.g, func(bit int) bool { return m>>bit&1 == 1 }) {
					t.Fatalf("function %d does not hold on its witness %#x", i, m)
				}
			}
		}
		for _, m := range masks {
			mask := func(bit int) bool { return m>>bit&1 == 1 }
			if up.Holds(ups[i], mask) != down.Holds(downs[i], mask) {
				t.Fatalf("function %d differs on mask %#x", i, m)
			}
		}
	}
}

// TestAlikeByFormat: bits that are a NaN of one format are a number of another.
func TestAlikeByFormat(t *testing.T) {
	d := New(Strategy{})
	a := d.Select(d.GuardOf(d.Bit(0)), d.Const(16, 0x7f81), d.Var(0, 16)).(*Term)
	nan := d.constant(16, 0x7fc0) // of both
	for range 2 {
		if g := d.alike(bv.BF16, a, nan); g != d.Bit(0) {
			t.Errorf("bfloat16: alike on %d", g)
		}
		if g := d.alike(bv.F16, a, d.constant(16, 0x7c01)); g != d.Bit(0) {
			t.Errorf("float16: alike on %d", g)
		}
		if g := d.alike(bv.BF16, a, d.constant(16, 0x7c01)); g != False {
			t.Errorf("bfloat16 and a number: alike on %d", g)
		}
	}
}
