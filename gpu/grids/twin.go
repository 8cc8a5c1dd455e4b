// Package grids runs emitted reductions of arrays on a GPU and compares every bit of their results
// with the emitted Go: at lengths where the kernel changes its shape, at every alignment, with grids
// of few and many blocks, on one workspace that has to be zero after each launch.
package grids

import (
	"math"
	"reflect"

	"github.com/shflgen/shflgen/tests/compiled"
)

// Result is the bytes of a value, and the number of its element where the op gives one.
type Result struct {
	Value []byte
	Index int64
}

// result is what the emitted Go gives.
func (k *kernel) result(in ...[]byte) (r Result) {
	all := compiled.OfArrays(k.twin, in...)
	if r.Value = compiled.Bytes(all[0]); len(all) > 1 {
		r.Index = all[1].Int()
	}
	return r
}

// sameResults reports whether two results have the same leaves.
func (k *kernel) sameResults(got, want []byte) bool {
	return equal(compiled.Value(k.typ, got), compiled.Value(k.typ, want))
}

// equal reports whether two values have the same bits, but for what padding holds and the payload of NaNs.
func equal(a, b reflect.Value) bool {
	switch a.Kind() {
	case reflect.Struct:
		for i := range a.NumField() {
			if !equal(a.Field(i), b.Field(i)) {
				return false
			}
		}
		return true
	case reflect.Array:
		for i := range a.Len() {
			if !equal(a.Index(i), b.Index(i)) {
				return false
			}
		}
		return true
	case reflect.Float32, reflect.Float64:
		x, y := a.Float(), b.Float()
		return math.Float64bits(x) == math.Float64bits(y) || x != x && y != y
	}
	return a.Equal(b)
}
