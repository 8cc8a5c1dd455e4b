package ref

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/shflgen/shflgen/spec"
)

// balanced is the tree over elements in the order near, from its root: the left
// part is the longest of 1, 2, 4, … elements that is not all.
func balanced(s spec.Spec, x []uint64) uint64 {
	if len(x) == 1 {
		return x[0]
	}
	cut := 1 << (bits.Len(uint(len(x)-1)) - 1)
	return Apply(s.Op, s.Type, balanced(s, x[:cut]), balanced(s, x[cut:]))
}

// upTo is the scan of the last of the elements, from its root: at the last
// distance, the greatest power of two below their number, the right part is the 1,
// 2, 4, … elements before the end, combined at the distances before it.
func upTo(s spec.Spec, x []uint64, d int) uint64 {
	switch {
	case d == 0:
		return x[len(x)-1]
	case d >= len(x):
		return upTo(s, x, d/2)
	}
	return Apply(s.Op, s.Type, upTo(s, x[:len(x)-d], d/2), upTo(s, x, d/2))
}

// gathered is the outcome of a call of mask mode active by way of a list of each
// segment's members.
func gathered(s spec.Spec, mask uint32, in []uint64) (out []uint64, gets []bool) {
	out, gets = append([]uint64(nil), in...), make([]bool, len(in))
	for base := 0; base+s.Width <= len(in); base += s.Width {
		var lanes []int
		var x []uint64
		for lane := base; lane < base+s.Width; lane++ {
			if mask&(1<<lane) != 0 {
				lanes, x = append(lanes, lane), append(x, in[lane])
			}
		}
		for rank, lane := range lanes {
			gets[lane] = true
			switch {
			case s.Pattern == spec.Reduce, s.Pattern == spec.DownReduce && rank == 0:
				out[lane] = balanced(s, x)
			case s.Pattern == spec.DownReduce:
				gets[lane] = false
			case s.Pattern == spec.InclusiveScan:
				out[lane] = upTo(s, x[:rank+1], spec.WarpSize)
			case rank == 0:
				out[lane] = Identity(s.Op, s.Type)
			default:
				out[lane] = upTo(s, x[:rank], spec.WarpSize)
			}
		}
	}
	for lane := len(in) / s.Width * s.Width; lane < len(in); lane++ { // keeps its element
		gets[lane] = mask&(1<<lane) != 0
	}
	return out, gets
}

// after calls the reference: the elements after a call, and which of them are specified.
func after(t *testing.T, s spec.Spec, mask []uint32, in []uint64) (out []uint64, gets []bool) {
	t.Helper()
	a, err := Call(s, mask, in)
	if err != nil {
		t.Fatal(err)
	}
	for i := range a.Value {
		x, named := Kept(a, i, in[i])
		out, gets = append(out, x), append(gets, named)
	}
	return out, gets
}

// TestActive holds the reference of mask mode active against lists of members, on
// sums of floats, which tell each order from the others.
func TestActive(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 15))
	told := map[spec.Pattern]bool{} // the order shows
	for _, p := range []spec.Pattern{spec.Reduce, spec.DownReduce, spec.InclusiveScan, spec.ExclusiveScan} {
		for width := 1; width <= spec.WarpSize; width++ {
			for try := range 20 {
				s := spec.NewSpec(p)
				s.Width, s.Mask, s.Type = width, spec.Active, spec.Float32
				mask := rng.Uint32() & (rng.Uint32() | uint32(-(try & 1)))
				if try < 2 {
					mask = uint32(-try) // nobody, everybody
				}
				in := make([]uint64, spec.WarpSize)
				for i := range in {
					in[i] = uint64(0x3f800000 + rng.Uint32N(1<<26))
				}
				out, gets := after(t, s, []uint32{mask}, in)
				want, who := gathered(s, mask, in)
				if diff := cmp.Diff(want, out) + cmp.Diff(who, gets); diff != "" {
					t.Fatalf("%s, mask %#x: %s", s.Header(), mask, diff)
				}
				s.Mask = spec.Member // by lane: another tree
				lanes, _ := after(t, s, []uint32{mask}, in)
				for i := range lanes {
					told[p] = told[p] || gets[i] && lanes[i] != out[i]
				}
			}
		}
		if !told[p] {
			t.Errorf("%s: by rank and by lane gave the same in every call", p)
		}
	}
}
