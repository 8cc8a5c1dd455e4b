// Package scans runs emitted scans of arrays on a GPU and compares every bit with the emitted Go: at lengths where the
// kernel changes its shape, at every alignment, with grids that are larger than needed, and in launches of different
// lengths one after the other on one workspace. It checks the words of the workspace after each launch.
package scans

import (
	"github.com/shflgen/shflgen/gpu/arrays"
	"github.com/shflgen/shflgen/spec"
)

// Func scans the elements in the bytes of an array, or what is made of those of several.
type Func func(in [][]byte, out []byte)

// Of is an emitted function of one array as a Func, OfTwo one of two arrays and OfThree one of three.
func Of[T, R any](f func(in []T, out []R)) Func {
	return func(in [][]byte, out []byte) { f(arrays.Of[T](in[0]), arrays.Of[R](out)) }
}

// OfTwo is [Of] of two arrays.
func OfTwo[T, U, R any](f func(a []T, b []U, out []R)) Func {
	return func(in [][]byte, out []byte) { f(arrays.Of[T](in[0]), arrays.Of[U](in[1]), arrays.Of[R](out)) }
}

// OfThree is [Of] of three arrays.
func OfThree[T, U, V, R any](f func(a []T, b []U, c []V, out []R)) Func {
	return func(in [][]byte, out []byte) {
		f(arrays.Of[T](in[0]), arrays.Of[U](in[1]), arrays.Of[V](in[2]), arrays.Of[R](out))
	}
}

var twins = map[string]Func{}

// User is a kernel with functions of users. A machine with a GPU need not have the go command that loads them, so its
// source is written where it is.
type User struct {
	Name, Source string
	Type         spec.Type   // of the results
	In           []spec.Type // of each array
}

// Users are the kernels with functions of users.
var Users []User

// RegisterUser adds one, with its twin.
func RegisterUser(u User, f Func) {
	Users = append(Users, u)
	Register(u.Name, f)
}

// Register adds the emitted Go function of the CUDA kernel called name.
func Register(name string, f Func) { twins[name] = f }
