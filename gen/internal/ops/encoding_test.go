package ops

import (
	"fmt"
	"testing"

	"github.com/shflgen/shflgen/gen/internal/ir"
	"github.com/shflgen/shflgen/spec"
)

// TestEncodings wants a row for each encoding, and each element of 8 or 16 bits to come back
// from an integer that no other has. Package encoding of the prover has the order.
func TestEncodings(t *testing.T) {
	for _, by := range spec.Encodings() {
		for _, typ := range spec.Types() {
			e, err := EncodingOf(by, typ, numbers)
			if err != nil {
				t.Errorf("%s: %v", typ, err)
			}
			if typ.Packed() || typ.Bits() > 16 || err != nil {
				continue
			}
			keep, seen := ^uint64(0)>>(64-typ.Bits()), map[uint64]bool{}
			for x := range keep + 1 {
				k := e.Encode(x) & keep
				if back := e.Decode(k) & keep; back != x || seen[k] {
					t.Fatalf("%s: %#x is encoded as %#x, which comes back as %#x", typ, x, k, back)
				}
				seen[k] = true
			}
		}
	}
	if _, err := EncodingOf(spec.NoEncoding, spec.Int32, numbers); err == nil {
		t.Error("no encoding has a row")
	}
}

func TestText(t *testing.T) {
	text := Language[string]{
		Binary:   func(o ir.Op, a, b string) string { return fmt.Sprintf("(%s %s %s)", a, o.Symbol(), b) },
		Not:      func(x string) string { return "~" + x },
		Negative: func(x string) string { return "-" + x },
		Number:   func(n uint64) string { return fmt.Sprint(n) },
	}
	float, integer := magnitude(spec.Float16, text), magnitude(spec.Int8, text)
	for got, want := range map[string]string{
		float.Encode("x"):   "(((x + 1023) << 1) | ((x >> 15) ^ 1))",
		float.Decode("x"):   "((((x >> 1) - 1023) & 32767) | (~x << 15))",
		integer.Encode("x"): "((x << 1) ^ -(x >> 7))",
	} {
		if got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
