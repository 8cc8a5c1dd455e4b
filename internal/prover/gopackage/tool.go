package gopackage

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"go/build"
	"go/parser"
	"go/token"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// tool is how the go command is set.
type tool struct {
	GOOS, GOARCH, GOVERSION, GOFLAGS, GOROOT string
	Cgo                                      string `json:"CGO_ENABLED"`
}

// environment is that of the go command, which stays off the network.
func (l *Loader) environment() []string {
	env := l.Env
	if env == nil {
		env = os.Environ()
	}
	return append(slices.Clone(env), "GOPROXY=off", "GOTOOLCHAIN=local", "GOPACKAGESDRIVER=off")
}

// askTool asks the go command how it is set.
func (l *Loader) askTool(ctx context.Context, dir string) (*tool, error) {
	cmd := exec.CommandContext(ctx, "go", "env", "-json", "GOOS", "GOARCH", "GOVERSION", "GOFLAGS", "GOROOT",
		"CGO_ENABLED")
	cmd.Dir, cmd.Env = dir, l.environment()
	var complaint bytes.Buffer
	cmd.Stderr = &complaint
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go env: %w: %s; want the go command, to load the file with its package", err,
			strings.TrimSpace(complaint.String()))
	}
	t := &tool{}
	if err := json.Unmarshal(out, t); err != nil {
		return nil, fmt.Errorf("go env: %w", err)
	}
	for _, flag := range strings.Fields(t.GOFLAGS) {
		name := strings.TrimLeft(flag, "-")
		if strings.HasPrefix(name, "overlay") || strings.HasPrefix(name, "toolexec") || strings.HasPrefix(name, "compiler") {
			return nil, fmt.Errorf("GOFLAGS=%s: with it other files may be compiled "+
				"than those on disk; want GOFLAGS without -%s", t.GOFLAGS, name)
		}
	}
	return t, nil
}

// rules are the go command's for which files are compiled, with src as the contents
// of one of them.
func (t *tool) rules(abs string, src []byte) build.Context {
	c := build.Default
	c.GOOS, c.GOARCH, c.CgoEnabled = t.GOOS, t.GOARCH, t.Cgo == "1"
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
func (t *tool) included(dir, abs, path string, src []byte) error {
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
func (t *tool) filesOf(dir, abs string, src []byte) ([]string, error) {
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
