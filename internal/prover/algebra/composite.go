package algebra

import (
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
)

// leaves is an element that is no scalar: the value of each leaf, in the order of memory.
type leaves []bv.Value

// composites is the algebra of such elements, which are moved and never combined.
type composites struct {
	noBetterOf[leaves]
	noOrder[leaves]
	noOpOn[leaves]
	noRank[leaves, bv.Value]
	truths
}

// runComposite is [Run] of elements that are no scalars. The elements of an input and the values of
// an outcome are the leaves, element by element.
func runComposite(d bv.Domain, s spec.Spec, in Input) (Outcome, error) {
	n := s.Shape().Leaves()
	call := ref.Input[leaves, bv.Value]{Members: in.Members, Same: in.Same, DistanceIs: in.DistanceIs,
		DistanceMod: in.DistanceMod, Exists: in.Exists}
	for _, l := range s.Shape().Slot() {
		call.Zero = append(call.Zero, d.Const(l.Type.Bits(), 0))
	}
	for rest := in.Elements; len(rest) > 0; rest = rest[n:] {
		call.Elements = append(call.Elements, leaves(rest[:n]))
	}
	got, err := ref.Run(composites{truths: truths{d}}, s, call)
	return outcome(got, func(x leaves) []bv.Value { return x }), err
}

// Absent ends the proof: what is moved is there.
func (composites) Absent() leaves { panic(bv.Stop{Why: "an element that is absent"}) }

// Present is true.
func (c composites) Present(leaves) bv.Value { return c.Known(true) }

// If is x where c is true, else y, leaf by leaf.
func (c composites) If(when bv.Value, x, y leaves) leaves {
	all := make(leaves, len(x))
	for i := range all {
		all[i] = c.dom.Select(when, x[i], y[i])
	}
	return all
}
