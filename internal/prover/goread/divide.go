package goread

import (
	"go/ast"
	"math/bits"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// Divides is a quotient or a rest. The least integer by -1 is itself, remainder 0.
func (r *run) Divides(n ast.Node, of bv.Division, a, b bv.Value) bv.Value {
	d, w := r.Dom, of.Bits
	zero := d.Const(w, 0)
	if y, known := d.Known(b); known {
		if rest, ok := bv.RestOf(d, a, y); ok && of.Signed && of.Remainder {
			return rest
		}
		if bv.ByRests(d, a, y) {
			return bv.Truncated(d, a, y, of.Remainder, of.Signed)
		}
	}
	if !of.Signed {
		q, rem := r.divmod(n, w, a, b)
		if !of.Remainder {
			return q
		}
		return rem
	}
	size := func(x bv.Value) (negative, abs bv.Value) { // of the least integer 2^(w-1), unsigned
		negative = d.Extract(x, w-1, 1)
		return negative, d.Select(negative, d.Int(bv.Sub, zero, x), x)
	}
	negA, absA := size(a)
	negB, absB := size(b)
	q, rem := r.divmod(n, w, absA, absB)
	if !of.Remainder {
		return d.Select(d.Int(bv.Xor, negA, negB), d.Int(bv.Sub, zero, q), q)
	}
	return d.Select(negA, d.Int(bv.Sub, zero, rem), rem)
}

// divmod divides words without sign, by a shift, or bit by bit as on paper. By zero
// it gives anything, where the program never is.
func (r *run) divmod(n ast.Node, w int, a, b bv.Value) (q, rem bv.Value) {
	d := r.Dom
	x, knownA := d.Known(a)
	y, knownB := d.Known(b)
	switch {
	case knownB && y == 0:
		return a, b
	case knownA && knownB:
		return d.Const(w, x/y), d.Const(w, x%y)
	case knownB && y&(y-1) == 0:
		by := bits.TrailingZeros64(y)
		return bv.ShiftBy(d, bv.Right, a, by), d.Int(bv.And, a, d.Const(w, y-1))
	}
	rem = d.Const(w, 0) // at most the bits of a that were taken, so that none is shifted out
	var low bv.Value    // quotient, from its top bit down
	for i := w - 1; i >= 0; i-- {
		r.Step(n)
		rem = d.Concat(d.Extract(a, i, 1), d.Extract(rem, 0, w-1))
		goes := r.Not(d.Int(bv.ULt, rem, b))
		rem = d.Select(goes, d.Int(bv.Sub, rem, b), rem)
		if low == nil {
			low = goes
		} else {
			low = d.Concat(goes, low)
		}
	}
	return low, rem
}
