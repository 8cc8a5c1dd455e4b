package term

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/tests/extent"
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
	for _, x := range []uint64{0, 1, one - 1, one, one + 1, ones(w) >> 1, 1<<(w-1) | 1, 1 << (w - 1), ones(w), 0x7f800000,
		0xff800000, 0x7f800001, 0x7ff << 52, 0xfff << 52} {
		all = append(all, x&ones(w))
	}
	for range extent.Rounds(200_000) {
		all = append(all, rng.Uint64()&ones(w))
	}
	return all
}

// TestKeys: keys are ordered as floats are, NaNs lie at the one end or beyond
// either infinity, and all come back.
func TestKeys(t *testing.T) {
	n := bv.Numbers{}
	for _, f := range []bv.Format{bv.F16, bv.BF16, bv.F32, bv.F64} {
		w := f.Bits()
		signed := func(k uint64) int64 { return int64(k<<(64-w)) >> (64 - w) }
		for _, lost := range []uint64{1 << (w - 1), ones(w) >> 1} {
			type keyed struct {
				x   uint64
				key int64
			}
			var all []keyed
			var nans []int64
			for _, bits := range numbersOf(f) {
				x := n.Const(w, bits)
				every, _ := n.Known(Key(n, f, IsNaN(n, f, x), x, lost))
				strays, _ := n.Known(Key(n, f, Stray(n, f, x, lost), x, lost))
				back, _ := n.Known(Unkey(n, f, n.Const(w, every)))
				again, _ := n.Known(Unkey(n, f, n.Const(w, strays)))
				switch {
				case bv.IsNaN(f, bits) && every != lost:
					t.Fatalf("format %d: NaN %#x has the key %#x", f, bits, every)
				case bv.IsNaN(f, bits) && !(bv.IsNaN(f, back) && bv.IsNaN(f, again)):
					t.Fatalf("format %d: NaN %#x comes back as %#x and %#x", f, bits, back, again)
				case !bv.IsNaN(f, bits) && (back != bits || every != strays):
					t.Fatalf("format %d: %#x has the keys %#x and %#x, which come back as %#x and %#x", f, bits, every, strays, back,
						again)
				case bv.IsNaN(f, bits):
					nans = append(nans, signed(every), signed(strays))
					if f == bv.F64 {
						for _, moved := range []bv.Value{IsNaN(n, f, x), Stray(n, f, x, lost)} {
							upper, _ := n.Known(KeyUpper(n, moved, x, lost))
							if back, _ := n.Known(Unkey(n, f, n.Const(w, upper))); !bv.IsNaN(f, back) {
								t.Fatalf("NaN %#x, its upper word moved, comes back as %#x", bits, back)
							}
							nans = append(nans, signed(upper))
						}
					}
				default:
					all = append(all, keyed{bits, signed(every)})
				}
			}
			slices.SortFunc(all, func(a, b keyed) int { return cmp.Compare(a.key, b.key) })
			for i := 1; i < len(all); i++ {
				a, b := all[i-1], all[i]
				// The lesser of two, in the order that has -0 below +0.
				least, _ := n.Known(n.Float(bv.FMin, f, n.Const(w, a.x), n.Const(w, b.x)))
				if least != a.x || a.key == b.key && a.x != b.x {
					t.Fatalf("format %d: keys %d and %d of %#x and %#x", f, a.key, b.key, a.x, b.x)
				}
			}
			for _, k := range nans {
				if lowest := signed(lost) < 0; lowest != (k < all[0].key) || lowest == (k > all[len(all)-1].key) {
					t.Fatalf("format %d: a NaN has the key %d, numbers %d to %d", f, k, all[0].key, all[len(all)-1].key)
				}
			}
		}
	}
}

// keying is how a reduction is done by keys, rightly or not.
type keying struct {
	by    bv.IntOp
	lost  uint64
	moved func(d bv.Domain, f bv.Format, x bv.Value) bv.Value // nil: every NaN
	raw   bool                                                // the key is not brought back
	bits  bool                                                // bits for keys
	words bool                                                // the law of words, on keys
	upper bool                                                // only upper words are moved
	turn  *uint64                                             // keys are turned by so much instead
	back  *uint64                                             // and turned back by so much; nil: as they were turned
	lanes int
}

