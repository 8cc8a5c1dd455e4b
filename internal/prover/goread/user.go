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
	fns := algebra.Functions(r.Spec)
	var args []bv.Value
	for _, a := range e.Args {
		x := r.eval(a)
		scalars := []value{x}
		if x.arr != nil && !x.ptr {
			scalars = nil
			for _, c := range x.arr.scalarCells() {
				scalars = append(scalars, c.val)
			}
		}
		for _, x := range scalars {
			switch {
			case x.isKey || x.v == nil:
				r.stop(a, "argument of "+r.Spec.User.Name, "want an element")
			case fns[0].Of[len(args)] == bv.NoFormat:
				x.v = r.exactly(a, x)
			default:
				x.v = r.float(a, x)
			}
			if x.v.Width() == 1 { // a bool
				x.v = r.dom.Extend(x.v, 8, false)
			}
			args = append(args, x.v)
		}
	}
	k := 0
	take := func() value {
		fn := fns[k]
		k++
		y := value{v: bv.Apply(r.dom, fn, args...)}
		if fn.Gives != bv.NoFormat {
			y.loose = looseWhole
		}
		return y
	}
	if r.Spec.Elem == nil {
		return take()
	}
	y := r.composed(r.elem, func() bv.Value { return take().v })
	for i, c := range y.arr.scalarCells() {
		if fns[i].Gives != bv.NoFormat {
			c.val.loose = looseWhole
		}
		c.depth = len(r.exits)
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
