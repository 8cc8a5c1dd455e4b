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
	t.holes["PARTS"] = hole{"parts of the rows", func(e ast.Expr) bool { return r.isAxiom(e, parts) }}
	t.holes["ROW"] = hole{"a function of one row", func(e ast.Expr) bool { return r.ofRow(e, results) != nil }}
	if !t.statements(list, text.Replace(form)) {
		t.refuses(r, "want for r := range "+over+" { "+round+" } alone, or by parts beside it")
	}
	return r.ofRow(t.found["ROW"], results)
}

// named is the function that an expression names, nil if it names none.
func (r *run) named(e ast.Expr) *types.Func {
	id, _ := e.(*ast.Ident)
	fn, _ := r.info.Uses[id].(*types.Func)
	return fn
}

// isAxiom reports whether an expression names the function with the text of an axiom.
func (r *run) isAxiom(e ast.Expr, axiom role) bool {
	h, ok := r.helpers[r.named(e)]
	return ok && h.role == axiom
}

// ofRow is the function of the file, of so many results, that an expression names; nil: it names none.
func (r *run) ofRow(e ast.Expr, results int) *ast.FuncDecl {
	fn := r.named(e)
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
