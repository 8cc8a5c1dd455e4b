package gofunc

import (
	"context"
	"errors"
	"fmt"
	"go/token"
	"sync"

	"golang.org/x/tools/go/packages"

	"github.com/shflgen/shflgen/internal/userpkg"
)

// Load loads the package that a pattern of the go command names in a folder, and gives its
// function of that name. Packages that it calls are loaded when they are met.
func Load(ctx context.Context, dir, pattern, name string) (*Func, error) {
	l := &Loader{Dir: dir}
	pkg, err := l.load(ctx, pattern)
	if err != nil {
		return nil, err
	}
	return New(pkg, name, func(path string) (*Package, error) { return l.load(ctx, path) })
}

// Loader loads packages, each once. The zero value is ready for use, and safe for use by
// several goroutines.
type Loader struct {
	Dir string // where the go command is asked

	mu     sync.Mutex
	loaded map[string]*Package // by pattern
}

// Package loads the package that a pattern names.
func (l *Loader) Package(ctx context.Context, pattern string) (*Package, error) {
	return l.load(ctx, pattern)
}

func (l *Loader) load(ctx context.Context, pattern string) (*Package, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if p := l.loaded[pattern]; p != nil {
		return p, nil
	}
	const mode = packages.NeedName | packages.NeedFiles | packages.NeedSyntax | packages.NeedTypes |
		packages.NeedTypesInfo |
		packages.NeedTypesSizes | packages.NeedImports
	if _, err := userpkg.Tool(l.Dir); err != nil {
		return nil, err
	}
	found, err := packages.Load(&packages.Config{
		Context: ctx, Mode: mode, Dir: l.Dir, Fset: token.NewFileSet(), Env: userpkg.Environment(),
	}, pattern)
	switch {
	case err != nil:
		return nil, fmt.Errorf("the go command does not load %s: %s", pattern, userpkg.GoError(err))
	case len(found) != 1:
		return nil, fmt.Errorf("%s names %d packages, want one", pattern, len(found))
	}
	var errs []error
	for _, e := range found[0].Errors {
		errs = append(errs, userpkg.Complaint(e))
	}
	if len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	p := Loaded(found[0])
	if l.loaded == nil {
		l.loaded = map[string]*Package{}
	}
	l.loaded[pattern], l.loaded[p.Path] = p, p
	return p, nil
}

// Loaded is a package that package packages has loaded, with syntax and types.
func Loaded(p *packages.Package) *Package {
	return &Package{Path: p.PkgPath, Fset: p.Fset, Files: p.Syntax, Types: p.Types, Info: p.TypesInfo, Sizes: p.TypesSizes,
		Ignored: p.IgnoredFiles, Unknown: userpkg.Believed(p)}
}
