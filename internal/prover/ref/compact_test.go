package ref

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/shflgen/shflgen/spec"
)

// TestCompact holds compactions of a few elements against what they are by hand.
func TestCompact(t *testing.T) {
	in := []uint64{10, 11, 12, 13, 14, 15, 16, 17}
	for _, test := range []struct {
		name  string
		width int
		mask  uint32
		want  []uint64
		count []int
	}{
		{"some members", 8, 0b10110100, []uint64{12, 14, 15, 17, 14, 15, 16, 17}, []int{4, 4, 4, 4, 4, 4, 4, 4}},
		{"all members", 4, 0xff, in, []int{4, 4, 4, 4, 4, 4, 4, 4}},
		{"no members", 4, 0, in, []int{0, 0, 0, 0, 0, 0, 0, 0}},
		{"two segments", 4, 0b01001010, []uint64{11, 13, 12, 13, 16, 15, 16, 17}, []int{2, 2, 2, 2, 1, 1, 1, 1}},
		{"a segment of 3 and a part", 3, 0b00101100, []uint64{12, 11, 12, 13, 15, 15, 16, 17}, []int{1, 1, 1, 2, 2, 2, 0, 0}},
		{"one lane", 1, 0b0110, in, []int{0, 1, 1, 0, 0, 0, 0, 0}},
	} {
		s := spec.NewSpec(spec.Compact)
		s.Width = test.width
		all := make([]uint64, s.Elements())
		copy(all, in)
		got, err := Call(s, []uint32{test.mask}, all)
		if err != nil {
			t.Fatal(err)
		}
		var kept []uint64
		for i := range in {
			after, _ := Kept(got, i, all[i])
			kept = append(kept, after)
		}
		if diff := cmp.Diff(test.want, kept); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
		if diff := cmp.Diff(test.count, got.Numbers[0][:len(in)]); diff != "" {
			t.Errorf("%s: counts (-want +got):\n%s", test.name, diff)
		}
	}
}

// TestCompactPast wants lanes past the last whole segment to keep their registers and count 0.
func TestCompactPast(t *testing.T) {
	s := spec.NewSpec(spec.Compact)
	s.Width, s.N = 12, 2
	in := make([]uint64, s.Elements())
	for i := range in {
		in[i] = uint64(i)
	}
	got, err := Call(s, []uint32{0xff000800}, in) // lane 11, and those past the last segment
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range map[int]uint64{0: 11, 32: 43, 11: 11, 24: 24, 31: 31, 63: 63} {
		if got.Value[i].Bits != want || !got.Named[i] {
			t.Errorf("element %d is %d, want %d", i, got.Value[i].Bits, want)
		}
	}
	for lane, want := range map[int]int{0: 1, 11: 1, 12: 0, 24: 0, 31: 0} {
		if got.Numbers[0][lane] != want {
			t.Errorf("lane %d counts %d, want %d", lane, got.Numbers[0][lane], want)
		}
	}
}
