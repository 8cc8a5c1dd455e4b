package goread

import (
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/spec"
)

// formatOf is the format of the floats of an element type.
func formatOf(t spec.Type) bv.Format {
	switch t.Elem() {
	case spec.Float16:
		return bv.F16
	case spec.Bfloat16:
		return bv.BF16
	case spec.Float32:
		return bv.F32
	case spec.Float64:
		return bv.F64
	}
	return noFormat
}

// noFormat is the format of what is no float.
const noFormat bv.Format = 255
