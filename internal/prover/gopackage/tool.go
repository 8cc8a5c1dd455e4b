package gopackage

import (
	"bytes"
	"fmt"
	"go/build"
	"go/parser"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/shflgen/shflgen/internal/userpkg"
)

// tool is how the go command is set: by it files are compiled.
type tool struct{ userpkg.GoTool }

// rules are the go command's for which files are compiled, with src as the contents
// of one of them.
func (t tool) rules(abs string, src []byte) build.Context {
	c := build.Default
	c.GOOS, c.GOARCH, c.CgoEnabled = t.GOOS, t.GOARCH, t.CGO_ENABLED == "1"
	for _, flag := range strings.Fields(t.GOFLAGS) {
		if tags, ok := strings.CutPrefix(strings.TrimLeft(flag, "-"), "tags="); ok {
			c.BuildTags = strings.Split(tags, ",")
		}
	}
	c.OpenFile = func(path string) (io.ReadCloser, error) {
		if path == abs {
			return io.NopCloser(bytes.NewReader(src)), nil
		}
		return os.Open(path)
	}
	return c
}

// included refuses a file that is not compiled, by its name or constraints.
func (t tool) included(dir, abs, path string, src []byte) error {
	rules := t.rules(abs, src)
	name := filepath.Base(abs)
	match, err := rules.MatchFile(dir, name)
	switch {
	case err != nil:
		return fmt.Errorf("%s: %w", path, err)
	case !match:
		return fmt.Errorf("%s: is no part of its package on %s/%s: its name or a build "+
			"constraint leaves it out; want it compiled", path, t.GOOS, t.GOARCH)
	case strings.HasSuffix(name, "_test.go"):
		return fmt.Errorf("%s: is no part of its package: a test file; want another name", path)
	}
	return nil
}

// filesOf are the Go files of a folder without a module that make one package with
// the file at abs.
func (t tool) filesOf(dir, abs string, src []byte) ([]string, error) {
	rules := t.rules(abs, src)
	of := func(path string, src any) string {
		syntax, err := parser.ParseFile(token.NewFileSet(), path, src, parser.PackageClauseOnly)
		if err != nil {
			return ""
		}
		return syntax.Name.Name
	}
	list := []string{abs}
	pkg := of(abs, src)
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		name := e.Name()
		path := filepath.Join(dir, name)
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") || path == abs || !regular(path) {
			continue
		}
		if match, err := rules.MatchFile(dir, name); err == nil && match && of(path, nil) == pkg {
			list = append(list, path)
		}
	}
	return list, nil
}

// regular is whether a file, or what it links to, is a regular one: reading anything
// else may wait forever.
func regular(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}
