package check

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/term"
)

// is reports whether a mask of some lanes is of a kind, said in another way.
func is(m Masks, mask []uint32, lanes int) bool {
	var members []int
	for i := range lanes {
		if mask[i/32]>>(i%32)&1 == 1 {
			members = append(members, i)
		}
	}
	switch m {
	case Nonempty:
		return len(members) > 0
	case Prefix:
		return len(members) > 0 && members[len(members)-1] == len(members)-1
	}
	return true
}

// TestMasks: what is made of any words is of the kind, and every mask of the kind is made of itself; on terms as on
// numbers.
func TestMasks(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, lanes := range []int{1, 5, 32, 40, 64} {
		words := (lanes + 31) / 32
		for _, m := range []Masks{AnyMask, Nonempty, Prefix} {
			d := term.New(term.Strategy{})
			var unknown []bv.Value
			for w := range words {
				unknown = append(unknown, d.MaskBits(32*w, 32))
			}
			symbols := m.of(d, unknown, lanes)
			for try := range 300 {
				raw := make([]uint32, words)
				for w := range raw {
					if raw[w] = rng.Uint32(); try%3 == 0 {
						raw[w] = uint32(uint64(1)<<rng.IntN(33) - 1)
					}
				}
				if try == 0 {
					clear(raw)
				}
				made := m.fitting(raw, lanes)
				if !is(m, made, lanes) {
					t.Fatalf("%d: %x of %d lanes is none", m, made, lanes)
				}
				if is(m, raw, lanes) && !slices.Equal(raw, made) {
					t.Fatalf("%d: %x is one, and becomes %x", m, raw, made)
				}
				for w, x := range symbols {
					got := d.Eval(x, term.Input{Mask: func(i int) bool { return raw[i/32]>>(i%32)&1 == 1 }})
					if uint32(got) != made[w] {
						t.Fatalf("%d: word %d of %x: %x on terms, %x on numbers", m, w, raw, got, made[w])
					}
				}
			}
		}
	}
}
