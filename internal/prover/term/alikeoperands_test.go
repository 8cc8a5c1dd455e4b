package term

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// operations are compared in two terms. In one of them an operand, x, is a choice.
var operations = []struct {
	name string
	of   func(d bv.Domain, x, y bv.Value) bv.Value
}{
	{"a sum", func(d bv.Domain, x, y bv.Value) bv.Value { return d.Float(bv.FAdd, bv.F32, y, x) }},
	{"a maximum", func(d bv.Domain, x, y bv.Value) bv.Value {
		return d.Float(bv.FMaxNaN, bv.F32, d.Float(bv.FMul, bv.F32, x, y), d.Float(bv.FMul, bv.F32, y, y))
	}},
	{"a sign that is flipped", func(d bv.Domain, x, y bv.Value) bv.Value {
		return bv.Negate(d, bv.F32, d.Float(bv.FAdd, bv.F32, x, y))
	}},
	{"a choice by a comparison", func(d bv.Domain, x, y bv.Value) bv.Value {
		return d.Select(d.Float(bv.FLt, bv.F32, x, y), y, d.Const(32, 7))
	}},
	{"a choice by equality", func(d bv.Domain, x, y bv.Value) bv.Value {
		return d.Select(d.Float(bv.FEq, bv.F32, d.Float(bv.FAdd, bv.F32, x, y), y), y, d.Const(32, 7))
	}},
	{"one of two choices", func(d bv.Domain, x, y bv.Value) bv.Value {
		return d.Select(d.Float(bv.FLt, bv.F32, y, d.Const(32, 0)), d.Float(bv.FMul, bv.F32, x, y), y)
	}},
	{"a conversion", func(d bv.Domain, x, y bv.Value) bv.Value {
		return d.Convert(bv.F32, bv.F16, d.Convert(bv.F16, bv.F32, d.Float(bv.FMul, bv.F32, x, y)))
	}},
	{"a fused sum", func(d bv.Domain, x, y bv.Value) bv.Value { return bv.Apply(d, bv.FMA(bv.F32), x, y, y) }},
	{"the bits of a number", func(d bv.Domain, x, y bv.Value) bv.Value {
		n := d.Float(bv.FMax, bv.F32, d.Float(bv.FMul, bv.F32, x, y), d.Const(32, 0))
		return d.Int(bv.Sub, d.Const(32, 0x5f370000), d.Concat(d.Extract(n, 1, 31), d.Const(1, 0)))
	}},
	{"bits that no NaN decides", func(d bv.Domain, x, y bv.Value) bv.Value {
		t := bv.Apply(d, bv.FMA(bv.F32), x, y, y)
		return d.Float(bv.FMul, bv.F32, d.Float(bv.FAdd, bv.F32, t, y), d.Concat(d.Const(23, 0), d.Extract(t, 0, 9)))
	}},
}

// TestAlikeOperands: two terms are alike where their operands are, in any operation, and are what numbers say there.
func TestAlikeOperands(t *testing.T) {
	for _, o := range operations {
		d := New(Strategy{})
		here := d.Bit(0)
		x, y, zero := d.Var(1, 32), d.Var(0, 32), d.Const(32, 0)
		a, b := o.of(d, x, y).(*Term), o.of(d, d.Select(d.GuardOf(here), x, zero), y).(*Term)
		other := o.of(d, d.Select(d.GuardOf(here), d.Var(2, 32), x), y).(*Term)
		for _, tt := range []struct {
			what string
			b    *Term
			want Guard
		}{{"an operand of some masks", b, here}, {"another operand there", other, d.not(here)}} {
			if got := d.alike(bv.F32, a, tt.b); got != tt.want {
				t.Errorf("%s, %s: alike on other masks", o.name, tt.what)
			}
			if got := d.alike(bv.F32, tt.b, a); got != tt.want {
				t.Errorf("%s, %s, turned round: alike on other masks", o.name, tt.what)
			}
		}
		for _, p := range operations {
			if c := p.of(d, d.Var(2, 32), y).(*Term); d.alike(bv.F32, a, c) != False {
				t.Errorf("%s is like %s of another element", o.name, p.name)
			}
		}
	}
}

