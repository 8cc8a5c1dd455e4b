package ref

import (
	"math"
	"math/big"
	"testing"

	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
)

func TestIdentityIsOne(t *testing.T) {
	for _, typ := range spec.Types() {
		for _, op := range spec.Ops() {
			if !op.On(typ) || op.HasLane() {
				continue
			}
			id := Identity(op, typ)
			for _, x := range Edges(typ) {
				for _, got := range []uint64{Apply(op, typ, id, x), Apply(op, typ, x, id)} {
					if !Same(typ, got, x) {
						t.Errorf("%s %s: op with the identity turns %#x into %#x", op, typ, x, got)
					}
				}
			}
		}
	}
}

// TestLaws holds the laws that the vocabulary declares against the op.
func TestLaws(t *testing.T) {
	for _, typ := range spec.Types() {
		for _, op := range spec.Ops() {
			if !op.On(typ) || op.HasLane() {
				continue
			}
			laws := op.Laws(typ)
			associative, commutative, idempotent := true, true, true
			for _, a := range Edges(typ) {
				idempotent = idempotent && Same(typ, Apply(op, typ, a, a), a)
				for _, b := range Edges(typ) {
					ab := Apply(op, typ, a, b)
					commutative = commutative && Same(typ, ab, Apply(op, typ, b, a))
					for _, c := range Edges(typ) {
						l, r := Apply(op, typ, ab, c), Apply(op, typ, a, Apply(op, typ, b, c))
						associative = associative && Same(typ, l, r)
					}
				}
			}
			got := spec.Laws{Associative: associative, Commutative: commutative, Idempotent: idempotent}
			if got != laws {
				t.Errorf("%s on %s: laws that hold %+v, declared %+v", op, typ, got, laws)
			}
		}
	}
}

// TestHalfRoundsOnce compares half sums and products with exact arithmetic.
func TestHalfRoundsOnce(t *testing.T) {
	for _, typ := range []spec.Type{spec.Float16, spec.Bfloat16} {
		for _, a := range extent.Few(Edges(typ), 4) {
			for b := range uint64(1 << 16) {
				x, y := Decode(typ, a), Decode(typ, b)
				if math.IsNaN(x) || math.IsInf(x, 0) || math.IsNaN(y) || math.IsInf(y, 0) || b%7 != 0 {
					continue
				}
				sum := new(big.Float).SetPrec(600).SetFloat64(x)
				sum.Add(sum, new(big.Float).SetFloat64(y))
				if sum.Sign() != 0 {
					if want, got := nearest(typ, sum), Apply(spec.Sum, typ, a, b); got != want {
						t.Fatalf("%s: %v + %v = %#x, want %#x", typ, x, y, got, want)
					}
				}
				prod := new(big.Float).SetPrec(600).SetFloat64(x)
				prod.Mul(prod, new(big.Float).SetFloat64(y))
				if prod.Sign() != 0 {
					if want, got := nearest(typ, prod), Apply(spec.Prod, typ, a, b); got != want {
						t.Fatalf("%s: %v * %v = %#x, want %#x", typ, x, y, got, want)
					}
				}
			}
		}
	}
}

// nearest searches the halves for the one nearest to x, ties to even.
func nearest(typ spec.Type, x *big.Float) uint64 {
	infinity := uint64(1<<typ.ExpBits()-1) << (15 - typ.ExpBits())
	size := new(big.Float).Abs(x)
	lo, hi := uint64(0), infinity // value(lo) <= size < value(hi), infinity as the next power of two
	value := func(bits uint64) *big.Float {
		if bits == infinity {
			return new(big.Float).SetMantExp(big.NewFloat(1), 1<<(typ.ExpBits()-1))
		}
		return new(big.Float).SetPrec(600).SetFloat64(Decode(typ, bits))
	}
	if size.Cmp(value(infinity)) >= 0 {
		lo = infinity
	} else {
		for hi-lo > 1 {
			mid := (lo + hi) / 2
			if value(mid).Cmp(size) <= 0 {
				lo = mid
			} else {
				hi = mid
			}
		}
		below := new(big.Float).Sub(size, value(lo))
		above := new(big.Float).Sub(value(hi), size)
		if c := below.Cmp(above); c > 0 || c == 0 && lo%2 == 1 {
			lo = hi
		}
	}
	if x.Signbit() {
		lo |= 1 << 15
	}
	return lo
}

func TestCodecRoundTrip(t *testing.T) {
	for _, typ := range []spec.Type{spec.Float16, spec.Bfloat16} {
		for bits := range uint64(1 << 16) {
			if got := Encode(typ, Decode(typ, bits)); !Same(typ, got, bits) {
				t.Fatalf("%s: %#x decodes and encodes to %#x", typ, bits, got)
			}
		}
	}
}
