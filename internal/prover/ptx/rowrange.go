package ptx

import (
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/ptx/exec"
	"github.com/shflgen/shflgen/internal/prover/term"
)

// A kernel of rows of a range of columns takes their number after the matrices. It is executed for every number at once: a
// column is there if its number is below that of the columns, which is a guard on the bits of the latter, as that of a
// member is on those of a mask. What is read must be there on every way that leads to the load.

// cols is the number of columns, where the call gives it, and of each column the bit that a row has it. Without a call it
// is any number of the range, or any other one; on numbers the greatest.
func (l *rowLaunch) cols(d bv.Domain, c check.Call) (cols bv.Value, has []bv.Value) {
	sh := l.kernel.spec.Shape()
	t, terms := d.(*term.Domain)
	switch _, ranged := sh.Cols(); {
	case !ranged:
		return nil, nil
	case c.Operands != nil:
		cols = c.Operands[0]
	case terms && l.way.outside:
		cols = check.OtherCols(t, sh, intBits)
	case terms:
		cols = check.SymbolicCols(t, sh, intBits)
	default:
		cols = d.Const(intBits, uint64(sh.Lanes))
	}
	for i := range sh.Lanes {
		has = append(has, d.Int(bv.ULt, d.Const(intBits, uint64(i)), cols))
	}
	return cols, has
}

// outside looks at launches with a number of columns that is not in the range: no row is read or written.
func (k *rowKernel) outside() error {
	if !k.spec.Ranged() {
		return nil
	}
	for _, threads := range k.groups() {
		err := k.paths(rowWay{threads: threads, row: exec.NoRow, exists: true, outside: true}, k.terms(), func(l *rowLaunch) error {
			if len(l.grid.Touched) > 0 {
				return k.fault("reads or writes a row of a number of columns that is not %d to %d", k.spec.Least, k.spec.Cols)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}
