package term

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/tests/extent"
)

// TestProductKeys holds, on numbers, what a product's key is known as against what
// the product is: on the edges, on NaNs of both signs and on a million others.
func TestProductKeys(t *testing.T) {
	n := bv.Numbers{}
	number := func(v bv.Value) uint64 { x, _ := n.Known(v); return x }
	xs := []uint64{0, 1, 0x007fffff, 0x00800000, 0x3f800000, 0x7f7fffff, 0x7f800000, 0x7f800001, 0x7fc00000, 0x7fffffff}
	for range extent.Rounds(1 << 20) {
		xs = append(xs, uint64(rand.Uint32()))
	}
	for _, x := range xs {
		for _, sign := range []uint64{0, 1 << 31} {
			v := n.Const(32, x^sign)
			for _, negative := range []bool{false, true} {
				one, lost := uint64(0x3f800000), uint64(0x7fffffff)
				if negative {
					one, lost = one|1<<31, 1<<31
				}
				got := Unkey(n, bv.F32, n.Float(bv.FMul, bv.F32, v, n.Const(32, one)))
				if negative {
					got = n.Int(bv.Xor, got, n.Const(32, 0xffffffff))
				}
				if want := Key(n, bv.F32, IsNaN(n, bv.F32, v), v, lost); number(got) != number(want) {
					t.Fatalf("%#x, negative %v: key %#x, want %#x", x^sign, negative, number(got), number(want))
				}
			}
		}
	}
}

// TestProduct: only the key that belongs to the product's sign is known as one.
func TestProduct(t *testing.T) {
	d := New(Strategy{})
	x := d.Var(0, 32)
	key := func(lost uint64) bv.Value { return Key(d, bv.F32, IsNaN(d, bv.F32, x), x, lost) }
	flip := func(p bv.Value) bv.Value {
		return d.Int(bv.Xor, p, d.Extend(d.Extend(d.Extract(p, 31, 1), 31, true), 32, false))
	}
	for _, tt := range []struct {
		name                 string
		negative, complement bool
		lost                 uint64
		same                 bool
	}{
		{"x, for the least", false, false, 0x7fffffff, true},
		{"-x, for the greatest", true, true, 0x80000000, true},
		{"x, where a NaN is the least", false, false, 0x80000000, false},
		{"-x, where a NaN is the greatest", true, true, 0x7fffffff, false},
		{"-x, not complemented", true, false, 0x80000000, false},
		{"x, complemented", false, true, 0x7fffffff, false},
	} {
		k := flip(d.Product(bv.F32, x, tt.negative))
		if tt.complement {
			k = d.Not(k)
		}
		if got := d.Differ(d.Int(bv.And, k, d.Const(32, 0xffffffff)), key(tt.lost), nil) == False; got != tt.same {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.same)
		}
	}
}

// TestWinner: the element of the lane that won is known where each lane is asked for its own
// key, and only there.
func TestWinner(t *testing.T) {
	d := New(Strategy{})
	const lost = 1 << 31
	var xs, defs, keys []bv.Value
	best := d.Const(32, lost)
	for i := range 4 {
		x := d.Var(i, 32)
		k := Key(d, bv.F32, IsNaN(d, bv.F32, x), x, lost)
		xs, defs, keys = append(xs, x), append(defs, d.Const(1, 1)), append(keys, k)
		best = d.Int(bv.SMax, best, k)
	}
	won := func(key func(i int) bv.Value, best bv.Value) bv.Value {
		w := d.Int(bv.Eq, key(0), best)
		for i := 1; i < 4; i++ {
			w = bv.Value(d.Concat(w, d.Int(bv.Eq, key(i), best)))
		}
		return w
	}
	own := func(i int) bv.Value { return keys[i] }
	f := bv.F32
	x, def, ok := d.At(d.First(won(own, best), nobody), xs, defs)
	if !ok || d.Differ(x, Unkey(d, bv.F32, best), &f) != False || def != bv.Value(d.Const(1, 1)) {
		t.Error("the winner's element is not known")
	}
	maybe := append([]bv.Value{d.GuardOf(d.Bit(0))}, defs[1:]...)
	if _, def, ok := d.At(d.First(won(own, best), nobody), xs, maybe); !ok || def == bv.Value(d.Const(1, 1)) {
		t.Error("what may be undefined in a lane that may win passes for defined")
	}
	other := append([]bv.Value{xs[1], xs[0]}, xs[2:]...)
	for name, read := range map[string]func() bool{
		"of other lanes": func() bool { _, _, ok := d.At(d.First(won(own, best), nobody), other, defs); return ok },
		"of fewer lanes": func() bool { _, _, ok := d.At(d.First(won(own, best), nobody), xs[:2], defs[:2]); return ok },
		"of who is not asked its own key": func() bool {
			_, _, ok := d.At(d.First(won(func(i int) bv.Value { return keys[i/2] }, best), nobody), xs, defs)
			return ok
		},
		"of the lane after": func() bool {
			_, _, ok := d.At(d.Int(bv.Add, d.First(won(own, best), nobody), d.Const(32, 1)), xs, defs)
			return ok
		},
	} {
		if read() {
			t.Errorf("%s: known", name)
		}
	}
}

