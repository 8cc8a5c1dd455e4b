package userpkg

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/packages"
)

// Decl is the declaration of a function or method by a package, which may have been loaded otherwise; nil: it has none.
func Decl(pkg *packages.Package, fn *types.Func) *ast.FuncDecl {
	for _, file := range pkg.Syntax {
		for _, d := range file.Decls {
			if d, ok := d.(*ast.FuncDecl); ok && d.Name.Name == fn.Name() {
				if o, ok := pkg.TypesInfo.Defs[d.Name].(*types.Func); ok && o.FullName() == fn.FullName() {
					return d
				}
			}
		}
	}
	return nil
}

// Declarations are those of the files of a package, by the names that they declare, but for methods. A constant without
// a value repeats that of a row above: its declaration is that of all rows.
func Declarations(files []*ast.File) map[string]ast.Node {
	all := map[string]ast.Node{}
	for _, file := range files {
		for _, d := range file.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Recv == nil {
					all[d.Name.Name] = d
				}
			case *ast.GenDecl:
				ofRows(d, all)
			}
		}
	}
	return all
}

// ofRows adds what the rows of a declaration declare.
func ofRows(d *ast.GenDecl, all map[string]ast.Node) {
	for _, s := range d.Specs {
		switch s := s.(type) {
		case *ast.TypeSpec:
			all[s.Name.Name] = s
		case *ast.ValueSpec:
			for _, name := range s.Names {
				all[name.Name] = s
				if d.Tok == token.CONST && s.Values == nil {
					all[name.Name] = d
				}
			}
		}
	}
}
