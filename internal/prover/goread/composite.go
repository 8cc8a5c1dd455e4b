package goread

import (
	"fmt"
	"go/types"
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/goexec"
	"github.com/shflgen/shflgen/internal/userpkg"
	"github.com/shflgen/shflgen/spec"
)

// findElements finds the Go types of elements and inputs that are no scalars, where the spec says
// that they are, and wants the layouts that the spec was made for.
func (f *File) findElements(u *Unit) error {
	if err := f.Spec.ReadyOwn(); err != nil {
		return err
	}
	f.elems = map[*spec.Element]types.Type{}
	for _, e := range f.Spec.Composites() {
		if f.elems[e] != nil {
			continue
		}
		t, err := f.findElement(u, e)
		if err != nil {
			return err
		}
		f.elems[e] = t
	}
	return nil
}

func (f *File) findElement(u *Unit, elem *spec.Element) (types.Type, error) {
	n := elem.TypeName()
	pkg := u.Pkg
	if !n.Local && n.Path != u.Pkg.Path() {
		i := slices.IndexFunc(u.Pkg.Imports(), func(p *types.Package) bool { return p.Path() == n.Path })
		if i < 0 {
			return nil, fmt.Errorf("%s: imports no package %s, which declares %s", u.Name, n.Path, n.Name)
		}
		pkg = u.Pkg.Imports()[i]
		f.Assumes = append(f.Assumes, elem.String()+" as package "+n.Path+" declares it here")
	}
	o, ok := pkg.Scope().Lookup(n.Name).(*types.TypeName)
	if !ok {
		return nil, fmt.Errorf("%s: package %s declares no type %s", u.Name, pkg.Path(), n.Name)
	}
	e, err := userpkg.Layout(u.Fset, o.Type(), o.Pos())
	if err != nil {
		return nil, err
	}
	if e.Size() != elem.Size() || !slices.Equal(e.Leaves(), elem.Leaves()) {
		return nil, fmt.Errorf("%s: %s has another layout than the one that was loaded: want the file read again", u.Name,
			n.Name)
	}
	return o.Type(), nil
}

// typeOf is the Go type of a port's values that are no scalars; nil: they are.
func (f *File) typeOf(p spec.Port) types.Type {
	if p.Elem == nil {
		return nil
	}
	return f.elems[p.Elem]
}

// unresolved stands for an element's type where no package is loaded.
func unresolved(e *spec.Element) types.Type {
	n := e.TypeName()
	pkg := types.NewPackage(n.Path, n.Package)
	if n.Local {
		pkg = nil
	}
	return types.NewNamed(types.NewTypeName(0, pkg, n.Name, nil), types.NewStruct(nil, nil), nil)
}

// composites is an array of values of a type that is no scalar, made of their leaves.
func (r *run) composites(typ types.Type, values []bv.Value) *goexec.Array {
	a := &goexec.Array{}
	for len(values) > 0 {
		a.Cells = append(a.Cells, &goexec.Cell{Val: r.Composed(typ, func() goexec.Value {
			x := values[0]
			values = values[1:]
			return goexec.Value{V: x}
		})})
	}
	return a
}
