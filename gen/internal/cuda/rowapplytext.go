package cuda

import (
	"fmt"
	"strings"

	"github.com/shflgen/shflgen/gen/internal/rowfn"
)

// text is an expression. x is the element.
func (r *rowApply) text(e rowfn.E, x string, v int) string {
	if len(e.Args) == 0 {
		switch e.Op {
		case "x":
			return x
		case "n":
			return fmt.Sprintf("%d.0f", r.spec.Cols)
		case "one":
			return "1.0f"
		case "power":
			return fmt.Sprintf("power[%d]", v)
		case "weight", "bias":
			return fmt.Sprintf("%s_value%d(%s)", r.name, v, e.Op)
		}
		return e.Op
	}
	args := make([]string, len(e.Args))
	for i, a := range e.Args {
		args[i] = r.text(a, x, v)
	}
	return fmt.Sprintf("%s_%s(%s)", r.name, e.Op, strings.Join(args, ", "))
}
