package gofunc

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/shflgen/shflgen/internal/prover/goexec"
	"github.com/shflgen/shflgen/internal/userpkg"
)

// Global is a variable of a package that no code of its package writes.
func (r *run) Global(e ast.Node, v *types.Var) goexec.Value {
	if x, ok := r.globals[v]; ok {
		return x
	}
	pkg := r.other(e, v.Pkg())
	if v.Parent() != pkg.Types.Scope() {
		r.stop(e, expressions)
	}
	if at, ok := pkg.writes()[v]; ok {
		r.stop(e, "the variable "+v.Name()+" of the package is written, or its address is taken, at "+
			""+pkg.Fset.Position(at).String()+"; want a constant, or a variable that keeps its value")
	}
	if v.Exported() {
		r.assume(e, "no other package writes the variable "+v.Name())
	}
	var x goexec.Value
	if init := pkg.initial(v); init != nil {
		x = r.Outside(r.code(pkg), init)
	} else {
		x = r.Zero(e, v.Type())
	}
	r.globals[v] = x
	return x
}

// writes are the variables of the package that its code writes, or takes the address of, and where.
func (p *Package) writes() map[types.Object]token.Pos {
	if p.written != nil {
		return p.written
	}
	p.written = map[types.Object]token.Pos{}
	note := func(e ast.Expr) {
		for {
			switch x := ast.Unparen(e).(type) {
			case *ast.SelectorExpr:
				if p.TypesInfo.Selections[x] == nil { // of another package
					return
				}
				e = x.X
				continue
			case *ast.IndexExpr:
				e = x.X
				continue
			case *ast.Ident:
				if o := p.TypesInfo.Uses[x]; o != nil && o.Parent() == p.Types.Scope() {
					p.written[o] = x.Pos()
				}
			}
			return
		}
	}
	for _, file := range p.Syntax {
		ast.Inspect(file, func(n ast.Node) bool {
			written(n, note)
			if n, ok := n.(*ast.SelectorExpr); ok { // a method by pointer takes the address
				if s := p.TypesInfo.Selections[n]; s != nil && s.Kind() == types.MethodVal {
					if _, pointer := s.Obj().(*types.Func).Signature().Recv().Type().(*types.Pointer); pointer {
						note(n.X)
					}
				}
			}
			return true
		})
	}
	return p.written
}

// written notes what a statement or expression writes, or takes the address of.
func written(n ast.Node, note func(ast.Expr)) {
	switch n := n.(type) {
	case *ast.AssignStmt:
		for _, e := range n.Lhs {
			note(e)
		}
	case *ast.IncDecStmt:
		note(n.X)
	case *ast.RangeStmt:
		if n.Key != nil {
			note(n.Key)
		}
		if n.Value != nil {
			note(n.Value)
		}
	case *ast.UnaryExpr:
		if n.Op == token.AND {
			note(n.X)
		}
	case *ast.SliceExpr:
		note(n.X)
	}
}

// initial is the expression that a variable of the package starts with; nil: its zero value. A call of several results
// is refused.
func (p *Package) initial(v *types.Var) ast.Expr {
	s, ok := userpkg.Declarations(p.Syntax)[v.Name()].(*ast.ValueSpec)
	switch {
	case !ok || len(s.Values) == 0:
		return nil
	case len(s.Values) < len(s.Names):
		return s.Values[0]
	}
	return s.Values[slices.IndexFunc(s.Names, func(n *ast.Ident) bool { return n.Name == v.Name() })]
}
