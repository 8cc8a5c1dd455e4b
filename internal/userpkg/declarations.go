package userpkg

import (
	"go/ast"
	"go/token"
)

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
