package goread

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/algebra"
	"github.com/shflgen/shflgen/internal/prover/bv"
)

// A user's operator is known by its name: a call of it is a call, whatever its body. Two calls on
// equal elements give equal elements.

// isUser reports whether a function is the operator of the spec, and not one that the file under
// proof declares itself.
func (f *File) isUser(fn *types.Func) bool {
	u := f.Spec.User
	if u == nil || fn.Name() != u.Name || fn.Signature().Recv() != nil || fn.Pkg() == nil {
		return false
	}
	if fn.Pkg() != f.pkg {
		return fn.Pkg().Path() == u.Path
	}
	_, own := f.funcs[fn]
	return u.Local && !own && fn.Parent() == f.pkg.Scope()
}

// callUser is a call of the operator.
func (r *run) callUser(e *ast.CallExpr) value {
	fn := algebra.Function(r.Spec)
	var args []bv.Value
	for i, a := range e.Args {
		x := r.eval(a)
		if x.isKey || x.v == nil {
			r.stop(a, "argument of "+r.Spec.User.Name, "want an element")
		}
		if fn.Of[i] == bv.NoFormat {
			args = append(args, r.exactly(a, x))
		} else {
			args = append(args, r.float(a, x))
		}
	}
	y := value{v: bv.Apply(r.dom, fn, args...)}
	if fn.Gives != bv.NoFormat {
		y.loose = looseWhole
	}
	return y
}

// choosing accepts a function of an emitted file that is executed, not trusted: what calls an
// operator on elements that are there.
func (f *File) choosing(d *ast.FuncDecl) bool {
	name := d.Name.Name
	prefix := strings.ToLower(f.Func[:1]) + f.Func[1:]
	return f.Spec.KeepsWithoutMembers() && d.Recv == nil && d.Body != nil && !token.IsExported(name) &&
		strings.HasPrefix(name, prefix) && len(name) > len(prefix) && f.info.Defs[d.Name] != nil
}
