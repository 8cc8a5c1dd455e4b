package gen

import (
	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/gen/internal/network"
)

// lowerRow lowers a row: its threads combine what they have by the network of a warp or block,
// which the target chooses as it does for that pattern.
func (t target) lowerRow(s shflgen.Spec) (lowered, error) {
	row := network.RowOf(s)
	made := lowered{
		net:    &network.Network{Spec: s, Row: &row},
		chosen: lowering{name: "rows", builds: "each thread combines its columns, then the threads of a row combine what they have"},
	}
	if s.F != shflgen.NoApplied { // its threads combine by their own steps
		return made, nil
	}
	if across, ok := row.AcrossSpec(s); ok {
		inner, err := t.lower(across)
		if err != nil {
			return lowered{}, err
		}
		made.rejected, made.variant = inner.rejected, inner.variant
		row.Across = inner.net
	}
	if columns, ok := row.ColumnsSpec(s); ok {
		inner, err := t.lower(columns)
		if err != nil {
			return lowered{}, err
		}
		row.Columns = inner.net
	}
	return made, nil
}
