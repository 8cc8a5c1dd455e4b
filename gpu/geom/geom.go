// Package geom has the structs that emitted code moves on a GPU, for a comparison with Go.
package geom

// Vec3 has no padding.
type Vec3 struct{ X, Y, Z float32 }

// Point has padding, narrow fields apart from each other, and a bool.
type Point struct {
	A     int8
	B     int32
	C     uint8
	Alive bool
	D     float64
	E     [3]uint16
}
