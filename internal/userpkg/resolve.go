//go:build !js

package userpkg

import (
	"fmt"
	"go/types"
	"path/filepath"
	"strings"

	"github.com/shflgen/shflgen/spec"
)

// Resolve loads what a spec refers to, as seen from the folder from: the element type, or the
// operator, which decides the element type. to is the folder that is generated into. typed says that -type was given;
// it then has to be that type. A spec without references stays as it is, and the
// function is nil. know adds to the operator what is known of the function: its laws,
// and how it is executed; nil: nothing.
func Resolve(s spec.Spec, from, to string, typed bool, know func(*Func, *spec.UserOp) error) (spec.Spec, *Func, error) {
	if s.User == nil {
		s, err := resolveType(s, from, to)
		return s, nil, err
	}
	f, err := Op(from, s.User.Ref)
	if err != nil {
		return s, nil, err
	}
	ref := f.reference(s.User.Ref, from, to)
	of, err := f.operand(f.Elem(), "combines", ref, to)
	if err != nil {
		return s, nil, spec.FlagError{Flag: "op", Value: s.User.Ref, Want: err.Error()}
	}
	scalar, elem := of.Type, of.Elem
	if typed {
		if err := f.sameType(s, scalar, elem, from, to); err != nil {
			return s, nil, err
		}
	}
	op := spec.UserOp{Claimed: strings.Join(f.Claims.Strings(), " ")}
	if op.GoFunc, err = f.called("op", s.User.Ref, ref, to); err != nil {
		return s, nil, err
	}
	if know != nil {
		if err := know(f, &op); err != nil {
			return s, nil, err
		}
	}
	s.Type, s.Elem, s.User = scalar, elem, op.Intern()
	return s, f, s.Validate()
}

// reference is a reference to the function that holds in the folder to, where the emitted file is read back.
func (f *Func) reference(ref, from, to string) string {
	if sameFolder(from, to) {
		return ref
	}
	return f.Pkg.PkgPath + "." + f.Fn.Name()
}

// called is the function as code calls it that is generated into the folder to, by a reference that holds there. The
// error rejects one that emitted Go cannot call.
func (f *Func) called(flag, ref, held, to string) (spec.GoFunc, error) {
	of := spec.GoFunc{Ref: held, Path: f.Pkg.PkgPath, Package: f.Pkg.Name, Name: f.Fn.Name(),
		Local: sameFolder(folderOf(f.Pkg), to)}
	switch {
	case of.Local:
	case !f.Fn.Exported():
		return of, spec.FlagError{Flag: flag, Value: ref,
			Want: fmt.Sprintf("%s: %s is not exported, and the code is generated into "+
				"another package; want an exported function",
				f.Pos(f.Fn.Pos()), f.Fn.Name())}
	case f.Pkg.Name == "main":
		return of, spec.FlagError{Flag: flag, Value: ref,
			Want: "no package can import a package main; want the function in another package"}
	}
	return of, nil
}

// operand is the type of a parameter or result of the function: a scalar, or [spec.Composite]
// with its layout. Diagnostics say what the function does with it. ref is the function's reference;
// to is the folder that receives the generated code.
func (f *Func) operand(t types.Type, what, ref, to string) (spec.Operand, error) {
	t = types.Unalias(t)
	var none spec.Operand
	if basic, ok := t.(*types.Basic); ok {
		if scalar, ok := scalars[basic.Kind()]; ok {
			return spec.Operand{Type: scalar}, nil
		}
	}
	e, err := Layout(f.Pkg.Fset, t, f.Fn.Pos())
	if err != nil {
		return none, err
	}
	named, ok := t.(*types.Named)
	if !ok || named.Obj().Pkg() == nil || named.TypeArgs().Len() > 0 {
		return none, fmt.Errorf("%s: %s %s %s, a type without a name; want one that a package declares", f.Pos(f.Fn.Pos()),
			f.Fn.Name(), what, types.TypeString(t, types.RelativeTo(f.Pkg.Types)))
	}
	o := named.Obj()
	n := spec.TypeName{Name: o.Name(), Package: o.Pkg().Name(), Path: o.Pkg().Path(), Local: o.Pkg() == f.Pkg.Types &&
		sameFolder(folderOf(f.Pkg), to)}
	n.Ref = n.Path + "." + n.Name
	if path, _ := spec.SplitRef(ref); o.Pkg() == f.Pkg.Types {
		n.Ref = path + "." + n.Name
	}
	if !n.Local && !o.Exported() {
		return none, fmt.Errorf("%s: %s is not exported, and the code is generated "+
			"into another package; want an exported type", f.Pos(o.Pos()), n.Name)
	}
	return spec.Operand{Type: spec.Composite, Elem: e.Named(n)}, nil
}

