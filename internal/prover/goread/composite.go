package goread

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/userpkg"
	"github.com/shflgen/shflgen/spec"
)

// A struct is kept as an array of its fields, and a complex number as one of its parts. Blank
// fields are left out: no program reads them.

// findElements finds the Go types of elements and inputs that are no scalars, where the spec says
// that they are, and wants the layouts that the spec was made for.
func (f *File) findElements(u *Unit) error {
	if err := f.Spec.Ready(); err != nil {
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
		return nil, fmt.Errorf("%s: %s has another layout than the one that was loaded: want the file read again", u.Name, n.Name)
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

// structOf is the struct type of an expression that is a struct or points to one.
func structOf(typ types.Type) (s *types.Struct, pointer bool) {
	t := typ.Underlying()
	if p, ok := t.(*types.Pointer); ok {
		t, pointer = p.Elem().Underlying(), true
	}
	s, _ = t.(*types.Struct)
	return s, pointer
}

// partsOf are the types of what a struct or a complex number is kept as; ok is false for any other
// type.
func partsOf(typ types.Type) (parts []types.Type, ok bool) {
	switch t := typ.Underlying().(type) {
	case *types.Struct:
		for field := range t.Fields() {
			if field.Name() != "_" {
				parts = append(parts, field.Type())
			}
		}
		return parts, true
	case *types.Basic:
		switch t.Kind() {
		case types.Complex64:
			return []types.Type{types.Typ[types.Float32], types.Typ[types.Float32]}, true
		case types.Complex128:
			return []types.Type{types.Typ[types.Float64], types.Typ[types.Float64]}, true
		}
	}
	return nil, false
}

// composed is a value of a type of which take gives the scalars, in the order of memory.
func (r *run) composed(typ types.Type, take func() bv.Value) value {
	if parts, ok := partsOf(typ); ok {
		a := &array{}
		for _, part := range parts {
			a.cells = append(a.cells, &cell{val: r.composed(part, take)})
		}
		return value{arr: a}
	}
	if t, ok := typ.Underlying().(*types.Array); ok {
		a := &array{}
		for range t.Len() {
			a.cells = append(a.cells, &cell{val: r.composed(t.Elem(), take)})
		}
		return value{arr: a}
	}
	x := take()
	if k, ok := r.kindOf(typ); ok && k.bool {
		x = r.dom.Extract(x, 0, 1)
	}
	return value{v: x}
}

// composites is an array of values of a type that is no scalar, made of their leaves.
func (r *run) composites(typ types.Type, values []bv.Value) *array {
	a := &array{}
	for len(values) > 0 {
		a.cells = append(a.cells, &cell{val: r.composed(typ, func() bv.Value {
			x := values[0]
			values = values[1:]
			return x
		})})
	}
	return a
}

// scalarCells are the scalars of an array, in the order of memory.
func (a *array) scalarCells() []*cell {
	var all []*cell
	for _, c := range a.cells {
		if c.val.arr != nil && !c.val.ptr {
			all = append(all, c.val.arr.scalarCells()...)
			continue
		}
		all = append(all, c)
	}
	return all
}

// field is the struct that a selector is of, as the array of its fields, which of them it names,
// and whether by a pointer.
func (r *run) field(e *ast.SelectorExpr) (of *array, n int, via bool) {
	typ := r.info.TypeOf(e.X)
	if typ == nil {
		r.stop(e, e.Sel.Name, "want a field of a struct")
	}
	o, path, _ := types.LookupFieldOrMethod(typ, true, r.pkg, e.Sel.Name)
	if v, ok := o.(*types.Var); !ok || !v.IsField() {
		r.stop(e, e.Sel.Name, "want a field of a struct")
	}
	x := r.eval(e.X)
	via = r.pointed(e.X)
	for i, index := range path {
		s, pointer := structOf(typ)
		if pointer {
			x, via = value{arr: r.pointee(e, x)}, true
		}
		if s == nil || x.arr == nil {
			r.stop(e, e.Sel.Name, "want a field of a struct")
		}
		of, n = x.arr, cellOfField(s, index)
		r.readable(e, of)
		if typ = s.Field(index).Type(); i < len(path)-1 {
			x = of.cells[n].val
		}
	}
	return of, n, via
}

// cellOfField is the cell of a field: its number among those that are not blank.
func cellOfField(s *types.Struct, index int) int {
	n := 0
	for i := range index {
		if s.Field(i).Name() != "_" {
			n++
		}
	}
	return n
}

// structLiteral is a struct written out.
func (r *run) structLiteral(e *ast.CompositeLit, s *types.Struct) value {
	x := r.zero(e, r.info.TypeOf(e))
	for i, elem := range e.Elts {
		if kv, ok := elem.(*ast.KeyValueExpr); ok {
			name := kv.Key.(*ast.Ident).Name
			i = 0
			for s.Field(i).Name() != name {
				i++
			}
			elem = kv.Value
		}
		y := r.eval(elem)
		if y.arr != nil && !y.ptr {
			y.arr = r.copyOf(y.arr)
		}
		if s.Field(i).Name() != "_" {
			x.arr.cells[cellOfField(s, i)].val = y
		}
	}
	return x
}

// equalParts is whether two structs or arrays of a type are equal, part by part.
func (r *run) equalParts(n ast.Node, typ types.Type, x, y value) bv.Value {
	parts, ok := partsOf(typ)
	if t, isArray := typ.Underlying().(*types.Array); isArray {
		for range t.Len() {
			parts = append(parts, t.Elem())
		}
		ok = true
	}
	if !ok {
		k, _ := r.kindOf(typ)
		return r.equalScalars(n, k, x, y)
	}
	if x.arr == nil || y.arr == nil {
		r.stop(n, "comparison of "+typ.String(), "want two values")
	}
	same := r.yes
	for i, part := range parts {
		same = r.and(same, r.equalParts(n, part, x.arr.cells[i].val, y.arr.cells[i].val))
	}
	return same
}

// chooseParts is x where c is true, else y, part by part.
func (r *run) chooseParts(c bv.Value, x, y value) value {
	a := &array{}
	for i := range x.arr.cells {
		a.cells = append(a.cells, r.newCell(r.choose(c, x.arr.cells[i].val, y.arr.cells[i].val)))
	}
	return value{arr: a}
}

// arrayLiteral is an array written out.
func (r *run) arrayLiteral(e *ast.CompositeLit) value {
	x := r.zero(e, r.info.TypeOf(e))
	next := int64(0)
	for _, elem := range e.Elts {
		if kv, ok := elem.(*ast.KeyValueExpr); ok {
			next, _ = constant.Int64Val(r.info.Types[kv.Key].Value)
			elem = kv.Value
		}
		y := r.eval(elem)
		if y.arr != nil && !y.ptr {
			y.arr = r.copyOf(y.arr)
		}
		x.arr.cells[next].val = y
		next++
	}
	return x
}
