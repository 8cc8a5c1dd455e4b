package goread

import (
	"go/ast"
	"go/constant"
	"go/types"
	"strings"
)

// The rows of a matrix are gone through by one loop, or, where there are enough of them, by parts on several
// processors. PARTS has the text of an axiom: it calls the function for ranges that make up 0 to the number of rows,
// each row in one of them, and returns after all have. A round sets the results of its own row and reads no other's,
// which is proved, so that their order does not matter. Below which number of rows there are no parts does not matter
// either; a part has at least one row.
const (
	oneLoop = `for r := range $rows {
	$round
}`
	partLoops = `if $count < FEW {
	for r := range $rows {
		$round
	}
	return
}
PARTS($count, LEAST, func(from, to int) {
	for r := from; r < to; r++ {
		$round
	}
})`
)

// rowLoops is the function of the file, of so many results, that each round of the loops over rows calls as ROW. The
// loops range over something, which is so many rows, and are all of some statements.
func (r *run) rowLoops(t *template, list []ast.Stmt, over, count, round string, results int) *ast.FuncDecl {
	text, form := strings.NewReplacer("$rows", over, "$count", count, "$round", round), partLoops
	if len(list) == 1 {
		form = oneLoop
	}
	t.holes["PARTS"] = hole{"parts of the rows", r.isParts}
	t.holes["ROW"] = hole{"a function of one row", func(e ast.Expr) bool { return r.ofRow(e, results) != nil }}
	if !t.statements(list, text.Replace(form)) {
		t.refuses(r, "want for r := range "+over+" { "+round+" } alone, or by parts beside it")
	}
	return r.ofRow(t.found["ROW"], results)
}

// isParts reports whether an expression is the function with the text of that axiom.
func (r *run) isParts(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	if !ok {
		return false
	}
	fn, _ := r.info.Uses[id].(*types.Func)
	h, ok := r.helpers[fn]
	return ok && h.role == parts
}

// ofRow is the function of the file, of so many results, that an expression names; nil: it names none.
func (r *run) ofRow(e ast.Expr, results int) *ast.FuncDecl {
	id, ok := e.(*ast.Ident)
	if !ok {
		return nil
	}
	fn, _ := r.info.Uses[id].(*types.Func)
	if decl := r.funcs[fn]; decl != nil && fn.Signature().Results().Len() == results {
		return decl
	}
	return nil
}

// positiveHole stands for a constant of at least 1.
func (f *File) positiveHole() hole {
	return hole{"a constant, at least 1", func(e ast.Expr) bool {
		v := f.info.Types[e].Value
		return v != nil && constant.Sign(v) > 0
	}}
}
