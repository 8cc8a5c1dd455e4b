// Package algebra runs the reference on a domain of bit vectors: on terms, for every input and
// every mask at once.
package algebra

import (
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/encoding"
	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/internal/prover/term"
	"github.com/shflgen/shflgen/spec"
)

// Input is what a call starts from, and Outcome what it leaves, on the values of a
// domain: elements of the type's size, bits for truth values, 32 bits for an index.
type (
	Input   = ref.Input[bv.Value, bv.Value]
	Outcome = ref.Outcome[bv.Value, bv.Value, bv.Value]
)

// Run runs the reference of a spec on the values of d. Of argmin and argmax it reads the
// winner off by a law, and by another it combines what an encoding makes of elements.
func Run(d bv.Domain, s spec.Spec, in Input) (Outcome, error) { return lawful(true).run(d, s, in) }

// RunPlain is [Run] without a law, for those who would not take one: solvers.
func RunPlain(d bv.Domain, s spec.Spec, in Input) (Outcome, error) {
	return lawful(false).run(d, s, in)
}

// OfChunk is [Run] on the elements of a chunk of an array, in the type of the combination. Elements that are no
// members are missing; nil: none is.
func OfChunk(d bv.Domain, s spec.Spec, elements, members []bv.Value) (Outcome, error) {
	return lawful(true).runWide(d, s, Input{Elements: elements, Members: members, OneChunk: true})
}

// lawful says whether laws are used.
type lawful bool

// execution runs the reference of a spec.
type execution func(bv.Domain, spec.Spec, Input) (Outcome, error)

func (l lawful) run(d bv.Domain, s spec.Spec, in Input) (Outcome, error) {
	if s.Pattern.Applies() {
		return runApplied(d, s, in, l.run)
	}
	return withMap(d, s, in, func(d bv.Domain, s spec.Spec, in Input) (Outcome, error) {
		in.Elements = widened(d, s, in.Elements)
		return l.runWide(d, s, in)
	})
}

// runWide is run on elements in the type that they are combined in.
func (l lawful) runWide(d bv.Domain, s spec.Spec, in Input) (Outcome, error) {
	switch e, encoded := encoding.Of(s); {
	case s.User != nil:
		return runUser(d, s, in)
	case s.Sort().Value != nil:
		return runValue(d, s, in)
	case s.Elem != nil:
		return runComposite(d, s, in)
	case s.HasLane() && bool(l):
		return runArgMinMax(d, s, in)
	case s.HasLane():
		return runPlain(d, s, in)
	case encoded && bool(l):
		return runEncoded(d, s, e, in)
	case s.Sort().From:
		return runFrom(d, s, in)
	case s.Pattern.Sorts():
		if t, ok := d.(*term.Domain); ok && t.Strategy().Selection {
			useRounds(t, s, in)
		}
		return ref.Run(sortingOf(d, s), s, in)
	}
	return ref.Run(algebraOf(d, s), s, in)
}

// widened are elements in the type that they are combined in. The map from inputs has widened these.
func widened(d bv.Domain, s spec.Spec, elements []bv.Value) []bv.Value {
	if s.Made() {
		return elements
	}
	return wide(d, s, elements)
}

// wide are values of memory, widened if they are narrower there.
func wide(d bv.Domain, s spec.Spec, stored []bv.Value) []bv.Value {
	if s.In() == spec.AsType {
		return stored
	}
	var all []bv.Value
	for _, x := range stored {
		if s.In().Integer() {
			all = append(all, d.Extend(x, s.Type.Bits(), s.InType().Class() == spec.Signed))
			continue
		}
		all = append(all, d.Convert(bv.F32, *Format(s.InType()), x))
	}
	return all
}

// algebra is that of the values of dom, for ops but argmin and argmax. An absent element
// is the identity: every op has one, and joining it changes nothing but a NaN's payload.
type algebra struct {
	noBetter
	noOrder[bv.Value]
	truths
	op     spec.Op
	elem   spec.Type // what it combines
	packed bool      // two to an element
}

func algebraOf(d bv.Domain, s spec.Spec) algebra {
	return algebra{truths: truths{d}, op: s.Op, elem: s.Type.Elem(), packed: s.Type.Packed()}
}

