package compare

import (
	"math/rand/v2"
	"testing"

	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/compiled"
)

// TestCompareOperator: one bit of a lane that is named is a mismatch, one of another lane is none.
func TestCompareOperator(t *testing.T) {
	o := Operator{
		Args: "of a test", Size: 4, Leaves: []spec.Leaf{{Type: spec.Uint32}}, Lanes: 32, Named: 8, Masked: true,
		Func: func(mask uint32, x *[32]uint32) {
			for i := range x {
				x[i] += mask
			}
		},
	}
	l, rng := compiled.Layout{Leaves: o.Leaves, Size: o.Size}, rand.New(rand.NewPCG(1, 2))
	masks := [][spec.MaxBlock / 32]uint32{{7}, {9}}
	var values, got []uint64
	for k := range 64 {
		values = append(values, operand(rng, l.Leaf(k), k%5))
		got = append(got, uint64(uint32(values[k])+masks[k/32][0]))
	}
	compare := func(got []uint64, at, want, of int) {
		wrong := append([]uint64(nil), got...)
		if at >= 0 {
			wrong[at] ^= 1 << 31
		}
		var r Report
		if r.compareOperator(o, l, masks, values, wrong); r.Mismatches != want || r.Comparisons != of {
			t.Errorf("a bit of value %d: %d mismatches of %d, want %d of %d", at, r.Mismatches, r.Comparisons, want, of)
		}
	}
	for _, c := range []struct{ at, want int }{{-1, 0}, {8, 1}, {32 + 24, 1}, {17, 0}, {63, 0}} {
		compare(got, c.at, c.want, 8)
	}
	o.Func = func(mask *[1]uint32, x *[32]uint32) {
		for i := range x {
			x[i] += mask[0]
		}
	}
	o.Block = true // each block makes a second call, of the next case
	got = append(got, append(got[32:64:64], got[:32]...)...)
	for _, c := range []struct{ at, want int }{{-1, 0}, {8, 1}, {64 + 8, 1}, {96 + 24, 1}, {96 + 25, 0}} {
		compare(got, c.at, c.want, 16)
	}
}