func (k keying) of(d *Domain, f bv.Format, x []bv.Value) bv.Value {
	if k.moved == nil {
		k.moved = IsNaN
	}
	keys := make([]bv.Value, k.lanes)
	for i := range keys {
		if keys[i] = x[i]; !k.bits {
			keys[i] = Key(d, f, k.moved(d, f, x[i]), x[i], k.lost)
		}
		if k.upper {
			keys[i] = KeyUpper(d, k.moved(d, f, x[i]), x[i], k.lost)
		}
		if k.turn != nil {
			keys[i] = x[i]
			if !k.bits {
				keys[i] = Unkey(d, f, keys[i])
			}
			keys[i] = d.Int(bv.Add, keys[i], d.Const(f.Bits(), *k.turn&ones(f.Bits())))
		}
	}
	key := plainly(d, k.by, keys)
	if k.words {
		key = ByWords(d, k.by, keys)
	}
	if k.back == nil {
		k.back = k.turn
	}
	if k.back != nil {
		key = d.Int(bv.Sub, key, d.Const(f.Bits(), *k.back&ones(f.Bits())))
	}
	if k.raw {
		return key
	}
	return Unkey(d, f, key)
}

// keyRow is a way to reduce by keys, and whether it is the reduction.
type keyRow struct {
	name string
	k    keying
	same bool
}

// moving lists the elements with moved keys.
type moving func(bv.Domain, bv.Format, bv.Value) bv.Value

// otherEnd is max for min, and min for max.
func otherEnd(o bv.IntOp) bv.IntOp {
	return map[bv.IntOp]bv.IntOp{bv.SMin: bv.SMax, bv.SMax: bv.SMin}[o]
}

// unsignedOf is the op on unsigned integers.
func unsignedOf(o bv.IntOp) bv.IntOp {
	return map[bv.IntOp]bv.IntOp{bv.SMin: bv.UMin, bv.SMax: bv.UMax}[o]
}

func never(d bv.Domain, _ bv.Format, _ bv.Value) bv.Value { return d.Const(1, 0) }

func strays(lost uint64) moving {
	return func(d bv.Domain, f bv.Format, x bv.Value) bv.Value { return Stray(d, f, x, lost) }
}

// infinityOf is the bits of infinity, and least those of the least key.
func infinityOf(f bv.Format) (inf, least uint64) {
	return map[bv.Format]uint64{bv.F16: 0x7c00, bv.BF16: 0x7f80, bv.F32: 0x7f800000, bv.F64: 0x7ff << 52}[f],
		1 << (f.Bits() - 1)
}

// withInfinity moves an infinity too, which is no stray.
func withInfinity(lost uint64) moving {
	return func(d bv.Domain, f bv.Format, x bv.Value) bv.Value {
		inf, low := infinityOf(f)
		if lost == low {
			return d.Int(bv.SLt, d.Const(f.Bits(), inf-1), x)
		}
		return d.Int(bv.ULt, d.Const(f.Bits(), (inf|low)-1), x)
	}
}

// byOtherOrder compares by the other order.
func byOtherOrder(lost uint64) moving {
	return func(d bv.Domain, f bv.Format, x bv.Value) bv.Value {
		inf, low := infinityOf(f)
		if lost == low {
			return d.Int(bv.ULt, d.Const(f.Bits(), inf), x)
		}
		return d.Int(bv.SLt, d.Const(f.Bits(), inf|low), x)
	}
}

// keyRows are the right way and others, each a little different from it.
func keyRows(f bv.Format, right keying) []keyRow {
	w := f.Bits()
	but := func(set func(*keying)) keying { k := right; set(&k); return k }
	rows := []keyRow{
		{"keys", right, true},
		{"strays moved", but(func(k *keying) { k.moved = strays(k.lost) }), true},
		{"others moved than the strays", but(func(k *keying) { k.moved = strays(^k.lost & ones(w)) }), false},
		{"strays and an infinity moved", but(func(k *keying) { k.moved = withInfinity(k.lost) }), false},
		{"strays by the other order", but(func(k *keying) { k.moved = byOtherOrder(k.lost) }), false},
		{"not brought back", but(func(k *keying) { k.raw = true }), false},
		{"one left out", but(func(k *keying) { k.lanes = 4 }), false},
		{"the other end", but(func(k *keying) { k.by = otherEnd(k.by) }), false},
		{"unsigned", but(func(k *keying) { k.by = unsignedOf(k.by) }), false},
		{"a NaN at the other end", but(func(k *keying) { k.lost ^= ones(w) }), false},
		{"a NaN as 0", but(func(k *keying) { k.lost = 0 }), false},
		{"a NaN beside the end", but(func(k *keying) { k.lost ^= 1 }), false},
		{"bits for keys", but(func(k *keying) { k.bits = true }), false},
		{"no NaN moved", but(func(k *keying) { k.moved = never }), false},
	}
	return append(append(rows, rotatedRows(f, right)...), wordRows(f, right)...)
}

