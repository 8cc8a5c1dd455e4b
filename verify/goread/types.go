package goread

import (
	"go/ast"
	"go/types"
	"math"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/verify/bv"
)

// kind is a basic type of the dialect.
type kind struct {
	bits   int
	signed bool
	float  bool
}

var kinds = map[types.BasicKind]kind{
	types.Int8: {bits: 8, signed: true}, types.Int16: {bits: 16, signed: true},
	types.Int32: {bits: 32, signed: true}, types.Int64: {bits: 64, signed: true},
	types.Uint8: {bits: 8}, types.Uint16: {bits: 16}, types.Uint32: {bits: 32}, types.Uint64: {bits: 64},
	types.Float32: {bits: 32, float: true}, types.Float64: {bits: 64, float: true},
}

// kind is the type of an expression.
func (r *run) kind(e ast.Expr) kind {
	typ := r.info.TypeOf(e)
	if b, ok := typ.(*types.Basic); ok {
		if k, ok := kinds[b.Kind()]; ok {
			return k
		}
	}
	r.stop(e, "expression of type "+typ.String(), byDesign)
	return kind{}
}

// format is the floating-point format of a Go float.
func (k kind) format() bv.Format {
	if k.bits == 32 {
		return bv.F32
	}
	return bv.F64
}

// formatOf is the format of the floats of an element type.
func formatOf(t shflgen.Type) bv.Format {
	switch t.Elem() {
	case shflgen.Float16:
		return bv.F16
	case shflgen.Bfloat16:
		return bv.BF16
	case shflgen.Float32:
		return bv.F32
	case shflgen.Float64:
		return bv.F64
	}
	return noFormat
}

// noFormat is the format of what is no float.
const noFormat bv.Format = 255

func float32bits(f float32) uint32 { return math.Float32bits(f) }
func float64bits(f float64) uint64 { return math.Float64bits(f) }
