package goread

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/spec"
)

// parameter is one of the function of a spec.
type parameter struct {
	port    spec.Port
	name    string
	typ     types.Type
	written bool // the function leaves results there
}

// parameters are those of the Go function of a shape: what goes in, then the numbers, which come out through a pointer
// as the elements do. Where elements are copied between global memory and lanes, what they are copied to comes with an
// array of its own. elems are the types of what is no scalar; nil: unknown.
func parameters(sh spec.Shape, elems map[*spec.Element]types.Type) []parameter {
	ports := slices.Clone(sh.In)
	if !sh.TakesElements() {
		ports = append(ports, sh.Element())
	}
	ports = append(ports, sh.Numbers()...)
	global, copies := sh.Global()
	if copies {
		ports = []spec.Port{sh.In[0], sh.Element()}
		if global.Global == sh.Element().Global { // where to, then what
			slices.Reverse(ports)
		}
	}
	var all []parameter
	for _, p := range ports {
		_, written := sh.Gives(p.Role)
		if copies {
			written = p.Global == sh.Element().Global
		}
		all = append(all, parameter{p, p.Name(), typeOf(sh, p, elems[p.Elem]), written})
	}
	return all
}

// typeOf is the type of the parameter for a port. The mask of a warp is one word, what is
// the same for all lanes an int; all else is a pointer to an array.
func typeOf(sh spec.Shape, p spec.Port, of types.Type) types.Type {
	if p.Uniform {
		return types.Typ[types.Int]
	}
	elem, n := valueType(p, of), sh.Lanes
	if p.Role == spec.MaskRole {
		if !sh.Block() {
			return elem
		}
		n = sh.MaskWords()
	}
	if p.Global != "" && sh.Partial() {
		return types.NewSlice(elem)
	}
	array := types.NewArray(elem, int64(n))
	if p.Array {
		array = types.NewArray(array, int64(p.Count))
	}
	return types.NewPointer(array)
}

// valueType is the type of a value of a port, of what is no scalar of; nil: unknown.
func valueType(p spec.Port, of types.Type) types.Type {
	switch {
	case p.Elem == nil:
		return scalarType(p.Type)
	case of == nil:
		return unresolved(p.Elem)
	}
	return of
}

// scalarType is the type of an element. For those without a Go type it is the type of their bits.
func scalarType(t spec.Type) types.Type {
	switch t {
	case spec.Float16, spec.Bfloat16:
		return types.Typ[types.Uint16]
	case spec.Float16x2, spec.Bfloat16x2:
		return types.Typ[types.Uint32]
	}
	return goType(t.String())
}

// goType is a predeclared type by its name.
func goType(name string) types.Type {
	o := types.Universe.Lookup(name)
	if o == nil {
		return types.Typ[types.Invalid]
	}
	return o.Type()
}

// signature is the type of the Go function of a shape.
func signature(sh spec.Shape, elems map[*spec.Element]types.Type) *types.Signature {
	if sh.Row() {
		return rowSignature(sh, elems)
	}
	if sh.Grid() {
		return gridSignature(sh, elems)
	}
	var params, results []*types.Var
	for _, p := range parameters(sh, elems) {
		params = append(params, types.NewParam(token.NoPos, nil, p.name, p.typ))
	}
	if sh.HasPred() {
		results = append(results, types.NewParam(token.NoPos, nil, "", types.Typ[types.Uint32]))
	}
	return types.NewSignatureType(nil, nil, nil, types.NewTuple(params...), types.NewTuple(results...), false)
}

// Signature is the type of the Go function of a spec, as text.
func Signature(s spec.Spec) string { return types.TypeString(signature(s.Shape(), nil), nil) }

// overlap is whether a caller can pass pointers of two types into one array: parts
// of a slice convert to pointers to arrays of any length.
func overlap(x, y types.Type) bool {
	element := func(t types.Type) types.Type {
		switch p := t.(type) {
		case *types.Pointer:
			t = p.Elem()
		case *types.Slice:
			return p.Elem()
		default:
			return nil
		}
		for {
			a, ok := t.(*types.Array)
			if !ok {
				return t
			}
			t = a.Elem()
		}
	}
	e := element(x)
	return e != nil && element(y) != nil && types.Identical(e, element(y))
}

// assumptions are what the caller of the function of a shape must see to. An array of
// results may not overlap the other; one of inputs may ([goexec.Run.Readable]).
func assumptions(sh spec.Shape) []string {
	if sh.Row() {
		return rowAssumptions(sh)
	}
	if sh.Grid() {
		return gridAssumptions(sh)
	}
	var names, all []string
	var written []parameter
	for _, p := range parameters(sh, nil) {
		if _, pointer := p.typ.(*types.Pointer); pointer { // a slice may be nil
			names = append(names, p.name)
		}
		if !p.written {
			continue
		}
		for _, other := range written {
			if overlap(p.typ, other.typ) {
				all = append(all, other.name+" and "+p.name+" do not overlap")
			}
		}
		written = append(written, p)
	}
	return append(all, strings.Join(names, ", ")+" not nil")
}
