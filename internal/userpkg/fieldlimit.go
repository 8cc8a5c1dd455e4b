//go:build !js

package userpkg

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"slices"
)

// maxParts bounds the fields that a type of a user's package holds by value, with those of its fields. The
// type checker visits each: of 2^20 in under a second, of 40 structs, each of two of the one before, in years.
const maxParts = 1 << 20

// fewParts refuses the first type declared in files, by name, that holds more parts. Files that do not parse are
// left to the go command.
func fewParts(files []string) error {
	types := map[string]ast.Expr{}
	fset := token.NewFileSet()
	at := map[string]token.Pos{}
	for _, name := range files {
		file, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			return nil
		}
		for _, d := range file.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok {
				continue
			}
			for _, s := range g.Specs {
				if t, ok := s.(*ast.TypeSpec); ok {
					types[t.Name.Name], at[t.Name.Name] = t.Type, t.Pos()
				}
			}
		}
	}
	known := map[string]int{}
	var parts func(e ast.Expr) int
	parts = func(e ast.Expr) int {
		switch e := e.(type) {
		case *ast.Ident:
			t, ok := types[e.Name]
			if !ok {
				return 1
			}
			if n, ok := known[e.Name]; ok {
				return n
			}
			known[e.Name] = 1 // of a type that holds itself, which the type checker reports
			known[e.Name] = parts(t)
			return known[e.Name]
		case *ast.IndexExpr:
			return parts(e.X)
		case *ast.IndexListExpr:
			return parts(e.X)
		case *ast.ParenExpr:
			return parts(e.X)
		case *ast.ArrayType:
			if e.Len != nil {
				return parts(e.Elt)
			}
		case *ast.StructType:
			n := 1
			for _, f := range e.Fields.List {
				n = min(n+max(1, len(f.Names))*parts(f.Type), maxParts+1)
			}
			return n
		}
		return 1
	}
	for _, name := range slices.Sorted(maps.Keys(types)) {
		if parts(types[name]) > maxParts {
			return fmt.Errorf("%s: type %s has more than %d parts; want a smaller type", fset.Position(at[name]), name, maxParts)
		}
	}
	return nil
}
