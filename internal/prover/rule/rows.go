package rule

import (
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// Rows are the rules that rewrite.
var Rows = slices.Concat(selectRows(), compareRows(), bitRows(), signRows(), summandRows(), cutRows(), joinRows(),
	partRows(), testRows(), extremumRows(), convertRows(), roundingRows())

// orders are the comparisons of integers, with the least and the greatest of two by each.
var orders = []struct{ less, least, greatest bv.IntOp }{
	{bv.ULt, bv.UMin, bv.UMax},
	{bv.SLt, bv.SMin, bv.SMax},
}

// suffix tells rules of an order from those of the other.
func suffix(less bv.IntOp) string {
	if less == bv.SLt {
		return ", signed"
	}
	return ""
}
