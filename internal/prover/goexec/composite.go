package goexec

import (
	"go/ast"
	"go/constant"
	"go/types"
)

// field is the struct that a selector is of, as the array of its fields, which of them it names,
// and whether by a pointer.
func (r *Run) field(e *ast.SelectorExpr) (of *Array, n int, via bool) {
	typ := r.Info.TypeOf(e.X)
	if typ == nil {
		r.Stop(e, e.Sel.Name, "want a field of a struct")
	}
	o, path, _ := types.LookupFieldOrMethod(typ, true, r.Types, e.Sel.Name)
	if v, ok := o.(*types.Var); !ok || !v.IsField() {
		r.Stop(e, e.Sel.Name, "want a field of a struct")
	}
	return r.along(e, typ, path)
}

// along is where a path of fields ends that begins at the operand of a selector, of a type.
func (r *Run) along(e *ast.SelectorExpr, typ types.Type, path []int) (of *Array, n int, via bool) {
	x := r.Eval(e.X)
	via = r.pointed(e.X)
	for i, index := range path {
		s, pointer := structOf(typ)
		if pointer {
			x, via = Value{Arr: r.Pointee(e, x)}, true
		}
		if s == nil || x.Arr == nil {
			r.Stop(e, e.Sel.Name, "want a field of a struct")
		}
		of, n = x.Arr, cellOfField(s, index)
		r.Readable(e, of)
		if typ = s.Field(index).Type(); i < len(path)-1 {
			x = of.Cells[n].Val
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

// literal is an array or a struct written out.
func (r *Run) literal(e *ast.CompositeLit) Value {
	typ := r.Info.TypeOf(e)
	s, _ := typ.Underlying().(*types.Struct)
	if _, ok := typ.Underlying().(*types.Array); s == nil && !ok {
		r.Stop(e, "literal of type "+typ.String(), "want an array of a given length")
	}
	x := r.Zero(e, typ)
	next := 0
	for _, elem := range e.Elts {
		if kv, ok := elem.(*ast.KeyValueExpr); ok {
			elem = kv.Value
			if s == nil {
				i, _ := constant.Int64Val(constant.ToInt(r.Info.Types[kv.Key].Value))
				next = int(i)
			} else {
				for next = 0; s.Field(next).Name() != kv.Key.(*ast.Ident).Name; {
					next++
				}
			}
		}
		y := r.own(r.Eval(elem))
		switch {
		case s == nil:
			x.Arr.Cells[next].Val = y
		case s.Field(next).Name() != "_":
			x.Arr.Cells[cellOfField(s, next)].Val = y
		}
		next++
	}
	return x
}
