package term

import (
	"math/rand/v2"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// running32 are the bfloat16 that numbers of 32 bits hold in their upper half as they are combined, and those with
// something below.
func running32(d bv.Domain, o bv.FloatOp, x []bv.Value, below uint64) []bv.Value {
	wide := func(h bv.Value) bv.Value { return d.Concat(d.Const(16, below), h) }
	best := d.Const(16, ones(16)>>1)
	var all []bv.Value
	for _, e := range x {
		best = d.Extract(d.Float(o, bv.F32, wide(best), wide(e)), 16, 16)
		all = append(all, best)
	}
	return append(all, d.Extract(best, 15, 1))
}

// TestUpperHalf holds the upper halves of extrema of float32 against numbers, and knows those of bfloat16 for extrema
// of bfloat16. Of numbers with bits below it says nothing of the kind.
func TestUpperHalf(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 9))
	n := bv.Numbers{}
	some := []uint64{0, 0x8000, 0x7f80, 0xff80, 0x7f81, 0xff81, 0xffff, 0x7fff, 1, 0x8001, 0x7f7f, 0x3f80}
	for _, below := range []uint64{0, 1, 0x8000} {
		for _, o := range []bv.FloatOp{bv.FMin, bv.FMax} {
			d := New(Strategy{CanonicalNaN: true})
			var x []bv.Value
			for i := range 4 {
				x = append(x, d.Var(i, 16))
			}
			got := running32(d, o, x, below)
			half := d.Float(o, bv.BF16, d.Float(o, bv.BF16, d.Float(o, bv.BF16, x[0], x[1]), x[2]), x[3])
			if same := got[3] == half; same != (below == 0) {
				t.Errorf("with %#x below, op %d: the same as of bfloat16: %v", below, o, same)
			}
			for range 3000 {
				var in []uint64
				var on []bv.Value
				for range x {
					in = append(in, some[rng.IntN(len(some))])
					on = append(on, n.Const(16, in[len(in)-1]))
				}
				for i, want := range running32(n, o, on, below) {
					want, _ := n.Known(want)
					if y := d.Eval(got[i], Input{Element: func(name int) uint64 { return in[name] }}); y != want {
						t.Fatalf("with %#x below, op %d, %#x: value %d is %#x, want %#x", below, o, in, i, y, want)
					}
				}
			}
		}
	}
}

// TestByKey: an extremum is the float of its key, but for the payload of a NaN; and no other is.
func TestByKey(t *testing.T) {
	for _, f := range []bv.Format{bv.F32, bv.F16, bv.BF16} {
		d := New(Strategy{CanonicalNaN: true})
		w := f.Bits()
		x, y, z := d.Var(0, w), d.Var(1, w), d.Var(2, w)
		_, lost, _ := KeyOrder(bv.FMax, w)
		keyOf := func(v bv.Value) bv.Value { return d.elementKey(f, v.(*Term), lost) }
		most := Unkey(d, f, d.Int(bv.SMax, keyOf(x), keyOf(y)))
		best := d.Float(bv.FMax, f, x, y)
		if d.Differ(best, most, &f) != False {
			t.Errorf("format %d: the greatest differs from the float of the greatest key", f)
		}
		for what, other := range map[string]bv.Value{
			"the least":           d.Float(bv.FMin, f, x, y),
			"of another":          d.Float(bv.FMax, f, x, z),
			"of one more":         d.Float(bv.FMax, f, best, z),
			"in which a NaN wins": d.Float(bv.FMaxNaN, f, x, y),
		} {
			if d.Differ(other, most, &f) == False {
				t.Errorf("format %d: %s is the float of the greatest key", f, what)
			}
		}
		if d.Differ(best, most, nil) == False {
			t.Errorf("format %d: bit for bit, a NaN's payload is no other", f)
		}
	}
}

// keyOfBest is the key of an extremum of float32, each with a bfloat16 in its upper half. It is made of the product
// of the extremum and 1, with all bits but the sign flipped if it is negative.
func keyOfBest(d bv.Domain, o bv.FloatOp, x []bv.Value, below, flips uint64) bv.Value {
	wide := func(h bv.Value) bv.Value { return d.Concat(d.Const(16, below), h) }
	best := d.Const(32, ones(32)>>1)
	for _, e := range x {
		best = d.Float(o, bv.F32, best, wide(e))
	}
	product := bv.Product(d, bv.F32, best, false)
	sign := d.Extend(d.Extract(product, 31, 1), 32, true)
	return d.Int(bv.Xor, product, d.Int(bv.And, sign, d.Const(32, flips)))
}

// TestKeyOfUpperHalf: the key of the least float32 that bfloat16 are widened to is the least of their keys. That of the
// greatest, of one element less, and what flips other bits are not.
func TestKeyOfUpperHalf(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	n := bv.Numbers{}
	some := []uint64{0, 0x8000, 0x7f80, 0xff80, 0x7f81, 0xff81, 0xffff, 0x7fff, 1, 0x8001, 0x7f7f, 0x3f80}
	d := New(Strategy{CanonicalNaN: true})
	x := []bv.Value{d.Var(0, 16), d.Var(1, 16), d.Var(2, 16)}
	const all = 1<<31 - 1
	least := d.Const(32, all)
	for _, h := range x {
		least = d.Int(bv.SMin, least, d.elementKey(bv.F32, d.Concat(d.Const(16, 0), h).(*Term), all))
	}
	for name, c := range map[string]struct {
		o     bv.FloatOp
		of    int
		flips uint64
		same  bool
	}{
		"the least":            {bv.FMin, 3, all, true},
		"the greatest":         {bv.FMax, 3, all, false},
		"of one less":          {bv.FMin, 2, all, false},
		"the lowest bit stays": {bv.FMin, 3, all - 1, false},
		"no bit is flipped":    {bv.FMin, 3, 0, false},
		"of the upper half":    {bv.FMin, 3, 0x7fff0000, false},
	} {
		got := keyOfBest(d, c.o, x[:c.of], 0, c.flips)
		if same := got == least; same != c.same {
			t.Errorf("%s: the least of the keys: %v", name, same)
		}
		for range 3000 {
			in := []uint64{some[rng.IntN(len(some))], some[rng.IntN(len(some))], some[rng.IntN(len(some))]}
			on := []bv.Value{n.Const(16, in[0]), n.Const(16, in[1]), n.Const(16, in[2])}
			want, _ := n.Known(keyOfBest(n, c.o, on[:c.of], 0, c.flips))
			if y := d.Eval(got, Input{Element: func(name int) uint64 { return in[name] }}); y != want {
				t.Fatalf("%s of %#x is %#x, want %#x", name, in, y, want)
			}
		}
	}
}
