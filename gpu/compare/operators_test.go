package compare

import (
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/shflgen/shflgen"
)

// TestCompareOperator: one bit of a lane that is named is a mismatch, one of another lane is none.
func TestCompareOperator(t *testing.T) {
	o := Operator{
		Args: "of a test", Size: 4, Leaves: []shflgen.Leaf{{Type: shflgen.Uint32}}, Named: 0x0000ffff,
		Call: func(mask uint32, v unsafe.Pointer) {
			for i := range (*[32]uint32)(v) {
				(*[32]uint32)(v)[i] += mask
			}
		},
	}
	l, rng := layout{o.Leaves, o.Size}, rand.New(rand.NewPCG(1, 2))
	masks := []uint32{7, 9}
	var values, got []uint64
	for k := range 64 {
		values = append(values, l.operand(rng, k, k%5))
		got = append(got, uint64(uint32(values[k])+masks[k/32]))
	}
	for _, c := range []struct{ at, want int }{{-1, 0}, {3, 1}, {32 + 15, 1}, {16, 0}, {63, 0}} {
		wrong := append([]uint64(nil), got...)
		if c.at >= 0 {
			wrong[c.at] ^= 1 << 31
		}
		var r Report
		if r.compareOperator(o, l, masks, values, wrong); r.Mismatches != c.want || r.Comparisons != 32 {
			t.Errorf("a bit of value %d: %d mismatches of %d, want %d of 32", c.at, r.Mismatches, r.Comparisons, c.want)
		}
	}
}
