package spec

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestShape(t *testing.T) {
	mask := Port{Role: MaskRole, Bits: 1, Type: Uint32, Count: 1}
	element := func(typ Type, n int) Port {
		return Port{Role: ElementRole, Bits: typ.Bits(), Type: typ, Count: n, Array: n > 1}
	}
	array := func(n int) Port {
		p := element(Int32, n)
		p.Array = true
		return p
	}
	for _, test := range []struct {
		args string
		want Shape
	}{
		{"-pattern reduce -width 12 -type float32", Shape{
			WarpLevel, 32, 12, Member, []Port{mask, element(Float32, 1)}, []Port{element(Float32, 1)}, false, false, 0,
		}},
		{"-pattern shfl-up -delta 1 -mask full", Shape{
			WarpLevel, 32, 32, Full, []Port{element(Int32, 1)},
			[]Port{element(Int32, 1), {Role: PredRole, Bits: 1, Type: Uint32, Count: 1}}, false, false, 0,
		}},
		{"-pattern reduce -op argmax -type float16 -mask active", Shape{
			WarpLevel, 32, 32, Active, []Port{mask, element(Float16, 1)},
			[]Port{element(Float16, 1), {Role: IndexRole, Bits: 32, Type: Int32, Count: 1}}, false, false, 0,
		}},
		{"-pattern compact -n 2", Shape{
			WarpLevel, 32, 32, Member, []Port{mask, array(2)},
			[]Port{array(2), {Role: CountRole, Bits: 32, Type: Int32, Count: 1}}, true, false, 0,
		}},
		{"-pattern rank -key uint64", Shape{
			WarpLevel, 32, 32, Member, []Port{mask, {Role: KeyRole, Bits: 64, Type: Uint64, Count: 1}},
			[]Port{element(Int32, 1), {Role: CountRole, Bits: 32, Type: Int32, Count: 1}}, false, false, 0,
		}},
		{"-pattern keyed-reduce -key uint64", Shape{
			WarpLevel, 32, 32, Member,
			[]Port{mask, {Role: KeyRole, Bits: 64, Type: Uint64, Count: 1}, element(Int32, 1)}, []Port{element(Int32, 1)}, false,
			false, 0,
		}},
		{"-pattern batch-reduce -n 5 -width 8", Shape{
			WarpLevel, 32, 8, Member, []Port{mask, array(5)}, []Port{array(5)}, false, false, 0,
		}},
		{"-pattern batch-reduce -n 1", Shape{
			WarpLevel, 32, 32, Member, []Port{mask, array(1)}, []Port{array(1)}, false, false, 0,
		}},
		{"-pattern transpose -n 8 -width 16 -mask full", Shape{
			WarpLevel, 32, 16, Full, []Port{array(8)}, []Port{array(8)}, true, false, 0,
		}},
		{"-pattern block-reduce -block 100", Shape{
			BlockLevel, 100, 100, Member, []Port{mask, element(Int32, 1)}, []Port{element(Int32, 1)}, false, false, 1,
		}},
	} {
		s, err := ParseArgs(strings.Fields(test.args))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(test.want, s.Shape()); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", test.args, diff)
		}
	}
}

func TestMember(t *testing.T) {
	s := NewSpec(BlockReduce)
	s.Params = BlockParams{Threads: 40}
	sh := s.Shape()
	mask := []uint32{1 << 3, 1 << 2}
	for i := range sh.Lanes {
		if got, want := sh.Member(mask, i), i == 3 || i == 34; got != want {
			t.Errorf("thread %d: %v", i, got)
		}
	}
	s.Mask = Full
	if !s.Shape().Member(nil, 39) {
		t.Error("without a mask a thread is no member")
	}
}
