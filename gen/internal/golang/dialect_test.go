package golang

import (
	"testing"

	"github.com/shflgen/shflgen/spec"
)

// TestEveryOpHasARow covers each op on each type that it is defined on.
func TestEveryOpHasARow(t *testing.T) {
	for _, o := range spec.Ops() {
		for _, typ := range spec.Types() {
			s := spec.NewSpec(spec.Reduce)
			s.Op, s.Type = o, typ
			d, err := dialectOf(s)
			if !o.On(typ) {
				if err == nil && !o.HasLane() { // a pair has two winners: Op.On says so
					t.Errorf("%s on %s has a row", o, typ)
				}
				continue
			}
			if err != nil || d.elem == "" || d.bits == "" || d.combine == nil || d.id.expr.code == nil || d.idElem.code == nil ||
				d.idBits.code == nil {
				t.Errorf("%s on %s: %v, incomplete row %+v", o, typ, err, d)
			}
		}
	}
}

func TestDialect(t *testing.T) {
	a, b := id("a"), id("b")
	for _, test := range []struct {
		args                           string
		combine, load, store, identity string
	}{
		{"-pattern reduce", "a + b", "a", "a", "0"},
		{"-pattern reduce -type int16 -op max", "max(a, b)", "a", "a", "-0x8000"},
		{"-pattern reduce -type uint64 -op and", "a & b", "a", "a", "0xffffffffffffffff"},
		{"-pattern reduce -type float64 -op prod", "a * b", "math.Float64bits(a)", "a", "0x3ff0000000000000"},
		{"-pattern reduce -type float32 -op maximum", "max(a, b)", "math.Float32bits(a)", "a", "0xff800000"},
		{"-pattern reduce -type float32 -op min -name f", "min(a, b)", "fKey(math.Float32bits(a))",
			"math.Float32frombits(fUnkey(a))", "0x7fffffff"},
		{"-pattern reduce -type bfloat16 -name Fold", "foldEncode(foldDecode(a) + foldDecode(b))", "a", "a", "0x8000"},
		{"-pattern reduce -type float16 -op maximum -name Fold", "max(a, b)", "foldKey(a)", "foldUnkey(a)", "-0x7c01"},
	} {
		d, err := dialectOf(specOf(t, test.args))
		if err != nil {
			t.Fatal(err)
		}
		for _, pair := range []struct {
			what string
			is   expr
			want string
		}{
			{"combine", d.combine(a, b), test.combine}, {"load", d.load.of(a), test.load},
			{"store", d.store.of(a), test.store}, {"identity", d.id.expr, test.identity},
		} {
			if got := source(t, define("x", pair.is)); got != "x := "+pair.want {
				t.Errorf("%s: %s is %s, want %s", test.args, pair.what, got, pair.want)
			}
		}
	}
}

func TestKeep(t *testing.T) {
	for _, test := range []struct {
		by   int
		set  uint32
		want string
	}{
		{0, 1<<32 - 1, "mask"}, {3, 1<<32 - 1, "mask >> 3"}, {-2, 0xfc, "mask << 2 & 0xfc"},
	} {
		if got := source(t, define("x", keep(shiftedMask(test.by), test.set))); got != "x := "+test.want {
			t.Errorf("%s, want %s", got, test.want)
		}
	}
}
