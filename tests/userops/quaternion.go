package userops

// Quaternion is W + X i + Y j + Z k, with coefficients modulo 2^32.
type Quaternion struct {
	W, X, Y, Z int32
}

// UnitQuaternion is the quaternion 1.
var UnitQuaternion = Quaternion{W: 1}

// MulQuaternion is the Hamilton product.
//
//shflgen:op associative identity=UnitQuaternion
func MulQuaternion(a, b Quaternion) Quaternion {
	return Quaternion{
		W: a.W*b.W - a.X*b.X - a.Y*b.Y - a.Z*b.Z,
		X: a.W*b.X + a.X*b.W + a.Y*b.Z - a.Z*b.Y,
		Y: a.W*b.Y - a.X*b.Z + a.Y*b.W + a.Z*b.X,
		Z: a.W*b.Z + a.X*b.Y - a.Y*b.X + a.Z*b.W,
	}
}
