package walls_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// root is the repository, from this folder.
const root = "../.."

// source is a Go file of the repository that is not emitted.
type source struct {
	path  string // from the root, with slashes
	lines int
	set   *token.FileSet
	file  *ast.File
}

// isTest reports whether the file is a test.
func (s source) isTest() bool { return strings.HasSuffix(s.path, "_test.go") }

// sources are the Go files of every module, without emitted files and testdata.
func sources(t *testing.T) (all []source) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if name := d.Name(); d.IsDir() && path != root &&
			(name == "testdata" || name == "bin" || name == "twins" || strings.HasPrefix(name, ".")) {
			return filepath.SkipDir
		}
		if d.IsDir() || filepath.Ext(path) != ".go" {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil || strings.HasPrefix(string(text), "// Code generated ") {
			return err
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, path, text, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		from, err := filepath.Rel(root, path)
		all = append(all, source{filepath.ToSlash(from), strings.Count(string(text), "\n"), set, file})
		return err
	})
	if err != nil || len(all) < 300 {
		t.Fatalf("%d files, %v", len(all), err)
	}
	return all
}
