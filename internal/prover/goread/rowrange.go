package goread

import (
	"fmt"
	"go/ast"

	"github.com/shflgen/shflgen/internal/prover/check"
)

// The function of a matrix with rows of any length in a range,
//
//	func(in []T, pitch int, cols int, out []U)
//
// panics first where cols is not in the range:
//
//	if cols < 1 || cols > 128 {
//		panic("…")
//	}
//	least := (131071 + cols) / cols
//
// The second statement says how many rows a part has, at least 1 as cols is positive. The loops over the rows follow.
// Each of their rounds is
//
//	out[r] = f(in[r*pitch : r*pitch+cols : len(in)])
//
// which panics where in does not hold the whole row. So f is called on slices of cols elements. It remains to prove
// that f gives the result of a row of each length.

// OfCols is the function of a range of columns under proof on rows of n of them.
func (f *File) OfCols(n int) check.Subject {
	of := *f
	of.span, of.Spec = f.Spec, f.Spec.OfCols(n)
	of.shape = of.Spec.Shape()
	return subject{&of}
}

// rangedRound is the function that each round of the loops calls.
func (r *run) rangedRound() *ast.FuncDecl {
	t, list := r.rowTemplate(), r.main.Body.List
	t.holes["MORE"] = hole{"a constant that is not negative", func(e ast.Expr) bool {
		n, ok := r.constant(e)
		return ok && n >= 0 && n <= maxLeast
	}}
	first := fmt.Sprintf("if cols < %d || cols > %d {\n\tpanic(TEXT)\n}\nleast := (MORE + cols) / cols",
		r.span.Least(), r.span.Cols())
	if len(list) < 2 || !t.statements(list[:2], first) {
		t.refuses(r, "want the ends of -cols "+r.span.ColsText()+" first, and then how many rows a part has at least")
	}
	t.holes["TIMES"] = r.constantHole()
	t.holes["FEW"] = hole{"a constant, or one times least", func(e ast.Expr) bool {
		return r.info.Types[e].Value != nil || t.copied().expression(e, "TIMES * least")
	}}
	t.holes["LEAST"] = hole{"least", func(e ast.Expr) bool { return t.copied().expression(e, "least") }}
	var rows []string
	for _, m := range rowMatrices(r.span.Shape()) {
		rows = append(rows, fmt.Sprintf("%s[r*%s : r*%[2]s+cols : len(%[1]s)]", m.name, m.pitch))
	}
	return r.rowsOnce(t, list[2:], rows)
}

// maxLeast bounds the constant by which the rows of a part are computed, so that no int overflows.
const maxLeast = 1 << 30
