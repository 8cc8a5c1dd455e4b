// Package ptx proves that the PTX of a CUDA function computes the function's spec, for every
// mask and every input.
package ptx
