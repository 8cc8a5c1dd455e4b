package term

import (
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// TestExactProducts: bits of a product of loaded floats are known to be the same wherever the product
// is computed, and nothing else of them is: not of a sum, nor of a product of what arithmetic gave.
func TestExactProducts(t *testing.T) {
	product := func(d *Domain, a, b bv.Value) bv.Value { return d.Float(bv.FMul, bv.F32, a, b) }
	keyed := func(d *Domain, x bv.Value) (key bv.Value, refused bool) {
		defer func() {
			if _, stopped := recover().(bv.Stop); stopped {
				refused = true
			}
		}()
		return d.Int(bv.Add, x, d.Const(32, 3)), false
	}
	d := New(Strategy{Products: CalledProducts})
	a, b := d.Var(0, 32), d.Var(1, 32)
	if _, refused := keyed(d, product(d, a, b)); !refused {
		t.Error("bits of a product without ExactProducts are computed with")
	}
	d = New(Strategy{Products: ExactProducts})
	a, b = d.Var(0, 32), d.Var(1, 32)
	x, refused := keyed(d, product(d, a, b))
	if y, _ := keyed(d, product(d, a, b)); refused || x != y {
		t.Errorf("the same product twice: refused %t, equal %t", refused, x == y)
	}
	if y, _ := keyed(d, product(d, b, a)); x == y {
		t.Error("factors exchanged: a NaN may have other bits")
	}
	for what, v := range map[string]bv.Value{
		"a sum":              d.Float(bv.FAdd, bv.F32, a, b),
		"a product of a sum": product(d, d.Float(bv.FAdd, bv.F32, a, b), a),
	} {
		if _, refused := keyed(d, v); !refused {
			t.Errorf("bits of %s are computed with", what)
		}
	}
}

// TestWidenedNaN: of a NaN of float16 in the code that is widened it is known which integer it is of, at most some
// number. So it is left out of a maximum with that number, and with no lower one, nor where the number may be missing,
// nor of another order.
func TestWidenedNaN(t *testing.T) {
	const most = 0xfffffd
	const offset = 0x3f000000
	integer := func(d *Domain, half uint64) (k bv.Value, refused bool) {
		defer func() {
			if _, stopped := recover().(bv.Stop); stopped {
				refused = true
			}
		}()
		return d.Int(bv.Sub, d.Convert(bv.F32, bv.F16, d.Const(16, half)), d.Const(32, offset)), false
	}
	d := New(Strategy{ExactWidening: true})
	if _, refused := integer(d, 0x7fff); !refused {
		t.Error("bits of a widened NaN are known without WidenedNaN")
	}
	f := &bv.Fn{Name: "nan", Bits: 32, Of: []bv.Format{bv.NoFormat}, Gives: bv.NoFormat, Most: most,
		Eval: func(x []uint64) uint64 { return x[0] }}
	decode := func(d bv.Domain, k bv.Value) bv.Value { return d.Int(bv.Add, k, d.Const(32, offset)) }
	d = New(Strategy{ExactWidening: true, WidenedNaN: &WidenedNaN{f, decode}})
	k, _ := integer(d, 0x7fff)
	if other, _ := integer(d, 0x7ffe); k == other {
		t.Error("two NaNs of the code have the same bits")
	}
	if half, _ := integer(d, 0x3c00); d.Differ(half, d.Const(32, 0x3f800000-offset), nil) != False {
		t.Error("a number of the code has other bits")
	}
	x, g := d.Var(0, 32), d.GuardOf(d.Bit(0))
	max := func(of bv.IntOp, number bv.Value) bv.Value { return d.Int(of, d.Int(of, x, k), number) }
	for name, c := range map[string]struct {
		of     bv.IntOp
		number bv.Value
		same   bool
	}{
		"with the greatest":         {bv.UMax, d.Const(32, most), true},
		"with a greater one":        {bv.UMax, d.Const(32, most+1), true},
		"with a lower one":          {bv.UMax, d.Const(32, most-1), false},
		"with none":                 {bv.UMax, d.Const(32, 0), false},
		"for members":               {bv.UMax, d.Select(g, d.Const(32, most), d.Const(32, 0)), false},
		"by sign":                   {bv.SMax, d.Const(32, most), false},
		"the minimum":               {bv.UMin, d.Const(32, most), false},
		"the minimum with the last": {bv.UMin, d.Const(32, 1<<32-2), false},
	} {
		if same := max(c.of, c.number) == d.Int(c.of, x, c.number); same != c.same {
			t.Errorf("%s: left out: %v, want %v", name, same, c.same)
		}
	}
}