// TestAlikeWidths: numbers of different widths are never alike, nor words that they are parts of.
func TestAlikeWidths(t *testing.T) {
	d := New(Strategy{})
	x, y := d.Var(0, 32), d.Var(1, 32)
	for name, tt := range map[string][2]bv.Value{
		"zeros": {d.Const(8, 0), d.Const(16, 0)},
		"words": {d.Concat(d.Extract(d.Int(bv.Mul, x, y), 0, 24), d.Const(8, 0)),
			d.Concat(d.Extract(d.Int(bv.Mul, x, y), 0, 16), d.Const(16, 0))},
	} {
		if got := d.alike(bv.NoFormat, tt[0].(*Term), tt[1].(*Term)); got != False {
			t.Errorf("%s: alike on %v", name, got)
		}
	}
}

// TestAlikeBits: operands that are no floats are compared bit by bit, also where both are NaNs of a format.
func TestAlikeBits(t *testing.T) {
	d := New(Strategy{})
	x, y := d.Var(0, 16), d.Var(1, 16)
	of := func(nan uint64) bv.Value { // a NaN of float16
		return d.Select(d.GuardOf(d.Bit(0)), d.Const(16, nan), x)
	}
	for _, tt := range []struct {
		name string
		of   func(v bv.Value) bv.Value
	}{
		{"side by side", func(v bv.Value) bv.Value { return d.Concat(v, y) }},
		{"extended", func(v bv.Value) bv.Value { return d.Extend(d.Int(bv.Mul, v, y), 32, true) }},
		{"compared", func(v bv.Value) bv.Value { return d.Select(d.Int(bv.ULt, d.Int(bv.Mul, v, y), y), y, x) }},
		{"added", func(v bv.Value) bv.Value { return d.Int(bv.Add, d.Int(bv.Mul, v, y), x) }},
	} {
		a, b := tt.of(of(0x7c01)).(*Term), tt.of(of(0x7c02)).(*Term)
		for _, f := range []bv.Format{bv.NoFormat, bv.F32} {
			if got := d.alike(f, a, b); d.and(got, d.Bit(0)) != False {
				t.Errorf("%s, format %d: alike where an operand differs", tt.name, f)
			}
		}
	}
}

// special are float32 at which operations differ.
var special = []uint64{0, 1 << 31, 1, 0x7f800000, 0xff800000, 0x7fc00000, 0x7fc00001, 0xffc12345, 0x7f800001,
	0x3f800000, 0xbf800000, 0x4b4000f0}

// TestAlikeOperandsSound nests operations at random, each beside one of other operands, and runs both where they are
// said to be alike.
func TestAlikeOperandsSound(t *testing.T) {
	said := 0
	for seed := range uint64(600) {
		rng := rand.New(rand.NewPCG(seed, 72))
		d := New(Strategy{})
		var nested func(depth int) [2]bv.Value
		nested = func(depth int) [2]bv.Value {
			i := rng.IntN(3)
			x := d.Var(i, 32)
			if depth == 0 {
				other := []bv.Value{x, d.Var((i+1)%3, 32), d.Const(32, 0)}[rng.IntN(3)]
				return [2]bv.Value{x, d.Select(d.GuardOf(d.Bit(rng.IntN(3))), x, other)}
			}
			o, x2, y2 := operations[rng.IntN(len(operations))], nested(depth-1), nested(0)
			return [2]bv.Value{o.of(d, x2[0], y2[0]), o.of(d, x2[1], y2[rng.IntN(2)])}
		}
		pair := func() (all [2]bv.Value) {
			defer bv.Stopped(func(string) { all = [2]bv.Value{d.Const(32, 0), d.Const(32, 0)} })
			return nested(1 + rng.IntN(3))
		}()
		a, b := pair[0].(*Term), pair[1].(*Term)
		where := d.alike(bv.F32, a, b)
		for m := range uint64(8) {
			mask := func(bit int) bool { return m>>bit&1 == 1 }
			if a == b || !d.Holds(where, mask) {
				continue
			}
			for range 20 {
				said++
				var xs [3]uint64
				for i := range xs {
					if xs[i] = special[rng.IntN(len(special))]; rng.IntN(2) == 0 {
						xs[i] = uint64(math.Float32bits(float32(rng.NormFloat64())))
					}
				}
				in := Input{Mask: mask, Element: func(i int) uint64 { return xs[i] }}
				if p, q := d.Eval(a, in), d.Eval(b, in); p != q && !(bv.IsNaN(bv.F32, p) && bv.IsNaN(bv.F32, q)) {
					t.Fatalf("seed %d: on mask %#x and %#x one gives %#x, the other %#x", seed, m, xs, p, q)
				}
			}
		}
	}
	if said < 1000 {
		t.Errorf("%d said to be alike, want some", said)
	}
}
