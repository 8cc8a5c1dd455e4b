package mutate

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
)

// replace is the edit that replaces n by text.
func replace(n ast.Node, text string) edit { return edit{{n.Pos(), n.End(), text}} }

// each collects the edits of find for every node of type N in the exported function.
func each[N ast.Node](find func(f *file, n N) []edit) func(*file) []edit {
	return func(f *file) []edit {
		var all []edit
		ast.Inspect(f.main.Body, func(n ast.Node) bool {
			if n, ok := n.(N); ok {
				all = append(all, find(f, n)...)
			}
			return true
		})
		return all
	}
}

// binary makes the edits of every binary expression with one of the operators.
func binary(ops []token.Token, make func(f *file, b *ast.BinaryExpr, x, y string) []string) func(*file) []edit {
	return each(func(f *file, b *ast.BinaryExpr) []edit {
		for _, op := range ops {
			if b.Op == op && f.info.Types[b].Value == nil {
				var edits []edit
				for _, text := range make(f, b, f.text(b.X), f.text(b.Y)) {
					edits = append(edits, replace(b, "("+text+")"))
				}
				return edits
			}
		}
		return nil
	})
}

// swapOp replaces one binary operator by another.
func swapOp(from, to token.Token) func(*file) []edit {
	return binary([]token.Token{from}, func(_ *file, _ *ast.BinaryExpr, x, y string) []string {
		return []string{"(" + x + ")" + to.String() + "(" + y + ")"}
	})
}

// call makes the edits of every call of the named functions, builtins included.
func call(names []string, make func(f *file, c *ast.CallExpr) []string) func(*file) []edit {
	return each(func(f *file, c *ast.CallExpr) []edit {
		for _, name := range names {
			if f.text(c.Fun) == name {
				var edits []edit
				for _, text := range make(f, c) {
					edits = append(edits, replace(c, text))
				}
				return edits
			}
		}
		return nil
	})
}

// literal makes the edits of every integer literal from its value: of array indices, or of
// all other literals.
func literal(index bool, make func(v int64) []int64) func(*file) []edit {
	return func(f *file) []edit {
		indexes := map[ast.Expr]bool{}
		ast.Inspect(f.main.Body, func(n ast.Node) bool {
			if x, ok := n.(*ast.IndexExpr); ok {
				indexes[x.Index] = true
			}
			return true
		})
		return each(func(f *file, l *ast.BasicLit) []edit {
			if l.Kind != token.INT || indexes[l] != index {
				return nil
			}
			v, exact := constant.Int64Val(constant.MakeFromLiteral(l.Value, token.INT, 0))
			if !exact {
				return nil
			}
			var edits []edit
			for _, w := range make(v) {
				edits = append(edits, replace(l, fmt.Sprint(w)))
			}
			return edits
		})(f)
	}
}

// steps are the statements that define a variable.
func (f *file) steps() []*ast.AssignStmt { return f.assigns(token.DEFINE) }

// stores are the statements that write to v.
func (f *file) stores() []*ast.AssignStmt { return f.assigns(token.ASSIGN) }

func (f *file) assigns(tok token.Token) []*ast.AssignStmt {
	var all []*ast.AssignStmt
	for _, s := range f.stmts {
		if a, ok := s.(*ast.AssignStmt); ok && a.Tok == tok && len(a.Lhs) == 1 {
			all = append(all, a)
		}
	}
	return all
}

// locals are the variables of typ that are defined before pos.
func (f *file) locals(typ types.Type, before token.Pos) []string {
	var names []string
	for _, s := range f.steps() {
		if s.End() < before && types.Identical(f.info.TypeOf(s.Rhs[0]), typ) {
			names = append(names, f.text(s.Lhs[0]))
		}
	}
	return names
}

// lastDefined are the last n variables of the statement's type that are defined before it,
// the latest first.
func (f *file) lastDefined(a *ast.AssignStmt, n int) []string {
	names := f.locals(f.info.TypeOf(a.Rhs[0]), a.Pos())
	var last []string
	for i := len(names) - 1; i >= 0 && len(last) < n; i-- {
		last = append(last, names[i])
	}
	return last
}
