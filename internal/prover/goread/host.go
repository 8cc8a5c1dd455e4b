package goread

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/goexec"
)

// An execution asks the following of its file: [goexec.Host].

// Refuse is the error that refuses a node.
func (r *run) Refuse(n ast.Node, what, why string) error { return r.refuse(n, what, why) }

// Panics refuses a program that panics or may.
func (r *run) Panics(n ast.Node, happens bv.Value, p goexec.Panic) {
	if _, known := r.Dom.Known(happens); known {
		r.Stop(n, p.What, "panics; "+p.Want)
	}
	r.Stop(n, p.What, "may panic; "+p.Want)
}

// Fuses refuses a product in a sum.
func (r *run) Fuses(n ast.Node, op token.Token, k goexec.Kind) {
	r.Stop(n, "float "+op.String()+" of a product",
		"Go may fuse the two, even across statements; want the product rounded, as in "+k.Name()+"(x*y) or "+k.Name()+"(x/2)")
}

// Divides is a quotient or a rest.
func (r *run) Divides(n ast.Node, of bv.Division, x, y bv.Value) bv.Value {
	return bv.LongDivision(r.Dom, of, x, y, func() { r.Step(n) })
}

// Expr is an expression with a form that says more than its parts.
func (r *run) Expr(e ast.Expr) (goexec.Value, bool) {
	switch e := e.(type) {
	case *ast.IndexExpr:
		return r.ofWinner(e, nil)
	case *ast.BinaryExpr:
		if c, x, y, ok := r.maskedChoice(e); ok {
			a := r.Eval(x)
			return r.Choose(c, a, r.Eval(y)), true
		}
	}
	return goexec.Value{}, false
}

// Stmt executes a loop of a form that is cut.
func (r *run) Stmt(s ast.Stmt) bool {
	loop, ok := s.(*ast.ForStmt)
	switch {
	case !ok:
		return false
	case r.cut != nil && r.cut.loop == loop:
		r.cutLoop()
	case r.cut != nil && r.cut.last == loop:
		r.lastElements()
	case r.places != nil && (r.places.of.loops[0] == loop || r.places.of.loops[1] == loop):
		r.placesLoop(loop)
	default:
		return false
	}
	return true
}

// If executes an if with a condition that only saves time.
func (r *run) If(s *ast.IfStmt, condition bv.Value) bool { return r.onlySaves(s, condition) }

// Call is a call of a helper or of a function of a user.
func (r *run) Call(e *ast.CallExpr, f *types.Func, alone bool) ([]goexec.Value, bool) {
	if h, ok := r.helpers[f]; ok {
		return []goexec.Value{r.calledHelper(h, e, f, alone)}, true
	}
	if u := r.userFunc(f); u != nil {
		return []goexec.Value{r.callUser(u, e)}, true
	}
	return nil, false
}

func (r *run) calledHelper(h helper, e *ast.CallExpr, f *types.Func, alone bool) goexec.Value {
	switch apply := elementaries[h.role]; {
	case apply != nil:
		return goexec.Value{V: apply(r.Dom, r.Float(e.Args[0], r.Eval(e.Args[0]))), Loose: goexec.Whole}
	case groups[h.role] != nil:
		r.callGroup(groups[h.role], e, alone)
		return goexec.Value{}
	case h.role == parts:
		r.Stop(e, "call of "+f.Name(), "want it as the last statement of "+r.Func)
	case r.shape.HasIndex() || r.Spec.KeepsLanes():
		return r.callLane(h, e)
	}
	return r.callHelper(h, e)
}

// Library reports whether a function of the standard library is known: one that files may import.
func (r *run) Library(f *types.Func) bool { return inLibrary(f) }

func inLibrary(f *types.Func) bool {
	path := f.Pkg().Path()
	return std[path] != nil && std[path].Scope().Lookup(f.Name()) != nil && goexec.Known(path+"."+f.Name())
}

// Body is a function of the file.
func (r *run) Body(_ *ast.CallExpr, f *types.Func) (*goexec.Code, *ast.FuncDecl) {
	return r.Code, r.funcs[f]
}

// Global refuses a variable of a package.
func (r *run) Global(n ast.Node, v *types.Var) goexec.Value {
	id, ok := n.(*ast.Ident)
	switch {
	case !ok:
		r.Stop(n, v.Name(), "want a field of a struct")
	case v.Parent() != nil && v.Parent().Parent() == types.Universe:
		r.Stop(id, "variable "+id.Name+" of the package", "other code may change it; want a constant or a parameter")
	}
	r.Stop(n, v.Name(), "want a local variable, a parameter or a constant")
	return goexec.Value{}
}
