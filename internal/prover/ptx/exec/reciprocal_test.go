package exec

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/tests/extent"
)

// TestReciprocals: where a value is said to be a division, it is, of every number of 8 bits, and
// of 16 bits on a sample.
func TestReciprocals(t *testing.T) {
	n := bv.Numbers{}
	found := 0
	check := func(w, k int, a int64, signed bool) {
		most := int64(1)<<w - 1
		if signed {
			most = 1 << (w - 1)
		}
		s := scaled{x: n.Const(w, 0), signed: signed, most: big.NewInt(most), a: big.NewInt(a), k: k}
		by := s.divisor()
		if signed {
			by = s.signedDivisor()
		}
		if by == nil {
			return
		}
		found++
		step := int64(1)
		if w > 8 {
			step = 37
		}
		from, to := int64(0), int64(1)<<w
		if signed {
			from, to = -to/2, to/2
		}
		for x := from; x < to; x += step {
			got := a * x >> k // rounds down
			if signed && got < 0 {
				got++
			}
			if want := x / by.Int64(); got != want {
				t.Fatalf("%d bits, signed %v: %d*%d >> %d is %d, want %d by %s", w, signed, a, x, k, got, want, by)
			}
		}
	}
	for k := 8; k <= 14; k++ {
		for a := int64(1); a < 1<<10; a++ {
			check(8, k, a, false)
			check(8, k, a, true)
			check(8, k, -a, true)
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range extent.Rounds(20_000) {
		k := 16 + r.IntN(8)
		d := 2 + r.Int64N(5000)
		a := int64(1)<<k/d + r.Int64N(3) - 1
		if a > 0 {
			check(16, k, a, false)
			check(16, k, a, true)
		}
	}
	if found < 1000 {
		t.Errorf("%d divisions found", found)
	}
}
