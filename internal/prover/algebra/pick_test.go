package algebra

import (
	"slices"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/spec"
)

// TestRounds holds the law of rounds against a sort, on all small numbers: lanes of one
// element and of two, least first and greatest first.
func TestRounds(t *testing.T) {
	n := bv.Numbers{}
	for _, test := range []struct {
		typ        spec.Type
		descending bool
		lanes, per int
		values     []uint64
	}{
		{spec.Uint8, false, 4, 1, []uint64{0, 1, 2, 255}},
		{spec.Int8, false, 4, 1, []uint64{0, 1, 0x7f, 0x80, 0xff}},
		{spec.Int8, true, 4, 1, []uint64{0, 1, 0x7f, 0x80}},
		{spec.Uint8, true, 3, 2, []uint64{0, 1, 2}},
		{spec.Int8, false, 2, 3, []uint64{0, 0x7f, 0x80}},
	} {
		s := spec.NewSpec(spec.TopK)
		s.Type = test.typ
		s.Params = spec.SortParams{Descending: test.descending}
		r := roundsOf(s)
		for in := range tuples(test.values, test.lanes*test.per) {
			held := make([][]bv.Value, test.lanes)
			for i, x := range in {
				held[i%test.lanes] = r.insert(n, held[i%test.lanes], n.Const(8, x), test.per)
			}
			want := slices.Clone(in)
			slices.SortFunc(want, func(a, b uint64) int {
				x, y := int(a), int(b)
				if test.typ == spec.Int8 {
					x, y = int(int8(a)), int(int8(b))
				}
				if test.descending {
					return y - x
				}
				return x - y
			})
			for rank, found := range r.find(n, held, len(in)) {
				if x, _ := n.Known(found); x != want[rank] {
					t.Fatalf("%s, descending %v: rank %d of %x is %x, want %x", test.typ, test.descending, rank, in, x, want[rank])
				}
			}
		}
	}
}
