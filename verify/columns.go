package verify

import (
	"context"
	"fmt"
	"slices"

	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/goread"
	"github.com/shflgen/shflgen/internal/prover/term"
	"github.com/shflgen/shflgen/spec"
)

// allColumns is up to how many columns a Go function of a range is proved for each number of them, and allKernelColumns
// likewise for a kernel of argmin or argmax, where one number takes some tenths of a second.
const allColumns, allKernelColumns = 2048, 256

// columnsOf are the numbers of columns for which a function of a range is proved: all of up to so many, or those about
// which the function does something else: the ends, the multiples of its groups and of the accumulators, and some
// between.
func columnsOf(s spec.Spec, most int) (all []int) {
	if s.Cols() <= most {
		for n := s.Least(); n <= s.Cols(); n++ {
			all = append(all, n)
		}
		return all
	}
	p := s.RowOrder().Accumulators()
	for n := range 18 { // two groups of columns, and what is beside them
		all = append(all, s.Least()+n, s.Cols()-n)
	}
	for n := p; n <= s.Cols()+p && n <= 16*p; n += p {
		all = append(all, n-p/2-3, n-9, n-8, n-1, n, n+1, n+7, n+8, n+9)
	}
	all = slices.DeleteFunc(all, func(n int) bool { return n < s.Least() || n > s.Cols() })
	slices.Sort(all)
	return slices.Compact(all)
}

// proveColumns is the proof of a Go function of a range of columns, for one size of int: by terms for each of some
// numbers.
func proveColumns(ctx context.Context, r Report, f *goread.File) (Report, error) {
	err := r.ofColumns(columnsOf(f.Spec, allColumns), func(n int) (check.Proof, error) {
		return check.Prove(ctx, f.OfCols(n), check.Search{})
	})
	return r, err
}

// oneByOne makes the report that of the proofs for some numbers of elements or columns, up to one that fails.
func (r *Report) oneByOne(numbers []int, what string, prove func(n int) (check.Proof, error)) error {
	for _, n := range numbers {
		p, err := prove(n)
		if err != nil {
			return fmt.Errorf("of %d %s: %w", n, what, err)
		}
		r.take(p)
		if p.Verdict == check.NotProved {
			r.Differs = fmt.Sprintf("of %d %s: %s", n, what, r.Differs)
		}
		if p.Verdict != check.Proved {
			break
		}
	}
	return nil
}

// ofColumns makes the report that of the proofs for some numbers of columns, up to one that does not succeed.
func (r *Report) ofColumns(columns []int, prove func(n int) (check.Proof, error)) error {
	r.Masks = fmt.Sprintf("all inputs, every row of any matrix of %s columns, each number by terms",
		term.Ranges(columns, " to "))
	if err := r.oneByOne(columns, "columns", prove); err != nil || r.Verdict != Proved {
		return err
	}
	if len(columns) <= r.Spec.Cols()-r.Spec.Least() {
		r.list("a range of more columns than are looked at one by one")
	}
	return nil
}
