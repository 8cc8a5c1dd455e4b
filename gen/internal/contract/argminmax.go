package contract

import (
	"fmt"
	"strings"

	"github.com/shflgen/shflgen"
)

// Extreme is the op on elements alone by which an op that gives a lane chooses one.
func Extreme(o shflgen.Op) shflgen.Op {
	if o == shflgen.ArgMin {
		return shflgen.Min
	}
	return shflgen.Max
}

// ranking says which element wins.
func ranking(s shflgen.Spec) []string {
	most := map[shflgen.Op]string{shflgen.ArgMin: "least", shflgen.ArgMax: "greatest"}[s.Op]
	lines := []string{fmt.Sprintf("Op:    %s, the %s element, of equals the one in the lowest lane; no identity; %s.",
		s.Op, most, strings.Join(s.Laws().Strings(), ", "))}
	if s.Type.Class() == shflgen.Float {
		lines = append(lines, "Float: -0 is below +0; a NaN loses to every number; NaNs are equals.")
	}
	return lines
}
