package term

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/shflgen/shflgen/verify/bv"
)

// numbers of a format: every one of a half type, else edges and random bits.
func numbersOf(f bv.Format) []uint64 {
	var all []uint64
	if f.Bits() == 16 {
		for x := range uint64(1 << 16) {
			all = append(all, x)
		}
		return all
	}
	rng := rand.New(rand.NewPCG(5, 6))
	w := f.Bits()
	one := bv.Numbers{}.One(f)
	for _, x := range []uint64{0, 1, one - 1, one, one + 1, ones(w) >> 1, 1<<(w-1) | 1, 1 << (w - 1), ones(w), 0x7f800000, 0xff800000, 0x7f800001, 0x7ff << 52, 0xfff << 52} {
		all = append(all, x&ones(w))
	}
	for range 200_000 {
		all = append(all, rng.Uint64()&ones(w))
	}
	return all
}

// TestKeys: keys are ordered as floats are, the lost one apart, and come back.
func TestKeys(t *testing.T) {
	n := bv.Numbers{}
	for _, f := range []bv.Format{bv.F16, bv.BF16, bv.F32, bv.F64} {
		w := f.Bits()
		for _, lost := range []uint64{1 << (w - 1), ones(w) >> 1} {
			type keyed struct {
				x   uint64
				key int64
			}
			var all []keyed
			for _, x := range numbersOf(f) {
				k, _ := n.Known(Key(n, f, n.Const(w, x), lost))
				back, _ := n.Known(Unkey(n, f, n.Const(w, k)))
				switch {
				case isNaN(f, x) && k != lost:
					t.Fatalf("format %d: NaN %#x has the key %#x", f, x, k)
				case isNaN(f, x) && !isNaN(f, back):
					t.Fatalf("format %d: the lost key comes back as %#x", f, back)
				case !isNaN(f, x) && (back != x || k == lost):
					t.Fatalf("format %d: %#x has the key %#x, which comes back as %#x", f, x, k, back)
				case !isNaN(f, x):
					all = append(all, keyed{x, int64(k<<(64-w)) >> (64 - w)})
				}
			}
			slices.SortFunc(all, func(a, b keyed) int {
				if a.key < b.key {
					return -1
				}
				return 1
			})
			for i := 1; i < len(all); i++ {
				a, b := all[i-1], all[i]
				// The lesser of two, in the order that has -0 below +0.
				least, _ := n.Known(n.Float(bv.FMin, f, n.Const(w, a.x), n.Const(w, b.x)))
				if least != a.x || a.key == b.key && a.x != b.x {
					t.Fatalf("format %d: keys %d and %d of %#x and %#x", f, a.key, b.key, a.x, b.x)
				}
			}
		}
	}
}

// TestByKeys: a maximum of floats under masks is that of its keys, and nothing
// that is made a little differently.
func TestByKeys(t *testing.T) {
	d := New()
	f := bv.F32
	lost := uint64(1 << 31)
	nan := d.Const(32, 0x7fffffff)
	var want bv.Value = nan
	maximum := func(key func(x bv.Value) bv.Value, o bv.IntOp, lanes int) bv.Value {
		var m bv.Value
		for i := range lanes {
			k := key(d.Select(d.GuardOf(d.Bit(i)), d.Var(i, 32), nan))
			if m == nil {
				m = k
			} else {
				m = d.Int(o, m, k)
			}
		}
		return m
	}
	for i := range 5 {
		want = d.Float(bv.FMax, f, want, d.Select(d.GuardOf(d.Bit(i)), d.Var(i, 32), nan))
	}
	key := func(lost uint64) func(bv.Value) bv.Value {
		return func(x bv.Value) bv.Value { return Key(d, f, x, lost) }
	}
	for _, tt := range []struct {
		name string
		got  bv.Value
		same bool
	}{
		{"keys", Unkey(d, f, maximum(key(lost), bv.SMax, 5)), true},
		{"keys, not brought back", maximum(key(lost), bv.SMax, 5), false},
		{"one left out", Unkey(d, f, maximum(key(lost), bv.SMax, 4)), false},
		{"a minimum", Unkey(d, f, maximum(key(lost), bv.SMin, 5)), false},
		{"unsigned", Unkey(d, f, maximum(key(lost), bv.UMax, 5)), false},
		{"a NaN that wins", Unkey(d, f, maximum(key(ones(32)>>1), bv.SMax, 5)), false},
		{"a NaN as 0", Unkey(d, f, maximum(key(0), bv.SMax, 5)), false},
		{"bits for keys", maximum(func(x bv.Value) bv.Value { return x }, bv.SMax, 5), false},
		{"no test for a NaN", Unkey(d, f, maximum(func(x bv.Value) bv.Value { return Unkey(d, f, x) }, bv.SMax, 5)), false},
	} {
		if same := d.Differ(want, tt.got, &f) == False; same != tt.same {
			t.Errorf("%s: the same: %v", tt.name, same)
		}
	}
}
