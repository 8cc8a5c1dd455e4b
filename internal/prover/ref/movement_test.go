package ref

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shflgen/shflgen/spec"
)

// TestMovements holds each movement against cases of textbooks: the elements of the first
// lanes, lane by lane, where element k of lane i is i·n + k before.
func TestMovements(t *testing.T) {
	for _, test := range []struct {
		args string
		mask uint32
		want []uint64
	}{
		{"-pattern array-exchange -width 4 -n 4 -xor 1 -mask full", 0,
			[]uint64{4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11}},
		{"-pattern array-exchange -width 4 -n 2 -xor 2", 0b1011, []uint64{0, 1, 6, 7, 0, 1, 2, 3}},
		{"-pattern swap -n 4 -xor 1 -first 0 -second 3 -mask full", 0,
			[]uint64{7, 1, 2, 3, 4, 5, 6, 0, 15, 9, 10, 11, 12, 13, 14, 8}},
		{"-pattern swap -n 2 -xor 0 -first 0 -second 1", 0b01, []uint64{1, 0, 2, 3}},
		{"-pattern swap -n 2 -xor 1 -first 1 -second 1", 0b10, []uint64{0, 3, 2, 3}},
		{"-pattern transpose -width 4 -n 3 -mask full", 0, []uint64{0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11, 12, 16, 20}},
		{"-pattern transpose -width 4 -n 3 -mask full -inverse", 0, []uint64{0, 3, 6, 9, 1, 4, 7, 10, 2, 5, 8, 11, 12}},
		{"-pattern transpose -width 2 -n 2", 0b01, []uint64{0, 1, 1, 3}},
		{"-pattern permute -width 3 -perm 2,0,1 -mask full", 0, []uint64{2, 0, 1, 5, 3, 4}},
		{"-pattern permute -width 3 -perm 1,1,1", 0b010101, []uint64{0, 1, 2, 4, 4, 4}},
		{"-pattern permute -width 2 -n 2 -perm 3,0,1,2 -mask full", 0, []uint64{3, 2, 0, 1, 7, 6, 4, 5}},
	} {
		s, err := spec.ParseArgs(strings.Fields(test.args))
		if err != nil {
			t.Fatal(err)
		}
		sh := s.Shape()
		in := make([]uint64, sh.Elements())
		for e := range in {
			in[e] = uint64(e%sh.Lanes*sh.Registers() + e/sh.Lanes)
		}
		out, err := Call(s, []uint32{test.mask}, in)
		if err != nil {
			t.Fatal(err)
		}
		var got []uint64
		for e := range test.want {
			got = append(got, out.Value[e%sh.Registers()*sh.Lanes+e/sh.Registers()].Bits)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", test.args, diff)
		}
	}
}
