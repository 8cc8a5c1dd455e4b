// Package rounds states what is claimed of a chunk of an array of any length, for Go and PTX alike: what its
// accumulators begin with, what more rounds make of them, and what they end with. A proof of a function looks at each
// claim once, on unknown accumulators and elements; by induction over the rounds it then holds of every chunk.
package rounds

import (
	"fmt"
	"slices"

	"github.com/shflgen/shflgen/internal/prover/algebra"
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/term"
	"github.com/shflgen/shflgen/spec"
)

// Chunk is a chunk of the elements of a spec, in the type that they are combined in. Elements are their leaves. Round r
// of its K accumulators has the elements from r*K on, one of each accumulator.
type Chunk struct {
	Dom  *term.Domain
	Spec spec.Spec
	K    int
	Laws *term.Laws // that were used are added
}

// leaves are those of an element.
func (c Chunk) leaves() []spec.Leaf { return c.Spec.Shape().Element().Leaves() }

// Invariant is what accumulator i holds after some rounds: what it held, if anything, and its element of each round,
// combined from left to right.
func (c Chunk) Invariant(held, elements []bv.Value, i int) (x []bv.Value, err error) {
	n := len(c.leaves())
	all := slices.Clip(held)
	for ; i*n < len(elements); i += c.K {
		all = append(all, elements[i*n:(i+1)*n]...)
	}
	x = all[:n:n]
	for next := range slices.Chunk(all[n:], n) {
		if x, err = c.End(append(slices.Clip(x), next...), nil, 0); err != nil {
			return nil, err
		}
	}
	return x, nil
}

// End is the result of elements. If members is not nil, elements with bits of 0 are missing, and at least so many are
// there.
func (c Chunk) End(elements, members []bv.Value, least int) ([]bv.Value, error) {
	s, n := c.Spec, len(c.leaves())
	s = s.OfRange(least, len(elements)/n)
	out, err := algebra.OfChunk(c.Dom, s, elements, members)
	if err != nil {
		return nil, err
	}
	return out.Value[:n], nil
}

// Same claims that two values are equal, NaNs' payloads aside.
func (c Chunk) Same(want, got []bv.Value, what string, args ...any) error {
	leaves := c.leaves()
	for i, l := range leaves {
		of := ""
		if len(leaves) > 1 {
			of = fmt.Sprintf(": leaf %d", i)
		}
		if err := Same(c.Dom, c.Laws, want[i], got[i], algebra.Format(l.Type), what+of, args...); err != nil {
			return err
		}
	}
	return nil
}

// Same claims that two values are equal; of floats, NaNs' payloads aside. The laws that it uses are added to some.
func Same(d *term.Domain, laws *term.Laws, want, got bv.Value, float *bv.Format, what string, args ...any) error {
	if where := d.Differ(want, got, float); where != term.False {
		return fmt.Errorf(what+" differs (%s)", append(args, d.Difference(where, got, want, false))...)
	}
	*laws |= d.LawsOf(want, got)
	return nil
}
