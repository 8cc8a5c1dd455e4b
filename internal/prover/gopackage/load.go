// Package gopackage loads a Go file with the rest of its package, as the go command
// compiles it, without network access. The meaning of a file depends on the other files of its
// package: one may declare min or uint16, and a build constraint may exclude the file.
package gopackage

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"golang.org/x/tools/go/packages"

	"github.com/shflgen/shflgen/internal/prover/goread"
	"github.com/shflgen/shflgen/internal/userpkg"
)

// Loader loads files, and keeps each package for the other files of its folder. The
// zero value is ready for use, and safe for use by several goroutines.
type Loader struct {
	mu     sync.Mutex
	folder map[string]*folder
}

// folder is a package as it was loaded.
type folder struct {
	tool   tool
	pkg    *packages.Package
	src    map[string][]byte // of each file that was parsed, by its absolute path
	module bool

	mu    sync.Mutex
	again map[types.Sizes]*checked // by the size of int
}

// Load loads the package of a file, with src as the file's contents, and gives the
// file, type-checked in it. It is an error if the package does not compile, if the
// file is not part of it, or if a file of the folder that another platform or build
// tag brings in declares a name of the language.
func (l *Loader) Load(ctx context.Context, path string, src []byte) (*goread.Unit, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	if real, err := filepath.EvalSymlinks(filepath.Dir(abs)); err == nil { // a link to a file belongs where it lies
		abs = filepath.Join(real, filepath.Base(abs))
	}
	if info, err := os.Lstat(abs); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: want a regular file", path)
	}
	if _, err := goread.Parse(token.NewFileSet(), path, src); err != nil { // within bounds, before all else
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	dir := filepath.Dir(abs)
	f := l.folder[dir]
	set, err := userpkg.Tool(dir)
	if err != nil {
		return nil, err
	}
	if err := (tool{set}).included(dir, abs, path, src); err != nil {
		return nil, err
	}
	if f == nil || !bytes.Equal(f.src[abs], src) {
		if f, err = loadFolder(ctx, tool{set}, dir, abs, src); err != nil {
			return nil, err
		}
		if l.folder == nil {
			l.folder = map[string]*folder{}
		}
		l.folder[dir] = f
	}
	return f.unit(path, abs, src)
}

// loadFolder runs the go command on a folder: as a package of a module, or, where there is
// none, on the files that it would compile.
func loadFolder(ctx context.Context, set tool, dir, abs string, src []byte) (*folder, error) {
	f := &folder{tool: set, src: map[string][]byte{}}
	var mu sync.Mutex
	config := &packages.Config{
		Context: ctx, Dir: dir, Env: append(userpkg.Environment(), "GOTOOLCHAIN=local"),
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports |
			packages.NeedTypes | packages.NeedSyntax | packages.NeedTypesInfo | packages.NeedTypesSizes | packages.NeedModule,
		ParseFile: func(fset *token.FileSet, name string, text []byte) (*ast.File, error) {
			mu.Lock()
			f.src[name] = text
			mu.Unlock()
			return goread.Parse(fset, name, text)
		},
	}
	if disk, err := os.ReadFile(abs); err != nil || !bytes.Equal(disk, src) {
		config.Overlay = map[string][]byte{abs: src} // what is parsed is compared with src in any case
	}
	f.module = userpkg.InModule(dir)
	patterns := []string{"."}
	if !f.module {
		list, err := set.filesOf(dir, abs, src)
		if err != nil {
			return nil, err
		}
		patterns = list
	}
	if err := readable(dir, abs); err != nil {
		return nil, err
	}
	list, err := packages.Load(config, patterns...)
	if cause := context.Cause(ctx); cause != nil { // a go command that is killed fails with any message
		return nil, cause
	}
	if err != nil {
		return nil, fmt.Errorf("%s: the go command: %w", abs, err)
	}
	if len(list) != 1 {
		return nil, fmt.Errorf("%s: the folder holds %d packages, want one", dir, len(list))
	}
	f.pkg = list[0]
	return f, f.compiles(dir)
}