// noBetter is the part of an algebra that argmin and argmax need, and noOp the part that
// the others need: what has one lacks the other.
type (
	noBetter          = noBetterOf[bv.Value]
	noBetterOf[V any] struct{}
	noOpOn[V any]     struct{}
	noOp[V, B any]    struct{ noOpOn[V] }
	noOrder[V any]    struct{}
	noRank[V, N any]  struct{}
)

// Better ends the proof.
func (noBetterOf[V]) Better(V, V) bv.Value { panic(bv.Stop{Why: "an op without a winner"}) }

// Ordered ends the proof.
func (noOrder[V]) Ordered(V, V) (first, last V) { panic(bv.Stop{Why: "an op that sorts nothing"}) }

// Element ends the proof.
func (noRank[V, N]) Element(N) V { panic(bv.Stop{Why: "an op with a result that is no number"}) }

// Join ends the proof.
func (noOpOn[V]) Join(V, V) V { panic(bv.Stop{Why: "an op that joins no elements"}) }

// Settle ends the proof.
func (noOpOn[V]) Settle(V) V { panic(bv.Stop{Why: "an op without an identity"}) }

// Choose ends the proof.
func (noOp[V, B]) Choose(_, _, _ B) B { panic(bv.Stop{Why: "an op without ranks"}) }

// truths are the truth values and the numbers of an algebra: bits, and words of 32.
type truths struct{ dom bv.Domain }

// And is true where both are.
func (t truths) And(x, y bv.Value) bv.Value { return t.dom.Int(bv.And, x, y) }

// Choose is x where c is true, else y.
func (t truths) Choose(c, x, y bv.Value) bv.Value { return t.dom.Select(c, x, y) }

// Known is b.
func (t truths) Known(b bool) bv.Value {
	if b {
		return t.dom.Const(1, 1)
	}
	return t.dom.Const(1, 0)
}

// Number is n.
func (t truths) Number(n int) bv.Value { return t.dom.Const(32, uint64(uint32(n))) }

// IfNumber is x where c is true, else y.
func (t truths) IfNumber(c, x, y bv.Value) bv.Value { return t.dom.Select(c, x, y) }

// outcome is what the reference leaves, in values by which elements are given.
func outcome[V any](got ref.Outcome[V, bv.Value, bv.Value], of func(V) []bv.Value) Outcome {
	out := Outcome{Named: got.Named, Gets: got.Gets, Specified: got.Specified, Numbers: got.Numbers, Pred: got.Pred}
	for _, x := range got.Value {
		out.Value = append(out.Value, of(x)...)
	}
	return out
}

// Absent is the identity.
func (a algebra) Absent() bv.Value {
	id := a.dom.Const(a.elem.Bits(), ref.Identity(a.op, a.elem))
	if a.packed {
		return a.dom.Concat(id, id)
	}
	return id
}

// Present is true: an element that is absent is as good as one that is there.
func (a algebra) Present(bv.Value) bv.Value { return a.Known(true) }

// If is x where c is true, else y.
func (a algebra) If(c, x, y bv.Value) bv.Value { return a.dom.Select(c, x, y) }

// Settle is x.
func (a algebra) Settle(x bv.Value) bv.Value { return x }

// Element is a number as an int32.
func (a algebra) Element(n bv.Value) bv.Value { return n }

// Join is the op, half by half on a packed pair.
func (a algebra) Join(x, y bv.Value) bv.Value {
	of := arithmeticOf(a.dom, a.elem)
	if !a.packed {
		return ref.Combine(of, a.op, x, y)
	}
	half := func(lo int) bv.Value {
		return ref.Combine(of, a.op, a.dom.Extract(x, lo, 16), a.dom.Extract(y, lo, 16))
	}
	return a.dom.Concat(half(0), half(16))
}

// Format is the layout of a type's floats, nil for integers.
func Format(t spec.Type) *bv.Format {
	f := FormatOf(t)
	if f == bv.NoFormat {
		return nil
	}
	return &f
}

// FormatOf is the layout of a type's floats, [bv.NoFormat] for integers.
func FormatOf(t spec.Type) bv.Format {
	switch t.Elem() {
	case spec.Float16:
		return bv.F16
	case spec.Bfloat16:
		return bv.BF16
	case spec.Float32:
		return bv.F32
	case spec.Float64:
		return bv.F64
	}
	return bv.NoFormat
}
