package bv

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/shflgen/shflgen/tests/extent"
)

// TestSignOfHalves: neg and abs of every half are exact, and a NaN's is canonical.
func TestSignOfHalves(t *testing.T) {
	n := Numbers{}
	for f, infinity := range map[Format]uint64{F16: 0x7c00, BF16: 0x7f80} {
		for x := range uint64(1 << 16) {
			negative, size := x^0x8000, x&0x7fff
			if x&0x7fff > infinity {
				negative, size = 0x7fff, 0x7fff
			}
			if got := Negate(n, f, Word{16, x}).(Word).X; got != negative {
				t.Fatalf("format %d: neg of %#x: %#x, want %#x", f, x, got, negative)
			}
			if got := Absolute(n, f, Word{16, x}).(Word).X; got != size {
				t.Fatalf("format %d: abs of %#x: %#x, want %#x", f, x, got, size)
			}
		}
	}
}

// TestSignOfFloats is the same of float32 and float64, on edges and random bits.
func TestSignOfFloats(t *testing.T) {
	n, rng := Numbers{}, rand.New(rand.NewPCG(1, 2))
	for range extent.Rounds(100_000) {
		x := rng.Uint32()
		if rng.IntN(2) == 0 {
			x |= 0x7f800000
		}
		want := math.Float32bits(-math.Float32frombits(x))
		if v := math.Float32frombits(x); v != v {
			want = 0x7fffffff
		}
		if got := Negate(n, F32, Word{32, uint64(x)}).(Word).X; got != uint64(want) {
			t.Fatalf("neg of %#x: %#x, want %#x", x, got, want)
		}
		if got := Absolute(n, F32, Word{32, uint64(x)}).(Word).X; got != uint64(want&0x7fffffff) {
			t.Fatalf("abs of %#x: %#x, want %#x", x, got, want&0x7fffffff)
		}
	}
	for _, x := range []uint64{0, 1, 1 << 63, 0x3ff0000000000000, 0x7ff0000000000000, 0xfff0000000000000} {
		if got := Negate(n, F64, Word{64, x}).(Word).X; got != x^1<<63 {
			t.Errorf("neg of %#x: %#x", x, got)
		}
		if got := Absolute(n, F64, Word{64, x}).(Word).X; got != x&^(1<<63) {
			t.Errorf("abs of %#x: %#x", x, got)
		}
	}
	if a, b := Negate(n, F64, Word{64, 0x7ff8000000000001}), Negate(n, F64, Word{64, 0xfff8000000000002}); a != b {
		t.Errorf("neg of two NaNs: %#x and %#x", a, b)
	}
}