// readable rejects a folder with a Go file that goread does not parse within its bounds, or that
// is no regular file. The compiler would take gigabytes of a file nested deeply, and wait for a pipe.
func readable(dir, abs string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil // the file is not on disk
	}
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		if filepath.Ext(path) != ".go" || strings.ContainsAny(e.Name()[:1], "_.") || path == abs {
			continue
		}
		info, err := os.Stat(path)
		switch {
		case err != nil || info.IsDir():
			continue
		case !info.Mode().IsRegular():
			return fmt.Errorf("%s: no regular file, in the folder of the file under proof", path)
		case info.Size() > goread.MaxBytes:
			return fmt.Errorf("%s: a file of %d bytes: at most %d bytes are read", path, info.Size(), goread.MaxBytes)
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if _, err := goread.Parse(token.NewFileSet(), path, src); err != nil {
			return err
		}
	}
	return nil
}

// compiles gives the errors of a package.
func (f *folder) compiles(dir string) error {
	var all []error
	for i, e := range f.pkg.Errors {
		if i == 5 {
			all = append(all, fmt.Errorf("and %d more", len(f.pkg.Errors)-i))
			break
		}
		all = append(all, e)
	}
	if len(all) == 0 && f.pkg.IllTyped {
		all = append(all, errors.New("a package that it imports does not"))
	}
	if len(all) > 0 {
		return fmt.Errorf("%s: the package does not compile as it is here: %w", dir, errors.Join(all...))
	}
	return nil
}

// unit is a file of the package.
func (f *folder) unit(path, abs string, src []byte) (*goread.Unit, error) {
	var syntax *ast.File
	for _, file := range f.pkg.Syntax {
		if f.pkg.Fset.File(file.Package).Name() == abs {
			syntax = file
		}
	}
	if syntax == nil || !bytes.Equal(f.src[abs], src) {
		return nil, fmt.Errorf("%s: the go command does not compile the file with package %s; it takes %s", path,
			f.pkg.PkgPath, strings.Join(f.names(), ", "))
	}
	u := &goread.Unit{
		Name: path, Src: src, Fset: f.pkg.Fset, Syntax: syntax, Info: f.pkg.TypesInfo,
		Pkg: f.pkg.Types, Sizes: f.pkg.TypesSizes, Loaded: f.words(), Files: f.pkg.Syntax,
		Unknown: f.unknown(), Check: f.check,
	}
	var err error
	u.Elsewhere, err = f.elsewhere(filepath.Dir(abs))
	return u, err
}

func (f *folder) names() []string {
	var names []string
	for _, name := range f.pkg.CompiledGoFiles {
		names = append(names, filepath.Base(name))
	}
	return names
}

// words say what was loaded.
func (f *folder) words() string {
	names, pkg, from := f.names(), f.pkg.Name, " (no module)"
	if f.module {
		pkg, from = f.pkg.PkgPath, ""
	}
	what := "package " + pkg + " of " + strings.Join(names, ", ")
	if len(names) > 5 {
		what = fmt.Sprintf("package %s of %d files", pkg, len(names))
	}
	what += from
	bits := 8 * f.pkg.TypesSizes.Sizeof(types.Typ[types.Int])
	return fmt.Sprintf("%s, %s, for %s/%s, int of %d bits", what, f.tool.GOVERSION, f.tool.GOOS, f.tool.GOARCH, bits)
}

// elsewhere are the names that a file of the folder declares which another platform,
// a build tag or go test compiles into the package.
func (f *folder) elsewhere(dir string) (map[string]token.Position, error) {
	names := map[string]token.Position{}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return names, nil // the file is not on disk
	}
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		if !strings.HasSuffix(path, ".go") || strings.ContainsAny(e.Name()[:1], "_.") || f.src[path] != nil ||
			!regular(path) {
			continue
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		fset := token.NewFileSet()
		syntax, err := goread.Parse(fset, path, src)
		if err != nil { // the compiler may take it all the same, as of a file nested deeply
			return nil, err
		}
		if syntax.Name.Name != f.pkg.Name {
			continue
		}
		for name, d := range userpkg.Declarations([]*ast.File{syntax}) {
			if fn, ok := d.(*ast.FuncDecl); ok {
				d = fn.Name
			}
			names[name] = fset.PositionFor(d.Pos(), false)
		}
	}
	return names, nil
}
