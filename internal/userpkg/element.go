//go:build !js

package userpkg

import (
	"fmt"
	"go/build"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/shflgen/shflgen/internal/spelling"
	"github.com/shflgen/shflgen/spec"
)

// elementMode is what is loaded for a type: source alone. For export data the go command compiles
// the package, which takes minutes of a type of 2^20 parts.
const elementMode = packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedDeps |
	packages.NeedTypes |
	packages.NeedSyntax | packages.NeedTypesInfo | packages.NeedTypesSizes | packages.NeedModule

// resolveType puts the layout in the place of an element that is a name alone: from is the folder
// from which relative paths go, to the one that is generated into.
func resolveType(s spec.Spec, from, to string) (spec.Spec, error) {
	declared := s.Declared()
	if declared == nil || declared.Resolved() {
		return s, nil
	}
	ref := declared.TypeName().Ref
	e, err := element(ref, from, to)
	if err != nil {
		return s, spec.FlagError{Flag: s.DeclaredFlag(), Value: ref, Want: err.Error()}
	}
	s = s.WithDeclared(e)
	return s, s.Validate()
}

// element is the element that a reference names.
func element(ref, from, to string) (*spec.Element, error) {
	path, name := spec.SplitRef(ref)
	dir := from
	if path == "" {
		dir = to
	}
	pkg, err := loadTypes(dir, path)
	if err != nil {
		return nil, err
	}
	object, err := typeOf(pkg, name)
	if err != nil {
		return nil, err
	}
	e, err := Layout(pkg.Fset, object.Type(), object.Pos())
	if err != nil {
		return nil, err
	}
	n := spec.TypeName{Name: name, Package: pkg.Name, Path: pkg.PkgPath, Ref: ref, Local: path == "" ||
		sameFolder(folderOf(pkg), to)}
	switch {
	case n.Local:
	case !object.Exported():
		return nil, fmt.Errorf("%s: %s is not exported, and the code is generated "+
			"into another package; want an exported type", place(pkg.Fset, object.Pos()), name)
	case pkg.Name == "main":
		return nil, fmt.Errorf("no package can import a package main; want %s in "+
			"another package, or the code generated into %s", name, folderOf(pkg))
	case importsFolder(pkg, to):
		return nil, fmt.Errorf("package %s imports the package that is generated into, which cannot import "+
			"it back; want %s in a package of its own", pkg.PkgPath, name)
	}
	if n.Ref, err = refFrom(ref, path, name, pkg, from, to); err != nil {
		return nil, err
	}
	return e.Named(n), nil
}

// refFrom is a reference as whoever reads the generated file has to write it: relative to the
// folder to.
func refFrom(ref, path, name string, pkg *packages.Package, from, to string) (string, error) {
	if !strings.HasPrefix(path, ".") || sameFolder(from, to) {
		return ref, nil
	}
	rel, err := filepath.Rel(realPath(to), realPath(folderOf(pkg)))
	switch {
	case err != nil:
		return "", fmt.Errorf("there is no path from %s to the package; want the import path", to)
	case rel == ".":
		return "." + name, nil
	case !strings.HasPrefix(rel, ".."):
		rel = "./" + rel
	}
	ref = filepath.ToSlash(rel) + "." + name
	if spec.CheckTypeRef(ref) != "" {
		return pkg.PkgPath + "." + name, nil
	}
	return ref, nil
}

