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
				byBits, _ := n.Known(NaNBits(n, f, n.Const(w, x)))
				switch {
				case (byBits == 1) != isNaN(f, x):
					t.Fatalf("format %d: a NaN by the bits %#x: %d", f, x, byBits)
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

// keying is how a reduction is done by keys, rightly or not.
type keying struct {
	by    bv.IntOp
	lost  uint64
	isNaN func(d bv.Domain, f bv.Format, x bv.Value) bv.Value // nil: a comparison of floats
	raw   bool                                                // the key is not brought back
	bits  bool                                                // bits for keys
	words bool                                                // the law of words, on keys
	lanes int
}

func (k keying) of(d *Domain, f bv.Format, x []bv.Value) bv.Value {
	if k.isNaN == nil {
		k.isNaN = func(d bv.Domain, f bv.Format, x bv.Value) bv.Value { return d.Float(bv.FUnordered, f, x, x) }
	}
	keys := make([]bv.Value, k.lanes)
	for i := range keys {
		if keys[i] = x[i]; !k.bits {
			keys[i] = keyIf(d, f, k.isNaN(d, f, x[i]), x[i], k.lost)
		}
	}
	key := plainly(d, k.by, keys)
	if k.words {
		key = ByWords(d, k.by, keys)
	}
	if k.raw {
		return key
	}
	return Unkey(d, f, key)
}

// TestByKeys: a reduction of floats under masks is that of its keys, and nothing
// that is made a little differently.
func TestByKeys(t *testing.T) {
	type row struct {
		name string
		k    keying
		same bool
	}
	for _, f := range []bv.Format{bv.F16, bv.BF16, bv.F32, bv.F64} {
		w := f.Bits()
		low, high := uint64(1)<<(w-1), ones(w)>>1
		never := func(d bv.Domain, _ bv.Format, _ bv.Value) bv.Value { return d.Const(1, 0) }
		other := func(o bv.IntOp) bv.IntOp {
			return map[bv.IntOp]bv.IntOp{bv.SMin: bv.SMax, bv.SMax: bv.SMin}[o]
		}
		unsigned := func(o bv.IntOp) bv.IntOp {
			return map[bv.IntOp]bv.IntOp{bv.SMin: bv.UMin, bv.SMax: bv.UMax}[o]
		}
		// A NaN is more than infinity by its bits: not as much, and not with its sign.
		orEqual := func(d bv.Domain, f bv.Format, x bv.Value) bv.Value {
			inf := d.Const(w, uint64(map[bv.Format]uint64{bv.F16: 0x7bff, bv.BF16: 0x7f7f, bv.F32: 0x7f7fffff, bv.F64: 0x7ff<<52 - 1}[f]))
			return d.Int(bv.ULt, inf, d.Extend(d.Extract(x, 0, w-1), w, false))
		}
		signed := func(d bv.Domain, f bv.Format, x bv.Value) bv.Value {
			inf := d.Const(w, map[bv.Format]uint64{bv.F16: 0x7c00, bv.BF16: 0x7f80, bv.F32: 0x7f800000, bv.F64: 0x7ff << 52}[f])
			return d.Int(bv.SLt, inf, x)
		}
		for o, right := range map[bv.FloatOp]keying{
			bv.FMin: {by: bv.SMin, lost: high}, bv.FMax: {by: bv.SMax, lost: low},
			bv.FMinNaN: {by: bv.SMin, lost: low}, bv.FMaxNaN: {by: bv.SMax, lost: high},
		} {
			d := New()
			x := lanesOf(d, 5, w, d.Const(w, floatOp(o, f).identity(w)))
			var want bv.Value = x[0]
			for _, more := range x[1:] {
				want = d.Float(o, f, want, more)
			}
			right.lanes = 5
			but := func(set func(*keying)) keying { k := right; set(&k); return k }
			rows := []row{
				{"keys", right, true},
				{"a NaN by its bits", but(func(k *keying) { k.isNaN = NaNBits }), true},
				{"not brought back", but(func(k *keying) { k.raw = true }), false},
				{"one left out", but(func(k *keying) { k.lanes = 4 }), false},
				{"the other end", but(func(k *keying) { k.by = other(k.by) }), false},
				{"unsigned", but(func(k *keying) { k.by = unsigned(k.by) }), false},
				{"a NaN at the other end", but(func(k *keying) { k.lost ^= ones(w) }), false},
				{"a NaN as 0", but(func(k *keying) { k.lost = 0 }), false},
				{"a NaN beside the end", but(func(k *keying) { k.lost ^= 1 }), false},
				{"bits for keys", but(func(k *keying) { k.bits = true }), false},
				{"no test for a NaN", but(func(k *keying) { k.isNaN = never }), false},
				{"infinity as a NaN", but(func(k *keying) { k.isNaN = orEqual }), false},
				{"no NaN with a sign", but(func(k *keying) { k.isNaN = signed }), false},
			}
			if f == bv.F64 {
				words := but(func(k *keying) { k.words = true })
				rows = append(rows, row{"keys by words", words, true})
				words.by = unsigned(words.by)
				rows = append(rows, row{"keys by words, unsigned", words, false})
				words.bits = true
				rows = append(rows, row{"bits by words", words, false})
			}
			for _, tt := range rows {
				if same := d.Differ(want, tt.k.of(d, f, x), &f) == False; same != tt.same {
					t.Errorf("format %d, operation %d: %s: the same: %v", f, o, tt.name, same)
				}
			}
		}
	}
}
