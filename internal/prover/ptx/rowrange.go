package ptx

import (
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/ptx/exec"
	"github.com/shflgen/shflgen/internal/prover/term"
	"github.com/shflgen/shflgen/spec"
)

// A kernel of rows of a range of columns takes their number after the matrices. It is executed for every number at
// once: a column is there if its number is below that of the columns, which is a guard on the bits of the latter, as
// that of a member is on those of a mask. The loaded value must be stored on every way that leads to the load.
//
// Kernels of argmin and argmax are executed for one number after another: the executor does not follow a winner among
// columns that may be missing.

// OfCols is the kernel of that name of a range of columns, or the only one for "", under proof on rows of n of them.
func (f *File) OfCols(span spec.Spec, kernel string, n int) (*Subject, error) {
	return f.rowSubject(span, span.OfCols(n), kernel, known(span))
}

// cols is the number of columns, where the call gives it, and of each column the bit that a row has it. Without a call
// it is any number of the range, or any other one; on numbers the greatest.
func (l *rowLaunch) cols(d bv.Domain, c check.Call) (cols bv.Value, has []bv.Value) {
	sh := l.kernel.spec.Shape()
	t, terms := d.(*term.Domain)
	switch _, ranged := sh.Cols(); {
	case l.kernel.span.Ranged() && !ranged: // one number, which the row has all columns of
		return d.Const(intBits, uint64(l.kernel.spec.Cols())), nil
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

// ends reports whether a row of a result ends before a column.
func (l *rowLaunch) ends(d bv.Domain, m *exec.Matrix, column int) bool {
	if m.Has == nil {
		return false
	}
	has, known := d.Known(m.Has[column])
	return known && has == 0
}

// outside looks at launches with a number of columns that is not in the range: no row is read or written.
func (k *rowKernel) outside() error {
	if !k.span.Ranged() {
		return nil
	}
	all := *k
	all.spec = k.span
	for _, threads := range k.groups() {
		way := rowWay{threads: threads, row: exec.NoRow, exists: true, outside: true}
		err := all.paths(way, func(l *rowLaunch) error {
			if len(l.grid.Touched) > 0 {
				return k.fault("reads or writes a row of a number of columns that is not %d to %d",
					k.span.Least(), k.span.Cols())
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}
