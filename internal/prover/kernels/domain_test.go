package kernels

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/term"
	"github.com/shflgen/shflgen/spec"
)

// TestOrder: sums and products are equal in every order of their operands, and differ where an operand is missing or
// occurs twice.
func TestOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, op := range []bv.FloatOp{bv.FAdd, bv.FMul} {
		d := newTerms(term.Strategy{})
		var all []bv.Value
		for i := range 12 {
			all = append(all, d.Var(i, 32))
		}
		fold := func(of []bv.Value) bv.Value {
			of = append([]bv.Value{}, of...)
			for len(of) > 1 {
				rng.Shuffle(len(of), func(i, j int) { of[i], of[j] = of[j], of[i] })
				of = append(of[2:], d.Float(op, bv.F32, of[0], of[1]))
			}
			return of[0]
		}
		want := fold(all)
		for range 20 {
			if fold(all) != want {
				t.Errorf("%d: another order gives another term", op)
			}
		}
		for _, wrong := range [][]bv.Value{all[1:], append(all[:12:12], all[3])} {
			if fold(wrong) == want {
				t.Errorf("%d: %d operands give the term of %d", op, len(wrong), len(all))
			}
		}
	}
}

// TestReals: formulas of equal real numbers are equal, and others are not.
func TestReals(t *testing.T) {
	d := newTerms(term.Strategy{})
	x, y, z := d.Var(0, 32), d.Var(1, 32), d.Var(2, 32)
	e := env{d: d, t: spec.Float32}
	minus, zero, third := d.Const(32, 1<<31), e.number(0), e.over(e.number(1), e.number(3))
	apply := func(f *bv.Fn, args ...bv.Value) bv.Value { return bv.Apply(d, f, args...) }
	rsqrt := bv.Approximate("rsqrt.approx.f32", 1, bv.F32)
	difference := e.sub(x, y)
	wide := func(v bv.Value) bv.Value { return d.Convert(bv.F64, bv.F32, v) }
	for _, equal := range [][2]bv.Value{
		{apply(bv.FMA(bv.F32), x, y, z), e.add(z, e.mul(y, x))},
		{e.add(x, minus), x}, {e.add(zero, x), x}, {e.mul(e.number(1), x), x}, {e.sub(x, x), zero},
		{e.mul(x, third), e.over(x, e.number(3))},
		{e.sub(x, e.add(y, z)), e.sub(e.sub(x, y), z)},
		{e.neg(e.neg(difference)), difference}, {e.neg(difference), e.sub(y, x)},
		{e.mul(difference, difference), e.add(e.sub(e.mul(x, x), e.mul(e.number(2), e.mul(x, y))), e.mul(y, y))},
		{apply(rsqrt, e.add(x, y)), e.inverseRoot(e.add(y, x))},
		{apply(bv.Approximate("div.approx.f32", 2, bv.F32), x, y), e.mul(x, e.over(e.number(1), y))},
		{d.Convert(bv.F32, bv.F64, d.Float(bv.FAdd, bv.F64, wide(x), wide(y))), e.add(y, x)},
	} {
		if !d.equal(&f32, equal[0], equal[1]) {
			t.Errorf("%v and %v differ", equal[0], equal[1])
		}
	}
	if !d.reals {
		t.Error("nothing says that floats are real numbers")
	}
	for _, other := range [][2]bv.Value{
		{apply(bv.FMA(bv.F32), x, y, z), apply(bv.FMA(bv.F32), x, z, y)}, {e.mul(zero, x), x}, {e.neg(x), x},
		{e.over(x, y), e.over(y, x)}, {apply(rsqrt, x), e.root(x)}, {apply(rsqrt, x), apply(rsqrt, y)},
		{e.mul(x, e.number(0.33334)), e.over(x, e.number(3))}, {e.add(x, e.number(1e-6)), x},
		{e.sub(e.add(x, e.number(12288)), e.number(12288)), x},
	} {
		if d.equal(&f32, other[0], other[1]) {
			t.Errorf("%v and %v are equal", other[0], other[1])
		}
	}
}

var f32 = bv.F32

// TestResidues: residues compute as numbers do, at fractions and at numbers that are none.
func TestResidues(t *testing.T) {
	of := func(x float64) residue {
		r, ok := residueOf(bv.F64, math.Float64bits(x))
		if !ok {
			t.Fatalf("%g has no value", x)
		}
		return r
	}
	for _, x := range []float64{0, 1, -1, 2, -0.5, 1.0 / 3, math.Pi, 1e-40, 1e30, 1 << 60} {
		if of(2*x) != of(x).plus(of(x)) || of(-x) != of(x).negative() || of(x/1024).times(natural(1024)) != of(x) {
			t.Errorf("%g: %d", x, of(x))
		}
	}
	if of(1.0/3).times(natural(3)) != natural(1) || of(-5.0/7).times(natural(7)) != of(-5) ||
		of(7).over(of(7)) != natural(1) {
		t.Error("fractions")
	}
	if _, ok := residueOf(bv.F32, 0x7f800000); ok {
		t.Error("an infinity has a value")
	}
}

// TestIsAsked: a part of the words of a verdict is enough, but it does not end within a form's name.
func TestIsAsked(t *testing.T) {
	squares := slices.IndexFunc(forms, func(f form) bool { return f.text == "the sum of squares" })
	r := reading{outs: []out{{form: forms[squares]}}}
	for asked, want := range map[string]bool{
		"": true, "the sum of squares": true, "the sum of squares of row blockIdx.x of x": true, "row blockIdx.x of x": true,
		"the sum": false, "the sum of s": false, "the mean of squares": false, "the sum of row blockIdx.x of x": false,
	} {
		k := Kernel{Computes: asked}
		if got := k.isAsked(r, "y receives the sum of squares of row blockIdx.x of x"); got != want {
			t.Errorf("%q: %t, want %t", asked, got, want)
		}
	}
}
