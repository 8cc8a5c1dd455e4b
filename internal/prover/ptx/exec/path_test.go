package exec

import (
	"math/rand/v2"
	"testing"
)

// TestResiduesThatFollow: what is sure of a residue is true of the numbers for which all sides were taken.
func TestResiduesThatFollow(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	followed := map[bool]int{}
	for range 20000 {
		g := NewGrid(new(Path), NoRow)
		g.any("a")
		g.any("b")
		last := len(g.unknowns) - 1
		numbers := make([]uint64, len(g.unknowns))
		numbers[last-1], numbers[last] = rng.Uint64(), rng.Uint64()
		l := multiple(64, unknown(last-1), 1<<rng.IntN(3)).plus(multiple(64, unknown(last), 1<<rng.IntN(5)),
			1).plus(constantOf(64, rng.Uint64N(16)), 1)
		for range 6 {
			k := 1 + rng.IntN(4)
			is := at(l, numbers) & lowBits(k)
			value := is
			if rng.IntN(2) == 0 {
				value = rng.Uint64() & lowBits(k)
			}
			got, sure := g.congruent(l, k, value, false)
			if !sure {
				g.Path.taken = append(g.Path.taken, is == value)
				got, _ = g.congruent(l, k, value, true)
			} else if len(g.Path.rests) > 0 {
				followed[got]++
			}
			if got != (is == value) {
				t.Fatalf("%s = %d modulo %d of %d: %v, after %s", g.text(l), value, 1<<k, is, got, g.Path)
			}
		}
	}
	if followed[true] < 1000 || followed[false] < 1000 {
		t.Errorf("%v follow from what is known, want 1000 of each", followed)
	}
}

// TestResidueOfFewerBits: of a number that is 2 modulo 4, and of one that is not 0 modulo 4, both are known not to be 0
// modulo 16.
func TestResidueOfFewerBits(t *testing.T) {
	for _, known := range []struct {
		value uint64
		is    bool
	}{{2, true}, {0, false}} {
		g := NewGrid(&Path{taken: []bool{known.is}}, NoRow)
		l := multiple(64, g.any("a"), 2)
		g.congruent(l, 2, known.value, true)
		for value := uint64(0); value < 16; value += 2 {
			is, sure := g.congruent(l, 4, value, false)
			if want := value%4 == 0; sure != want || is {
				t.Errorf("%d modulo 16 of what is %d modulo 4 (%v): %v, sure %v, want false, sure %v", value, known.value, known.is,
					is, sure, want)
			}
		}
	}
}
