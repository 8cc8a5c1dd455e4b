package term

import (
	"math/rand/v2"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// dividends are terms of two elements of 64 bits, some bounded.
func dividends(d *Domain, by uint64) []bv.Value {
	rest := func(x bv.Value, by uint64) bv.Value {
		w := x.Width()
		return bv.Apply(d, bv.Divide(bv.Division{Bits: w, Remainder: true}), x, d.Const(w, by))
	}
	add := func(x, y bv.Value) bv.Value { return d.Int(bv.Add, x, y) }
	a, b := d.Var(0, 64), d.Var(1, 64)
	low := d.Extend(d.Extract(a, 0, 16), 64, false)
	all := []bv.Value{a, rest(a, by), add(rest(a, by), rest(b, by)), add(rest(a, by), d.Const(64, 1)), add(rest(a, by), a),
		low, add(low, rest(b, 7)),
		d.Select(d.Extract(b, 3, 1), rest(a, by), low), d.Int(bv.Mul, rest(a, by), d.Const(64, 3)),
		add(add(rest(a, by), rest(b, by)), rest(add(a, b), by))}
	return append(all, d.Extend(rest(d.Extract(a, 0, 32), by&0xffffffff|1), 64, false))
}

// TestDivided: quotients and rests of what is bounded evaluate to what they are.
func TestDivided(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	for _, by := range []uint64{1, 2, 3, 7, 65521, 65536, 1<<16 + 1, 1<<31 - 1, 1 << 31, 1<<32 - 5, 1<<32 + 15, 1 << 63,
		1<<63 + 1, 1<<64 - 1} {
		d := New(Strategy{})
		for i, x := range dividends(d, by) {
			for _, w := range []int{64, 32} {
				if w == 32 && by >= 1<<32 {
					continue
				}
				x := d.Extract(x, 0, w)
				q := bv.Apply(d, bv.Divide(bv.Division{Bits: w}), x, d.Const(w, by))
				rest := bv.Apply(d, bv.Divide(bv.Division{Bits: w, Remainder: true}), x, d.Const(w, by))
				less := d.Int(bv.ULt, x, d.Const(w, by))
				for range 300 {
					a, b := r.Uint64()>>r.IntN(64), r.Uint64()>>r.IntN(64)
					if r.IntN(3) == 0 { // next to multiples
						a, b = a/by*by+by-1, b/by*by+uint64(r.IntN(2))
					}
					in := Input{Mask: func(int) bool { return false }, Element: func(i int) uint64 { return []uint64{a, b}[i] }}
					n := d.Eval(x, in)
					below := uint64(0)
					if n < by {
						below = 1
					}
					if d.Eval(q, in) != n/by || d.Eval(rest, in) != n%by || d.Eval(less, in) != below {
						t.Fatalf("dividend %d of %d bits, %#x by %#x: %#x rest %#x, below %d", i, w, n, by, d.Eval(q, in),
							d.Eval(rest, in), d.Eval(less, in))
					}
				}
			}
		}
	}
}

// TestDividedAlike: a rest of a sum of two rests is the sum, less the divisor where it is not below: by division of
// 64 bits, of 32, and by comparison. Of other bounds it is not.
func TestDividedAlike(t *testing.T) {
	const p = 65521
	d := New(Strategy{})
	a, b, c := d.Var(0, 64), d.Var(1, 64), d.Var(2, 64)
	rest := func(x bv.Value, by uint64) bv.Value {
		return bv.Apply(d, bv.Divide(bv.Division{Bits: x.Width(), Remainder: true}), x, d.Const(x.Width(), by))
	}
	once := func(x bv.Value, by uint64) bv.Value {
		n := d.Const(x.Width(), by)
		return d.Select(d.Int(bv.ULt, x, n), x, d.Int(bv.Sub, x, n))
	}
	low := func(x bv.Value) bv.Value { return d.Extract(x, 0, 32) }
	two := d.Int(bv.Add, rest(a, p), rest(b, p))
	three := d.Int(bv.Add, two, rest(c, p))
	for what, p := range map[string][2]bv.Value{
		"64 and 32 bits":       {low(rest(two, p)), rest(low(two), p)},
		"64 bits and a choice": {low(rest(two, p)), low(once(two, p))},
		"32 bits and a choice": {rest(low(two), p), once(low(two), p)},
		"of three":             {low(rest(three, p)), rest(low(three), p)},
	} {
		if p[0] != p[1] {
			t.Errorf("%s: %v is not %v", what, p[0], p[1])
		}
	}
	for what, p := range map[string][2]bv.Value{
		"a choice of three":       {low(rest(three, p)), low(once(three, p))},
		"a choice by a neighbour": {low(rest(two, p)), low(once(two, p+1))},
		"of what may be longer":   {low(rest(a, p)), rest(low(a), p)},
		"another divisor":         {low(rest(two, p)), rest(low(two), p-2)},
	} {
		if p[0] == p[1] {
			t.Errorf("%s: both are %v", what, p[0])
		}
	}
}
