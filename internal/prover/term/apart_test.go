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
	d := New()
	d.Apart()
	a, b := d.Var(0, 32), d.Var(1, 32)
	if _, refused := keyed(d, product(d, a, b)); !refused {
		t.Error("bits of a product without ExactProducts are computed with")
	}
	d = New()
	d.Apart()
	d.ExactProducts()
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
