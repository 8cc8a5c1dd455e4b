// Package typecheck checks emitted Go by go/types before it is written. It needs no build cache and no sources.
package typecheck

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strings"

	"github.com/shflgen/shflgen/internal/gostd"
	"github.com/shflgen/shflgen/spec"
)

// Check reports what a Go compiler rejects in the file that is emitted for s. loaded are the packages of the
// functions that s names. If a package is not loaded, Check assumes that it has every name, and that the
// import is used.
func Check(s spec.Spec, src []byte, loaded ...*types.Package) error {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, s.FileName()+".go", src, parser.SkipObjectResolution)
	if err != nil {
		return wrong(s, err)
	}
	var found error
	conf := types.Config{
		Importer: importer{loaded},
		Error: func(err error) {
			var e types.Error
			if found == nil && !(errors.As(err, &e) && strings.HasPrefix(e.Msg, "could not import ")) {
				found = err
			}
		},
	}
	pkg := types.NewPackage(home(s), file.Name.Name)
	insert(pkg, file, s, loaded)
	_ = types.NewChecker(&conf, fset, pkg, nil).Files([]*ast.File{file}) // conf.Error gets every error
	if found != nil {
		return wrong(s, found)
	}
	return nil
}

// wrong is the error for emitted Go that does not compile.
func wrong(s spec.Spec, err error) error {
	const format = "internal error: the Go of %s does not compile: %w; no file is written, please report the command"
	return fmt.Errorf(format, strings.Join(s.Args(), " "), err)
}

// home is the path of the package that the file belongs to, if functions or types of users lie in it.
func home(s spec.Spec) string {
	for _, n := range names(s) {
		if n.Local {
			return n.Path
		}
	}
	return "emitted"
}

// names are the functions and types of users in s.
func names(s spec.Spec) (all []spec.TypeName) {
	if u := s.User; u != nil {
		all = append(all, spec.TypeName{Name: u.Name, Path: u.Path, Local: u.Local})
	}
	for _, m := range []*spec.Map{s.Map, s.Row().Fn} {
		if m == nil || m.Kind != spec.UserMap {
			continue
		}
		all = append(all, spec.TypeName{Name: m.Name, Path: m.Path, Local: m.Local})
		for _, o := range append([]spec.Operand{m.Result}, m.Params...) {
			all = append(all, element(o.Elem)...)
		}
	}
	return append(append(all, element(s.Elem)...), element(s.Sort().Value)...)
}

// element is the name of a type of users.
func element(e *spec.Element) []spec.TypeName {
	if e == nil || e.IsNumber() {
		return nil
	}
	return []spec.TypeName{e.TypeName()}
}

// insert declares in pkg what its other files declare and the file may use. A type of a package that is not
// loaded stands for any.
func insert(pkg *types.Package, file *ast.File, s spec.Spec, loaded []*types.Package) {
	own := map[string]bool{}
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok {
			own[f.Name.Name] = true
		}
	}
	for _, from := range loaded {
		if from.Path() != pkg.Path() {
			continue
		}
		for _, name := range from.Scope().Names() {
			if !own[name] {
				pkg.Scope().Insert(from.Scope().Lookup(name))
			}
		}
	}
	for _, n := range names(s) {
		if n.Local && pkg.Scope().Lookup(n.Name) == nil {
			pkg.Scope().Insert(types.NewTypeName(token.NoPos, pkg, n.Name, types.Typ[types.Invalid]))
		}
	}
}

// importer knows the standard library as [gostd] declares it, and packages that are loaded, with what they import.
type importer struct{ loaded []*types.Package }

func (i importer) Import(path string) (*types.Package, error) {
	if p := gostd.Packages[path]; p != nil {
		return p, nil
	}
	seen := map[*types.Package]bool{}
	var find func(all []*types.Package) *types.Package
	find = func(all []*types.Package) *types.Package {
		for _, p := range all {
			if p.Path() == path {
				return p
			}
			if !seen[p] {
				seen[p] = true
				if found := find(p.Imports()); found != nil {
					return found
				}
			}
		}
		return nil
	}
	if p := find(i.loaded); p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("%s is not loaded", path)
}
