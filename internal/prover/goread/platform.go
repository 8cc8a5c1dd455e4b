package goread

import (
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"github.com/shflgen/shflgen/internal/prover/goexec"
	"github.com/shflgen/shflgen/internal/userpkg"
)

// A proof holds on every platform. The parts of its package that a function uses are therefore the same on all of
// them, but for the size of int: a function that mentions int is read twice, once for each size.

// portable are the packages with the same results on every platform, each with the names that are exceptions.
var portable = map[string]map[string]bool{
	"math":      {"MaxInt": true, "MinInt": true, "MaxUint": true},
	"math/bits": {"UintSize": true},
}

// byParts are the names that the axiom of loops by parts uses. Calls of them elsewhere are refused.
var byParts = map[string]bool{"runtime.GOMAXPROCS": true, "sync.WaitGroup": true, "sync.Add": true, "sync.Done": true,
	"sync.Wait": true}

// reach is what a function uses, through every declaration of its package.
type reach struct {
	u      *Unit
	info   *types.Info
	decls  map[string]ast.Node
	seen   map[ast.Node]bool
	sized  bool // int, uint or uintptr, which have 32 or 64 bits, is used
	refuse error
	user   func(*types.Func) bool // a function that is known by its name: its body is not looked at
}

// files are those of the package.
func (u *Unit) files() []*ast.File {
	if u.Files == nil {
		return []*ast.File{u.Syntax}
	}
	return u.Files
}

// reachOf follows a function.
func (u *Unit) reachOf(main *ast.FuncDecl, user func(*types.Func) bool) *reach {
	r := &reach{u: u, info: u.Info, decls: userpkg.Declarations(u.files()), seen: map[ast.Node]bool{}, user: user}
	r.visit(main)
	return r
}

func (r *reach) visit(n ast.Node) {
	if r.seen[n] {
		return
	}
	r.seen[n] = true
	ast.Inspect(n, func(n ast.Node) bool {
		if e, ok := n.(ast.Expr); ok && r.info.Types[e].Value == nil && hasSize(r.info.TypeOf(e)) {
			r.sized = true
		}
		if id, ok := n.(*ast.Ident); ok && r.refuse == nil {
			r.name(id)
		}
		return r.refuse == nil
	})
}

// hasSize is whether a type, or one of several results, is an integer of the size
// of the platform's words.
func hasSize(t types.Type) bool {
	if tuple, ok := t.(*types.Tuple); ok {
		for v := range tuple.Variables() {
			if hasSize(v.Type()) {
				return true
			}
		}
		return false
	}
	if t == nil {
		return false
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && (b.Kind() == types.Int || b.Kind() == types.Uint || b.Kind() == types.Uintptr)
}

// name follows what a name refers to.
func (r *reach) name(id *ast.Ident) {
	o := r.info.Uses[id]
	if fn, ok := o.(*types.Func); ok && r.user(fn) {
		return
	}
	switch _, pkgName := o.(*types.PkgName); {
	case o == nil || pkgName:
	case o.Parent() == types.Universe:
		if _, ok := o.(*types.TypeName); ok && hasSize(o.Type()) {
			r.sized = true
		}
		r.elsewhere(id)
	case o.Pkg() == nil:
	case o.Pkg() != r.u.Pkg:
		except, ok := portable[o.Pkg().Path()]
		switch o := o.(type) {
		case *types.Func, *types.Const:
		case *types.Var: // a field of such a type
			ok = o.IsField()
		case *types.TypeName: // of a layout that is the same on every platform
			_, err := userpkg.Layout(r.u.Fset, o.Type(), o.Pos())
			ok = err == nil
		default:
			ok = false
		}
		if (!ok || except[o.Name()]) && !byParts[o.Pkg().Path()+"."+o.Name()] {
			r.refuse = r.error(id, "name "+id.Name+" of package "+o.Pkg().Path(),
				"may mean something else on another platform; want what the package itself declares, or package math or math/bits")
		}
	case o.Parent() == r.u.Pkg.Scope():
		if at := r.position(o.Pos()); at.Filename != r.position(r.u.Syntax.Package).Filename {
			r.elsewhere(id)
		}
		if d := r.decls[o.Name()]; d != nil && r.refuse == nil {
			r.visit(d)
		}
	}
}

// elsewhere refuses a name that another file declares which other build constraints
// bring into the package.
func (r *reach) elsewhere(id *ast.Ident) {
	if at, ok := r.u.Elsewhere[id.Name]; ok {
		r.refuse = r.error(id, "name "+id.Name,
			fmt.Sprintf("is declared at %s, a file that other build constraints or go test bring "+
				"into the package; want another name there", at))
	}
}

func (r *reach) error(n ast.Node, what, why string) error {
	return &goexec.Error{Pos: r.position(n.Pos()), What: what, Why: why}
}

// position is where the text lies, whatever a line directive says.
func (r *reach) position(p token.Pos) token.Position { return r.u.Fset.PositionFor(p, false) }

// everywhere reads a function once for each size of int, if it matters.
func everywhere(u *Unit, read func(*Unit) (*File, error)) (*File, error) {
	f, err := read(u)
	if err != nil {
		return nil, err
	}
	r := u.reachOf(f.main, f.isUser)
	if r.refuse != nil {
		return nil, r.refuse
	}
	f.Assumes = append(f.Assumes, u.startAssumptions()...)
	if !r.sized {
		return f, nil
	}
	arch, bits := "386", 32
	if 8*u.Sizes.Sizeof(types.Typ[types.Int]) == 32 {
		arch, bits = "amd64", 64
	}
	again := *u
	again.Sizes = types.SizesFor("gc", arch)
	var errs []error
	again.Pkg, again.Info, errs = u.Check(again.Sizes)
	for _, err := range errs {
		var at types.Error
		if !errors.As(err, &at) || r.covers(at.Pos) {
			return nil, fmt.Errorf("%s: where int has %d bits: %w", u.Name, bits, err)
		}
	}
	if f.Other, err = read(&again); err != nil {
		return nil, fmt.Errorf("where int has %d bits: %w", bits, err)
	}
	f.Other.Loaded = fmt.Sprintf("where int has %d bits", bits)
	f.Loaded = fmt.Sprintf("%s and of %d bits", f.Loaded, bits)
	return f, nil
}

// covers is whether a position lies in what the function uses.
func (r *reach) covers(p token.Pos) bool {
	for n := range r.seen {
		if n.Pos() <= p && p <= n.End() {
			return true
		}
	}
	return !p.IsValid()
}
