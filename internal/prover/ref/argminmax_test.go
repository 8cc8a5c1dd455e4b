package ref

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shflgen/shflgen/spec"
)

// arg is the spec of a reduction by an op that gives a lane.
func arg(op spec.Op, t spec.Type, width int) spec.Spec {
	s := spec.NewSpec(spec.Reduce)
	s.Op, s.Type, s.Width = op, t, width
	return s
}

// TestWinners gives a segment of four lanes elements by hand.
func TestWinners(t *testing.T) {
	const (
		nan, otherNaN = 0x7fc00000, 0xffc00001
		minusZero     = 0x80000000
		inf, minusInf = 0x7f800000, 0xff800000
		one           = 0x3f800000
	)
	for _, test := range []struct {
		name string
		op   spec.Op
		typ  spec.Type
		in   [4]uint64
		mask uint32
		lane int
	}{
		{"greatest", spec.ArgMax, spec.Int8, [4]uint64{1, 7, 0xff, 3}, 15, 1},
		{"least, of signed", spec.ArgMin, spec.Int8, [4]uint64{1, 7, 0xff, 3}, 15, 2},
		{"least, of unsigned", spec.ArgMin, spec.Uint8, [4]uint64{1, 7, 0xff, 3}, 15, 0},
		{"lowest lane of equals", spec.ArgMax, spec.Int32, [4]uint64{1, 7, 7, 7}, 15, 1},
		{"lowest member of equals", spec.ArgMax, spec.Int32, [4]uint64{7, 7, 7, 7}, 12, 2},
		{"greatest is no member", spec.ArgMax, spec.Int32, [4]uint64{1, 7, 3, 2}, 13, 2},
		{"no member", spec.ArgMax, spec.Int32, [4]uint64{1, 7, 3, 2}, 0, -1},
		{"smallest integers", spec.ArgMax, spec.Int8, [4]uint64{1, 0x80, 0x80, 2}, 6, 1},
		{"zeros, greatest", spec.ArgMax, spec.Float32, [4]uint64{minusZero, 0, 0, minusZero}, 15, 1},
		{"zeros, least", spec.ArgMin, spec.Float32, [4]uint64{0, minusZero, 0, minusZero}, 15, 1},
		{"a NaN loses, greatest", spec.ArgMax, spec.Float32, [4]uint64{nan, minusInf, otherNaN, minusInf}, 15, 1},
		{"a NaN loses, least", spec.ArgMin, spec.Float32, [4]uint64{nan, otherNaN, inf, inf}, 15, 2},
		{"all NaN", spec.ArgMax, spec.Float32, [4]uint64{one, nan, otherNaN, nan}, 14, 1},
		{"half", spec.ArgMin, spec.Float16, [4]uint64{0x3c00, 0xbc00, 0xfc00, 0x7e00}, 15, 2},
	} {
		in := make([]uint64, spec.WarpSize)
		copy(in[4:], test.in[:])
		got, err := Call(arg(test.op, test.typ, 4), []uint32{test.mask << 4}, in)
		if err != nil {
			t.Fatal(err)
		}
		want, element := test.lane, Element{}
		if want >= 0 {
			element = Element{test.in[want], true}
			want += 4
		}
		for i := 4; i < 8; i++ {
			if got.Numbers[0][i] != want || got.Value[i] != element || !got.Named[i] {
				t.Errorf("%s: lane %d gets %v and %d, want %v and %d", test.name, i, got.Value[i], got.Numbers[0][i], element, want)
			}
		}
	}
}

// TestNamed: of a down-reduce the first lanes of segments, of others all; lanes past
// the last segment have no winner.
func TestNamed(t *testing.T) {
	in := make([]uint64, spec.WarpSize)
	for i := range in {
		in[i] = uint64(i)
	}
	s := arg(spec.ArgMax, spec.Int32, 12)
	s.Pattern, s.Mask = spec.DownReduce, spec.Full
	got, err := Call(s, nil, in)
	if err != nil {
		t.Fatal(err)
	}
	var named []int
	for i, is := range got.Named {
		if is {
			named = append(named, i)
		}
	}
	if diff := cmp.Diff([]int{0, 12, 24, 25, 26, 27, 28, 29, 30, 31}, named); diff != "" {
		t.Error(diff)
	}
	if got.Numbers[0][12] != 23 || got.Numbers[0][31] != -1 || got.Value[31].Bits != 31 {
		t.Errorf("lane 12 gets %d, lane 31 gets %d and %v", got.Numbers[0][12], got.Numbers[0][31], got.Value[31])
	}
	s.Pattern = spec.InclusiveScan
	if _, err := Call(s, nil, in); err == nil {
		t.Error("a scan gives lanes")
	}
}

// TestPairLaws compares the declared laws with pairs of an element and its lane. The op chooses the better pair, and
// among equals that of the lower lane.
func TestPairLaws(t *testing.T) {
	type pair struct {
		x    uint64
		lane int
	}
	for _, op := range []spec.Op{spec.ArgMin, spec.ArgMax} {
		for _, typ := range spec.Types() {
			if !op.On(typ) {
				continue
			}
			join := func(a, b pair) pair {
				if better(op, typ, b.x, a.x) || !better(op, typ, a.x, b.x) && b.lane < a.lane {
					return b
				}
				return a
			}
			got := spec.Laws{Associative: true, Commutative: true, Idempotent: true}
			for i, x := range Edges(typ) {
				a := pair{x, i % 3}
				got.Idempotent = got.Idempotent && join(a, a) == a
				for j, y := range Edges(typ) {
					b := pair{y, (i + 1 + j%2) % 3}
					got.Commutative = got.Commutative && join(a, b) == join(b, a)
					for _, z := range Edges(typ) {
						c := pair{z, 3 - a.lane - b.lane}
						got.Associative = got.Associative && join(join(a, b), c) == join(a, join(b, c))
					}
				}
			}
			if diff := cmp.Diff(op.Laws(typ), got); diff != "" {
				t.Errorf("%s on %s: %s", op, typ, diff)
			}
		}
	}
}
