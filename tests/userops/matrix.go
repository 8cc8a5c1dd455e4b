package userops

// prime is the modulus of the matrices: the largest prime below 2^16.
const prime = 65521

// Matrix is a 2×2 matrix of residues modulo 65521, by rows.
type Matrix struct {
	A [4]uint32
}

// One is the unit matrix.
var One = Matrix{A: [4]uint32{1, 0, 0, 1}}

// MulMatrix is the product of two matrices.
//
//shflgen:op associative
func MulMatrix(x, y Matrix) Matrix {
	return Matrix{A: [4]uint32{
		dotMod(x.A[0], y.A[0], x.A[1], y.A[2]),
		dotMod(x.A[0], y.A[1], x.A[1], y.A[3]),
		dotMod(x.A[2], y.A[0], x.A[3], y.A[2]),
		dotMod(x.A[2], y.A[1], x.A[3], y.A[3]),
	}}
}

// dotMod is (a*b + c*d) mod prime.
func dotMod(a, b, c, d uint32) uint32 {
	left := uint64(a) * uint64(b) % prime
	right := uint64(c) * uint64(d) % prime
	return uint32((left + right) % prime)
}
