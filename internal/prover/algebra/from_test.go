package algebra

import (
	"testing"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/ref"
)

// TestFrom holds the law of stable sorts against the plain insertion: four lanes of small
// numbers, with what sorts last among them, and of the kinds of floats, under every mask.
func TestFrom(t *testing.T) {
	n := bv.Numbers{}
	for _, test := range []struct {
		typ        shflgen.Type
		descending bool
		values     []uint64
	}{
		{shflgen.Uint8, false, []uint64{0, 1, 255}},
		{shflgen.Uint8, true, []uint64{0, 1, 255}},
		{shflgen.Int8, false, []uint64{0, 0x7f, 0x80}},
		{shflgen.Int8, true, []uint64{0, 0x7f, 0x80}},
		{shflgen.Int32, true, []uint64{0x7fffffff, 0x80000000, 5}},
		{shflgen.Uint32, false, []uint64{0, 1<<32 - 1, 5}},
		{shflgen.Float32, true, []uint64{0, 1 << 31, 0xff800000, 0xffc00001}},
	} {
		s := shflgen.NewSpec(shflgen.Sort)
		s.Type, s.Width, s.From, s.Descending = test.typ, 4, true, test.descending
		for in := range tuples(test.values, s.Width) {
			for mask := range uint32(1) << s.Width {
				var call Input
				all := make([]uint64, s.Elements())
				copy(all, in)
				for i, x := range all {
					call.Elements = append(call.Elements, n.Const(s.Type.Bits(), x))
					call.Members = append(call.Members, n.Const(1, uint64(mask>>i&1)))
				}
				law, err := Run(n, s, call)
				if err != nil {
					t.Fatal(err)
				}
				plain, err := ref.Call(s, []uint32{mask}, all)
				if err != nil {
					t.Fatal(err)
				}
				for i := range all {
					x, _ := n.Known(law.Value[i])
					from, _ := n.Known(law.Numbers[0][i])
					if !ref.Same(s.Type, x, plain.Value[i].Bits) || int(from) != plain.Numbers[0][i] {
						t.Fatalf("%v, %x, mask %04b, lane %d: %x of lane %d, want %x of lane %d", s.Args(), in, mask, i, x, from, plain.Value[i].Bits, plain.Numbers[0][i])
					}
				}
			}
		}
	}
}
