package contract

import (
	"fmt"
	"strings"

	"github.com/shflgen/shflgen"
)

// Extreme is the op on elements alone by which an op that gives a lane picks one.
func Extreme(o shflgen.Op) shflgen.Op {
	if o == shflgen.ArgMin {
		return shflgen.Min
	}
	return shflgen.Max
}

// winner is the first sentence of the contract of an op that gives a lane.
func winner(s shflgen.Spec) string {
	who := "Every lane of a segment"
	if s.Pattern == shflgen.DownReduce {
		who = "The first lane of a segment"
	}
	whose := "its"
	if s.Mask == shflgen.Active {
		who, whose = "Every member of a segment", "the segment's"
	}
	return fmt.Sprintf("%s gets the winning element of %s members and, as its index, the number of its lane in the warp.", who, whose)
}

// ranking says who wins.
func ranking(s shflgen.Spec) []string {
	most := map[shflgen.Op]string{shflgen.ArgMin: "least", shflgen.ArgMax: "greatest"}[s.Op]
	lines := []string{fmt.Sprintf("Op:    %s, the %s element, of equals the one in the lowest lane; no identity; %s.",
		s.Op, most, strings.Join(s.Laws().Strings(), ", "))}
	if s.Type.Class() == shflgen.Float {
		lines = append(lines, "Float: -0 is below +0; a NaN loses to every number; NaNs are equals.")
	}
	return lines
}
