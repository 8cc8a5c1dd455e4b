package exec

import "github.com/shflgen/shflgen/internal/prover/bv"

// Arg is the value of a kernel's parameter: a scalar, a pointer to Buffer, Matrix or Meet, or a struct of Size bytes
// with nothing known but Parts.
type Arg struct {
	Scalar bv.Value
	Buffer *Buffer
	Matrix *Matrix // of a kernel that a grid executes
	Meet   *Exchange
	Size   int
	Parts  []Part
}

// Part is a scalar within a struct.
type Part struct {
	Offset int
	Cell   Cell
}

// lay are the bytes of a struct.
func (a Arg) lay() []piece {
	bytes := make([]piece, a.Size)
	for _, p := range a.Parts {
		lay(bytes, p.Offset, p.Cell.V.Width()/8, p.Cell)
	}
	return bytes
}
