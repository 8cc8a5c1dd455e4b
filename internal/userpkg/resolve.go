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
	elem := f.Elem()
	basic, _ := types.Unalias(elem).(*types.Basic)
	scalar, ok := shflgen.Type(0), false
	if basic != nil {
		scalar, ok = scalars[basic.Kind()]
	}
	if !ok {
		return s, nil, shflgen.FlagError{Flag: "op", Value: s.User.Ref, Want: fmt.Sprintf("%s: %s combines %s; want %s",
			f.Pos(f.Fn.Pos()), f.Fn.Name(), types.TypeString(elem, types.RelativeTo(f.Pkg.Types)), scalarNames())}
	}
	if typed && s.Type != scalar {
		return s, nil, shflgen.FlagError{Flag: "type", Value: s.Type.String(), Want: fmt.Sprintf("%s combines %s, %s; leave -type out",
			s.User.Ref, scalar, f.Pos(f.Fn.Pos()))}
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
	s.Type, s.User = scalar, op.Intern()
	return s, f, s.Validate()
}

func scalarNames() string {
	return "int8, int16, int32, int64, uint8, uint16, uint32, uint64, float32 or float64"
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