// sameType rejects a -type that is not the type of the operator's elements.
func (f *Func) sameType(s spec.Spec, scalar spec.Type, elem *spec.Element, from, to string) error {
	text, given := scalar.String(), s
	given.User, given.Op = nil, spec.Sum
	if elem != nil {
		text = elem.String()
		if e, err := element(s.TypeText(), from, to); s.Elem != nil && err == nil &&
			e.TypeName().Path == elem.TypeName().Path && e.Name() == elem.Name() {
			return nil
		}
	} else if s.Elem == nil && s.Type == scalar {
		return nil
	}
	return spec.FlagError{Flag: "type", Value: given.TypeText(),
		Want: fmt.Sprintf("%s combines %s, %s; leave -type out", s.User.Ref, text, f.Pos(f.Fn.Pos()))}
}

// ResolveMap loads the map of a spec, as [Resolve] does. The type and the operator are resolved. typed says that
// -type was given or follows from the operator: the map then has to give that type. know adds how the function is
// executed; nil: nothing.
func ResolveMap(s spec.Spec, from, to string, typed bool, know func(*Func, *spec.Map) error) (spec.Spec, *Func, error) {
	f, err := Map(from, s.Map.Ref)
	if err != nil {
		return s, nil, err
	}
	m, err := f.mapping(s, "map", s.Map.Ref, from, to)
	if err != nil {
		return s, nil, err
	}
	switch is := (spec.Operand{Type: s.Type, Elem: s.Elem}); {
	case !typed && s.Elem == nil:
		s.Type, s.Elem = m.Result.Type, m.Result.Elem
	case sameOperand(is, m.Result):
		m.Result = is
	default:
		return s, nil, spec.FlagError{Flag: "map", Value: s.Map.Ref,
			Want: fmt.Sprintf("%s: %s gives %s, and elements are %s; want a function that gives elements", f.Pos(f.Fn.Pos()),
				f.Fn.Name(), m.Result, is)}
	}
	if know != nil {
		if err := know(f, &m); err != nil {
			return s, nil, err
		}
	}
	s.Map = m.Intern()
	return s, f, s.Validate()
}

// ResolveApplied loads the function that a row-apply applies, as [Resolve] does. know adds how the
// function is executed; nil: nothing.
func ResolveApplied(s spec.Spec, from, to string, know func(*Func, *spec.Map) error) (spec.Spec, *Func, error) {
	f, err := Applied(from, s.Row().Fn.Ref)
	if err != nil {
		return s, nil, err
	}
	m, err := f.mapping(s, "f", s.Row().Fn.Ref, from, to)
	if err == nil && know != nil {
		err = know(f, &m)
	}
	if err != nil {
		return s, nil, err
	}
	row := s.Row()
	row.Fn = m.Intern()
	s.Params = row
	return s, f, s.Validate()
}

// mapping is the function as what a flag of s names.
func (f *Func) mapping(s spec.Spec, flag, ref, from, to string) (m spec.Map, err error) {
	held := f.reference(ref, from, to)
	m.Kind = spec.UserMap
	if m.GoFunc, err = f.called(flag, ref, held, to); err != nil {
		return m, err
	}
	wrong := func(err error) (spec.Map, error) {
		return m, spec.FlagError{Flag: flag, Value: ref, Want: err.Error()}
	}
	sig := f.Fn.Signature()
	for p := range sig.Params().Variables() {
		o, err := f.operand(p.Type(), "takes", held, to)
		if err != nil {
			return wrong(err)
		}
		if o.Elem != nil && o.Elem.Size() > spec.MaxElement {
			return wrong(fmt.Errorf("%s: %s has %d bytes; want at most %d", f.Pos(f.Fn.Pos()), o, o.Elem.Size(),
				spec.MaxElement))
		}
		if is := (spec.Operand{Type: s.Type, Elem: s.Elem}); is.Elem != nil && sameOperand(o, is) {
			o = is // by the name that elements have
		}
		m.Params = append(m.Params, o)
	}
	if m.Result, err = f.operand(sig.Results().At(0).Type(), "gives", held, to); err != nil {
		return wrong(err)
	}
	return m, nil
}

// sameOperand reports whether two types are one, by whatever references they were found.
func sameOperand(a, b spec.Operand) bool {
	if a.Elem == nil || b.Elem == nil {
		return a == b
	}
	x, y := a.Elem.TypeName(), b.Elem.TypeName()
	return x.Path == y.Path && x.Name == y.Name && a.Elem.Size() == b.Elem.Size()
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
