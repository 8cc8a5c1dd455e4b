package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/build/constraint"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/shflgen/shflgen/cmd/shflgen/internal/files"
	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/spec"
)

// packageName is the package of the emitted Go file: -pkg, else $GOPACKAGE, else the package of
// the Go files in the folder, else shfl. It must be the folder's package.
func (r request) packageName(langs []gen.Lang, dir string) (string, error) {
	if r.given["pkg"] {
		if why := spec.CheckPackage(r.pkg); why != "" {
			return "", spec.FlagError{Flag: "pkg", Value: r.pkg, Want: why}
		}
	}
	if !slices.Contains(langs, gen.Go) {
		return "", nil
	}
	env := os.Getenv("GOPACKAGE")
	if r.pkg == "" && env != "" {
		if why := spec.CheckPackage(env); why != "" {
			return "", usageError(fmt.Sprintf("$GOPACKAGE is %q: %s, or -pkg", env, why))
		}
	}
	own := r.path(dir, r.spec.FileName()+gen.Go.Ending())
	there, path, err := folderPackage(dir, own)
	if err != nil {
		return "", err
	}
	same := func(name string) bool {
		return path == "" || r.out == "-" || name == there ||
			strings.HasSuffix(own, "_test.go") && name == there+"_test"
	}
	switch {
	case r.pkg != "":
		if !same(r.pkg) {
			return "", spec.FlagError{Flag: "pkg", Value: r.pkg,
				Want: fmt.Sprintf("%s is of package %s; want -pkg %s, or another -o", path, there, there)}
		}
		return r.pkg, nil
	case env != "":
		if !same(env) {
			return "", usageError(fmt.Sprintf("$GOPACKAGE is %s, but %s is of package %s; want -pkg %s, or another -o", env,
				path, there, there))
		}
		return env, nil
	case path != "":
		return there, nil
	}
	return "shfl", nil
}

// folderPackage is the package of the Go files in a folder, and the file that declares it; ""
// if there is none. It ignores tests, the file to be written, and files that no system builds.
func folderPackage(dir, own string) (name, path string, err error) {
	entries, err := os.ReadDir(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR):
		return "", "", nil // already reported
	case err != nil:
		return "", "", fmt.Errorf("-o %s: %w", dir, err)
	}
	for _, e := range entries {
		base := e.Name()
		path := filepath.Join(dir, base)
		if !isGoFile(base) || strings.HasSuffix(base, "_test.go") || path == filepath.Clean(own) {
			continue
		}
		data, err := readGo(path)
		if err != nil {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, data, parser.PackageClauseOnly|parser.ParseComments)
		if err == nil && built(f) {
			return f.Name.Name, path, nil
		}
	}
	return "", "", nil
}

// isGoFile reports whether go build considers a file of this name.
func isGoFile(base string) bool {
	return filepath.Ext(base) == ".go" && base[0] != '.' && base[0] != '_'
}

// readGo reads a Go file or the target of a link. It does not wait for pipes.
func readGo(path string) ([]byte, error) {
	path, err := filepath.EvalSymlinks(path)
	if err != nil {
		return nil, err
	}
	return files.Read(path)
}

// built reports whether some system builds a file: with every build tag set or with none, and
// ignore always unset. The result does not depend on this system.
func built(f *ast.File) bool {
	for _, group := range f.Comments {
		for _, c := range group.List {
			if group.Pos() > f.Package || !constraint.IsGoBuild(c.Text) {
				continue
			}
			expr, err := constraint.Parse(c.Text)
			if err != nil {
				return false
			}
			return expr.Eval(func(tag string) bool { return tag != "ignore" }) ||
				expr.Eval(func(string) bool { return false })
		}
	}
	return true
}
