package goexec

import (
	"go/ast"
	"go/types"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// Kind is a basic type that is followed.
type Kind struct {
	Bits   int // of a bool 1
	Signed bool
	Float  bool
	Bool   bool
}

var kinds = map[types.BasicKind]Kind{
	types.Int8: {Bits: 8, Signed: true}, types.Int16: {Bits: 16, Signed: true},
	types.Int32: {Bits: 32, Signed: true}, types.Int64: {Bits: 64, Signed: true},
	types.Uint8: {Bits: 8}, types.Uint16: {Bits: 16}, types.Uint32: {Bits: 32}, types.Uint64: {Bits: 64},
	types.Float32: {Bits: 32, Float: true}, types.Float64: {Bits: 64, Float: true},
	types.Bool: {Bits: 1, Bool: true}, types.UntypedBool: {Bits: 1, Bool: true},
}

// Format is the floating-point format of a float.
func (k Kind) Format() bv.Format {
	if k.Bits == 32 {
		return bv.F32
	}
	return bv.F64
}

// Name is the type of a float in Go.
func (k Kind) Name() string {
	if k.Bits == 32 {
		return "float32"
	}
	return "float64"
}

// Scalars is what a type that is not followed is refused with.
const Scalars = "want a bool, an integer, float32, float64, an array or a struct of these, or a pointer to one"

// Kind is the type of a scalar expression.
func (r *Run) Kind(e ast.Expr) Kind {
	typ := r.Info.TypeOf(e)
	k, ok := r.KindOf(typ)
	if !ok {
		r.Stop(e, "expression of type "+typ.String(), Scalars)
	}
	return k
}

// KindOf is the kind of a type, if it is basic and followed.
func (c *Code) KindOf(typ types.Type) (Kind, bool) {
	b, ok := typ.Underlying().(*types.Basic)
	if !ok {
		return Kind{}, false
	}
	if b.Kind() == types.Int || b.Kind() == types.Uint {
		return Kind{Bits: c.IntBits, Signed: b.Kind() == types.Int}, true
	}
	k, ok := kinds[b.Kind()]
	return k, ok
}

// complexPart is the kind of the parts of a complex type.
func complexPart(typ types.Type) (Kind, bool) {
	if b, ok := typ.Underlying().(*types.Basic); ok {
		switch b.Kind() {
		case types.Complex64:
			return kinds[types.Float32], true
		case types.Complex128, types.UntypedComplex:
			return kinds[types.Float64], true
		}
	}
	return Kind{}, false
}

// ArrayOf is the array type of an expression that is an array or points to one.
func ArrayOf(typ types.Type) (array *types.Array, pointer bool) {
	return typeOrPointee[*types.Array](typ)
}

// structOf is the struct type of an expression that is a struct or points to one.
func structOf(typ types.Type) (s *types.Struct, pointer bool) {
	return typeOrPointee[*types.Struct](typ)
}

func typeOrPointee[T types.Type](typ types.Type) (t T, pointer bool) {
	of := typ.Underlying()
	if p, ok := of.(*types.Pointer); ok {
		of, pointer = p.Elem().Underlying(), true
	}
	t, _ = of.(T)
	return t, pointer
}

// partsOf are the types of what a struct or a complex number is kept as; ok is false for any other
// type.
func partsOf(typ types.Type) (parts []types.Type, ok bool) {
	switch t := typ.Underlying().(type) {
	case *types.Struct:
		for field := range t.Fields() {
			if field.Name() != "_" {
				parts = append(parts, field.Type())
			}
		}
		return parts, true
	case *types.Basic:
		switch t.Kind() {
		case types.Complex64:
			return []types.Type{types.Typ[types.Float32], types.Typ[types.Float32]}, true
		case types.Complex128:
			return []types.Type{types.Typ[types.Float64], types.Typ[types.Float64]}, true
		}
	}
	return nil, false
}

// holds refuses a variable of a type that is not followed, such as an interface, to
// which an assignment converts.
func (r *Run) holds(at ast.Node, typ types.Type) {
	if parts, ok := partsOf(typ); ok {
		for _, part := range parts {
			r.holds(at, part)
		}
		return
	}
	switch t := typ.Underlying().(type) {
	case *types.Basic:
		if _, ok := r.KindOf(t); ok {
			return
		}
	case *types.Array:
		if t.Len() > 0 { // gc 1.26 checks no index of an empty array of arrays
			r.holds(at, t.Elem())
			return
		}
	case *types.Slice:
		if r.Slices {
			r.holds(at, t.Elem())
			return
		}
	case *types.Pointer:
		if array, ok := t.Elem().Underlying().(*types.Array); ok && !r.Operator {
			r.holds(at, array.Elem())
			return
		}
		if s, _ := structOf(t); s != nil && !r.Operator {
			r.holds(at, s)
			return
		}
	}
	r.Stop(at, "variable of type "+typ.String(), Scalars)
}

const maxElements = 1 << 16 // of an array

// Zero is the zero value of a type.
func (r *Run) Zero(at ast.Node, typ types.Type) Value {
	if parts, ok := partsOf(typ); ok {
		return Value{Arr: r.newArray(len(parts), func(i int) Value { r.Step(at); return r.Zero(at, parts[i]) })}
	}
	switch t := typ.Underlying().(type) {
	case *types.Basic:
		if k, ok := r.KindOf(t); ok {
			return Value{V: r.Dom.Const(k.Bits, 0)}
		}
	case *types.Array:
		if n := t.Len(); 0 < n && n <= maxElements {
			return Value{Arr: r.newArray(int(n), func(int) Value { r.Step(at); return r.Zero(at, t.Elem()) })}
		}
	case *types.Pointer:
		switch t.Elem().Underlying().(type) {
		case *types.Array, *types.Struct:
			return Value{Nil: true}
		}
	}
	r.Stop(at, "variable of type "+typ.String(), Scalars)
	return Value{}
}

// Composed is a value of a type. take gives its scalars, in the order of memory; of a bool the lowest bit counts.
func (r *Run) Composed(typ types.Type, take func() Value) Value {
	parts, ok := partsOf(typ)
	if t, isArray := typ.Underlying().(*types.Array); isArray {
		return Value{Arr: r.newArray(int(t.Len()), func(int) Value { return r.Composed(t.Elem(), take) })}
	}
	if ok {
		return Value{Arr: r.newArray(len(parts), func(i int) Value { return r.Composed(parts[i], take) })}
	}
	x := take()
	if k, ok := r.KindOf(typ); ok && k.Bool {
		x.V = r.Dom.Extract(x.V, 0, 1)
	}
	return x
}
