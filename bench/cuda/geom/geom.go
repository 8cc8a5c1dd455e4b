// Package geom has the structs that the benchmark moves.
package geom

// Vectors of 12, 16 and 32 bytes.
type (
	Vec3 [3]float32
	Vec4 [4]float32
	Vec8 [8]float32
)
