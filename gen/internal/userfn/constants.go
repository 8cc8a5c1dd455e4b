package userfn

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"
)

// A variable that starts as a struct of constants is assigned member by member: of an initialiser
// an unoptimised build makes an array in memory.

// constants reports whether an expression is a literal of a struct or an array with constant scalars, and some scalar
// is not zero.
func (f *fn) constants(e ast.Expr) bool {
	lit, ok := ast.Unparen(e).(*ast.CompositeLit)
	if !ok {
		return false
	}
	all, some := true, false
	ast.Inspect(lit, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CompositeLit:
			return true
		case *ast.KeyValueExpr:
			if _, nested := ast.Unparen(n.Value).(*ast.CompositeLit); !nested {
				all, some = all && f.isConstant(n.Value), true
				return false
			}
		case ast.Expr:
			if n != lit.Type {
				all, some = all && (f.isConstant(n) || f.info.Types[n].IsType()), true
			}
			return false
		}
		return true
	})
	return all && some
}

// assignments are the statements that give a variable, which is zero, the constants of a literal.
func (f *fn) assignments(path string, e ast.Expr, t types.Type) (all []string) {
	lit, ok := ast.Unparen(e).(*ast.CompositeLit)
	if !ok {
		if v := f.info.Types[e].Value; v != nil && !isZero(v) {
			all = append(all, fmt.Sprintf("%s = %s;", path, f.as(e, t).s))
		}
		return all
	}
	for _, p := range f.parts(lit, t) {
		if a := arrayOf(t); a != nil {
			all = append(all, f.assignments(fmt.Sprintf("%s[%d]", path, p.at), p.e, a.Elem())...)
			continue
		}
		field := structOf(t).Field(p.at).Type()
		if m := f.structure(e, t).Members[p.at]; m != "" && !f.unnamed(p.e, t, field) {
			all = append(all, f.assignments(path+"."+m, p.e, field)...)
		}
	}
	return all
}

func isZero(v constant.Value) bool {
	switch v.Kind() {
	case constant.Bool:
		return !constant.BoolVal(v)
	case constant.Int, constant.Float:
		return constant.Sign(v) == 0
	}
	return false
}

// start are the statements that define a variable as a literal of constants.
func (f *fn) start(n ast.Node, name string, e ast.Expr, t types.Type) []string {
	typ := f.ctype(n, t)
	path := name
	if arrayOf(t) != nil {
		path += "." + f.structure(n, t).Members[0]
	}
	return append([]string{fmt.Sprintf("%s %s = %s{};", typ, name, typ)}, f.assignments(path, e, t)...)
}
