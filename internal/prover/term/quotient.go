package term

import "github.com/shflgen/shflgen/internal/prover/bv"

// quotient is a division of floats by a power of two: the product with its reciprocal. nil for others, and where the
// reciprocal is no normal number.
func (d *Domain) quotient(f *bv.Fn, in []*Term) *Term {
	if f.Gives == bv.NoFormat || f != bv.FDiv(f.Gives) {
		return nil
	}
	by, known := in[1].known()
	if !known {
		return nil
	}
	var inverse uint64
	switch f.Gives {
	case bv.F32:
		inverse = inverseOf(by, 23, 8)
	case bv.F64:
		inverse = inverseOf(by, 52, 11)
	}
	if inverse == 0 {
		return nil
	}
	return d.by(lawsOf(Reciprocal), d.Float(bv.FMul, f.Gives, in[0], d.constant(f.Bits, inverse)).(*Term))
}

// inverseOf are the bits of 1/x of a normal power of two, by how many bits the fraction and the exponent of a format
// have (IEEE 754-2019, 3.4); 0 where x is no such number or 1/x is not normal.
func inverseOf(x uint64, fraction, exponent int) uint64 {
	bias := uint64(1)<<(exponent-1) - 1
	sign, e := x>>(fraction+exponent), x>>fraction&(2*bias+1)
	if x&(1<<fraction-1) != 0 || e == 0 || e >= 2*bias {
		return 0
	}
	return sign<<(fraction+exponent) | (2*bias-e)<<fraction
}
