package algebra

import (
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
)

// leaves are the value of each leaf of an element, in the order of memory.
type leaves []bv.Value

// element is its leaves where the bit there is 1, else nobody's.
type element struct {
	x     leaves
	there bv.Value
}

func (e element) values() []bv.Value { return e.x }

// elements is what algebras of such elements have. The reference runs on one type for all of them.
type elements struct{ truths }

// Present is true where an element is there.
func (elements) Present(x element) bv.Value { return x.there }

// If is x where c is true, else y.
func (e elements) If(c bv.Value, x, y element) element {
	return element{e.leavesIf(c, x.x, y.x), e.dom.Select(c, x.there, y.there)}
}

// leavesIf is x where c is true, else y, leaf by leaf.
func (e elements) leavesIf(c bv.Value, x, y leaves) leaves {
	all := make(leaves, len(x))
	for i := range all {
		all[i] = e.dom.Select(c, x[i], y[i])
	}
	return all
}

// ofLeaves is an input with elements of so many leaves each.
func ofLeaves(d bv.Domain, in Input, n int) ref.Input[element, bv.Value] {
	of := ref.Input[element, bv.Value]{Members: in.Members, Same: in.Same, DistanceIs: in.DistanceIs,
		DistanceMod: in.DistanceMod, Exists: in.Exists, OneChunk: in.OneChunk, Tile: in.Tile}
	for x := range slices.Chunk(in.Elements, n) {
		of.Elements = append(of.Elements, element{x, d.Const(1, 1)})
	}
	return of
}

// composites is the algebra of elements that are no scalars, which are moved and never combined.
type composites struct {
	noBetterOf[element]
	noOrder[element]
	noOpOn[element]
	noRank[element, bv.Value]
	elements
}

// runComposite is [Run] of elements that are no scalars. The elements of an input and the values of
// an outcome are the leaves, element by element.
func runComposite(d bv.Domain, s spec.Spec, in Input) (Outcome, error) {
	call := ofLeaves(d, in, s.Shape().Leaves())
	call.Zero.there = d.Const(1, 1)
	for _, l := range s.Shape().Slot() {
		call.Zero.x = append(call.Zero.x, d.Const(l.Type.Bits(), 0))
	}
	got, err := ref.Run(composites{elements: elements{truths{d}}}, s, call)
	return outcome(got, element.values), err
}

// Absent ends the proof: what is moved is there.
func (composites) Absent() element { panic(bv.Stop{Why: "an element that is absent"}) }
