package contract

import (
	"fmt"
	"strings"

	"github.com/shflgen/shflgen"
)

// identities are the identities of the ops, as a reader would write them, on each class
// of types; TYPE stands for the name of the type.
var identities = map[shflgen.Op]map[shflgen.Class]string{
	shflgen.Sum:     {shflgen.Signed: "0", shflgen.Unsigned: "0", shflgen.Float: "-0.0"},
	shflgen.Prod:    {shflgen.Signed: "1", shflgen.Unsigned: "1", shflgen.Float: "1"},
	shflgen.And:     {shflgen.Signed: "all ones", shflgen.Unsigned: "all ones"},
	shflgen.Or:      {shflgen.Signed: "0", shflgen.Unsigned: "0"},
	shflgen.Xor:     {shflgen.Signed: "0", shflgen.Unsigned: "0"},
	shflgen.Min:     {shflgen.Signed: "the largest TYPE", shflgen.Unsigned: "the largest TYPE", shflgen.Float: "NaN (a NaN is missing data)"},
	shflgen.Max:     {shflgen.Signed: "the smallest TYPE", shflgen.Unsigned: "the smallest TYPE", shflgen.Float: "NaN (a NaN is missing data)"},
	shflgen.Minimum: {shflgen.Float: "+Inf (a NaN wins)"},
	shflgen.Maximum: {shflgen.Float: "-Inf (a NaN wins)"},
}

// identity is the identity of the spec's op. An op without a row is an error: no header
// may leave its identity open.
func identity(s shflgen.Spec) (string, error) {
	text, ok := identities[s.Op][s.Type.Class()]
	if !ok {
		return "", fmt.Errorf("contract: no identity of %s on %s", s.Op, s.Type)
	}
	return strings.ReplaceAll(text, "TYPE", s.Type.String()), nil
}
