package ref

import "github.com/shflgen/shflgen"

// Element is an element as its bits, if it is there.
type Element struct {
	Bits    uint64
	Present bool
}

// Numbers is the algebra of plain numbers for a spec's type and op.
type Numbers struct{ Spec shflgen.Spec }

// Absent is no element.
func (Numbers) Absent() Element { return Element{} }

// If is x where c is true, else y.
func (Numbers) If(c bool, x, y Element) Element {
	if c {
		return x
	}
	return y
}

// Join is the op on the elements that are there.
func (n Numbers) Join(x, y Element) Element {
	switch {
	case !x.Present:
		return y
	case !y.Present:
		return x
	}
	return Element{Apply(n.Spec.Op, n.Spec.Type, x.Bits, y.Bits), true}
}

// Settle is x, or the identity.
func (n Numbers) Settle(x Element) Element {
	if x.Present {
		return x
	}
	return Element{Identity(n.Spec.Op, n.Spec.Type), true}
}

// And is true where both are.
func (Numbers) And(a, b bool) bool { return a && b }

// Choose is a where c is true, else b.
func (Numbers) Choose(c, a, b bool) bool { return c && a || !c && b }

// Known is b.
func (Numbers) Known(b bool) bool { return b }

// numbers are the elements of a call, and who is a member.
func numbers(s shflgen.Spec, mask []uint32, in []uint64) (elements []Element, member []bool) {
	for _, x := range in[:s.Elements()] {
		elements = append(elements, Element{x, true})
	}
	for i := range s.Lanes() {
		member = append(member, s.Mask == shflgen.Full || mask[i/shflgen.WarpSize]>>(i%shflgen.WarpSize)&1 == 1)
	}
	return elements, member
}

// Call runs the reference on numbers: in holds the bits of each element, then the keys if there are any,
// bit i%32 of mask[i/32] makes lane i a member. It gives the bits of each element
// afterwards, the preds as bits, and the elements that the contract names; in mask
// mode active, those that get a value.
func Call(s shflgen.Spec, mask []uint32, in []uint64) (out []uint64, preds uint32, named []bool, err error) {
	if s.Pattern.Keyed() {
		out, named, err = CallKeyed(s, mask, in)
		return out, 0, named, err
	}
	elements, member := numbers(s, mask, in)
	o, err := Run(Numbers{s}, s, elements, member)
	if err != nil {
		return nil, 0, nil, err
	}
	out = make([]uint64, len(in))
	for i, x := range o.Value {
		out[i] = x.Bits
	}
	copy(o.Named, o.Gets) // of a call that only members make
	for i, p := range o.Pred {
		if p {
			preds |= 1 << i
		}
	}
	return out, preds, o.Named, nil
}
