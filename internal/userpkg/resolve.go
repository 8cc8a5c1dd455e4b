package userpkg

import (
	"fmt"
	"go/types"
	"path/filepath"
	"strings"

	"github.com/shflgen/shflgen"
)

// scalars are the element types that Go has.
var scalars = map[types.BasicKind]shflgen.Type{
	types.Int8: shflgen.Int8, types.Int16: shflgen.Int16, types.Int32: shflgen.Int32, types.Int64: shflgen.Int64,
	types.Uint8: shflgen.Uint8, types.Uint16: shflgen.Uint16, types.Uint32: shflgen.Uint32, types.Uint64: shflgen.Uint64,
	types.Float32: shflgen.Float32, types.Float64: shflgen.Float64,
}

// Resolve loads what a spec refers to, as seen from the folder from: the operator, which decides
// the element type. to is the folder that is generated into. typed says that -type was given;
// it then has to be that type. A spec without references stays as it is, and the
// function is nil. know adds to the operator what is known of the function: its laws,
// and how it is executed; nil: nothing.
func Resolve(s shflgen.Spec, from, to string, typed bool, know func(*Func, *shflgen.UserOp) error) (shflgen.Spec, *Func, error) {
	if s.User == nil {
		return s, nil, nil
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

// sameFolder reports whether two paths lead to one folder.
func sameFolder(a, b string) bool {
	real := func(dir string) string {
		abs, err := filepath.Abs(dir)
		if err != nil {
			return dir
		}
		if linked, err := filepath.EvalSymlinks(abs); err == nil {
			return linked
		}
		return abs
	}
	return real(a) == real(b)
}
