package term

import (
	"cmp"
	"slices"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// TestRotatedEncoding: rotated keys of numbers are ordered like floats, the keys of all NaNs are
// at the required end, and every float decodes to its bits.
func TestRotatedEncoding(t *testing.T) {
	n := bv.Numbers{}
	for _, f := range []bv.Format{bv.F16, bv.BF16, bv.F32, bv.F64} {
		w := f.Bits()
		signed := func(k uint64) int64 { return int64(k<<(64-w)) >> (64 - w) }
		inf := bv.Infinity(f)
		edges := []uint64{inf - 1, inf, inf + 1, ones(w) >> 1, 1<<(w-1) | inf - 1, 1<<(w-1) | inf, 1<<(w-1) | inf + 1,
			ones(w)}
		for _, lost := range []uint64{1 << (w - 1), ones(w) >> 1} {
			type keyed struct {
				x   uint64
				key int64
			}
			var all []keyed
			nanLeast, nanMost := int64(1<<(w-1)-1), signed(1<<(w-1))
			for _, bits := range append(edges, numbersOf(f)...) {
				key, _ := n.Known(KeyTurned(n, f, n.Const(w, bits), lost))
				if back, _ := n.Known(UnkeyTurned(n, f, n.Const(w, key), lost)); back != bits {
					t.Fatalf("format %d: %#x has the key %#x, which comes back as %#x", f, bits, key, back)
				}
				if bv.IsNaN(f, bits) {
					nanLeast, nanMost = min(nanLeast, signed(key)), max(nanMost, signed(key))
				} else {
					all = append(all, keyed{bits, signed(key)})
				}
			}
			slices.SortFunc(all, func(a, b keyed) int { return cmp.Compare(a.key, b.key) })
			for i := 1; i < len(all); i++ {
				a, b := all[i-1], all[i]
				least, _ := n.Known(n.Float(bv.FMin, f, n.Const(w, a.x), n.Const(w, b.x)))
				if least != a.x || a.key == b.key && a.x != b.x {
					t.Fatalf("format %d: keys %d and %d of %#x and %#x", f, a.key, b.key, a.x, b.x)
				}
			}
			// The edges are among them, so the ends of the NaNs are exact.
			least, most := all[0].key, all[len(all)-1].key
			got, want := [2]int64{nanLeast, nanMost}, [2]int64{signed(lost), least - 1}
			if signed(lost) > 0 {
				want = [2]int64{most + 1, signed(lost)}
			}
			if got != want {
				t.Errorf("format %d: keys of NaNs from %d to %d, want from %d to %d; numbers from %d to %d", f, got[0], got[1],
					want[0], want[1], least, most)
			}
		}
	}
}
