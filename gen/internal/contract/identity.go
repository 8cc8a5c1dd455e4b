package contract

import (
	"fmt"
	"strings"

	"github.com/shflgen/shflgen/gen/internal/ops"
	"github.com/shflgen/shflgen/spec"
)

// constants are the identities as a reader would write them; TYPE stands for the name of
// the type.
var constants = map[ops.Constant]string{
	ops.Zero: "0", ops.One: "1", ops.AllOnes: "all ones", ops.Largest: "the largest TYPE",
	ops.Smallest:  "the smallest TYPE",
	ops.MinusZero: "-0.0", ops.FloatOne: "1", ops.NaN: "NaN (a NaN is missing data)",
	ops.PlusInf: "+Inf (a NaN wins)", ops.MinusInf: "-Inf (a NaN wins)",
}

// identity is the identity of the spec's op. An op without a row is an error: no header
// may leave its identity open.
func identity(s spec.Spec) (string, error) {
	text, ok := constants[ops.Identity(s.Op, s.Type)]
	if !ok {
		return "", fmt.Errorf("contract: no identity of %s on %s", s.Op, s.Type)
	}
	return strings.ReplaceAll(text, "TYPE", s.Type.String()), nil
}
