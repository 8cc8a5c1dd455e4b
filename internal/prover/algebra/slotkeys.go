package algebra

import (
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
)

// A sort that keeps equal elements in the order of slots is a sort of integers that no two
// slots share: the key of the element, and below it the number of the slot (of a descending
// sort, its complement). So by one law:
//
//	the elements and slots of a stable sort are the upper and lower bits of those integers
//	in order.
//
// The tests hold the law against the plain insertion on small cases.

// runFrom is [Run] of a sort that gives lanes.
func runFrom(d bv.Domain, s spec.Spec, in Input) (Outcome, error) {
	if s.LaneBeside() {
		return runBeside(d, s, in)
	}
	bits := s.Type.Bits()
	half := s.LaneKeyRoom() // and as many for the key
	together := spec.NewSpec(spec.Sort)
	together.Width, together.N, together.Mask = s.Width, s.N, s.Mask
	together.Params = spec.SortParams{Descending: s.Sort().Descending}
	together.Type = map[bool]map[int]spec.Type{
		true:  {16: spec.Int32, 32: spec.Int64},
		false: {16: spec.Uint32, 32: spec.Uint64},
	}[s.Type.Class() != spec.Unsigned][half]
	order, lanes := Order(s), s.Shape().Lanes
	elements := in.Elements
	in.Elements = nil
	for i, x := range elements {
		key := Key(d, order, x)
		if bits < half {
			key = d.Extend(key, half, s.Type.Class() != spec.Unsigned)
		}
		in.Elements = append(in.Elements, d.Concat(d.Const(half, uint64(s.LaneKey(i%lanes, i/lanes))), key))
	}
	out, err := ref.Run(sortingOf(d, together), together, in)
	if err != nil {
		return Outcome{}, err
	}
	from := make([]bv.Value, len(out.Value))
	for i, x := range out.Value {
		key := d.Extract(x, half, bits)
		out.Value[i] = Unkey(d, order, key)
		slot := d.Extract(x, 0, s.LaneKeyBits())
		if s.Sort().Descending {
			slot = d.Int(bv.Xor, slot, d.Const(slot.Width(), uint64(s.LaneKeyMask())))
		}
		from[i] = d.Extend(slot, 32, false)
	}
	return withSlots(d, s, in, out, elements, from), nil
}

// withSlots adds the slots that values come from. Who is no member keeps its element as it is, and so does one that no
// key is made of.
func withSlots(d bv.Domain, s spec.Spec, in Input, out Outcome, elements, from []bv.Value) Outcome {
	lanes := s.Shape().Lanes
	for i := range out.Value {
		if s.Mask != spec.Full {
			out.Value[i] = d.Select(in.Members[i%lanes], out.Value[i], elements[i])
		}
		if _, whole := s.Shape().Segment(i % lanes); !whole || s.Width*s.Brings() == 1 {
			out.Value[i] = elements[i]
		}
		out.Gets[i] = d.Const(1, 1)
	}
	out.Numbers = [][]bv.Value{from}
	return out
}
