package ref

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
)

// sorted is the outcome of a call with keys by way of a list of each group's members.
func sorted(s spec.Spec, mask uint32, in []uint64) (out []uint64, gets []bool) {
	elements, keys := in[:s.Elements()], in[s.Elements():]
	out, gets = append([]uint64(nil), elements...), make([]bool, len(elements))
	for base := 0; base+s.Width <= len(elements); base += s.Width {
		groups := map[uint64][]uint64{}
		for lane := base; lane < base+s.Width; lane++ {
			if s.Mask == spec.Full || mask&(1<<lane) != 0 {
				groups[keys[lane]] = append(groups[keys[lane]], elements[lane])
			}
		}
		for lane := base; lane < base+s.Width; lane++ {
			x := groups[keys[lane]]
			switch {
			case s.Mask == spec.Active && mask&(1<<lane) == 0:
				continue
			case x == nil:
				out[lane] = Identity(s.Op, s.Type)
			default:
				out[lane] = balanced(s, x)
			}
			gets[lane] = true
		}
	}
	for lane := len(elements) / s.Width * s.Width; lane < len(elements); lane++ { // keeps its element
		gets[lane] = s.Mask != spec.Active || mask&(1<<lane) != 0
	}
	return out, gets
}

// TestGroups holds the reference of keys against lists of each group's members, on sums
// of floats, which tell each order from the others, and on products of integers.
func TestGroups(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 2))
	empty, several := 0, 0
	for _, typ := range []spec.Type{spec.Float32, spec.Int64} {
		for _, m := range spec.MaskModes() {
			for w := 1; w <= spec.WarpSize; w++ {
				s := spec.NewSpec(spec.KeyedReduce)
				s.Type, s.Mask, s.Width = typ, m, w
				s.Params = spec.KeyedParams{Key: spec.KeyTypes()[w%2]}
				if typ == spec.Int64 {
					s.Op = spec.Prod
				}
				for try := range extent.Rounds(40) {
					mask, in := rng.Uint32()&rng.Uint32(), Sample(rng, s, try)
					got, named := after(t, s, []uint32{mask}, in)
					want, gets := sorted(s, mask, in)
					for i := range want {
						if Same(s.Type, got[i], want[i]) {
							got[i] = want[i] // but for a NaN's payload
						}
						if gets[i] && want[i] == Identity(s.Op, s.Type) {
							empty++
						} else if want[i] != in[i] {
							several++
						}
					}
					if diff := cmp.Diff(fmt.Sprint(want, gets), fmt.Sprint(got, named)); diff != "" {
						t.Fatalf("%s mask %#08x: %s", s.Header(), mask, diff)
					}
				}
			}
		}
	}
	if empty < 1000 || several < 1000 {
		t.Errorf("%d lanes whose key no member has, %d that take in others", empty, several)
	}
}
