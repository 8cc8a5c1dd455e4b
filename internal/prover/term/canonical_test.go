package term

import (
	"math/rand/v2"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// taken are the bits that an element changed the extremum of those before it, which begins as the canonical NaN, and
// the key of the extremum.
func taken(d bv.Domain, o bv.FloatOp, f bv.Format, x []bv.Value) []bv.Value {
	w := f.Bits()
	_, lost, _ := KeyOrder(o, w)
	best := d.Const(w, ones(w)>>1)
	var all []bv.Value
	for _, e := range x {
		next := d.Float(o, f, best, e)
		all = append(all, d.Int(bv.Eq, next, best))
		best = next
	}
	return append(all, Key(d, f, IsNaN(d, f, best), best, lost))
}

// TestCanonicalNaN holds comparisons of the bits of extrema, and their keys, against numbers.
func TestCanonicalNaN(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	n := bv.Numbers{}
	for _, f := range []bv.Format{bv.F32, bv.F16, bv.BF16} {
		for _, o := range []bv.FloatOp{bv.FMin, bv.FMax} {
			w := f.Bits()
			inf, sign := bv.Infinity(f), uint64(1)<<(w-1)
			some := []uint64{0, sign, inf, sign | inf, inf | 1, sign | inf | 1, ones(w), ones(w) >> 1, 1, sign | 1, inf - 1}
			d := New(Strategy{CanonicalNaN: true})
			var x []bv.Value
			for i := range 5 {
				x = append(x, d.Var(i, w))
			}
			got := taken(d, o, f, x)
			for range 2000 {
				var in []uint64
				var on []bv.Value
				for range x {
					in = append(in, some[rng.IntN(len(some))])
					on = append(on, n.Const(w, in[len(in)-1]))
				}
				for i, want := range taken(n, o, f, on) {
					want, _ := n.Known(want)
					if y := d.Eval(got[i], Input{Mask: func(int) bool { return false }, Element: func(name int) uint64 {
						return in[name]
					}}); y != want {
						t.Fatalf("format %d, op %d, %#x: value %d is %#x, want %#x", f, o, in, i, y, want)
					}
				}
			}
		}
	}
}

// TestUnknownPayload: nothing is known of the bits of an extremum of a register with itself, nor of one in a domain
// where no extremum is canonical.
func TestUnknownPayload(t *testing.T) {
	for name, test := range map[string]func(d *Domain, x, y bv.Value) bv.Value{
		"of one register": func(d *Domain, x, _ bv.Value) bv.Value {
			return d.Float(bv.FMax, bv.F32, x, x)
		},
		"of float64": func(d *Domain, x, y bv.Value) bv.Value {
			return d.Extract(d.Float(bv.FMax, bv.F64, d.Concat(x, y), d.Concat(y, x)), 0, 32)
		},
		"a sum": func(d *Domain, x, y bv.Value) bv.Value {
			return d.Float(bv.FAdd, bv.F32, x, y)
		},
		"in which a NaN wins": func(d *Domain, x, y bv.Value) bv.Value {
			return d.Float(bv.FMaxNaN, bv.F32, x, y)
		},
		"of any machine": func(d *Domain, x, y bv.Value) bv.Value { return d.Float(bv.FMax, bv.F32, x, y) },
	} {
		d := New(Strategy{CanonicalNaN: name != "of any machine"})
		x, y := d.Var(0, 32), d.Var(1, 32)
		v := test(d, x, y)
		func() {
			defer func() {
				if _, ok := recover().(bv.Stop); !ok {
					t.Errorf("%s: its bits are compared", name)
				}
			}()
			d.Int(bv.Eq, v, d.Float(bv.FMax, bv.F32, v, y))
		}()
	}
}

// TestDecodedKey: the float of the key of a float is that float, but for the payload of a NaN; that of another key is
// not.
func TestDecodedKey(t *testing.T) {
	for _, f := range []bv.Format{bv.F16, bv.BF16, bv.F32, bv.F64} {
		d, w := New(Strategy{}), f.Bits()
		x, y := d.Var(0, w), d.Var(1, w)
		decoded := func(of, key bv.Value, lost uint64) bv.Value {
			wide, is := of, f
			if f.Bits() == 16 {
				wide, is = d.Convert(bv.F32, f, of), bv.F32
			}
			return Unkey(d, f, Key(d, f, IsNaN(d, is, wide), key, lost))
		}
		for _, lost := range []uint64{ones(w) >> 1, ones(w)>>1 + 1} {
			if got := decoded(x, x, lost); d.Differ(got, x, &f) != False || d.Differ(x, got, &f) != False {
				t.Errorf("format %v, lost %#x: its own key", f, lost)
			} else if d.Differ(got, x, nil) == False {
				t.Errorf("format %v, lost %#x: the payload of a NaN", f, lost)
			}
			for what, other := range map[string]bv.Value{
				"another's": decoded(y, y, lost), "where another is a NaN": decoded(y, x, lost),
				"a number for a NaN": decoded(x, x, 0), "another infinity for a NaN": decoded(x, x, bv.Infinity(f)),
			} {
				if d.Differ(other, x, &f) == False {
					t.Errorf("format %v, lost %#x: %s", f, lost, what)
				}
			}
		}
	}
}
