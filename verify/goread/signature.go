package goread

import (
	"go/token"
	"go/types"
	"strings"

	"github.com/shflgen/shflgen"
)

// parameter is one of the function of a spec.
type parameter struct {
	name string
	typ  types.Type
}

func parameters(s shflgen.Spec) []parameter {
	array := func(elem types.Type, n int) types.Type { return types.NewArray(elem, int64(n)) }
	pointer := func(elem types.Type, n int) types.Type { return types.NewPointer(array(elem, n)) }
	word := types.Typ[types.Uint32]
	var all []parameter
	if s.Mask != shflgen.Full {
		var mask types.Type = word
		if s.Pattern.Block() {
			mask = pointer(word, s.MaskWords())
		}
		all = append(all, parameter{"mask", mask})
	}
	if s.Pattern.Keyed() {
		all = append(all, parameter{"key", pointer(goType(s.Key.String()), s.Lanes())})
	}
	elem := goType(s.Type.String())
	switch s.Type {
	case shflgen.Float16, shflgen.Bfloat16:
		elem = types.Typ[types.Uint16]
	case shflgen.Float16x2, shflgen.Bfloat16x2:
		elem = word
	}
	lanes := array(elem, s.Lanes())
	if s.Pattern.Batch() {
		lanes = array(lanes, s.N)
	}
	all = append(all, parameter{"v", types.NewPointer(lanes)})
	if s.HasLane() {
		all = append(all, parameter{"idx", pointer(types.Typ[types.Int32], s.Lanes())})
	}
	return all
}

// goType is a predeclared type by its name.
func goType(name string) types.Type {
	o := types.Universe.Lookup(name)
	if o == nil {
		return types.Typ[types.Invalid]
	}
	return o.Type()
}

// signature is the type of the Go function of a spec.
func signature(s shflgen.Spec) *types.Signature {
	var params, results []*types.Var
	for _, p := range parameters(s) {
		params = append(params, types.NewParam(token.NoPos, nil, p.name, p.typ))
	}
	if s.Pattern.HasPred() {
		results = append(results, types.NewParam(token.NoPos, nil, "", types.Typ[types.Uint32]))
	}
	return types.NewSignatureType(nil, nil, nil, types.NewTuple(params...), types.NewTuple(results...), false)
}

// Signature is the type of the Go function of a spec, as text.
func Signature(s shflgen.Spec) string { return types.TypeString(signature(s), nil) }

// overlap is whether a caller can pass pointers of two types into one array: parts
// of a slice convert to pointers to arrays of any length.
func overlap(x, y types.Type) bool {
	element := func(t types.Type) types.Type {
		p, ok := t.(*types.Pointer)
		if !ok {
			return nil
		}
		t = p.Elem()
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

// assumptions are what the caller of the function of a spec must see to. An array of
// results may not overlap the other; one of inputs may (run.readable).
func assumptions(s shflgen.Spec) []string {
	var names []string
	var all []string
	for _, p := range parameters(s) {
		if _, pointer := p.typ.(*types.Pointer); pointer {
			names = append(names, p.name)
		}
		if v := parameters(s); p.name == "idx" && overlap(p.typ, v[len(v)-2].typ) {
			all = append(all, "v and idx do not overlap")
		}
	}
	return append(all, strings.Join(names, ", ")+" not nil")
}
