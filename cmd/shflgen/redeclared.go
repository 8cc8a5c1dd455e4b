package main

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"

	"github.com/shflgen/shflgen/spec"
)

// redeclared returns an error for each name that the emitted Go file declares and another file
// of the folder declares or imports: the package would not compile. It skips files with build
// constraints, because they may be alternatives to the emitted file.
func redeclared(own string, src []byte) error {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, own, src, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	entries, err := os.ReadDir(filepath.Dir(own))
	if err != nil {
		return nil // writing the file reports it
	}
	names := declared(f)
	var wrong []error
	for _, e := range entries {
		path := filepath.Join(filepath.Dir(own), e.Name())
		if !isGoFile(e.Name()) || path == filepath.Clean(own) || constrained(e.Name()) || constrained(own) {
			continue
		}
		data, err := readGo(path)
		if err != nil || !mentions(data, names) {
			continue
		}
		other, err := parser.ParseFile(fset, path, data, parser.SkipObjectResolution|parser.ParseComments)
		if err != nil || other.Name.Name != f.Name.Name || !everywhere(other) {
			continue
		}
		for name, pos := range declaredOrImported(other) {
			if _, ok := names[name]; ok {
				wrong = append(wrong, usageError(fmt.Sprintf("%s: %s is declared in %s too; give another -name, or remove it there",
					own, name, fset.Position(pos))))
			}
		}
	}
	return errors.Join(wrong...)
}

// mentions reports whether a text contains one of the names.
func mentions(data []byte, names map[string]token.Pos) bool {
	for name := range names {
		if bytes.Contains(data, []byte(name)) {
			return true
		}
	}
	return false
}

// declared are the names that a file declares in its package.
func declared(f *ast.File) map[string]token.Pos {
	names := map[string]token.Pos{}
	note := func(id *ast.Ident) {
		if id.Name != "_" && id.Name != "init" {
			names[id.Name] = id.Pos()
		}
	}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				note(d.Name)
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					note(s.Name)
				case *ast.ValueSpec:
					for _, id := range s.Names {
						note(id)
					}
				}
			}
		}
	}
	return names
}

// declaredOrImported are the names that a file declares and the names of its imports. An import
// from outside the standard library counts only with an explicit name: its path may differ from
// the package's name.
func declaredOrImported(f *ast.File) map[string]token.Pos {
	names := declared(f)
	for _, i := range f.Imports {
		path := strings.Trim(i.Path.Value, "\"`")
		name := path[strings.LastIndexByte(path, '/')+1:]
		switch {
		case i.Name != nil:
			name = i.Name.Name
		case strings.Contains(path, "."):
			continue
		}
		if name != "_" && name != "." {
			names[name] = i.Pos()
		}
	}
	return names
}

// everywhere reports whether a file has no build constraint.
func everywhere(f *ast.File) bool {
	for _, group := range f.Comments {
		for _, c := range group.List {
			if c.Pos() < f.Package && (strings.HasPrefix(c.Text, "//go:build") || strings.HasPrefix(c.Text, "// +build")) {
				return false
			}
		}
	}
	return true
}

// constrained reports whether a file's name, without _test, is a build constraint.
func constrained(path string) bool {
	base := strings.TrimSuffix(strings.TrimSuffix(filepath.Base(path), ".go"), "_test")
	return spec.Constrained(base)
}
