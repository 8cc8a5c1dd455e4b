package algebra

import (
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/spec"
)

// runValue is [Run] of a sort with keys as elements: each slot gets the value of the slot that held its key, a choice
// by its register, then by its lane.
func runValue(d bv.Domain, s spec.Spec, in Input) (Outcome, error) {
	sh := s.Shape()
	keys, values := spec.Apart(sh, in.Elements)
	in.Elements = keys
	out, err := runFrom(d, s.KeyOnly(), in)
	if err != nil {
		return Outcome{}, err
	}
	n := len(values) / len(keys)
	var moved []bv.Value
	for _, slot := range out.Numbers[0] {
		lane := d.Extract(slot, s.SlotShift(), slot.Width()-s.SlotShift())
		for leaf := range n {
			registers := make([]bv.Value, s.Brings())
			for r := range registers {
				all := make([]bv.Value, sh.Lanes)
				for i := range all {
					all[i] = values[(r*sh.Lanes+i)*n+leaf]
				}
				registers[r] = bv.At(d, lane, all)
			}
			moved = append(moved, bv.At(d, slot, registers))
		}
	}
	out.Value = spec.Together(sh, out.Value, moved)
	if !s.Sort().From {
		out.Numbers = nil
	}
	return out, nil
}
