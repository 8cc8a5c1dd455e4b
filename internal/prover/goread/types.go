package goread

import (
	"go/ast"
	"go/types"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/spec"
)

// kind is a basic type of the dialect.
type kind struct {
	bits   int
	signed bool
	float  bool
	bool   bool
}

var kinds = map[types.BasicKind]kind{
	types.Int8: {bits: 8, signed: true}, types.Int16: {bits: 16, signed: true},
	types.Int32: {bits: 32, signed: true}, types.Int64: {bits: 64, signed: true},
	types.Uint8: {bits: 8}, types.Uint16: {bits: 16}, types.Uint32: {bits: 32}, types.Uint64: {bits: 64},
	types.Float32: {bits: 32, float: true}, types.Float64: {bits: 64, float: true},
	types.Bool: {bits: 1, bool: true}, types.UntypedBool: {bits: 1, bool: true},
}

const scalars = "want a bool, an integer, float32, float64, an array or a struct of these, or a pointer to one"

// kind is the type of a scalar expression.
func (r *run) kind(e ast.Expr) kind {
	typ := r.info.TypeOf(e)
	k, ok := r.kindOf(typ)
	if !ok {
		r.stop(e, "expression of type "+typ.String(), scalars)
	}
	return k
}

func (r *run) kindOf(typ types.Type) (kind, bool) {
	b, ok := typ.Underlying().(*types.Basic)
	if !ok {
		return kind{}, false
	}
	if b.Kind() == types.Int || b.Kind() == types.Uint {
		return kind{bits: int(8 * r.sizes.Sizeof(b)), signed: b.Kind() == types.Int}, true
	}
	k, ok := kinds[b.Kind()]
	return k, ok
}

// holds refuses a variable of a type that is not followed, such as an interface, to
// which an assignment converts.
func (r *run) holds(at ast.Node, typ types.Type) {
	if parts, ok := partsOf(typ); ok {
		for _, part := range parts {
			r.holds(at, part)
		}
		return
	}
	switch t := typ.Underlying().(type) {
	case *types.Basic:
		if _, ok := r.kindOf(t); ok {
			return
		}
	case *types.Array:
		r.holds(at, t.Elem())
		return
	case *types.Slice:
		if r.takesSlices() {
			r.holds(at, t.Elem())
			return
		}
	case *types.Pointer:
		if array, ok := t.Elem().Underlying().(*types.Array); ok {
			r.holds(at, array.Elem())
			return
		}
		if s, _ := structOf(t); s != nil {
			r.holds(at, s)
			return
		}
	}
	r.stop(at, "variable of type "+typ.String(), scalars)
}

// zero is the zero value of a type.
func (r *run) zero(at ast.Node, typ types.Type) value {
	if parts, ok := partsOf(typ); ok {
		next := 0
		return value{arr: r.newArray(len(parts), func() value { next++; r.step(at); return r.zero(at, parts[next-1]) })}
	}
	switch t := typ.Underlying().(type) {
	case *types.Basic:
		if k, ok := r.kindOf(t); ok {
			return value{v: r.dom.Const(k.bits, 0)}
		}
	case *types.Array:
		if n := t.Len(); n <= maxElements {
			return value{arr: r.newArray(int(n), func() value { r.step(at); return r.zero(at, t.Elem()) })}
		}
	case *types.Pointer:
		switch t.Elem().Underlying().(type) {
		case *types.Array, *types.Struct:
			return value{nil: true}
		}
	}
	r.stop(at, "variable of type "+typ.String(), scalars)
	return value{}
}

// arrayOf is the array type of an expression that is an array or points to one.
func arrayOf(typ types.Type) (array *types.Array, pointer bool) {
	t := typ.Underlying()
	if p, ok := t.(*types.Pointer); ok {
		t, pointer = p.Elem().Underlying(), true
	}
	array, _ = t.(*types.Array)
	return array, pointer
}

// format is the floating-point format of a Go float.
func (k kind) format() bv.Format {
	if k.bits == 32 {
		return bv.F32
	}
	return bv.F64
}

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
