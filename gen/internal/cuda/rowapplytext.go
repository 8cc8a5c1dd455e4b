package cuda

import (
	"errors"
	"fmt"
	"slices"
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
		if !r.fn.Defines(e.Op) {
			r.unknown(e)
		}
		return e.Op
	}
	args := make([]string, len(e.Args))
	for i, a := range e.Args {
		args[i] = r.text(a, x, v)
	}
	_, ofOne := called[e.Op]
	ofTwo := slices.ContainsFunc(basics, func(b basic) bool { return b.op == e.Op })
	if !ofOne && !ofTwo && !(r.spec.Fn != nil && (e.Op == "map" || e.Op == "apply")) {
		r.unknown(e)
	}
	return fmt.Sprintf("%s_%s(%s)", r.name, e.Op, strings.Join(args, ", "))
}

// unknown reports an operation or a name without text.
func (r *rowApply) unknown(e rowfn.E) { r.err = errors.Join(r.err, rowfn.Unknown(e)) }
