package algebra

import (
	"fmt"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
)

// MapFunctions are a map of a user, as a domain knows it: by its name. Of each leaf of the
// element it is one function of the leaves of all inputs. On numbers it is the Go function itself.
func MapFunctions(m *spec.Map) []*bv.Fn {
	var of []bv.Format
	for _, p := range m.Params {
		of = append(of, formatsOf(p.Leaves())...)
	}
	for i, exact := range m.Exact {
		if exact {
			of[i] = bv.NoFormat
		}
	}
	var all []*bv.Fn
	leaves := m.Result.Leaves()
	for k, gives := range formatsOf(leaves) {
		if m.ExactResult {
			gives = bv.NoFormat
		}
		all = append(all, &bv.Fn{
			Name: fmt.Sprintf("%s.%s%s", m.Path, m.Name, leaves[k].Path), Bits: leaves[k].Type.Bits(), Of: of, Gives: gives,
			Bool: leaves[k].Bool,
			Eval: func(args []uint64) uint64 {
				if m.Apply == nil {
					panic(bv.Stop{Why: fmt.Sprintf("%s, which is not executed here", m)})
				}
				return m.Apply(args)[k]
			},
		})
	}
	return all
}

// formatsOf are the formats of leaves, [bv.NoFormat] for those that are no floats.
func formatsOf(leaves []spec.Leaf) []bv.Format {
	var all []bv.Format
	for _, l := range leaves {
		all = append(all, FormatOf(l.Type))
	}
	return all
}

// Combined are the elements of an array in the type that they are combined in, as a map makes them of the inputs if
// there is one.
func Combined(d bv.Domain, s spec.Spec, inputs [][]bv.Value) []bv.Value {
	if s.Made() {
		return Mapped(d, s, inputs)
	}
	return wide(d, s, inputs[0])
}

// Mapped are the elements that are made of the inputs of a call: the leaves of each.
func Mapped(d bv.Domain, s spec.Spec, inputs [][]bv.Value) []bv.Value {
	sh := s.Shape()
	var fns []*bv.Fn
	if s.Map.User() {
		fns = MapFunctions(s.Map)
	}
	var all []bv.Value
	for i := range sh.Elements() {
		var args []bv.Value
		for k, p := range sh.Mapped() {
			n := len(p.Leaves())
			in := inputs[k][i*n : (i+1)*n]
			if !s.MapsStored() && !p.Role.OfRow() {
				in = wide(d, s, in)
			}
			args = append(args, in...)
		}
		if s.MapsStored() {
			stored := s
			stored.Type = s.InType()
			all = append(all, wide(d, s, []bv.Value{knownMap(d, stored, args)})...)
			continue
		}
		switch {
		case s.Map == nil:
			all = append(all, args...)
			continue
		case !s.Map.User():
			all = append(all, knownMap(d, s, args))
			continue
		}
		for _, fn := range fns {
			all = append(all, bv.Apply(d, fn, args...))
		}
	}
	return all
}

// knownMap is a map of the table.
func knownMap(d bv.Domain, s spec.Spec, args []bv.Value) bv.Value {
	if s.Map.Kind == spec.ScaledProduct || s.Map.Kind == spec.NormedProduct {
		return ref.MapOfRow(reals{d}, s, args)
	}
	t := s.Type.Elem()
	if s.Map.Kind == spec.Nonzero {
		zero := d.Int(bv.Eq, args[0], d.Const(t.Bits(), 0))
		return d.Extend(d.Int(bv.Xor, zero, d.Const(1, 1)), t.Bits(), false)
	}
	one := func(part func(bv.Value) bv.Value) bv.Value {
		a, b := part(args[0]), part(args[len(args)-1])
		if s.Map.Kind != spec.Abs {
			return arithmeticOf(d, t).Mul(a, b)
		}
		w := t.Bits()
		if t.Class() == spec.Float {
			return d.Int(bv.And, a, d.Const(w, 1<<(w-1)-1))
		}
		negative := d.Extract(a, w-1, 1)
		if x, known := d.Known(negative); known && x == 0 { // widened without a sign
			return a
		}
		return d.Select(negative, d.Int(bv.Sub, d.Const(w, 0), a), a)
	}
	if !s.Type.Packed() {
		return one(func(x bv.Value) bv.Value { return x })
	}
	half := func(lo int) bv.Value {
		return one(func(x bv.Value) bv.Value { return d.Extract(x, lo, t.Bits()) })
	}
	return d.Concat(half(0), half(t.Bits()))
}

// withMap runs the reference on what is made of the inputs.
func withMap(d bv.Domain, s spec.Spec, in Input, run execution) (Outcome, error) {
	if !s.Made() {
		return run(d, s, in)
	}
	made := Mapped(d, s, in.Inputs)
	if in.Tile != nil { // nodes are given, in the place of what elements hold before
		made = append(made[:in.Tile.Count*s.Shape().Leaves()], in.Elements[in.Tile.Count*s.Shape().Leaves():]...)
	}
	in.Elements = made
	out, err := run(d, s, in)
	sh := s.Shape()
	for i := range out.Gets {
		_, whole := sh.Segment(i % sh.Lanes)
		switch {
		case whole:
		case s.HasLane(): // it still has the index -1
			out.Specified[i] = d.Const(1, 0)
		default: // there is no element to keep
			out.Gets[i] = d.Const(1, 0)
		}
	}
	return out, err
}
