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
	dom bv.Domain
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
	got, err := ref.Run(composites{dom: d}, s, call)
	out := Outcome{Named: got.Named, Gets: got.Gets, Specified: got.Specified, Numbers: got.Numbers, Pred: got.Pred}
	for _, x := range got.Value {
		out.Value = append(out.Value, x...)
	}
	return out, err
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

// And is true where both are.
func (c composites) And(x, y bv.Value) bv.Value { return c.dom.Int(bv.And, x, y) }

// Choose is x where c is true, else y.
func (c composites) Choose(when, x, y bv.Value) bv.Value { return c.dom.Select(when, x, y) }

// Known is b.
func (c composites) Known(b bool) bv.Value {
	if b {
		return c.dom.Const(1, 1)
	}
	return c.dom.Const(1, 0)
}

// Number is a number of 32 bits.
func (c composites) Number(n int) bv.Value { return c.dom.Const(32, uint64(uint32(n))) }

// IfNumber is x where c is true, else y.
func (c composites) IfNumber(when, x, y bv.Value) bv.Value { return c.dom.Select(when, x, y) }
