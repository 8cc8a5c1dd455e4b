package userops

// Affine is the map x -> A*x + B modulo 2^32.
type Affine struct {
	A, B uint32
}

// Same is the map x -> x.
func Same() Affine { return Affine{A: 1} }

// Compose applies a first, then b.
//
//shflgen:op associative identity=Same
func Compose(a, b Affine) Affine {
	return Affine{A: b.A * a.A, B: b.A*a.B + b.B}
}

// AffineF is the map x -> A*x + B on floats.
type AffineF struct {
	A, B float32
}

// ComposeF applies a first, then b; each product rounds before its sum.
//
//shflgen:op
func ComposeF(a, b AffineF) AffineF {
	return AffineF{A: b.A * a.A, B: float32(b.A*a.B) + b.B}
}
