package kernels

import (
	"fmt"
	"math"
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// A search for the best element often begins with a number that is worse than any: -inf, or one of the code as far out.
// Where all elements may be as bad, the number of none of them is found. So a kernel may be shown for elements that are
// better than such a number, which its conditions then say.

// farOut is from where on a number of the code may be meant as worse than any element.
const farOut = 1e4

// bounds are what is known of elements that are better than far numbers.
type bounds struct {
	greatest bool              // the greatest element is the best
	among    map[bv.Value]bool // values that are elements
}

// joins notes that a value is one of the elements if both of its sources are.
func (d *terms) joins(v, a, b bv.Value) bv.Value {
	if d.bounds != nil && d.bounds.among[a] && d.bounds.among[b] {
		d.bounds.among[v] = true
	}
	return v
}

// beyond compares an element with a number of the code that is worse than any, or chooses between the two.
func (d *terms) beyond(op bv.FloatOp, f bv.Format, a, b bv.Value) (v bv.Value, ok bool) {
	if d.bounds == nil {
		return nil, false
	}
	number, left := d.Known(a)
	element := b
	if !left {
		number, _ = d.Known(b)
		element = a
		if _, right := d.Known(b); !right {
			return nil, false
		}
	}
	if !d.bounds.among[element] {
		return nil, false
	}
	wide, _ := d.Known(d.Domain.Convert(bv.F64, f, d.Const(f.Bits(), number)))
	x, text := math.Float64frombits(wide), "if every element is below %.6g"
	if d.bounds.greatest {
		x, text = -x, "if every element is above %.6g"
	}
	if !(x >= farOut) {
		return nil, false
	}
	best, worst := []bv.FloatOp{bv.FMin, bv.FMinNaN}, []bv.FloatOp{bv.FMax, bv.FMaxNaN}
	if d.bounds.greatest {
		best, worst = worst, best
	}
	switch {
	case op == bv.FEq:
		v = d.Const(1, 0)
	case op == bv.FLt: // the number is on the left of a greater element, or on the right of a smaller one
		v = d.Const(1, uint64(bit(left == d.bounds.greatest)))
	case slices.Contains(best, op):
		v = element
	case slices.Contains(worst, op):
		v = d.Const(f.Bits(), number)
	default:
		return nil, false
	}
	d.limits = appendNew(d.limits, fmt.Sprintf(text, math.Float64frombits(wide)))
	return v, true
}
