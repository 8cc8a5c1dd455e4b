package rowfn

import (
	"strings"
	"testing"

	"github.com/shflgen/shflgen/spec"
)

// TestRead: a row of the table with an operation or name that no target prints is an error where the table is read.
func TestRead(t *testing.T) {
	for f := range table {
		if _, err := read(table, f); err != nil {
			t.Error(err)
		}
	}
	for _, f := range spec.AppliedFunctions() {
		s := spec.Spec{Pattern: spec.RowApply, Params: spec.RowParams{F: f}}
		if fn, err := Of(s); err != nil || fn.Residual() != s.HasResidual() {
			t.Errorf("%s: %v, with a residual: %v", f, err, fn.Residual())
		}
	}
	sum := Sum{"sum", square, scale("sum")}
	for _, c := range []struct {
		fn   Fn
		says string
	}{
		{Fn{Sums: []Sum{sum}, Give: on("cbrt", x), Eps: true}, `operation "cbrt" of 1 operands`},
		{Fn{Sums: []Sum{sum}, Give: on("add", on("mul", x, on("tanh", x)), x), Eps: true}, `operation "tanh"`},
		{Fn{Sums: []Sum{{"sum", on("fma", x, x, x), nil}}, Give: x}, `operation "fma" of 3 operands`},
		{Fn{Sums: []Sum{{"sum", x, []Let{{"root", on("sqrt", name("sum"))}}}}, Give: x}, `operation "sqrt"`},
		{Fn{Sums: []Sum{sum}, Give: on("sub", x), Eps: true}, `operation "sub" of 1 operands`},
		{Fn{Sums: []Sum{sum}, Give: on("mul", x, name("scale"))}, `name "eps"`},
		{Fn{Sums: []Sum{sum}, Give: on("mul", x, name("scales")), Eps: true}, `name "scales"`},
		{Fn{Sums: []Sum{sum}, Give: on("mul", x, name("weight")), Eps: true}, `name "weight"`},
		{Fn{Sums: []Sum{{"sum", on("mul", x, name("weight")), nil}}, Give: x}, `name "weight"`},
		{Fn{Sums: []Sum{{"sum", x, []Let{{"first", x}}}}, Give: x}, `name "x"`},
		{Fn{Sums: []Sum{{"sum", on("sub", x, name("mean")), nil}, {"mean", x, nil}}, Give: x}, `name "mean"`},
		{Fn{Sums: []Sum{{"sum", x, nil}, {"sum", square, nil}}, Give: x}, `defines "sum"`},
		{Fn{Sums: []Sum{{"n", x, nil}}, Give: x}, `defines "n"`},
		{Fn{Sums: []Sum{{"func", x, nil}}, Give: x}, `defines "func"`},
		{Fn{Sums: []Sum{{"sum", shifted, nil}}, Give: x}, `name "peak"`},
		{Fn{Sums: []Sum{{"sum", on("exp", x), nil}}, Give: x}, "exp takes x less the peak"},
		{Fn{Peak: true, Sums: []Sum{{"sum", x, nil}}, Give: power}, "not what the only sum adds"},
		{Fn{Sums: []Sum{sum}, Give: name("scale"), Eps: true}, "a row has one value where no element is named"},
	} {
		_, err := read(map[spec.Applied]Fn{spec.Softmax: c.fn}, spec.Softmax)
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%v: %v; want %s", c.fn, err, c.says)
		}
	}
	_, err := read(map[spec.Applied]Fn{spec.LogSumExp: {Sums: []Sum{{"sum", x, nil}}, Give: x}}, spec.LogSumExp)
	if err == nil || !strings.Contains(err.Error(), "a row has one value where no element is named") {
		t.Errorf("an element in the value of a row: %v", err)
	}
	if _, err := read(table, spec.UserApplied); err == nil {
		t.Error("a function that is not in the table is read")
	}
}
