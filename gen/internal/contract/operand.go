package contract

import (
	"fmt"

	"github.com/shflgen/shflgen/internal/spelling"
	"github.com/shflgen/shflgen/spec"
)

// operand says who gives the distance, and what its values mean, if no constant is it.
func operand(s spec.Spec) []string {
	port, ok := s.Shape().Operand()
	switch {
	case !ok || port.Role == spec.LeftRole || port.Role == spec.LabelRole: // other lines describe these
		return nil
	case s.Ranged():
		return []string{fmt.Sprintf("A call gives the number of columns, cols: one of %d to %d.", s.Least(), s.Cols())}
	}
	who := fmt.Sprintf("All lanes pass one %s, any value", s.DistanceWords())
	if !port.Uniform {
		who = "Each lane has a src of its own, any value"
	}
	means := fmt.Sprintf("below 0 and from %d on there is no source", s.Width)
	if s.Pattern.Wraps() {
		means = fmt.Sprintf("it counts modulo %d, a negative one too: -1 as %d", s.Width, s.Width-1)
	}
	return []string{who + "; " + means + "."}
}

// OtherRows says where the other inputs of a function of columns are: those of a map.
func OtherRows(s spec.Spec) (lines []string) {
	var matrices, values []string
	for _, p := range s.Shape().Mapped() {
		if p.Role.OfRow() {
			values = append(values, p.InMemory()+"[r]")
		} else {
			matrices = append(matrices, p.InMemory())
		}
	}
	if len(matrices) > 1 {
		others := spelling.List(matrices[1:])
		lines = append(lines, fmt.Sprintf("The rows of %s are laid out as those of %s.", others, matrices[0]))
	}
	if len(values) > 0 {
		lines = append(lines, fmt.Sprintf("The values of row r are %s, of float32.", spelling.List(values)))
	}
	return lines
}
