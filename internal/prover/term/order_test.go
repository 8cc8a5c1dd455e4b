package term

import (
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// TestPlaces: no two variables share a place, in any order of mask bits.
func TestPlaces(t *testing.T) {
	for name, order := range map[string]Strategy{
		"low bits first": {}, "high bits first": {HighFirst: true}, "interleaved": {Interleave: 2},
		"both": {Interleave: 32, HighFirst: true},
	} {
		d := New(order)
		used := map[int32]string{lastPlace: "the constants"}
		claim := func(place int32, what string) {
			if other, ok := used[place]; ok {
				t.Fatalf("%s: %s and %s share place %d", name, what, other, place)
			}
			used[place] = what
		}
		for i := range 4096 {
			claim(d.maskPlace(i), "a mask bit")
			if got := d.maskBit(d.maskPlace(i)); got != i {
				t.Fatalf("%s: mask bit %d is read as %d", name, i, got)
			}
			for n := range termBits {
				claim(d.elementPlace(i, n), "an element's bit")
			}
		}
		for _, i := range []int{slots - 1, slots - 2} {
			claim(d.maskPlace(i), "a late mask bit")
			claim(d.elementPlace(i, termBits-1), "a late element's bit")
		}
		for _, id := range []int{0, 1, 2, 4095, 126976, 126974, maxTerms - 1, maxTerms} {
			for n := range termBits {
				claim(termPlace(id, n), "a term's bit")
			}
		}
	}
}

// TestTermsBesideMask: a bit of a term is no mask bit and no element's bit, whatever
// the term's number. With bits asked downwards, a term of number 126976 - 2i once
// stood for mask bit i.
func TestTermsBesideMask(t *testing.T) {
	for _, down := range []bool{true, false} {
		d := New(Strategy{HighFirst: down})
		mask := d.MaskBits(0, 32)
		for d.next < 126976-70 {
			d.Const(32, uint64(d.next)+0x10000)
		}
		x, one := d.Var(0, 32), d.Const(1, 1)
		for n := range 120 {
			k := d.Const(32, uint64(2*n+3))
			square := d.Int(bv.Mul, d.Int(bv.Xor, x, k), d.Int(bv.Xor, x, k)) // its bits are unknown
			for _, bit := range []int{0, 1, 31} {
				got := d.Int(bv.Or, d.Int(bv.And, d.Extract(square, 3, 1), d.Extract(mask, bit, 1)),
					d.Int(bv.And, d.Not(d.Extract(square, 3, 1)), d.Not(d.Extract(mask, bit, 1))))
				if d.Differ(got, one, nil) == False {
					t.Fatalf("downwards %v, term %d: a term's bit is mask bit %d", down, d.next, bit)
				}
			}
		}
	}
}
