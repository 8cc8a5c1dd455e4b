package ops

import (
	"testing"

	"github.com/shflgen/shflgen"
)

// TestEncodings wants a row for each encoding, and each element of 8 or 16 bits to come back
// from an integer that no other has. Package encoding of the prover has the order.
func TestEncodings(t *testing.T) {
	two := func(f func(a, b uint64) uint64) func(...uint64) uint64 {
		return func(x ...uint64) uint64 { return f(x[0], x[1]) }
	}
	operators := map[Kind]func(...uint64) uint64{
		Add: two(func(a, b uint64) uint64 { return a + b }), Sub: two(func(a, b uint64) uint64 { return a - b }),
		And: two(func(a, b uint64) uint64 { return a & b }), Or: two(func(a, b uint64) uint64 { return a | b }),
		Xor: two(func(a, b uint64) uint64 { return a ^ b }), Shl: two(func(a, b uint64) uint64 { return a << b }),
		Shr: two(func(a, b uint64) uint64 { return a >> b }),
		Not: func(x ...uint64) uint64 { return ^x[0] }, Neg: func(x ...uint64) uint64 { return -x[0] },
	}
	literal := func(n uint64) uint64 { return n }
	for _, by := range shflgen.Encodings() {
		for _, typ := range shflgen.Types() {
			e, err := EncodingOf(by, typ)
			if err != nil {
				t.Errorf("%s: %v", typ, err)
			}
			if typ.Packed() || typ.Bits() > 16 || err != nil {
				continue
			}
			keep, seen := ^uint64(0)>>(64-typ.Bits()), map[uint64]bool{}
			for x := range keep + 1 {
				k := Convert(e.Encode, x, operators, literal) & keep
				if back := Convert(e.Decode, k, operators, literal) & keep; back != x || seen[k] {
					t.Fatalf("%s: %#x is encoded as %#x, which comes back as %#x", typ, x, k, back)
				}
				seen[k] = true
			}
		}
	}
	if _, err := EncodingOf(shflgen.NoEncoding, shflgen.Int32); err == nil {
		t.Error("no encoding has a row")
	}
}
