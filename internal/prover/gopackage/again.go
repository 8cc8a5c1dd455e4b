package gopackage

import (
	"fmt"
	"go/types"
	"os"
	"path/filepath"
	"slices"

	"github.com/shflgen/shflgen/internal/prover/goread"
)

// check type-checks the package again, for another size of int. Its imports are those
// of this platform, so the reader uses nothing of them that depends on a platform.
func (f *folder) check(sizes types.Sizes) (*types.Package, *types.Info, []error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if c := f.again[sizes]; c != nil {
		return c.pkg, c.info, c.errs
	}
	config := types.Config{Importer: (*imported)(f), Sizes: sizes}
	if m := f.pkg.Module; m != nil && m.GoVersion != "" {
		config.GoVersion = "go" + m.GoVersion
	}
	c := &checked{}
	c.pkg, c.info, c.errs = goread.Check(f.pkg.PkgPath, f.pkg.Fset, f.pkg.Syntax, config)
	if f.again == nil {
		f.again = map[types.Sizes]*checked{}
	}
	f.again[sizes] = c
	return c.pkg, c.info, c.errs
}

// checked is a package, type-checked.
type checked struct {
	pkg  *types.Package
	info *types.Info
	errs []error
}

// imported imports what the package imported when it was loaded.
type imported folder

// Import returns a package by the path in the source.
func (f *imported) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if p := f.pkg.Imports[path]; p != nil {
		for _, t := range f.pkg.Types.Imports() {
			if t.Path() == p.PkgPath {
				return t, nil
			}
		}
	}
	return nil, fmt.Errorf("import of %q: not loaded", path)
}

// unknown are the imports that are not of the standard library.
func (f *folder) unknown() []string {
	var paths []string
	for path, p := range f.pkg.Imports {
		if path == "C" || path == "unsafe" {
			continue
		}
		if info, err := os.Stat(filepath.Join(f.tool.GOROOT, "src", filepath.FromSlash(p.PkgPath))); err != nil ||
			!info.IsDir() {
			paths = append(paths, "package "+path)
		}
	}
	slices.Sort(paths)
	return paths
}
