package walls_test

import (
	"go/types"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

// TestPublicNamesNothingInternal: whatever a public package exports can be written down by
// those who import it. No field, parameter, result or alias is of an internal package.
func TestPublicNamesNothingInternal(t *testing.T) {
	const module = "github.com/shflgen/shflgen"
	loaded, err := packages.Load(&packages.Config{Mode: packages.NeedTypes | packages.NeedDeps | packages.NeedImports |
		packages.NeedName},
		module+"/spec", module+"/gen", module+"/verify", module+"/analysis/emitted", module+"/analysis/golangci")
	if err != nil || len(loaded) != 5 {
		t.Fatal(len(loaded), err)
	}
	for _, p := range loaded {
		scope, seen := p.Types.Scope(), 0
		for _, name := range scope.Names() {
			object := scope.Lookup(name)
			if !object.Exported() {
				continue
			}
			seen++
			if inner := internalIn(object); inner != "" {
				t.Errorf("%s.%s names %s", p.Name, name, inner)
			}
		}
		if seen == 0 {
			t.Errorf("%s exports nothing", p.Name)
		}
	}
}

// internalIn is an internal type that a declaration names where others can see it, or "".
func internalIn(object types.Object) string {
	named, ok := object.Type().(*types.Named)
	if _, declares := object.(*types.TypeName); !declares || !ok || named.Obj() != object {
		return internalType(object.Type())
	}
	for method := range named.Methods() {
		if method.Exported() {
			if inner := internalType(method.Type()); inner != "" {
				return inner
			}
		}
	}
	return internalType(named.Underlying())
}

// internalType is an internal type in the text of a type, or "".
func internalType(t types.Type) string {
	switch t := t.(type) {
	case *types.Alias:
		return internalType(t.Rhs())
	case *types.Named:
		if p := t.Obj().Pkg(); p != nil && strings.Contains(p.Path(), "/internal/") {
			return t.String()
		}
	case *types.Pointer:
		return internalType(t.Elem())
	case *types.Slice:
		return internalType(t.Elem())
	case *types.Array:
		return internalType(t.Elem())
	case *types.Map:
		return internalType(t.Key()) + internalType(t.Elem())
	case *types.Struct:
		for field := range t.Fields() {
			if inner := internalType(field.Type()); field.Exported() && inner != "" {
				return inner
			}
		}
	case *types.Signature:
		return internalType(t.Params()) + internalType(t.Results())
	case *types.Tuple:
		for v := range t.Variables() {
			if inner := internalType(v.Type()); inner != "" {
				return inner
			}
		}
	case *types.Interface:
		for method := range t.Methods() {
			if inner := internalType(method.Type()); inner != "" {
				return inner
			}
		}
	}
	return ""
}
