package rows

import (
	"fmt"
	"reflect"

	"github.com/shflgen/shflgen/gpu/ends"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/compiled"
)

// Functions that are linked in are called by their leaves, as loaded ones are: numbers, and structs of them.

var scalars = map[reflect.Kind]spec.Type{
	reflect.Int8: spec.Int8, reflect.Int16: spec.Int16, reflect.Int32: spec.Int32, reflect.Int64: spec.Int64,
	reflect.Uint8: spec.Uint8, reflect.Uint16: spec.Uint16, reflect.Uint32: spec.Uint32, reflect.Uint64: spec.Uint64,
	reflect.Float32: spec.Float32, reflect.Float64: spec.Float64,
}

// scalar is the type of a number.
func scalar(t reflect.Type) spec.Type {
	of, ok := scalars[t.Kind()]
	if !ok {
		ends.Check(fmt.Errorf("%s is no number", t))
	}
	return of
}

// operand is a type as a parameter or result has it.
func operand(t reflect.Type) spec.Operand {
	if t.Kind() != reflect.Struct {
		return spec.Operand{Type: scalar(t)}
	}
	var fields []spec.Field
	for _, f := range reflect.VisibleFields(t) {
		fields = append(fields, spec.Field{Name: f.Name, Elem: spec.ScalarElement(scalar(f.Type))})
	}
	return spec.Operand{Type: spec.Composite, Elem: ends.Must(spec.StructElement(fields)).Named(spec.TypeName{
		Name: t.Name(), Package: "userops", Path: t.PkgPath(), Ref: t.PkgPath() + "." + t.Name(),
	})}
}

// layoutOf is how a value of a type lies in memory.
func layoutOf(t reflect.Type) compiled.Layout {
	return compiled.Layout{Leaves: operand(t).Leaves(), Size: int(t.Size())}
}

// applied is a function on the leaves of its arguments.
func applied(f reflect.Value) func([]uint64) []uint64 {
	var in []compiled.Layout
	for i := range f.Type().NumIn() {
		in = append(in, layoutOf(f.Type().In(i)))
	}
	out := layoutOf(f.Type().Out(0))
	return func(leaves []uint64) []uint64 {
		var args []reflect.Value
		for i, l := range in {
			n := len(l.Leaves)
			args, leaves = append(args, compiled.Value(f.Type().In(i), l.Pack(leaves[:n]))), leaves[n:]
		}
		return out.Unpack(compiled.Bytes(f.Call(args)[0]))
	}
}

// leavesOf are the leaves of a value.
func leavesOf(x reflect.Value) []uint64 { return layoutOf(x.Type()).Unpack(compiled.Bytes(x)) }