// loadTypes loads the types of a package, as seen from a folder: a relative path, an import path, or nothing for the
// package of the folder itself. Errors elsewhere in the package do not matter: that code may call the function that
// is to be generated.
func loadTypes(dir, path string) (*packages.Package, error) {
	pattern := path
	if path == "" {
		pattern = "."
	}
	patterns := []string{pattern}
	if strings.HasPrefix(pattern, ".") {
		at := filepath.Join(dir, filepath.FromSlash(pattern))
		if info, err := os.Stat(at); err != nil || !info.IsDir() {
			return nil, fmt.Errorf("there is no folder %s; want a package's folder, such as ./geom.Vec3, or an import path", at)
		}
		if err := bounded(at); err != nil {
			return nil, err
		}
		dir, patterns = at, []string{"."}
		if !InModule(at) {
			var err error
			if patterns, err = goFiles(at); err != nil {
				return nil, err
			}
		}
	} else if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		dir = "."
	}
	found, err := loadWithin(loadTime, packages.Config{
		Mode: elementMode, Dir: dir, Env: append(os.Environ(), "GOPROXY=off", "GOTOOLCHAIN=local", "GOPACKAGESDRIVER=off"),
	}, patterns...)
	switch {
	case err != nil:
		return nil, fmt.Errorf("the go command does not load %s: %s", pattern, GoError(err))
	case len(found) != 1:
		return nil, fmt.Errorf("%s names %d packages; want one", pattern, len(found))
	case mixed(found[0]) != "":
		return nil, fmt.Errorf("package %s does not load: %s", pattern, mixed(found[0]))
	case len(found[0].Syntax) == 0 || found[0].Types == nil:
		why := "it has no Go files"
		if len(found[0].Errors) > 0 {
			why = line(found[0].Errors[0].Msg)
		}
		return nil, fmt.Errorf("package %s does not load: %s", pattern, why)
	}
	return found[0], nil
}

// mixed is the error about a folder with files of several packages.
func mixed(pkg *packages.Package) string {
	for _, e := range pkg.Errors {
		if strings.Contains(e.Msg, "found packages ") {
			return line(e.Msg)
		}
	}
	return ""
}

// line is a message on one line.
func line(text string) string { return strings.Join(strings.Fields(text), " ") }

// typeOf is a type that a package declares.
func typeOf(pkg *packages.Package, name string) (*types.TypeName, error) {
	scope := pkg.Types.Scope()
	switch o := scope.Lookup(name).(type) {
	case *types.TypeName:
		return o, nil
	case nil:
	default:
		kind := strings.Fields(types.ObjectString(o, nil))[0]
		return nil, fmt.Errorf("%s: %s is a %s; want a type", place(pkg.Fset, o.Pos()), name, kind)
	}
	names := slices.DeleteFunc(scope.Names(), func(n string) bool {
		_, ok := scope.Lookup(n).(*types.TypeName)
		return !ok
	})
	want := fmt.Sprintf("package %s declares no type %s", pkg.PkgPath, name)
	if near := spelling.Nearest(name, names); near != "" {
		return nil, fmt.Errorf("%s; did you mean %s?", want, near)
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("%s, nor any other; want a package that declares it", want)
	}
	return nil, fmt.Errorf("%s; want one of %s", want, strings.Join(names[:min(len(names), 10)], ", "))
}

// importsFolder reports whether a package imports the one in a folder, at any depth that was
// loaded.
func importsFolder(pkg *packages.Package, dir string) bool {
	seen := map[string]bool{}
	var visit func(p *packages.Package) bool
	visit = func(p *packages.Package) bool {
		for _, in := range p.Imports {
			if seen[in.PkgPath] {
				continue
			}
			seen[in.PkgPath] = true
			if len(in.GoFiles) > 0 && sameFolder(folderOf(in), dir) || visit(in) {
				return true
			}
		}
		return false
	}
	return visit(pkg)
}

// goFiles are the Go files of a folder outside of every module.
func goFiles(dir string) ([]string, error) {
	pkg, err := build.ImportDir(dir, 0)
	if err != nil {
		return nil, fmt.Errorf("%s", line(err.Error()))
	}
	var all []string
	for _, name := range append(pkg.GoFiles, pkg.CgoFiles...) {
		all = append(all, filepath.Join(realPath(dir), name))
	}
	return all, nil
}

// InModule reports whether a folder lies in a module.
func InModule(dir string) bool {
	for d := realPath(dir); ; d = filepath.Dir(d) {
		if info, err := os.Stat(filepath.Join(d, "go.mod")); err == nil && !info.IsDir() {
			return true
		}
		if d == filepath.Dir(d) {
			return false
		}
	}
}

// folderOf is where a package lies.
func folderOf(pkg *packages.Package) string {
	if len(pkg.GoFiles) > 0 {
		return filepath.Dir(pkg.GoFiles[0])
	}
	return pkg.PkgPath
}
