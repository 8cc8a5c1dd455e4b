package goread

import (
	"go/ast"
	"go/types"

	"github.com/shflgen/shflgen/internal/prover/algebra"
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/goexec"
	"github.com/shflgen/shflgen/spec"
)

// Functions of users are known by their names: a call of one is a call, whatever its body. Two calls
// on equal arguments give equal results.

// userFunc is a function of a user that a spec names.
type userFunc struct {
	path, name string
	local      bool
	fns        func() []*bv.Fn // of each leaf of the result
	result     types.Type      // nil: a scalar
	fusion     spec.Fusion
}

// userFuncs are those of the spec.
func (f *File) userFuncs() []userFunc {
	var all []userFunc
	if u := f.Spec.User; u != nil {
		all = append(all, userFunc{u.Path, u.Name, u.Local, func() []*bv.Fn { return algebra.Functions(f.Spec) },
			f.typeOf(f.Spec.Combined()), u.Fusion})
	}
	if m := f.Spec.Map; m.User() {
		all = append(all, userFunc{m.Path, m.Name, m.Local, func() []*bv.Fn { return algebra.MapFunctions(m) },
			f.typeOf(f.Spec.Combined()), m.Fusion})
	}
	if m := f.Spec.Row().Fn; m != nil {
		all = append(all, userFunc{m.Path, m.Name, m.Local, func() []*bv.Fn { return algebra.MapFunctions(m) }, nil,
			m.Fusion})
	}
	return all
}

// userFunc is the function of a user that fn is, and not one that the file under proof declares
// itself; nil: it is none.
func (f *File) userFunc(fn *types.Func) *userFunc {
	if !f.Spec.CallsUsers() || fn.Signature().Recv() != nil || fn.Pkg() == nil {
		return nil
	}
	for _, u := range f.userFuncs() {
		if fn.Name() != u.name {
			continue
		}
		if fn.Pkg() != f.pkg {
			if fn.Pkg().Path() == u.path {
				return &u
			}
			continue
		}
		if _, own := f.funcs[fn]; u.local && !own && fn.Parent() == f.pkg.Scope() {
			return &u
		}
	}
	return nil
}

// isUser reports whether a function is one of a user that the spec names.
func (f *File) isUser(fn *types.Func) bool { return f.userFunc(fn) != nil }

// callUser is a call of a function of a user.
func (r *run) callUser(u *userFunc, e *ast.CallExpr) goexec.Value {
	at := u.path + "." + u.name
	if r.users[at] == nil {
		r.users[at] = u.fns()
	}
	fns := r.users[at]
	var args []bv.Value
	var products []bool
	for _, a := range e.Args {
		x := r.Eval(a)
		scalars := []goexec.Value{x}
		if x.Arr != nil && !x.Ptr {
			scalars = nil
			for _, c := range x.Arr.ScalarCells() {
				scalars = append(scalars, c.Val)
			}
		}
		for _, x := range scalars {
			switch {
			case x.IsKey || x.V == nil:
				r.Stop(a, "argument of "+u.name, "want an element")
			case fns[0].Of[len(args)] == bv.NoFormat:
				x.V = r.Exactly(a, x)
			default:
				x.V = r.Float(a, x)
			}
			if x.V.Width() == 1 { // a bool
				x.V = r.Dom.Extend(x.V, 8, false)
			}
			args, products = append(args, x.V), append(products, x.Product)
		}
	}
	given, sums := u.fusion.Of(products)
	if sums {
		r.Stop(e, "call of "+u.name+" with a product",
			"it adds what it is given, and Go may fuse the two, as it compiles a call in place; "+
				"want the product rounded, as in float32(x*y)")
	}
	k := 0
	take := func() goexec.Value {
		fn := fns[k]
		y := goexec.Value{V: bv.Apply(r.Dom, fn, args...), Product: k < len(given) && given[k]}
		k++
		if fn.Gives != bv.NoFormat {
			y.Loose = goexec.Whole
		}
		return y
	}
	if r.Spec.Elem == nil {
		return take()
	}
	return r.Composed(u.result, func() goexec.Value {
		y := take()
		y.Product = false
		return y
	})
}
