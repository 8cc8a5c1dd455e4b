package network

import (
	"fmt"

	"github.com/shflgen/shflgen/spec"
)

// FieldAt is an element of a packed register, another one in each lane: number Fields[i] in
// lane i.
type FieldAt struct {
	X      *Node
	Fields []int
}

func (e FieldAt) row() row {
	return row{
		operands: []operand{{e.X, Element, packed}},
		requires: func(s spec.Spec) error {
			for lane, f := range e.Fields {
				if f < 0 || f >= PerRegister(s.Type) {
					return fmt.Errorf("takes element %d of a register in lane %d", f, lane)
				}
			}
			return nil
		},
		value: func(a at) value {
			x := a.of(e.X)
			if x == nil {
				return nil
			}
			f := e.Fields[a.lane]
			return x[f : f+1]
		},
		text: func() string { return "the element of %s that is the lane's" },
		cost: func(spec.Spec, int) Cost { return Cost{Selects: 1} },
	}
}

// rejectsWord reports whether the registers of a lane do not fit one packed register, or are
// not narrow.
func rejectsWord(s spec.Spec) bool {
	return s.N < 2 || s.Type == spec.Composite || s.N > PerRegister(s.Type)
}

// OneWord is the network of a transpose with lanes that pack all their registers into one. Each register of the
// result takes at most one shuffle of the packed register, and selects its element from what arrives.
func OneWord(s spec.Spec) (*Network, error) {
	m := movementOf(newBuilder(s))
	m.step("A lane packs its registers into one.")
	var of []*Node
	for k := range PerRegister(s.Type) {
		of = append(of, m.input(min(k, s.N-1)))
	}
	word := m.packed(Pack{of})
	m.step("A register takes its element from the packed register of a lane.")
	var results []*Node
	for k, row := range m.from {
		x := word
		if !all(len(row), func(place int) bool { return row[place].place == place }) {
			x = m.packed(Shuffle{word, m.sources(func(place int) int { return m.from[k][place].place })})
		}
		fields := make([]int, s.Lanes())
		for lane := range fields {
			fields[lane] = row[lane%s.Width].register
		}
		results = append(results, m.node(FieldAt{x, fields}))
	}
	m.keepWithoutMember(results)
	m.give(results)
	m.net.Choice = m.promise(m.edges())
	return m.done(), nil
}
