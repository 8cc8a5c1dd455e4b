package ref

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/shflgen/shflgen/spec"
)

// TestSort holds sorts of a few elements against what they are by hand.
func TestSort(t *testing.T) {
	const nan, minusZero = 0x7fc00000, 0x80000000
	for _, test := range []struct {
		name     string
		spec     func(*spec.Spec)
		mask     uint32
		in, want []uint64 // of the first lanes, register by register
	}{
		{"ascending", func(s *spec.Spec) { s.Width = 4 }, 0xf, []uint64{3, 1, 0xffffffff, 2}, []uint64{0xffffffff, 1, 2, 3}},
		{"descending", func(s *spec.Spec) { s.Width, s.Params = 4, spec.SortParams{Descending: true} },
			0xf, []uint64{3, 1, 0xffffffff, 2},
			[]uint64{3, 2, 1, 0xffffffff}},
		{"members alone", func(s *spec.Spec) { s.Width = 4 }, 0xb, []uint64{3, 1, 0, 2}, []uint64{1, 2, 0, 3}},
		{"unsigned", func(s *spec.Spec) { s.Width, s.Type = 3, spec.Uint32 }, 7, []uint64{0xffffffff, 1, 2},
			[]uint64{1, 2, 0xffffffff}},
		{"floats", func(s *spec.Spec) { s.Width, s.Type = 4, spec.Float32 }, 0xf,
			[]uint64{nan, 0, minusZero, 0xff800000}, []uint64{0xff800000, minusZero, 0, nan}},
		{"floats, descending", func(s *spec.Spec) {
			s.Width, s.Type, s.Params = 4, spec.Float32, spec.SortParams{Descending: true}
		},
			0xf,
			[]uint64{nan, minusZero, 0, 0xff800000}, []uint64{0, minusZero, 0xff800000, nan}},
	} {
		s := spec.NewSpec(spec.Sort)
		test.spec(&s)
		in := make([]uint64, s.Elements())
		copy(in, test.in)
		got, err := Call(s, []uint32{test.mask}, in)
		if err != nil {
			t.Fatal(err)
		}
		var kept []uint64
		for i := range test.want {
			after, _ := Kept(got, i, in[i])
			kept = append(kept, after)
		}
		if diff := cmp.Diff(test.want, kept); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}

	s := spec.NewSpec(spec.Sort)
	s.Width, s.N = 2, 2
	in := make([]uint64, s.Elements())
	in[0], in[1], in[32], in[33] = 4, 3, 2, 1 // lane 0: 4, 2; lane 1: 3, 1
	got, err := Call(s, []uint32{3}, in)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]uint64{1, 3, 2, 4}, []uint64{got.Value[0].Bits, got.Value[1].Bits, got.Value[32].Bits,
		got.Value[33].Bits}); diff != "" {
		t.Errorf("two registers a lane (-want +got):\n%s", diff)
	}
}

// TestPick holds ranks of a few elements against what they are by hand.
func TestPick(t *testing.T) {
	const none, nan = 0x7fffffff, 0x7fc00000
	for _, test := range []struct {
		name     string
		pattern  spec.Pattern
		spec     func(*spec.Spec)
		mask     uint32
		in, want []uint64 // of lane 0 to 3 and register 0, then of register 1
	}{
		{"least two", spec.TopK, func(s *spec.Spec) { s.Params = spec.SortParams{K: 2} },
			0xf, []uint64{3, 1, 4, 1}, []uint64{1, 1, 1, 1, 1, 1, 1, 1}},
		{"greatest two", spec.TopK, func(s *spec.Spec) { s.Params = spec.SortParams{K: 2, Descending: true} },
			0xf, []uint64{3, 1, 4, 1},
			[]uint64{4, 4, 4, 4, 3, 3, 3, 3}},
		{"of one member", spec.TopK, func(s *spec.Spec) { s.Params = spec.SortParams{K: 2} },
			4, []uint64{3, 1, 4, 1},
			[]uint64{4, 4, 4, 4, none, none, none, none}},
		{"third", spec.Select, func(s *spec.Spec) { s.Params = spec.SortParams{K: 3} },
			0xf, []uint64{3, 1, 4, 1}, []uint64{3, 3, 3, 3}},
		{"a NaN last", spec.Select, func(s *spec.Spec) {
			s.Type, s.Params = spec.Float32, spec.SortParams{K: 4, Descending: true}
		},
			0xf,
			[]uint64{nan, 0, 0xff800000, 1}, []uint64{nan, nan, nan, nan}},
		{"of registers", spec.Select, func(s *spec.Spec) { s.N, s.Params = 2, spec.SortParams{K: 2} },
			0xf, []uint64{3, 9, 4, 9, 9, 9, 9, 2},
			[]uint64{3, 3, 3, 3}},
	} {
		s := spec.NewSpec(test.pattern)
		s.Width = 4
		test.spec(&s)
		in := make([]uint64, s.Elements())
		for i, x := range test.in {
			in[i/4*spec.WarpSize+i%4] = x
		}
		got, err := Call(s, []uint32{test.mask}, in)
		if err != nil {
			t.Fatal(err)
		}
		var kept []uint64
		for i := range test.want {
			after, named := Kept(got, i/4*spec.WarpSize+i%4, 77)
			if !named {
				t.Errorf("%s: result %d is not named", test.name, i)
			}
			kept = append(kept, after)
		}
		if diff := cmp.Diff(test.want, kept); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}

	s := spec.NewSpec(spec.TopK)
	s.Width = 12
	s.Params = spec.SortParams{K: 2}
	got, err := Call(s, []uint32{^uint32(0)}, make([]uint64, s.Elements()))
	if err != nil {
		t.Fatal(err)
	}
	if !got.Named[24] || got.Named[spec.WarpSize+24] || !got.Named[spec.WarpSize+23] {
		t.Error("a lane past the segments keeps the register that it brings, and nothing is said of another")
	}
}

