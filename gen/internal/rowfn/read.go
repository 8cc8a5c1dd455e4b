package rowfn

import (
	"errors"
	"fmt"
	"go/token"
	"reflect"

	"github.com/shflgen/shflgen/spec"
)

// operands are the operations of the table, with the number of their operands; number is the first one, or the second
// where the first is a NaN; least is a minimum that a NaN wins; exp is of what is not positive. Every target prints
// each.
var operands = map[string]int{"add": 2, "sub": 2, "mul": 2, "div": 2, "number": 2, "least": 2, "exp": 1, "log": 1,
	"rsqrt": 1}

// Unknown is the error of an operation or a name that no target prints.
func Unknown(e E) error {
	if len(e.Args) == 0 {
		return fmt.Errorf("internal error: a function of rows uses the name %q, which nothing defines there", e.Op)
	}
	const format = "internal error: a function of rows uses the operation %q of %d operands, which no target prints"
	return fmt.Errorf(format, e.Op, len(e.Args))
}

// read is a function of a table. Its operations are known, and its names are defined before they are used.
func read(table map[spec.Applied]Fn, f spec.Applied) (Fn, error) {
	fn, ok := table[f]
	if !ok {
		return fn, fmt.Errorf("internal error: no row computes %s", f)
	}
	r := reader{known: map[string]bool{
		"n": true, "one": true, "zero": true, "eps": fn.Eps, "peak": fn.Peak, "picked": fn.Picks,
	}}
	r.ofColumn(fn, false)
	for _, sum := range fn.Sums {
		r.ofColumn(fn, true)
		r.check(sum.Of)
		r.ofColumn(fn, false)
		r.define(sum.Name)
		for _, l := range sum.Then {
			r.check(l.Is)
			r.define(l.Name)
		}
	}
	r.ofColumn(fn, true)
	r.check(fn.Give)
	if perRow := (spec.Spec{Pattern: spec.RowApply, Params: spec.RowParams{F: f}}).PerRow(); fn.PerRow() != perRow {
		r.err = errors.Join(r.err, errors.New("internal error: a row has one value where no element is named, and spec "+
			"says otherwise"))
	}
	// CUDA keeps the exponentials that the sum adds.
	if fn.KeepsPowers() && (len(fn.Sums) != 1 || !reflect.DeepEqual(fn.Sums[0].Of, power)) {
		r.err = errors.Join(r.err, errors.New("internal error: elements become an exponential that is not what the only "+
			"sum adds"))
	}
	if r.err != nil {
		return Fn{}, fmt.Errorf("-f %s: %w", f, r.err)
	}
	return fn, nil
}

// reader checks the expressions of a function, from the first to the last.
type reader struct {
	known map[string]bool // names; false: not there
	err   error
}

// ofColumn sets whether the names of a column's elements are there.
func (r *reader) ofColumn(fn Fn, there bool) {
	r.known["x"], r.known["weight"], r.known["bias"] = there, there && fn.Weight, there && fn.Weight && fn.Bias
	r.known["grad"] = there && fn.Second == "grad"
}

// check looks for an operation or a name that is not known.
func (r *reader) check(e E) {
	n, ok := operands[e.Op]
	switch {
	case len(e.Args) == 0 && !r.known[e.Op], len(e.Args) > 0 && (!ok || n != len(e.Args)):
		r.err = Unknown(e)
	case e.Op == "exp" && !reflect.DeepEqual(e.Args[0], shifted) && !reflect.DeepEqual(e.Args[0], capped):
		r.err = fmt.Errorf("internal error: exp takes x less the peak, or the least of x and zero")
	}
	for _, a := range e.Args {
		r.check(a)
	}
}

// define adds a value of the row.
func (r *reader) define(name string) {
	if _, taken := r.known[name]; taken || !token.IsIdentifier(name) {
		r.err = fmt.Errorf("internal error: a function of rows defines %q; want another name", name)
	}
	r.known[name] = true
}
