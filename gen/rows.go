package gen

import (
	"fmt"
	"slices"

	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/spec"
)

// lowerRow lowers a row: its threads combine what they have by the network of a warp or block,
// which the target chooses as it does for that pattern.
func (t target) lowerRow(s spec.Spec) (lowered, error) {
	row := network.RowOf(s)
	made := lowered{
		net: &network.Network{Spec: s, Row: &row},
		chosen: lowering{name: "rows",
			builds: "each thread combines its columns, then the threads of a row combine what they have"},
	}
	if s.F != spec.NoApplied { // its threads combine by their own steps
		if t.apply == nil {
			return made, nil
		}
		var err error
		made.rejected = rejectedLanes(s, row)
		made.net.Program, err = t.apply(s, row)
		return made, err
	}
	if across, ok := row.AcrossSpec(s); ok {
		of := t
		if network.ByShuffles(s) {
			of = t.everywhere()
		}
		inner, err := of.lower(across)
		if err != nil {
			return lowered{}, err
		}
		made.rejected, made.variant = inner.rejected, inner.variant
		row.Across = inner.net
		for _, n := range row.Across.Variants() {
			n.Kernel = s.FileName()
		}
	}
	if columns, ok := row.ColumnsSpec(s); ok {
		inner, err := t.lower(columns)
		if err != nil {
			return lowered{}, err
		}
		row.Columns = inner.net
	}
	var err error
	made.net.Program, err = t.row(s, row)
	return made, err
}

// rejectedLanes are the numbers of lanes that were not chosen to share a row, with the costs of the model.
func rejectedLanes(s spec.Spec, row network.Row) (all []Rejected) {
	choices := row.LaneChoices(s)
	chosen := slices.IndexFunc(choices, func(c network.LaneChoice) bool { return c.Lanes == row.Lanes })
	for i, c := range choices {
		if i != chosen {
			all = append(all, Rejected{Lowering: fmt.Sprintf("%d lanes a row", c.Lanes), Reason: fmt.Sprintf(
				"by the model of rows it costs %.0f%% more than %d lanes", 100*(c.Cost/choices[chosen].Cost-1), row.Lanes)})
		}
	}
	return all
}

// everywhere is the target without the lowerings that need a newer architecture.
func (t target) everywhere() target {
	t.lowerings = slices.DeleteFunc(slices.Clone(t.lowerings), func(l lowering) bool { return l.from != spec.AnyArch })
	return t
}
