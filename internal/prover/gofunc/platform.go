package gofunc

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/build/constraint"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/goexec"
	"github.com/shflgen/shflgen/internal/userpkg"
)

// Platform is what a function uses that other platforms or builds may have otherwise.
type Platform struct {
	Sized bool     // int, uint or uintptr
	Names []string // what is known to differ, or may be declared otherwise, and where
}

// sizedNames are names of packages with functions that are known here and differ by the size of int.
var sizedNames = map[string]bool{
	"math.MaxInt": true, "math.MinInt": true, "math.MaxUint": true, "math/bits.UintSize": true,
}

// Platform follows the function, and further names of its package, through every declaration that it uses.
func (f *Func) Platform(names ...string) Platform {
	u := &usage{seen: map[ast.Node]bool{}}
	u.visit(f.pkg, f.decl)
	for _, name := range names {
		if o := f.pkg.Types.Scope().Lookup(name); o != nil {
			u.object(f.pkg, f.decl.Name, o)
		}
	}
	slices.Sort(u.Names)
	u.Names = slices.Compact(u.Names)
	return u.Platform
}

// usage gathers what declarations use.
type usage struct {
	Platform
	seen map[ast.Node]bool
}

func (u *usage) note(pkg *Package, n ast.Node, what string) {
	at := pkg.Fset.PositionFor(n.Pos(), false)
	u.Names = append(u.Names, filepath.Base(at.Filename)+": "+what)
}

// visit follows a declaration of a package.
func (u *usage) visit(pkg *Package, d ast.Node) {
	if u.seen[d] {
		return
	}
	u.seen[d] = true
	if pkg.constrained(d.Pos()) {
		u.note(pkg, d, "its file has build constraints")
	}
	ast.Inspect(d, func(n ast.Node) bool {
		if e, ok := n.(ast.Expr); ok {
			u.expression(pkg, e)
		}
		if id, ok := n.(*ast.Ident); ok {
			if o := pkg.TypesInfo.Uses[id]; o != nil {
				u.object(pkg, id, o)
			}
		}
		return true
	})
}

// expression notes integers of the size of the machine's words.
func (u *usage) expression(pkg *Package, e ast.Expr) {
	tv := pkg.TypesInfo.Types[e]
	t := pkg.TypesInfo.TypeOf(e)
	if t == nil {
		return
	}
	b, ok := t.Underlying().(*types.Basic)
	if !ok || b.Kind() != types.Int && b.Kind() != types.Uint && b.Kind() != types.Uintptr {
		return
	}
	u.Sized = true
	if tv.Value == nil {
		return
	}
	least, most := constant.MakeInt64(math.MinInt32), constant.MakeInt64(math.MaxInt32)
	if b.Kind() != types.Int {
		least, most = constant.MakeInt64(0), constant.MakeInt64(math.MaxUint32)
	}
	if x := constant.ToInt(tv.Value); constant.Compare(x, token.LSS, least) || constant.Compare(x, token.GTR, most) {
		u.note(pkg, e, "the constant "+pkg.snippet(e)+" is none where int has 32 bits")
	}
}

// object follows what a name refers to.
func (u *usage) object(pkg *Package, n ast.Node, o types.Object) {
	fn, isFunc := o.(*types.Func)
	method := isFunc && fn.Signature().Recv() != nil
	switch _, pkgName := o.(*types.PkgName); {
	case pkgName:
		return
	case o.Parent() == types.Universe:
		u.elsewhere(pkg, o.Name())
		return
	case o.Pkg() == nil:
		return
	case o.Pkg() == types.Unsafe:
		u.note(pkg, n, "unsafe."+o.Name())
		return
	case !method && o.Parent() != o.Pkg().Scope(): // local, or a field
		return
	}
	path := o.Pkg().Path()
	if sizedNames[path+"."+o.Name()] {
		u.note(pkg, n, path+"."+o.Name())
		return
	}
	known := goexec.Known(path+"."+o.Name()) || path == userpkg.Math32 && math32[o.Name()] != nil
	if known && !method || path == "math" || path == "math/bits" {
		return
	}
	if o.Pkg() != pkg.Types {
		other := pkg.all[path]
		if other == nil {
			u.note(pkg, n, "package "+path+", and its source is not known")
			return
		}
		pkg = other
	}
	u.elsewhere(pkg, o.Name())
	if d := pkg.declaration(o); d != nil {
		u.visit(pkg, d)
	}
}

// elsewhere notes a name that a file declares or assigns which the build leaves out.
func (u *usage) elsewhere(pkg *Package, name string) {
	if file, ok := pkg.ignoredNames()[name]; ok {
		u.Names = append(u.Names, fmt.Sprintf("%s, which build constraints leave out, declares or assigns %s",
			filepath.Base(file), name))
	}
}

// declaration is that of an object of the package, or of one of its name that was loaded otherwise.
func (p *Package) declaration(o types.Object) ast.Node {
	if fn, ok := o.(*types.Func); ok {
		if d := userpkg.Decl(p.Package, fn); d != nil {
			return d
		}
		return nil
	}
	return userpkg.Declarations(p.Syntax)[o.Name()]
}

// constrained reports whether some builds leave out the file at a position.
func (p *Package) constrained(at token.Pos) bool {
	path := p.Fset.PositionFor(at, false).Filename
	for _, file := range p.Syntax {
		if p.Fset.PositionFor(file.Package, false).Filename != path {
			continue
		}
		for _, group := range file.Comments {
			for _, c := range group.List {
				if c.Pos() < file.Package && (constraint.IsGoBuild(c.Text) || constraint.IsPlusBuild(c.Text)) {
					return true
				}
			}
		}
	}
	none := build.Context{GOOS: "none", GOARCH: "none", Compiler: "gc", CgoEnabled: true}
	matches, err := none.MatchFile(filepath.Dir(path), filepath.Base(path))
	return err != nil || !matches
}

// ignoredNames are what files of the package declare or assign that the build leaves out, and where.
func (p *Package) ignoredNames() map[string]string {
	if p.otherwise != nil {
		return p.otherwise
	}
	p.otherwise = map[string]string{}
	for _, path := range p.IgnoredFiles {
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if file == nil || err == nil && file.Name.Name != p.Types.Name() {
			continue
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				p.otherwise[n.Name.Name] = path
			case *ast.ValueSpec:
				for _, name := range n.Names {
					p.otherwise[name.Name] = path
				}
			case *ast.TypeSpec:
				p.otherwise[n.Name.Name] = path
			}
			written(n, func(e ast.Expr) {
				ast.Inspect(e, func(n ast.Node) bool {
					if id, ok := n.(*ast.Ident); ok {
						p.otherwise[id.Name] = path
					}
					return true
				})
			})
			return true
		})
	}
	return p.otherwise
}