// TestKeysTwice holds keys of halves against all halves: each comes back from its key,
// or its negative does; the keys of numbers are ordered as they are; a NaN's is the greatest.
func TestKeysTwice(t *testing.T) {
	n := bv.Numbers{}
	number := func(v bv.Value) uint64 { x, _ := n.Known(v); return x }
	for _, f := range []bv.Format{bv.F16, bv.BF16} {
		for _, negative := range []bool{false, true} {
			one := n.One(f)
			if negative {
				one |= 1 << 15
			}
			byKey := map[int32]uint64{}
			for x := range uint64(1 << 16) {
				v := n.Const(16, x)
				if got, want := number(bv.Product(n, f, v, negative)), number(n.Float(bv.FMul, f, v,
					n.Const(16, one))); got != want {
					t.Fatalf("%#x: product %#x, want %#x", x, got, want)
				}
				word := KeyTwice(n, f, v, negative)
				back := number(UnkeyTwice(n, word, negative))
				nan := number(IsNaN(n, f, v)) == 1
				if nan != (number(word) == 0x7fff7fff) || !nan && back != x || nan && number(IsNaN(n, f, n.Const(16, back))) != 1 {
					t.Fatalf("%#x: key %#x, back %#x", x, number(word), back)
				}
				if !nan {
					byKey[int32(number(word))] = x
				}
			}
			last := int64(-1) << 40
			for _, k := range slices.Sorted(maps.Keys(byKey)) {
				x := int64(number(Unkey(n, f, n.Const(16, byKey[k])))) // keys of 16 bits: other tests hold their order
				x = int64(int16(x))
				if negative {
					x = -x
				}
				if x <= last {
					t.Fatalf("%v, negative %v: %#x is not above what its key is above", f, negative, byKey[k])
				}
				last = x
			}
		}
	}
}

// TestProductByOne: to a float op a product with 1 is what was multiplied, and one with
// -1 is not.
func TestProductByOne(t *testing.T) {
	d := New(Strategy{})
	x, y := d.Var(0, 32), d.Var(1, 32)
	f := bv.F32
	for _, tt := range []struct {
		name     string
		negative bool
		same     bool
	}{{"by 1", false, true}, {"by -1", true, false}} {
		p := d.Product(f, x, tt.negative)
		for name, pair := range map[string][2]bv.Value{
			"itself":     {p, x},
			"multiplied": {d.Float(bv.FMul, f, p, y), d.Float(bv.FMul, f, x, y)},
			"twice":      {d.Product(f, p, false), x},
			"guarded": {d.Product(f, d.Select(d.GuardOf(d.Bit(0)), x, d.Const(32, 0x3f800000)), tt.negative),
				d.Select(d.GuardOf(d.Bit(0)), x, d.Const(32, 0x3f800000))},
		} {
			if got := d.Differ(pair[0], pair[1], &f) == False; got != tt.same {
				t.Errorf("%s, %s: %v, want %v", tt.name, name, got, tt.same)
			}
		}
	}
}
