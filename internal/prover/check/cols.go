package check

import (
	"math/bits"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/term"
	"github.com/shflgen/shflgen/spec"
)

// The number of columns of a range is a word of variable bits, moved to the nearest end where it is out of the range.
// So it is every number of the range, and no other one.

// SymbolicCols stands for every number of columns of a range, in so many bits.
func SymbolicCols(d *term.Domain, sh spec.Shape, width int) bv.Value {
	p, _ := sh.Cols()
	least, most := d.Const(width, uint64(p.Least)), d.Const(width, uint64(sh.Lanes))
	x := d.Extend(d.MaskBits(firstOperandBit(sh), bits.Len(uint(sh.Lanes))), width, false)
	return d.Select(d.Int(bv.ULt, x, least), least, d.Select(d.Int(bv.ULt, most, x), most, x))
}

// OtherCols stands for every number of columns that is not in a range.
func OtherCols(d *term.Domain, sh spec.Shape, width int) bv.Value {
	p, _ := sh.Cols()
	least, most := d.Const(width, uint64(p.Least)), d.Const(width, uint64(sh.Lanes))
	x := d.MaskBits(firstOperandBit(sh), width)
	outside := d.Int(bv.Or, d.Int(bv.ULt, x, least), d.Int(bv.ULt, most, x))
	return d.Select(outside, x, d.Const(width, uint64(sh.Lanes)+1))
}
