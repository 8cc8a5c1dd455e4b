// Package grids runs emitted reductions of arrays on a GPU and compares every bit of their results
// with the emitted Go: at lengths where the kernel changes its shape, at every alignment, with grids
// of few and many blocks, on one workspace that has to be zero after each launch.
package grids

import "unsafe"

// Result is the bits of a value, and the number of its element where the op gives one.
type Result struct {
	Bits  uint64
	Index int64
}

// Func reduces the elements in some bytes, of one array or of those of which a map makes the elements.
type Func func(in ...[]byte) Result

// Of is an emitted function as a Func.
func Of[T, R any](f func([]T) R) Func {
	return OfIndex(func(x []T) (R, int64) { return f(x), 0 })
}

// OfTwo is an emitted function of two arrays.
func OfTwo[T, R any](f func(a, b []T) R) Func {
	return func(in ...[]byte) (r Result) {
		*(*R)(unsafe.Pointer(&r.Bits)) = f(elements[T](in[0]), elements[T](in[1]))
		return r
	}
}

// OfIndex is an emitted function that gives the number of an element.
func OfIndex[T, R any](f func([]T) (R, int64)) Func {
	return func(in ...[]byte) (r Result) {
		*(*R)(unsafe.Pointer(&r.Bits)), r.Index = f(elements[T](in[0]))
		return r
	}
}

// elements are those in some bytes.
func elements[T any](in []byte) (x []T) {
	if size := int(unsafe.Sizeof(*new(T))); len(in) >= size {
		x = unsafe.Slice((*T)(unsafe.Pointer(&in[0])), len(in)/size)
	}
	return x
}

var twins = map[string]Func{}

// Register adds the emitted Go function of the CUDA kernel called name.
func Register(name string, f Func) { twins[name] = f }
