package opbody

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/gofunc"
	"github.com/shflgen/shflgen/internal/prover/ptx"
	"github.com/shflgen/shflgen/internal/prover/ref"
)

// tries is how many calls are made in search of a counterexample before the answer is that
// nothing is proved. Few of them are made before a solver is asked: they show most faults.
const (
	tries = 3000
	few   = 300
)

// search looks for a call on which the two sides differ, on edges and random numbers. Both sides
// are executed on plain numbers, so that what it finds was replayed.
func (s *subject) search(ctx context.Context, f *ptx.File, r *rand.Rand, tries int) *Counterexample {
	for range tries {
		if ctx.Err() != nil {
			return nil
		}
		if c := s.replay(ctx, f, s.sample(r)); c != nil {
			return c
		}
	}
	return nil
}

// replay executes both sides on one call: nil if they agree.
func (s *subject) replay(ctx context.Context, f *ptx.File, numbers []uint64) *Counterexample {
	d := bv.Numbers{}
	want, err := s.ofGo(ctx, d, s.numbers(numbers))
	if err != nil {
		return nil
	}
	c := &Counterexample{Args: numbers, Leaves: s.leaves}
	got, err := s.atNumbers(ctx, f, numbers)
	if err != nil {
		c.What, c.Got, c.Want = "execution", err.Error(), "one that ends"
		return c
	}
	for _, claim := range s.claims(d, got, want) {
		x, y := claim.got, claim.want
		if claim.float != nil {
			x, y = d.Quiet(*claim.float, x), d.Quiet(*claim.float, y)
		}
		m, _ := d.Known(x)
		n, _ := d.Known(y)
		if m != n {
			c.What, c.Got, c.Want = claim.what, fmt.Sprintf("%#x", m), fmt.Sprintf("%#x", n)
			return c
		}
	}
	return nil
}

func (s *subject) numbers(of []uint64) []bv.Value {
	d := bv.Numbers{}
	return s.arguments(d, func(i, w int) bv.Value { return d.Const(w, of[i]) })
}

// atNumbers executes the function in PTX on one call.
func (s *subject) atNumbers(ctx context.Context, f *ptx.File, of []uint64) (ptx.Returned, error) {
	d := bv.Numbers{}
	return s.ofPTX(ctx, d, f, s.numbers(of), func(i, w int) bv.Value { return d.Const(w, uint64(37*i+11)&0xff) })
}

// sample is a call: of edges, of random bits, of small numbers, of one parameter twice.
func (s *subject) sample(r *rand.Rand) []uint64 {
	all := make([]uint64, len(s.leaves))
	style := r.IntN(4)
	for i, l := range s.leaves {
		all[i] = number(r, l, style)
	}
	if n := len(all); len(s.Go.Takes) == 2 && n%2 == 0 && r.IntN(4) == 0 {
		copy(all[n/2:], all[:n/2])
		all[r.IntN(n)] = number(r, s.leaves[0], style)
		for i, l := range s.leaves {
			all[i] &= mask(l)
		}
	}
	return all
}

func mask(l gofunc.Leaf) uint64 {
	if l.Bool {
		return 1
	}
	return ^uint64(0) >> (64 - l.Bits)
}

// number is an edge, a float of middling size or a small integer, or of random bits.
func number(r *rand.Rand, l gofunc.Leaf, style int) uint64 {
	x := r.Uint64()
	switch edges := ref.Edges(l.Type); {
	case style == 1 || style == 3 && r.IntN(3) == 0:
		x = edges[r.IntN(len(edges))]
	case style > 0 && l.Float != bv.NoFormat:
		x = bv.FromFloat(l.Float, r.NormFloat64())
	case style == 2:
		x = uint64(r.IntN(2*l.Bits+8) - 4)
	}
	return x & mask(l)
}
