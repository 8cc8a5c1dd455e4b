package ref

import (
	"fmt"
	"slices"

	"github.com/shflgen/shflgen/spec"
)

// Composite is an element that is no scalar, as the bits of its leaves, if it is there.
type Composite struct {
	Leaves  []uint64
	Present bool
}

// Composites is the algebra of such elements on plain numbers. It moves them, and combines them by a
// user's operator.
type Composites struct {
	plain[Composite]
	Spec spec.Spec
}

// Absent is no element.
func (Composites) Absent() Composite { return Composite{} }

// Present reports whether x is there.
func (Composites) Present(x Composite) bool { return x.Present }

// Element panics: the elements of a rank are numbers.
func (n Composites) Element(int) Composite { panic(n.none()) }

// Join is the user's operator on the elements that are there.
func (n Composites) Join(x, y Composite) Composite {
	switch {
	case !x.Present:
		return y
	case !y.Present:
		return x
	case n.Spec.Op != spec.User:
		panic(n.none())
	}
	return Composite{n.Spec.User.Apply(x.Leaves, y.Leaves), true}
}

// Settle is x, or the identity of the user's operator where it is not there.
func (n Composites) Settle(x Composite) Composite {
	switch {
	case x.Present:
		return x
	case n.Spec.User == nil || n.Spec.User.Identity == nil:
		panic(n.none())
	}
	return Composite{slices.Clone(n.Spec.User.Identity), true}
}

// Better panics: there is no order.
func (n Composites) Better(_, _ Composite) bool { panic(n.none()) }

// Ordered panics: there is no order.
func (n Composites) Ordered(_, _ Composite) (first, last Composite) { panic(n.none()) }

func (n Composites) none() string { return fmt.Sprintf("ref: %s combines elements", n.Spec.Pattern) }

// callComposite is [Call] of elements that are no scalars: the values of an answer are those of
// the leaves, element by element.
func callComposite(s spec.Spec, mask []uint32, in []uint64, oneChunk bool) (Answer, error) {
	call := Input[Composite, bool]{OneChunk: oneChunk}
	n := s.Shape().Leaves()
	call.Zero = Composite{make([]uint64, n), true}
	for rest := given(&call, s, mask, in); len(rest) > 0; rest = rest[n:] {
		call.Elements = append(call.Elements, Composite{rest[:n], true})
	}
	out, err := Run(Composites{Spec: s}, s, call)
	answer := Answer{Named: out.Named, Gets: out.Gets, Specified: out.Specified, Numbers: out.Numbers, Pred: out.Pred}
	for _, x := range out.Value {
		if !x.Present {
			x.Leaves = make([]uint64, n)
		}
		for _, bits := range x.Leaves {
			answer.Value = append(answer.Value, Element{bits, x.Present})
		}
	}
	forget(&answer, s, func(i int) bool { return out.Value[i].Present })
	return answer, err
}

// KeptLeaves is [Kept] of the leaves of element i.
func KeptLeaves(a Answer, i int, before []uint64) (after []uint64, named bool) {
	if !a.Named[i] || !a.Gets[i] || !a.Specified[i] {
		return before, false
	}
	after = make([]uint64, len(before))
	for k := range after {
		after[k] = a.Value[i*len(before)+k].Bits
	}
	return after, true
}
