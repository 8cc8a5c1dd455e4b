package term

import "github.com/shflgen/shflgen/internal/prover/bv"

// A map may take the magnitude of an integer before an op combines it. As a choice of x or -x by the sign of x, the
// magnitude is taken apart: in words that are shuffled, in factors, in the limbs of a sum. No normal form joins these
// choices again, so the magnitude stays a call of an uninterpreted function, and the sign of an integer a bit.

// selMagnitude is the choice of -x where the sign of x is set, else x, as the magnitude of x; nil of another choice,
// and where magnitudes are no calls.
func (d *Domain) selMagnitude(c, a, x *Term) *Term {
	if !d.strategy.AbsCalls || x.w < 2 || x.kind == kBits || x.kind == kCase {
		return nil
	}
	if c != d.extract(x, x.w-1, 1) || a != d.neg(x) {
		return nil
	}
	return d.magnitude(x)
}

// magnitude is |x| modulo 2^w. Where x is extended from fewer bits, its magnitude is less than 2^w and not negative:
// that of the fewer bits, below zeros.
func (d *Domain) magnitude(x *Term) *Term {
	if x.kind == kSExt && x.args[0].w > 1 {
		return d.Extend(d.magnitude(x.args[0]), x.w, false).(*Term)
	}
	return d.uninterpreted(bv.AbsInt(x.w), x)
}
