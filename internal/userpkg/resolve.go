package userpkg

import (
	"fmt"
	"go/types"
	"path/filepath"
	"strings"

	"github.com/shflgen/shflgen"
)

// Resolve loads what a spec refers to, as seen from the folder from: the element type, or the
// operator, which decides the element type. to is the folder that is generated into. typed says that -type was given;
// it then has to be that type. A spec without references stays as it is, and the
// function is nil. know adds to the operator what is known of the function: its laws,
// and how it is executed; nil: nothing.
func Resolve(s shflgen.Spec, from, to string, typed bool, know func(*Func, *shflgen.UserOp) error) (shflgen.Spec, *Func, error) {
	if s.User == nil {
		s, err := resolveType(s, from, to)
		return s, nil, err
	}
	f, err := Op(from, s.User.Ref)
	if err != nil {
		return s, nil, err
	}
	scalar, elem, err := f.element(s.User.Ref, to)
	if err != nil {
		return s, nil, shflgen.FlagError{Flag: "op", Value: s.User.Ref, Want: err.Error()}
	}
	if typed {
		if err := f.sameType(s, scalar, elem, from, to); err != nil {
			return s, nil, err
		}
	}
	op := shflgen.UserOp{
		Ref: s.User.Ref, Path: f.Pkg.PkgPath, Package: f.Pkg.Name, Name: f.Fn.Name(),
		Local: sameFolder(folder(f.Pkg), to), Claimed: strings.Join(f.Claims.Strings(), " "),
	}
	if !op.Local && !f.Fn.Exported() {
		return s, nil, shflgen.FlagError{Flag: "op", Value: s.User.Ref, Want: fmt.Sprintf("%s: %s is not exported, and the code is generated into another package; want an exported function",
			f.Pos(f.Fn.Pos()), f.Fn.Name())}
	}
	if !op.Local && f.Pkg.Name == "main" {
		return s, nil, shflgen.FlagError{Flag: "op", Value: s.User.Ref, Want: "no package can import a package main; want the function in another package"}
	}
	if !sameFolder(from, to) { // who reads the file back looks from its folder
		op.Ref = op.Path + "." + op.Name
	}
	if know != nil {
		if err := know(f, &op); err != nil {
			return s, nil, err
		}
	}
	s.Type, s.Elem, s.User = scalar, elem, op.Intern()
	return s, f, s.Validate()
}

// element is the type of an operator's elements: a scalar, or [shflgen.Composite] with the layout. ref
// is the operator's reference, to the folder that is generated into.
func (f *Func) element(ref, to string) (shflgen.Type, *shflgen.Element, error) {
	t := types.Unalias(f.Elem())
	if basic, ok := t.(*types.Basic); ok {
		if scalar, ok := scalars[basic.Kind()]; ok {
			return scalar, nil, nil
		}
	}
	e, err := Layout(f.Pkg.Fset, t, f.Fn.Pos())
	if err != nil {
		return 0, nil, err
	}
	named, ok := t.(*types.Named)
	if !ok || named.Obj().Pkg() == nil || named.TypeArgs().Len() > 0 {
		return 0, nil, fmt.Errorf("%s: %s combines %s, a type without a name; want one that a package declares", f.Pos(f.Fn.Pos()), f.Fn.Name(), types.TypeString(t, types.RelativeTo(f.Pkg.Types)))
	}
	o := named.Obj()
	n := shflgen.TypeName{Name: o.Name(), Package: o.Pkg().Name(), Path: o.Pkg().Path(), Local: o.Pkg() == f.Pkg.Types && sameFolder(folder(f.Pkg), to)}
	n.Ref = n.Path + "." + n.Name
	if path, _ := shflgen.SplitOpRef(ref); o.Pkg() == f.Pkg.Types {
		n.Ref = path + "." + n.Name
	}
	if !n.Local && !o.Exported() {
		return 0, nil, fmt.Errorf("%s: %s is not exported, and the code is generated into another package; want an exported type", f.Pos(o.Pos()), n.Name)
	}
	return shflgen.Composite, e.Named(n), nil
}

// sameType rejects a -type that is not the type of the operator's elements.
func (f *Func) sameType(s shflgen.Spec, scalar shflgen.Type, elem *shflgen.Element, from, to string) error {
	text, given := scalar.String(), s
	given.User, given.Op = nil, shflgen.Sum
	if elem != nil {
		text = elem.String()
		if e, err := element(s.TypeText(), from, to); s.Elem != nil && err == nil && e.TypeName().Path == elem.TypeName().Path && e.Name() == elem.Name() {
			return nil
		}
	} else if s.Elem == nil && s.Type == scalar {
		return nil
	}
	return shflgen.FlagError{Flag: "type", Value: given.TypeText(), Want: fmt.Sprintf("%s combines %s, %s; leave -type out", s.User.Ref, text, f.Pos(f.Fn.Pos()))}
}

// realPath is where a path leads, without links.
func realPath(dir string) string {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return dir
	}
	if linked, err := filepath.EvalSymlinks(abs); err == nil {
		return linked
	}
	return abs
}

// sameFolder reports whether two paths lead to one folder.
func sameFolder(a, b string) bool { return realPath(a) == realPath(b) }
