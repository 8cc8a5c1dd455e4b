package term

import (
	"fmt"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// TestDoubling: what is doubled or squared again and again costs no more than once.
func TestDoubling(t *testing.T) {
	for _, op := range []bv.IntOp{bv.Add, bv.Mul, bv.Xor, bv.And, bv.Or, bv.SMin, bv.UMax} {
		for _, w := range []int{8, 32, 64} {
			d := New(Strategy{})
			x := d.Int(bv.Xor, d.Var(0, w), d.Select(d.GuardOf(d.Bit(0)), d.Var(1, w), d.Const(w, 1)))
			v, n := x, bv.Value(bv.Word{W: w, X: 0xa5})
			for range 200 {
				v, n = d.Int(op, v, v), bv.Numbers{}.Int(op, n, n)
			}
			in := Input{Mask: func(int) bool { return false }, Element: func(int) uint64 { return 0xa4 }}
			if got, _ := bv.Numbers.Known(bv.Numbers{}, n); d.Eval(v, in) != got {
				t.Errorf("operation %d of %d bits: %#x, want %#x", op, w, d.Eval(v, in), got)
			}
			if d.Terms() > 3000 {
				t.Errorf("operation %d of %d bits: %d terms", op, w, d.Terms())
			}
		}
	}
}

// TestUnevenDoubling: the same where a doubled value is mixed with others at each step.
func TestUnevenDoubling(t *testing.T) {
	for _, op := range []bv.IntOp{bv.Add, bv.Mul} {
		d, n := New(Strategy{}), bv.Numbers{}
		a, b := bv.Value(d.Var(0, 32)), bv.Value(d.Var(1, 32))
		x, y := bv.Value(n.Const(32, 7)), bv.Value(n.Const(32, 11))
		for range 100 {
			a, b = d.Int(op, a, b), d.Int(op, b, a)
			x, y = n.Int(op, x, y), n.Int(op, y, x)
			a, x = d.Int(op, a, b), n.Int(op, x, y)
		}
		in := Input{Mask: func(int) bool { return false }, Element: func(i int) uint64 { return []uint64{7, 11}[i] }}
		if want, _ := n.Known(x); d.Eval(a, in) != want {
			t.Errorf("operation %d: %#x, want %#x", op, d.Eval(a, in), want)
		}
	}
}

// TestSums: ways to write one sum, each with a false claim beside it.
func TestSums(t *testing.T) {
	d := New(Strategy{})
	x, y, z := bv.Value(d.Var(0, 32)), bv.Value(d.Var(1, 32)), bv.Value(d.Var(2, 32))
	g := d.GuardOf(d.Bit(0))
	num := func(k uint64) bv.Value { return d.Const(32, k) }
	add := func(a, b bv.Value) bv.Value { return d.Int(bv.Add, a, b) }
	sub := func(a, b bv.Value) bv.Value { return d.Int(bv.Sub, a, b) }
	mul := func(a, b bv.Value) bv.Value { return d.Int(bv.Mul, a, b) }
	and := func(a, b bv.Value) bv.Value { return d.Int(bv.And, a, b) }
	or := func(a, b bv.Value) bv.Value { return d.Int(bv.Or, a, b) }
	xor := func(a, b bv.Value) bv.Value { return d.Int(bv.Xor, a, b) }
	shl := func(a bv.Value, n int) bv.Value { return d.Concat(d.Const(n, 0), d.Extract(a, 0, 32-n)) }
	shr := func(a bv.Value, n int) bv.Value { return d.Concat(d.Extract(a, n, 32-n), d.Const(n, 0)) }
	member := func(a bv.Value) bv.Value { return d.Select(g, a, num(0)) }
	low := func(a bv.Value) bv.Value { return and(a, num(0xffff)) }
	for name, tt := range map[string]struct {
		got, want, wrong bv.Value
	}{
		"a sum without its carries, and these": {add(xor(x, y), shl(and(x, y), 1)), add(x, y),
			add(xor(x, y), shl(and(x, y), 2))},
		"what is common twice": {add(or(x, y), and(x, y)), add(x, y), add(or(x, y), xor(x, y))},
		"or less and":          {sub(or(x, y), and(x, y)), xor(x, y), sub(and(x, y), or(x, y))},
		"and as a difference":  {sub(add(x, y), or(x, y)), and(x, y), sub(add(x, y), xor(x, y))},
		"a third beside": {add(add(xor(x, y), z), shl(and(x, y), 1)), add(add(x, y), z),
			add(add(xor(x, y), z), and(x, y))},
		"inclusive less own": {sub(add(add(member(x), y), z), member(x)), add(y, z),
			sub(add(add(member(x), y), z), x)},
		"by halves": {add(add(low(x), low(y)), shl(add(shr(x, 16), shr(y, 16)), 16)), add(x, y),
			add(add(low(x), low(y)), shl(add(shr(x, 16), shr(y, 16)), 15))},
		"three times":                 {add(shl(x, 1), x), mul(x, num(3)), sub(shl(x, 1), x)},
		"seven times":                 {sub(shl(x, 3), x), mul(num(7), x), mul(num(9), x)},
		"less the complement":         {sub(num(0xffffffff), x), d.Not(x), sub(num(0xfffffffe), x)},
		"complement and one":          {add(d.Not(x), num(1)), sub(num(0), x), d.Not(x)},
		"the sign flipped by a sum":   {add(x, num(1<<31)), xor(x, num(1<<31)), add(x, num(1<<30))},
		"a difference of complements": {sub(d.Not(x), d.Not(y)), sub(y, x), sub(x, y)},
		"members, doubled":            {add(member(x), member(x)), member(shl(x, 1)), shl(member(y), 1)},
		"a product of negatives":      {mul(sub(num(0), x), sub(num(0), y)), mul(x, y), mul(sub(num(0), x), y)},
	} {
		if d.Differ(tt.got, tt.want, nil) != False {
			t.Errorf("%s: may differ", name)
		}
		if d.Differ(tt.got, tt.wrong, nil) == False {
			t.Errorf("%s: the wrong sibling passes for the same", name)
		}
	}
}

// TestCarries: sums of 64 bits by words, with the carry by a comparison with either
// summand, and without it.
func TestCarries(t *testing.T) {
	for _, lanes := range []int{2, 4, 8, 32} {
		d := New(Strategy{})
		var want bv.Value = d.Const(64, 0)
		type words struct{ lo, hi bv.Value }
		var vs []words
		for i := range lanes {
			x := d.Select(d.GuardOf(d.Bit(i)), d.Var(i, 64), d.Const(64, 0))
			want = d.Int(bv.Add, want, x)
			vs = append(vs, words{d.Extract(x, 0, 32), d.Extract(x, 32, 32)})
		}
		sum := func(carry func(a, b words, lo bv.Value) bv.Value) bv.Value {
			all := append([]words(nil), vs...)
			for len(all) > 1 {
				var next []words
				for i := 0; i < len(all); i += 2 {
					a, b := all[i], all[i+1]
					lo := d.Int(bv.Add, a.lo, b.lo)
					hi := d.Int(bv.Add, d.Int(bv.Add, a.hi, b.hi), d.Extend(carry(a, b, lo), 32, false))
					next = append(next, words{lo, hi})
				}
				all = next
			}
			return d.Concat(all[0].lo, all[0].hi)
		}
		for name, tt := range map[string]struct {
			carry func(a, b words, lo bv.Value) bv.Value
			same  bool
		}{
			"less than the first":  {func(a, b words, lo bv.Value) bv.Value { return d.Int(bv.ULt, lo, a.lo) }, true},
			"less than the second": {func(a, b words, lo bv.Value) bv.Value { return d.Int(bv.ULt, lo, b.lo) }, true},
			"a bit above": {func(a, b words, lo bv.Value) bv.Value {
				return d.Extract(d.Int(bv.Add, d.Extend(a.lo, 33, false), d.Extend(b.lo, 33, false)), 32, 1)
			}, true},
			"none":           {func(a, b words, lo bv.Value) bv.Value { return d.Const(1, 0) }, false},
			"the other word": {func(a, b words, lo bv.Value) bv.Value { return d.Int(bv.ULt, lo, a.hi) }, false},
			"with a sign":    {func(a, b words, lo bv.Value) bv.Value { return d.Int(bv.SLt, lo, a.lo) }, false},
		} {
			if same := d.Differ(want, sum(tt.carry), nil) == False; same != tt.same {
				t.Errorf("%d lanes: %s: the same: %v", lanes, name, same)
			}
		}
	}
}

// TestBallots: a sum by the numbers of lanes that have each bit, and with a bit left out.
func TestBallots(t *testing.T) {
	for _, w := range []int{8, 32} {
		d := New(Strategy{})
		want := bv.Value(d.Const(w, 0))
		var xs []bv.Value
		for i := range 32 {
			x := d.Select(d.GuardOf(d.Bit(i)), d.Var(i, w), d.Const(w, 0))
			xs, want = append(xs, x), d.Int(bv.Add, want, x)
		}
		sum := func(skip int) bv.Value {
			all := bv.Value(d.Const(w, 0))
			for k := range w {
				if k == skip {
					continue
				}
				count := bv.Value(d.Const(w, 0))
				for _, x := range xs {
					count = d.Int(bv.Add, count, d.Extend(d.Extract(x, k, 1), w, false))
				}
				if k > 0 {
					count = d.Concat(d.Const(k, 0), d.Extract(count, 0, w-k))
				}
				all = d.Int(bv.Add, all, count)
			}
			return all
		}
		if d.Differ(want, sum(-1), nil) != False {
			t.Errorf("%d bits: may differ", w)
		}
		if d.Differ(want, sum(3), nil) == False {
			t.Errorf("%d bits: the same though a bit is left out", w)
		}
	}
}

// TestFlippedExtremes: a min or max of flipped values is one of others, flipped.
func TestFlippedExtremes(t *testing.T) {
	orders := []bv.IntOp{bv.SMin, bv.SMax, bv.UMin, bv.UMax}
	for _, by := range []uint64{0x3f, 0x20, 0x1f} {
		for _, op := range orders {
			found := 0
			for _, other := range orders {
				d := New(Strategy{})
				x, y := bv.Value(d.Var(0, 6)), bv.Value(d.Var(1, 6))
				k := d.Const(6, by)
				absent := func(i int, v bv.Value, o bv.IntOp) bv.Value {
					return d.Select(d.GuardOf(d.Bit(i)), v, d.Const(6, intOp(o).identity(6)))
				}
				got := d.Int(bv.Xor, d.Int(op, absent(0, d.Int(bv.Xor, x, k), op), absent(1, d.Int(bv.Xor, y, k), op)), k)
				want := d.Int(other, absent(0, x, other), absent(1, y, other))
				same := d.Differ(got, want, nil) == False
				really := true
				for v := range uint64(1 << 14) {
					in := Input{Mask: func(i int) bool { return v>>(12+i)&1 == 1 }, Element: func(i int) uint64 {
						return v >> (6 * i) & 0x3f
					}}
					if d.Eval(got, in) != d.Eval(want, in) {
						really = false
						break
					}
				}
				if same != really {
					t.Errorf("by %#x, operation %d as %d: the same: %v, really: %v", by, op, other, same, really)
				}
				if same {
					found++
				}
			}
			if found != 1 {
				t.Errorf("by %#x, operation %d is %d others", by, op, found)
			}
		}
	}
}

// TestNegatedExtremes: -max(-x, -y) is min(x, y), and so on, for every format.
func TestNegatedExtremes(t *testing.T) {
	turned := map[bv.FloatOp]bv.FloatOp{bv.FMin: bv.FMax, bv.FMax: bv.FMin, bv.FMinNaN: bv.FMaxNaN, bv.FMaxNaN: bv.FMinNaN}
	for f := bv.F16; f <= bv.F64; f++ {
		for op, other := range turned {
			d := New(Strategy{})
			x, y := bv.Value(d.Var(0, f.Bits())), bv.Value(d.Var(1, f.Bits()))
			got := bv.Negate(d, f, d.Float(op, f, bv.Negate(d, f, x), bv.Negate(d, f, y)))
			for o := range turned {
				if same := d.Differ(got, d.Float(o, f, x, y), &f) == False; same != (o == other) {
					t.Errorf("format %d, operation %d as %d: the same: %v", f, op, o, same)
				}
			}
			if got == d.Float(other, f, x, bv.Negate(d, f, y)) {
				t.Errorf("format %d, operation %d: the same though one is negated", f, op)
			}
		}
	}
}

// TestRoundedTwice: sums and products of a format through a wider one that is wide enough.
func TestRoundedTwice(t *testing.T) {
	for _, c := range []struct{ f, wide bv.Format }{{bv.F16, bv.F32}, {bv.BF16, bv.F32}, {bv.F16, bv.F64},
		{bv.BF16, bv.F64}, {bv.F32, bv.F64}} {
		for _, op := range []bv.FloatOp{bv.FAdd, bv.FMul, bv.FMin, bv.FMax, bv.FMinNaN, bv.FMaxNaN} {
			d := New(Strategy{})
			x, y, z := bv.Value(d.Var(0, c.f.Bits())), bv.Value(d.Var(1, c.f.Bits())), bv.Value(d.Var(2, c.f.Bits()))
			up := func(v bv.Value) bv.Value { return d.Convert(c.wide, c.f, v) }
			got := d.Convert(c.f, c.wide, d.Float(op, c.wide, up(x), up(y)))
			name := fmt.Sprintf("operation %d of format %d through %d", op, c.f, c.wide)
			if d.Differ(got, d.Float(op, c.f, x, y), &c.f) != False {
				t.Errorf("%s: may differ", name)
			}
			late := d.Convert(c.f, c.wide, d.Float(op, c.wide, d.Float(op, c.wide, up(x), up(y)), up(z)))
			early := d.Float(op, c.f, d.Float(op, c.f, x, y), z)
			if same := d.Differ(late, early, &c.f) == False; same != (op > bv.FMul) {
				t.Errorf("%s: rounded once for two: the same: %v", name, same)
			}
		}
	}
}

// TestProductWithOne: a product with one is what was multiplied, and one with any other number is not.
func TestProductWithOne(t *testing.T) {
	d := New(Strategy{})
	bit := d.Int(bv.ULt, d.Var(0, 32), d.Var(1, 32))
	for name, x := range map[string]bv.Value{
		"element":          d.Var(0, 32),
		"choice of lanes":  d.Select(bit, d.Const(32, 3), d.Const(32, 2)),
		"widened bit":      d.Extend(bit, 32, false),
		"upper half moved": d.Concat(d.Const(16, 0), d.Extract(d.Var(0, 32), 0, 16)),
	} {
		for n := range uint64(3) {
			if same := d.Int(bv.Mul, x, d.Const(32, n)) == x; same != (n == 1) {
				t.Errorf("%s times %d: the same: %v", name, n, same)
			}
		}
	}
}