// rotatedRows add a number to each key.
func rotatedRows(f bv.Format, right keying) []keyRow {
	by := func(n uint64, set func(*keying)) keying {
		k := right
		set(&k)
		k.turn = &n
		return k
	}
	as, n, none := func(*keying) {}, turn(f, right.lost), uint64(0)
	return []keyRow{
		{"rotated", by(n, as), true},
		{"rotated by one more", by(n+1, as), false},
		{"rotated by one less", by(n-1, as), false},
		{"rotated the other way", by(-n, as), false},
		{"rotated by nothing", by(0, as), false},
		{"rotated by half of all", by(1<<(f.Bits()-1), as), false},
		{"rotated, unsigned", by(n, func(k *keying) { k.by = unsignedOf(k.by) }), false},
		{"rotated, the other end", by(n, func(k *keying) { k.by = otherEnd(k.by) }), false},
		{"rotated, not rotated back", by(n, func(k *keying) { k.back = &none }), false},
		{"rotated, but back by one more", by(n, func(k *keying) { more := n + 1; k.back = &more }), false},
		{"rotated, not brought back", by(n, func(k *keying) { k.raw = true }), false},
		{"rotated, one left out", by(n, func(k *keying) { k.lanes = 4 }), false},
		{"bits rotated", by(n, func(k *keying) { k.bits = true }), false},
	}
}

// wordRows reduce the keys of 64 bits word by word.
func wordRows(f bv.Format, right keying) []keyRow {
	if f != bv.F64 {
		return nil
	}
	by := func(set func(*keying)) keying { k := right; k.words = true; set(&k); return k }
	unsigned := by(func(k *keying) { k.by = unsignedOf(k.by) })
	bits := unsigned
	bits.bits = true
	return []keyRow{
		{"keys by words", by(func(*keying) {}), true},
		{"strays moved, by words", by(func(k *keying) { k.moved = strays(k.lost) }), true},
		{"upper words of strays moved", by(func(k *keying) { k.moved, k.upper = strays(k.lost), true }), true},
		{"upper words moved", by(func(k *keying) { k.upper = true }), true},
		{"no upper word moved", by(func(k *keying) { k.moved, k.upper = never, true }), false},
		{"upper words moved to the other end", by(func(k *keying) { k.upper, k.lost = true, ^k.lost }), false},
		{"upper words moved to infinity's", by(func(k *keying) { k.upper, k.lost = true, 0x7ff<<52 }), false},
		{"keys by words, unsigned", unsigned, false},
		{"bits by words", bits, false},
	}
}

// TestByKeys: a reduction of floats under masks is that of its keys, and nothing
// that is made a little differently.
func TestByKeys(t *testing.T) {
	for _, f := range []bv.Format{bv.F16, bv.BF16, bv.F32, bv.F64} {
		w := f.Bits()
		low, high := uint64(1)<<(w-1), ones(w)>>1
		for o, right := range map[bv.FloatOp]keying{
			bv.FMin: {by: bv.SMin, lost: high}, bv.FMax: {by: bv.SMax, lost: low},
			bv.FMinNaN: {by: bv.SMin, lost: low}, bv.FMaxNaN: {by: bv.SMax, lost: high},
		} {
			d := New(Strategy{})
			x := lanesOf(d, 5, w, d.Const(w, floatOp(o, f).identity(w)))
			var want bv.Value = x[0]
			for _, more := range x[1:] {
				want = d.Float(o, f, want, more)
			}
			right.lanes = 5
			for _, tt := range keyRows(f, right) {
				if same := d.Differ(want, tt.k.of(d, f, x), &f) == False; same != tt.same {
					t.Errorf("format %d, operation %d: %s: the same: %v", f, o, tt.name, same)
				}
			}
		}
	}
}
