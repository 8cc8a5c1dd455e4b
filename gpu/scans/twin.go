// Package scans runs emitted scans of arrays on a GPU and compares every bit with the emitted Go: at lengths where the kernel
// changes its shape, at every alignment, with grids that are larger than needed, launches of different lengths one after the
// other on one workspace, whose words are looked at after each.
package scans

import "unsafe"

// Func scans the elements in some bytes.
type Func func(in, out []byte)

// Of is an emitted function as a Func.
func Of[T any](f func(in, out []T)) Func {
	return func(in, out []byte) { f(elements[T](in), elements[T](out)) }
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
