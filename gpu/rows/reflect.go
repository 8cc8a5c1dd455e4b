package rows

import (
	"fmt"
	"math"
	"reflect"

	"github.com/shflgen/shflgen/spec"
)

// Functions that are linked in are called by their leaves, as loaded ones are: numbers, and structs of them.

var scalars = map[reflect.Kind]spec.Type{
	reflect.Int8: spec.Int8, reflect.Int16: spec.Int16, reflect.Int32: spec.Int32, reflect.Int64: spec.Int64,
	reflect.Uint8: spec.Uint8, reflect.Uint16: spec.Uint16, reflect.Uint32: spec.Uint32, reflect.Uint64: spec.Uint64,
	reflect.Float32: spec.Float32, reflect.Float64: spec.Float64,
}

// operand is a type as a parameter or result has it.
func operand(t reflect.Type) (spec.Operand, error) {
	if scalar, ok := scalars[t.Kind()]; ok {
		return spec.Operand{Type: scalar}, nil
	}
	var fields []spec.Field
	if t.Kind() != reflect.Struct {
		return spec.Operand{}, fmt.Errorf("%s is neither a number nor a struct", t)
	}
	for _, f := range reflect.VisibleFields(t) {
		scalar, ok := scalars[f.Type.Kind()]
		if !ok {
			return spec.Operand{}, fmt.Errorf("%s of %s is no number", f.Name, t)
		}
		fields = append(fields, spec.Field{Name: f.Name, Elem: spec.ScalarElement(scalar)})
	}
	e, err := spec.StructElement(fields)
	if err != nil {
		return spec.Operand{}, err
	}
	return spec.Operand{Type: spec.Composite, Elem: e.Named(spec.TypeName{
		Name: t.Name(), Package: "userops", Path: t.PkgPath(), Ref: t.PkgPath() + "." + t.Name(),
	})}, nil
}

// applied is a function on the leaves of its arguments.
func applied(f reflect.Value) func([]uint64) []uint64 {
	return func(leaves []uint64) []uint64 {
		var args []reflect.Value
		for i := range f.Type().NumIn() {
			x := reflect.New(f.Type().In(i)).Elem()
			leaves = set(x, leaves)
			args = append(args, x)
		}
		return leavesOf(f.Call(args)[0])
	}
}

// set sets a value to the first of some leaves, and gives the others.
func set(x reflect.Value, leaves []uint64) []uint64 {
	switch {
	case x.Kind() == reflect.Struct:
		for i := range x.NumField() {
			leaves = set(x.Field(i), leaves)
		}
		return leaves
	case x.Kind() == reflect.Float32: // SetFloat would make signalling NaNs quiet
		x.Set(reflect.ValueOf(math.Float32frombits(uint32(leaves[0]))))
	case x.Kind() == reflect.Float64:
		x.SetFloat(math.Float64frombits(leaves[0]))
	case x.CanInt():
		n := x.Type().Bits()
		x.SetInt(int64(leaves[0]<<(64-n)) >> (64 - n))
	default:
		x.SetUint(leaves[0])
	}
	return leaves[1:]
}

// leavesOf are the leaves of a value.
func leavesOf(x reflect.Value) (leaves []uint64) {
	switch {
	case x.Kind() == reflect.Struct:
		for i := range x.NumField() {
			leaves = append(leaves, leavesOf(x.Field(i))...)
		}
		return leaves
	case x.Kind() == reflect.Float32:
		return []uint64{uint64(math.Float32bits(x.Interface().(float32)))}
	case x.Kind() == reflect.Float64:
		return []uint64{math.Float64bits(x.Float())}
	case x.CanInt():
		return []uint64{uint64(x.Int()) & (^uint64(0) >> (64 - x.Type().Bits()))}
	}
	return []uint64{x.Uint()}
}
