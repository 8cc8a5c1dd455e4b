package ops

import (
	"testing"

	"github.com/shflgen/shflgen/spec"
)

// TestEncodings wants a row for each encoding, and each element of 8 or 16 bits to come back
// from an integer that no other has. Package encoding of the prover has the order.
func TestEncodings(t *testing.T) {
	for _, by := range spec.Encodings() {
		for _, typ := range spec.Types() {
			e, err := EncodingOf(by, typ)
			if err != nil {
				t.Errorf("%s: %v", typ, err)
			}
			if typ.Packed() || typ.Bits() > 16 || err != nil {
				continue
			}
			keep, seen := ^uint64(0)>>(64-typ.Bits()), map[uint64]bool{}
			for x := range keep + 1 {
				k := e.Encode.Value(x) & keep
				if back := e.Decode.Value(k) & keep; back != x || seen[k] {
					t.Fatalf("%s: %#x is encoded as %#x, which comes back as %#x", typ, x, k, back)
				}
				seen[k] = true
			}
		}
	}
	if _, err := EncodingOf(spec.NoEncoding, spec.Int32); err == nil {
		t.Error("no encoding has a row")
	}
}
