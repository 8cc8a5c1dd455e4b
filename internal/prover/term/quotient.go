package term

import "github.com/shflgen/shflgen/internal/prover/bv"

// quotient is a division of floats by a power of two: the product with its reciprocal. nil for others.
func (d *Domain) quotient(f *bv.Fn, in []*Term) *Term {
	if f.Gives == bv.NoFormat || f != bv.FDiv(f.Gives) {
		return nil
	}
	inverse, ok := bv.Reciprocal(d, f.Gives, in[1])
	if !ok {
		return nil
	}
	return d.by(lawsOf(Reciprocal), d.Float(bv.FMul, f.Gives, in[0], d.constant(f.Bits, inverse)).(*Term))
}
