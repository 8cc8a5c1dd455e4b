package contract

import (
	"fmt"
	"strings"

	"github.com/shflgen/shflgen/spec"
)

// place is what an element stands in.
func place(s spec.Spec) string {
	switch sh := s.Shape(); {
	case sh.Row():
		return "column"
	case sh.Block():
		return "thread"
	case sh.Grid():
		return "place"
	}
	return "lane"
}

// Group is what has a winner of its own.
func Group(s spec.Spec) string {
	if s.Shape().Block() {
		return "block"
	}
	return "segment"
}

// ranking says which element wins.
func ranking(s spec.Spec) []string {
	lines := []string{fmt.Sprintf("Op:    %s on %s, of equal elements the one in the lowest %s; no identity; %s.",
		s.Op, s.Type, place(s), strings.Join(s.Laws().Strings(), ", "))}
	if s.Type.Class() == spec.Float {
		lines = append(lines, "Float: -0 is below +0; a NaN loses to every number; NaNs are equal.")
	}
	return lines
}
