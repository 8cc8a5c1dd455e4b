// Package grids runs emitted reductions of arrays on a GPU and compares every bit of their results
// with the emitted Go: at lengths where the kernel changes its shape, at every alignment, with grids
// of few and many blocks, on one workspace that has to be zero after each launch.
package grids

import "unsafe"

// Func reduces the elements in some bytes. The result is the bits of the value.
type Func func(in []byte) uint64

// Of is an emitted function as a Func.
func Of[T, R any](f func([]T) R) Func {
	return func(in []byte) uint64 {
		var x []T
		if size := int(unsafe.Sizeof(*new(T))); len(in) >= size {
			x = unsafe.Slice((*T)(unsafe.Pointer(&in[0])), len(in)/size)
		}
		var bits uint64
		*(*R)(unsafe.Pointer(&bits)) = f(x)
		return bits
	}
}

var twins = map[string]Func{}

// Register adds the emitted Go function of the CUDA kernel called name.
func Register(name string, f Func) { twins[name] = f }