// TestSortFrom holds the lanes of a stable sort against what they are by hand.
func TestSortFrom(t *testing.T) {
	const nan, otherNaN = 0x7fc00000, 0xffc00001
	for _, test := range []struct {
		name       string
		spec       func(*spec.Spec)
		mask       uint32
		in         []uint64
		want, from []uint64
	}{
		{"ties", func(*spec.Spec) {}, 0xf, []uint64{3, 1, 3, 1}, []uint64{1, 1, 3, 3}, []uint64{1, 3, 0, 2}},
		{"ties, descending", func(s *spec.Spec) { s.Params = spec.SortParams{Descending: true} },
			0xf, []uint64{3, 1, 3, 1}, []uint64{3, 3, 1, 1},
			[]uint64{0, 2, 1, 3}},
		{"all equal", func(*spec.Spec) {}, 0xf, []uint64{5, 5, 5, 5}, []uint64{5, 5, 5, 5}, []uint64{0, 1, 2, 3}},
		{"members of what sorts last", func(*spec.Spec) {}, 0xd, []uint64{0x7fffffff, 0, 0x7fffffff, 2},
			[]uint64{2, 0, 0x7fffffff, 0x7fffffff}, []uint64{3, 1, 0, 2}},
		{"NaNs", func(s *spec.Spec) { s.Type = spec.Float32 }, 0xf, []uint64{nan, 0, otherNaN, 0x80000000},
			[]uint64{0x80000000, 0, nan, otherNaN}, []uint64{3, 1, 0, 2}},
		{"ties of two registers", func(s *spec.Spec) { s.Width, s.N = 2, 2 }, 0x3, []uint64{3, 3, 1, 1}, []uint64{1, 3, 1, 3},
			[]uint64{1, 0, 3, 2}},
		{"a member of two registers", func(s *spec.Spec) { s.Width, s.N = 2, 2 }, 0x2, []uint64{9, 3, 8, 3},
			[]uint64{9, 3, 8, 3}, []uint64{0, 2, 1, 3}},
	} {
		s := spec.NewSpec(spec.Sort)
		s.Width = 4
		test.spec(&s)
		s = s.With("from", true)
		in := make([]uint64, s.Elements())
		lanes := len(test.in) / s.Brings()
		place := func(i int) int { return i/lanes*s.Lanes() + i%lanes } // by register, then lane
		for i, x := range test.in {
			in[place(i)] = x
		}
		got, err := Call(s, []uint32{test.mask}, in)
		if err != nil {
			t.Fatal(err)
		}
		var kept, from []uint64
		for i := range test.want {
			kept, from = append(kept, got.Value[place(i)].Bits), append(from, uint64(got.Numbers[0][place(i)]))
		}
		if diff := cmp.Diff(test.want, kept); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
		if diff := cmp.Diff(test.from, from); diff != "" {
			t.Errorf("%s: lanes (-want +got):\n%s", test.name, diff)
		}
		if got.Numbers[0][31] != 31*s.Brings() {
			t.Errorf("%s: an element that stays comes from lane %d", test.name, got.Numbers[0][31])
		}
	}
}
