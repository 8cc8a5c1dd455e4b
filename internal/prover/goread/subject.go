package goread

import (
	"context"
	"go/types"
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/strategy"
	"github.com/shflgen/shflgen/spec"
)

// subject is a Go function under proof, for one size of int.
type subject struct{ file *File }

// Subject is the function of f under proof, for the size of int that f was read for.
func (f *File) Subject() check.Subject { return subject{f} }

// tries bounds the search for a counterexample.
const tries = 3000

// Spec is what the function has to compute.
func (s subject) Spec() spec.Spec { return s.file.Spec }

// Traits says that Go keeps what the contract says nothing of.
func (s subject) Traits() check.Traits {
	return check.Traits{
		Keeps: true, PredBits: 1, IntBits: s.file.intBits(), LeftBits: s.file.intBits() - 1, Tries: tries,
		Traits: strategy.Traits{Pairs: true, Products: true, Widening: strategy.ReadsWidened(s.file.Spec)},
	}
}

// intBits is the size of an int that f was read for.
func (f *File) intBits() int { return int(8 * f.sizes.Sizeof(types.Typ[types.Int])) }

// Run makes one call; of row-apply others in place: of each combination of results.
func (s subject) Run(ctx context.Context, c check.Call) (left check.Left, err error) {
	f := *s.file
	f.Interrupt = func() error { return context.Cause(ctx) }
	calls := uint(1)
	if c.Shape.Row() && c.Shape.Each {
		calls <<= len(c.Shape.Out)
	}
	for inPlace := range calls {
		out, err := f.outputs(c, inPlace)
		if err != nil {
			return check.Left{}, err
		}
		left.Calls = append(left.Calls, out)
	}
	return left, nil
}

// outputs are what one call leaves.
func (f *File) outputs(c check.Call, inPlace uint) (out check.Outputs, err error) {
	state := State{Mask: c.Mask, Lanes: slices.Clone(c.Elements), Keys: c.Keys, Operands: c.Operands, Inputs: c.Inputs,
		Same: c.Same, Numbers: slices.Clone(c.Numbers), InPlace: inPlace}
	if err := f.Run(c.Dom, &state); err != nil {
		return out, err
	}
	out.Elements = cells(state.Lanes)
	for _, numbers := range state.Numbers {
		out.Numbers = append(out.Numbers, cells(numbers))
	}
	if state.Pred != nil {
		for i := range c.Shape.Lanes {
			out.Preds = append(out.Preds, check.Cell{V: c.Dom.Extract(state.Pred, i, 1)})
		}
	}
	return out, nil
}

// cells are values that are all defined.
func cells(values []bv.Value) []check.Cell {
	var all []check.Cell
	for _, v := range values {
		all = append(all, check.Cell{V: v})
	}
	return all
}
