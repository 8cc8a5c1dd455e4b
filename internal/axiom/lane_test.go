package axiom_test

import (
	"math"
	"math/bits"
	"testing"

	"github.com/shflgen/shflgen/internal/axiom"
	"github.com/shflgen/shflgen/internal/prover/algebra"
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/spec"
)

// TestFirst asks for the first bit of words of few bits, wherever they stand.
func TestFirst(t *testing.T) {
	check := func(x uint32) {
		want := int32(-1)
		for i := range 32 {
			if x>>i&1 == 1 {
				want = int32(i)
				break
			}
		}
		if got := axiom.First(x); got != want {
			t.Fatalf("%#x: %d, want %d", x, got, want)
		}
	}
	for x := range uint32(1 << 16) {
		for _, by := range []int{0, 7, 16} {
			check(x << by)
			check(bits.RotateLeft32(x, by))
		}
	}
}

// TestSame compares words that differ in any one or two bits, and in none.
func TestSame(t *testing.T) {
	check := func(name string, w int, a, b uint64, same func(a, b uint64) uint32) {
		want := uint32(0)
		if a<<(64-w) == b<<(64-w) {
			want = 1
		}
		if got := same(a, b); got != want {
			t.Fatalf("%s of %#x and %#x: %d, want %d", name, a, b, got, want)
		}
	}
	for _, s := range []struct {
		name string
		w    int
		same func(a, b uint64) uint32
	}{
		{"Int8Same", 8, func(a, b uint64) uint32 { return axiom.Int8Same(int8(a), int8(b)) }},
		{"Int16Same", 16, func(a, b uint64) uint32 { return axiom.Int16Same(int16(a), int16(b)) }},
		{"Int32Same", 32, func(a, b uint64) uint32 { return axiom.Int32Same(int32(a), int32(b)) }},
		{"Int64Same", 64, func(a, b uint64) uint32 { return axiom.Int64Same(int64(a), int64(b)) }},
		{"Uint8Same", 8, func(a, b uint64) uint32 { return axiom.Uint8Same(uint8(a), uint8(b)) }},
		{"Uint16Same", 16, func(a, b uint64) uint32 { return axiom.Uint16Same(uint16(a), uint16(b)) }},
		{"Uint32Same", 32, func(a, b uint64) uint32 { return axiom.Uint32Same(uint32(a), uint32(b)) }},
		{"Uint64Same", 64, func(a, b uint64) uint32 { return axiom.Uint64Same(a, b) }},
	} {
		for _, a := range []uint64{0, 1, math.MaxUint64, 1 << 63, 1 << 31, 1 << 15, 1 << 7, 0x0123456789abcdef} {
			check(s.name, s.w, a, a, s.same)
			for i := range 64 {
				for j := range 64 {
					check(s.name, s.w, a, a^1<<i, s.same)
					check(s.name, s.w, a, a^1<<i^1<<j, s.same)
				}
			}
			for b := range uint64(1 << 16) {
				check(s.name, s.w, a, b, s.same)
			}
		}
	}
}

// TestLaneKeys holds the keys of halves and of edges against what a proof about an
// op that gives a lane takes them for.
func TestLaneKeys(t *testing.T) {
	n := bv.Numbers{}
	for _, h := range halves {
		for _, op := range []spec.Op{spec.ArgMin, spec.ArgMax} {
			s := spec.NewSpec(spec.Reduce)
			s.Op, s.Type = op, h.typ
			key := h.nanLow
			if op == spec.ArgMin {
				key = h.nanHigh
			}
			for x := range uint64(1 << 16) {
				k := uint64(uint16(key(uint16(x))))
				if want, _ := n.Known(algebra.Key(n, s, n.Const(16, x))); k != want {
					t.Fatalf("%s %s: the key of %#x is %#x, want %#x", op, h.typ, x, k, want)
				}
				back, _ := n.Known(algebra.Unkey(n, s, n.Const(16, k)))
				if got := uint64(h.unkey(int16(k))); got != back {
					t.Fatalf("%s %s: the key %#x comes back as %#x, want %#x", op, h.typ, k, got, back)
				}
			}
		}
	}
	for x := range uint64(1 << 16) {
		for _, y := range []uint64{x << 16, x<<16 | 1, x, 0x7f800000 ^ x, 0xff800000 ^ x} {
			for _, w := range []int{32, 64} {
				s := spec.NewSpec(spec.Reduce)
				s.Op, s.Type = spec.ArgMax, spec.Float32
				low, high := uint64(uint32(axiom.Float32NaNLow(uint32(y)))), uint64(uint32(axiom.Float32NaNHigh(uint32(y))))
				bits := y
				if w == 64 {
					s.Type = spec.Float64
					bits = y<<32 | y&1
					low, high = uint64(axiom.Float64NaNLow(bits)), uint64(axiom.Float64NaNHigh(bits))
				}
				if want, _ := n.Known(algebra.Key(n, s, n.Const(w, bits))); low != want {
					t.Fatalf("argmax %s: the key of %#x is %#x, want %#x", s.Type, bits, low, want)
				}
				s.Op = spec.ArgMin
				if want, _ := n.Known(algebra.Key(n, s, n.Const(w, bits))); high != want {
					t.Fatalf("argmin %s: the key of %#x is %#x, want %#x", s.Type, bits, high, want)
				}
			}
		}
	}
}
