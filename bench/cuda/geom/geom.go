// Package geom has the structs that the benchmark moves.
package geom

// Vectors of 12 to 64 bytes.
type (
	Vec3  [3]float32
	Vec4  [4]float32
	Vec5  [5]float32
	Vec6  [6]float32
	Vec7  [7]float32
	Vec8  [8]float32
	Vec12 [12]float32
	Vec16 [16]float32
	Wide2 [2]float64
	Wide3 [3]float64
	Wide4 [4]float64
	Wide8 [8]float64
)
