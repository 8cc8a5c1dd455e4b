package ref

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/shflgen/shflgen/spec"
)

// TestRank holds ranks in groups of a few lanes against what they are by hand.
func TestRank(t *testing.T) {
	keys := []uint64{5, 7, 5, 5, 7, 5, 9, 5}
	for _, test := range []struct {
		name        string
		width       int
		mode        spec.MaskMode
		mask        uint32
		rank, count []int
	}{
		{"all lanes", 8, spec.Full, 0, []int{0, 0, 1, 2, 1, 3, 0, 4}, []int{5, 2, 5, 5, 2, 5, 1, 5}},
		{"members; lane 3, no member, counts too", 8, spec.Member, 0b10110111, []int{0, 0, 1, 2, 1, 2, 0, 3},
			[]int{4, 2, 4, 4, 2, 4, 0, 4}},
		{"two segments", 4, spec.Full, 0, []int{0, 0, 1, 2, 0, 0, 0, 1}, []int{3, 1, 3, 3, 1, 2, 1, 2}},
		{"one lane", 1, spec.Member, 0b101, []int{0, 0, 0, 0, 0, 0, 0, 0}, []int{1, 0, 1, 0, 0, 0, 0, 0}},
	} {
		s := spec.NewSpec(spec.Rank)
		s.Width, s.Mask = test.width, test.mode
		in := make([]uint64, s.Inputs())
		copy(in[s.Elements():], keys)
		for i := range s.Lanes() - len(keys) {
			in[s.Elements()+len(keys)+i] = uint64(100 + i)
		}
		got, err := Call(s, []uint32{test.mask}, in)
		if err != nil {
			t.Fatal(err)
		}
		var rank []int
		for i := range keys {
			rank = append(rank, int(got.Value[i].Bits))
		}
		if diff := cmp.Diff(test.rank, rank); diff != "" {
			t.Errorf("%s: ranks (-want +got):\n%s", test.name, diff)
		}
		if diff := cmp.Diff(test.count, got.Numbers[0][:len(keys)]); diff != "" {
			t.Errorf("%s: counts (-want +got):\n%s", test.name, diff)
		}
	}
}

// TestRankPast wants lanes past the last whole segment to have rank 0 and to count 0, and who
// makes no call to get nothing.
func TestRankPast(t *testing.T) {
	s := spec.NewSpec(spec.Rank)
	s.Width, s.Mask = 12, spec.Active
	got, err := Call(s, []uint32{0xffffff0f}, make([]uint64, s.Inputs()))
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range map[int][2]int{0: {0, 8}, 8: {4, 8}, 23: {11, 12}, 24: {0, 0}, 31: {0, 0}} {
		if rank, count := int(got.Value[i].Bits), got.Numbers[0][i]; rank != want[0] || count != want[1] || !got.Named[i] ||
			!got.Gets[i] {
			t.Errorf("lane %d gets %d and %d, want %v", i, rank, count, want)
		}
	}
	if got.Gets[4] {
		t.Error("lane 4 makes no call and gets a rank")
	}
}
