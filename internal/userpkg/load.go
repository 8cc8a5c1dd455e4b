//go:build !js

// Package userpkg loads the packages of users: the functions that -op names, and the types that
// -type names. The command and the prover share it, so that both mean the same declaration.
package userpkg

import (
	"errors"
	"fmt"
	"go/ast"
	"go/types"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/packages"
)

// mode is what is loaded of a package, and of each package that it imports.
const mode = packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports |
	packages.NeedDeps | packages.NeedTypes | packages.NeedSyntax | packages.NeedTypesInfo | packages.NeedTypesSizes |
	packages.NeedModule

// Load loads the package that the part of a reference before its last dot names, as seen from a
// folder: ./stats, an import path, or nothing for the package of the folder itself. It makes no
// use of the network. Errors of types are left to who uses a declaration: see [broken].
func Load(dir, path string) (*packages.Package, error) {
	pattern := path
	switch {
	case path == "":
		pattern = "."
	case filepath.IsAbs(path):
		return nil, fmt.Errorf("want a folder relative to the current one, such as ./stats, or an import path")
	}
	if path == "" || strings.HasPrefix(path, ".") {
		if err := bounded(filepath.Join(dir, filepath.FromSlash(path))); err != nil {
			return nil, err
		}
	}
	if _, err := Tool(dir); err != nil {
		return nil, err
	}
	found, err := loadWithin(loadTime, packages.Config{
		Mode: mode, Dir: dir, Env: Environment(),
	}, pattern)
	if err != nil {
		return nil, fmt.Errorf("the go command does not load %s: %s", pattern, GoError(err))
	}
	if len(found) != 1 {
		return nil, fmt.Errorf("%s names %d packages; want one", pattern, len(found))
	}
	pkg := found[0]
	for _, e := range pkg.Errors {
		if e.Kind == packages.TypeError && pkg.Types != nil { // elsewhere, code may call what is to be generated
			continue
		}
		return nil, Complaint(e)
	}
	var changed error
	packages.Visit(found, nil, func(p *packages.Package) {
		if err := Believed(p); err != nil {
			changed = err
		}
	})
	return pkg, changed
}

// Complaint is an error of a package on one line, with its place if it has one.
func Complaint(e packages.Error) error {
	if e.Pos != "" && e.Pos != "-" {
		return fmt.Errorf("%s: %s", e.Pos, firstLine(e.Msg))
	}
	return errors.New(firstLine(e.Msg))
}

// GoError is what the go command says, on one line, without the exit status that the package packages adds.
func GoError(err error) string {
	text := err.Error()
	if _, said, ok := strings.Cut(text, ": stderr: "); ok && strings.HasPrefix(text, "err: ") {
		text = said
	}
	return line(text)
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return line
}

// broken is the first error of types that lies within a declaration of a package.
func broken(pkg *packages.Package, d ast.Node) error {
	from, to := pkg.Fset.Position(d.Pos()), pkg.Fset.Position(d.End())
	for _, e := range pkg.TypeErrors {
		at := e.Fset.Position(e.Pos)
		if at.Filename == from.Filename && at.Line >= from.Line && at.Line <= to.Line {
			return fmt.Errorf("%s: %s", at, e.Msg)
		}
	}
	return nil
}

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
