// Package grids runs emitted reductions of arrays on a GPU and compares every bit of their results
// with the emitted Go: at lengths where the kernel changes its shape, at every alignment, with grids
// of few and many blocks, on one workspace that has to be zero after each launch.
package grids

import (
	"bytes"
	"math"
	"reflect"
	"unsafe"

	"github.com/shflgen/shflgen/gpu/arrays"
	"github.com/shflgen/shflgen/spec"
)

// Twin is an emitted function that gives any value, by the bytes of its arrays.
type Twin struct {
	size   int // of a result
	result func(in ...[]byte) Result
	same   func(got, want []byte) bool // of results, by their leaves
}

// Result is the bytes of a value, and the number of its element where the op gives one.
type Result struct {
	Value []byte
	Index int64
}

// Of is a twin of one array.
func Of[T, R any](f func([]T) R) Twin {
	return twinOf(func(in [][]byte) (R, int64) { return f(arrays.Of[T](in[0])), 0 })
}

// OfTwo is a twin of two arrays.
func OfTwo[T, U, R any](f func([]T, []U) R) Twin {
	return twinOf(func(in [][]byte) (R, int64) { return f(arrays.Of[T](in[0]), arrays.Of[U](in[1])), 0 })
}

// OfThree is a twin of three arrays.
func OfThree[T, U, V, R any](f func([]T, []U, []V) R) Twin {
	return twinOf(func(in [][]byte) (R, int64) {
		return f(arrays.Of[T](in[0]), arrays.Of[U](in[1]), arrays.Of[V](in[2])), 0
	})
}

// OfIndex is a twin that gives the number of an element.
func OfIndex[T, R any](f func([]T) (R, int64)) Twin {
	return twinOf(func(in [][]byte) (R, int64) { return f(arrays.Of[T](in[0])) })
}

func twinOf[R any](f func(in [][]byte) (R, int64)) Twin {
	size := int(unsafe.Sizeof(*new(R)))
	return Twin{
		size: size,
		result: func(in ...[]byte) Result {
			r, index := f(in)
			return Result{bytes.Clone(unsafe.Slice((*byte)(unsafe.Pointer(&r)), size)), index}
		},
		same: func(got, want []byte) bool {
			var a, b R
			copy(unsafe.Slice((*byte)(unsafe.Pointer(&a)), size), got)
			copy(unsafe.Slice((*byte)(unsafe.Pointer(&b)), size), want)
			return equal(reflect.ValueOf(a), reflect.ValueOf(b))
		},
	}
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

var twins = map[string]Twin{}

// Register adds the emitted Go function of the CUDA kernel called name.
func Register(name string, f Twin) { twins[name] = f }

// User is the kernel of an array with functions of users. A machine with a GPU need not have the go command that loads
// the functions, so it is written where that is, with its twin.
type User struct {
	Name, Source string
	In           spec.Type // of the elements of every array
	Arrays       int
}

var users []User

// RegisterUser adds a kernel with its twin.
func RegisterUser(u User, f Twin) {
	users = append(users, u)
	Register(u.Name, f)
}
