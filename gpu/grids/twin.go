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

// Func reduces the elements in some bytes.
type Func func(in []byte) Result

// Of is an emitted function as a Func.
func Of[T, R any](f func([]T) R) Func {
	return OfIndex(func(x []T) (R, int64) { return f(x), 0 })
}

// OfIndex is an emitted function that gives the number of an element.
func OfIndex[T, R any](f func([]T) (R, int64)) Func {
	return func(in []byte) (r Result) {
		var x []T
		if size := int(unsafe.Sizeof(*new(T))); len(in) >= size {
			x = unsafe.Slice((*T)(unsafe.Pointer(&in[0])), len(in)/size)
		}
		*(*R)(unsafe.Pointer(&r.Bits)), r.Index = f(x)
		return r
	}
}

var twins = map[string]Func{}

// Register adds the emitted Go function of the CUDA kernel called name.
func Register(name string, f Func) { twins[name] = f }
