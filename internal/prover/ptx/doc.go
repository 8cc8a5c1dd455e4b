// Package ptx proves that the PTX which a compiler made of an emitted CUDA file
// computes what its spec says, on every mask and every input.
package ptx
