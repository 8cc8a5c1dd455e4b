//go:build !js

package userpkg

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/packages"

	"github.com/shflgen/shflgen/spec"
)

// Func is a function of a user's package.
type Func struct {
	Pkg    *packages.Package
	Fn     *types.Func
	Decl   *ast.FuncDecl
	Claims Claims // of an operator
}

// Pos is a place in the package's source.
func (f *Func) Pos(at token.Pos) token.Position { return f.Pkg.Fset.Position(at) }

// Elem is the type of the first parameter.
func (f *Func) Elem() types.Type { return f.Fn.Signature().Params().At(0).Type() }

// Op is the operator that a value of -op names, as seen from a folder. The error is a
// [spec.FlagError] that says where the function stands and what would be right.
func Op(dir, ref string) (*Func, error) {
	f, err := function(dir, wanted{"op", ref, "func %s(a, b T) T", binary})
	if err != nil {
		return nil, err
	}
	if f.Claims, err = f.claims(); err != nil {
		return nil, spec.FlagError{Flag: "op", Value: ref, Want: err.Error()}
	}
	return f, nil
}

// Claimed is a function of a package that was loaded, with what its directive claims. It takes an element. The caller
// checks the rest of its signature.
func Claimed(pkg *packages.Package, name string) (*Func, error) {
	f, err := declared(pkg, name, fmt.Sprintf("func %s(a, b T) T", name))
	if err != nil {
		return nil, err
	}
	if f.Fn.Signature().Params().Len() == 0 {
		return nil, fmt.Errorf("%s: %s: want two parameters and a result of one type", f.Pos(f.Fn.Pos()), name)
	}
	f.Claims, err = f.claims()
	return f, err
}

// Map is the map that a value of -map names, as [Op] is the operator.
func Map(dir, ref string) (*Func, error) {
	return function(dir, wanted{"map", ref, "func %s(a A) T", oneToThree})
}

// Applied is the function that a value of -f names.
func Applied(dir, ref string) (*Func, error) {
	return function(dir, wanted{"f", ref, "func %s(x, r float32) float32", oneToThree})
}

// wanted is a function that a flag names.
type wanted struct {
	flag, ref string
	like      string                      // how such a function is declared
	signature func(fn *types.Func) string // what signature it has, "" for one
}

// function is a pure function that a flag names, as seen from a folder.
func function(dir string, w wanted) (*Func, error) {
	wrong := func(want string, args ...any) error {
		return spec.FlagError{Flag: w.flag, Value: w.ref, Want: fmt.Sprintf(want, args...)}
	}
	if want := spec.CheckOpRef(w.ref); want != "" {
		return nil, wrong("%s", want)
	}
	path, name := spec.SplitRef(w.ref)
	like := fmt.Sprintf(w.like, name)
	pkg, err := Load(dir, path)
	if err != nil {
		return nil, wrong("%s", err)
	}
	f, err := declared(pkg, name, like)
	if err != nil {
		return nil, wrong("%s", err)
	}
	if want := w.signature(f.Fn); want != "" {
		return nil, wrong("%s: %s is %s; want %s", f.Pos(f.Fn.Pos()), name,
			types.TypeString(f.Fn.Signature(), types.RelativeTo(pkg.Types)), want)
	}
	if err := f.pure(); err != nil {
		return nil, wrong("%s", err)
	}
	return f, nil
}

// declared is a function that a package declares. like is how such a function is declared.
func declared(pkg *packages.Package, name, like string) (*Func, error) {
	f := &Func{Pkg: pkg}
	object := pkg.Types.Scope().Lookup(name)
	if object == nil {
		if at := method(pkg, name); at != nil {
			return nil, fmt.Errorf("%s: %s is a method; want a function without a receiver, such as %s", f.Pos(at.Pos()), name,
				like)
		}
		return nil, fmt.Errorf("package %s, in %s, declares no function %s; want %s", pkg.PkgPath, folderOf(pkg), name, like)
	}
	fn, ok := object.(*types.Func)
	if !ok {
		return nil, fmt.Errorf("%s: %s is a %s; want a function, such as %s", f.Pos(object.Pos()), name, kindOf(object), like)
	}
	f.Fn, f.Decl = fn, Decl(pkg, fn)
	if f.Decl == nil || f.Decl.Body == nil {
		return nil, fmt.Errorf("%s: %s has no body in Go; want one", f.Pos(object.Pos()), name)
	}
	return f, nil
}

// oneToThree says what signature a map has, "" for one.
func oneToThree(fn *types.Func) string {
	sig := fn.Signature()
	switch n := sig.Params().Len(); {
	case sig.TypeParams().Len() > 0:
		return "no type parameters: declare a function of the instance"
	case sig.Variadic(), n < 1, n > spec.MaxMapInputs, sig.Results().Len() != 1:
		return fmt.Sprintf("one to %d parameters and one result, as in func Lift(x float32) Stats", spec.MaxMapInputs)
	}
	return ""
}

// binary says what signature an operator has, "" for one.
func binary(fn *types.Func) string {
	sig := fn.Signature()
	const want = "two parameters and one result of one type, as in func Merge(a, b Stats) Stats"
	switch {
	case sig.TypeParams().Len() > 0:
		return "no type parameters: declare a function of the instance"
	case sig.Variadic(), sig.Params().Len() != 2, sig.Results().Len() != 1:
		return want
	}
	a, b, c := sig.Params().At(0).Type(), sig.Params().At(1).Type(), sig.Results().At(0).Type()
	if !types.Identical(a, b) || !types.Identical(a, c) {
		return want
	}
	return ""
}

// method is the first method of a name that a type of the package has.
func method(pkg *packages.Package, name string) types.Object {
	for _, n := range pkg.Types.Scope().Names() {
		t, ok := pkg.Types.Scope().Lookup(n).(*types.TypeName)
		if !ok {
			continue
		}
		if m, _, _ := types.LookupFieldOrMethod(t.Type(), true, pkg.Types, name); m != nil {
			if m, ok := m.(*types.Func); ok {
				return m
			}
		}
	}
	return nil
}

func kindOf(o types.Object) string {
	switch o.(type) {
	case *types.TypeName:
		return "type"
	case *types.Const:
		return "constant"
	}
	return "variable"
}
