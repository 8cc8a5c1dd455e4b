package ref

import "github.com/shflgen/shflgen/spec"

// callValue is [Call] of a sort with keys as elements: each slot gets the value of the slot that held its key.
func callValue(s spec.Spec, mask []uint32, in []uint64) (Answer, error) {
	sh := s.Shape()
	keys, values := spec.Apart(sh, in)
	out, err := Call(s.KeyOnly(), mask, keys)
	if err != nil {
		return Answer{}, err
	}
	var moved []Element
	n := len(values) / len(keys)
	for _, slot := range out.Numbers[0] {
		from := slot%s.Brings()*sh.Lanes + slot/s.Brings()
		for _, bits := range values[from*n : (from+1)*n] {
			moved = append(moved, Element{bits, true})
		}
	}
	out.Value = spec.Together(sh, out.Value, moved)
	if !s.Sort().From {
		out.Numbers = nil
	}
	return out, nil
}
