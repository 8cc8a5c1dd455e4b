package algebra

import (
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
)

// TestFrom holds the law of stable sorts against the plain insertion: four lanes, or two of two
// registers, of small numbers, with what sorts last among them, and of the kinds of floats, under
// every mask.
func TestFrom(t *testing.T) {
	n := bv.Numbers{}
	for k, test := range []struct {
		typ        spec.Type
		descending bool
		values     []uint64
	}{
		{spec.Uint8, false, []uint64{0, 1, 255}},
		{spec.Uint8, true, []uint64{0, 1, 255}},
		{spec.Int8, false, []uint64{0, 0x7f, 0x80}},
		{spec.Int8, true, []uint64{0, 0x7f, 0x80}},
		{spec.Int32, true, []uint64{0x7fffffff, 0x80000000, 5}},
		{spec.Uint32, false, []uint64{0, 1<<32 - 1, 5}},
		{spec.Float32, true, []uint64{0, 1 << 31, 0xff800000, 0xffc00001}},
		{spec.Int64, false, []uint64{0, 1<<63 - 1, 1 << 63}},
		{spec.Uint64, true, []uint64{0, 1<<64 - 1, 5}},
		{spec.Float64, true, []uint64{0, 1 << 63, 0xfff << 52, 0xfff8<<48 | 1}},
	} {
		s := spec.NewSpec(spec.Sort)
		s.Type, s.Width = test.typ, 4
		s.Params = spec.SortParams{From: true, Descending: test.descending}
		if k%2 == 0 {
			s.Width, s.N = 2, 2
		}
		for in := range tuples(test.values, s.Width*s.Brings()) {
			for mask := range uint32(1) << s.Width {
				var call Input
				all := make([]uint64, s.Elements())
				for slot, x := range in {
					all[slot%s.Brings()*s.Lanes()+slot/s.Brings()] = x
				}
				for i, x := range all {
					call.Elements = append(call.Elements, n.Const(s.Type.Bits(), x))
					call.Members = append(call.Members, n.Const(1, uint64(mask>>(i%s.Lanes())&1)))
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
						t.Fatalf("%v, %x, mask %04b, element %d: %x of slot %d, want %x of slot %d", s.Args(), in, mask, i, x, from,
							plain.Value[i].Bits, plain.Numbers[0][i])
					}
				}
			}
		}
	}
}
