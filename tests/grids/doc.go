// Package grids compiles emitted reductions of arrays and compares them with the reference, and the
// reference with the document of the order, its code and its test vectors.
package grids
