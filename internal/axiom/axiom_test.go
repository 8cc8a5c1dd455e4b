package axiom_test

import (
	"flag"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/shflgen/shflgen/internal/axiom"
	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
)

var exhaustive = flag.Bool("exhaustive", false, "all 2^32 float32 and all 2^32 pairs of halves; takes minutes")

// half is one 16-bit format with its helpers.
type half struct {
	typ             spec.Type
	decode          func(uint16) float32
	encode          func(float32) uint16
	nanLow, nanHigh func(uint16) int16
	unkey           func(int16) uint16
}

var halves = []half{
	{spec.Float16, axiom.Float16Decode, axiom.Float16Encode, axiom.Float16NaNLow, axiom.Float16NaNHigh,
		axiom.Float16Unkey},
	{spec.Bfloat16, axiom.Bfloat16Decode, axiom.Bfloat16Encode, axiom.Bfloat16NaNLow, axiom.Bfloat16NaNHigh,
		axiom.Bfloat16Unkey},
}

// TestDecode holds every half against its value in float64.
func TestDecode(t *testing.T) {
	for _, h := range halves {
		for x := range 1 << 16 {
			got, want := float64(h.decode(uint16(x))), ref.Decode(h.typ, uint64(x))
			if math.Float64bits(got) != math.Float64bits(want) && !(math.IsNaN(got) && math.IsNaN(want)) {
				t.Fatalf("%s %#04x: got %v, want %v", h.typ, x, got, want)
			}
		}
	}
}

// TestEncode rounds every half, every midpoint of two neighbours, and what lies
// one step of float32 beside either.
func TestEncode(t *testing.T) {
	for _, h := range halves {
		check := func(f float32) {
			if got, want := uint64(h.encode(f)), ref.Encode(h.typ, float64(f)); !ref.Same(h.typ, got, want) {
				t.Fatalf("%s of %v (%#08x): got %#04x, want %#04x", h.typ, f, math.Float32bits(f), got, want)
			}
		}
		for x := range 1 << 16 {
			lo, hi := ref.Decode(h.typ, uint64(x)), ref.Decode(h.typ, uint64(uint16(x+1)))
			for _, f := range []float32{float32(lo), float32(lo/2 + hi/2)} {
				check(f)
				check(math.Nextafter32(f, float32(math.Inf(1))))
				check(math.Nextafter32(f, float32(math.Inf(-1))))
			}
		}
		for _, bits := range ref.Edges(spec.Float32) {
			check(math.Float32frombits(uint32(bits)))
		}
		if *exhaustive {
			for bits := range uint64(1) << 32 {
				check(math.Float32frombits(uint32(bits)))
			}
		}
	}
}

// TestHalfOps holds one rounding through float32 against the reference's op:
// all 65,536 values of one operand, edges and random values of the other.
func TestHalfOps(t *testing.T) {
	extent.NotQuick(t, "takes seconds")
	rng := rand.New(rand.NewPCG(3, 4))
	for _, h := range halves {
		others := ref.Edges(h.typ)
		for range 40 {
			others = append(others, uint64(uint16(rng.Uint32())))
		}
		if *exhaustive {
			others = others[:0]
			for b := range uint64(1) << 16 {
				others = append(others, b)
			}
		}
		for _, b := range others {
			y := h.decode(uint16(b))
			for a := range uint64(1) << 16 {
				x := h.decode(uint16(a))
				if got, want := uint64(h.encode(x+y)), ref.Apply(spec.Sum, h.typ, a, b); !ref.Same(h.typ, got, want) {
					t.Fatalf("%s %#04x + %#04x: got %#04x, want %#04x", h.typ, a, b, got, want)
				}
				if got, want := uint64(h.encode(x*y)), ref.Apply(spec.Prod, h.typ, a, b); !ref.Same(h.typ, got, want) {
					t.Fatalf("%s %#04x * %#04x: got %#04x, want %#04x", h.typ, a, b, got, want)
				}
			}
		}
	}
}

// TestHalfKeys: a key goes back to its float, and orders it against the edges.
func TestHalfKeys(t *testing.T) {
	extent.NotQuick(t, "takes seconds")
	for _, h := range halves {
		for a := range uint64(1) << 16 {
			for _, b := range ref.Edges(h.typ) {
				checkKeys(t, h.typ, a, b, func(x uint64, high bool) int64 {
					if high {
						return int64(h.nanHigh(uint16(x)))
					}
					return int64(h.nanLow(uint16(x)))
				}, func(k int64) uint64 { return uint64(h.unkey(int16(k))) })
			}
		}
	}
}

// TestWideKeys does the same for edges and random float32 and float64.
func TestWideKeys(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	key32 := func(x uint64, high bool) int64 {
		if high {
			return int64(axiom.Float32NaNHigh(uint32(x)))
		}
		return int64(axiom.Float32NaNLow(uint32(x)))
	}
	key64 := func(x uint64, high bool) int64 {
		if high {
			return axiom.Float64NaNHigh(x)
		}
		return axiom.Float64NaNLow(x)
	}
	unkey32 := func(k int64) uint64 { return uint64(axiom.Float32Unkey(int32(k))) }
	unkey64 := func(k int64) uint64 { return axiom.Float64Unkey(k) }
	for range extent.Rounds(20000) {
		for _, b := range ref.Edges(spec.Float32) {
			checkKeys(t, spec.Float32, uint64(rng.Uint32()), b, key32, unkey32)
		}
		for _, b := range ref.Edges(spec.Float64) {
			checkKeys(t, spec.Float64, rng.Uint64(), b, key64, unkey64)
		}
	}
	for _, a := range ref.Edges(spec.Float32) {
		for _, b := range ref.Edges(spec.Float32) {
			checkKeys(t, spec.Float32, a, b, key32, unkey32)
		}
	}
	for _, a := range ref.Edges(spec.Float64) {
		for _, b := range ref.Edges(spec.Float64) {
			checkKeys(t, spec.Float64, a, b, key64, unkey64)
		}
	}
	if *exhaustive {
		for a := range uint64(1) << 32 {
			checkKeys(t, spec.Float32, a, 0x3f800000, key32, unkey32)
		}
	}
}

// checkKeys holds the four ops by key against the reference's.
func checkKeys(t *testing.T, typ spec.Type, a, b uint64, key func(x uint64, high bool) int64,
	unkey func(int64) uint64) {
	t.Helper()
	for _, row := range []struct {
		op   spec.Op
		high bool
		pick func(x, y int64) int64
	}{
		{spec.Min, true, func(x, y int64) int64 { return min(x, y) }},
		{spec.Max, false, func(x, y int64) int64 { return max(x, y) }},
		{spec.Minimum, false, func(x, y int64) int64 { return min(x, y) }},
		{spec.Maximum, true, func(x, y int64) int64 { return max(x, y) }},
	} {
		got := unkey(row.pick(key(a, row.high), key(b, row.high)))
		if want := ref.Apply(row.op, typ, a, b); !ref.Same(typ, got, want) {
			t.Fatalf("%s %s of %#x, %#x: got %#x, want %#x", typ, row.op, a, b, got, want)
		}
	}
}
