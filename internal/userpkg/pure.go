//go:build !js

package userpkg

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/packages"
)

// pureStd are the packages of the standard library with functions that depend on their arguments alone.
var pureStd = map[string]bool{"math": true, "math/bits": true, "math/cmplx": true}

// pure says why the result of a function may depend on more than its arguments, or why a call may
// do more than return it: it, or a function that it calls, uses a variable of a package, a
// channel, a goroutine, a closure, the order of a map or where a variable lies, or calls what is not known.
func (f *Func) pure() error {
	p := purity{root: f, seen: map[*types.Func]bool{}}
	p.function(f.Pkg, f.Fn)
	return p.found
}

type purity struct {
	root  *Func
	seen  map[*types.Func]bool
	found error // the first
}

// function looks at the body of a function of a package that was loaded with its syntax.
func (p *purity) function(pkg *packages.Package, fn *types.Func) {
	if p.seen[fn] || p.found != nil {
		return
	}
	p.seen[fn] = true
	d := Decl(pkg, fn)
	if d == nil || d.Body == nil {
		p.wrong(pkg, fn.Pos(), "%s has no body in Go", fn.Name())
		return
	}
	if p.found = broken(pkg, d); p.found == nil {
		ast.Inspect(d.Body, func(n ast.Node) bool { p.node(pkg, n); return p.found == nil })
	}
}

func (p *purity) wrong(pkg *packages.Package, at token.Pos, what string, args ...any) {
	if p.found == nil {
		p.found = fmt.Errorf("%s: %s is not pure: "+what+"; want a result that depends on the parameters alone",
			append([]any{pkg.Fset.Position(at), p.root.Fn.Name()}, args...)...)
	}
}

func (p *purity) node(pkg *packages.Package, n ast.Node) {
	switch n := n.(type) {
	case *ast.GoStmt, *ast.DeferStmt, *ast.SelectStmt, *ast.SendStmt:
		p.wrong(pkg, n.Pos(), "it uses %s",
			strings.ToLower(strings.TrimSuffix(strings.TrimPrefix(fmt.Sprintf("%T", n), "*ast."), "Stmt")))
	case *ast.FuncLit:
		p.wrong(pkg, n.Pos(), "it makes a closure")
	case *ast.UnaryExpr:
		if n.Op == token.ARROW {
			p.wrong(pkg, n.Pos(), "it receives from a channel")
		}
	case *ast.RangeStmt:
		switch pkg.TypesInfo.TypeOf(n.X).Underlying().(type) {
		case *types.Map:
			p.wrong(pkg, n.Pos(), "it ranges over a map, in any order")
		case *types.Chan:
			p.wrong(pkg, n.Pos(), "it receives from a channel")
		}
	case *ast.Ident:
		p.use(pkg, n, pkg.TypesInfo.Uses[n])
	}
	if e, ok := n.(ast.Expr); ok {
		p.address(pkg, e)
	}
	if s, ok := n.(*ast.SwitchStmt); ok && s.Tag != nil && holdsAddress(pkg.TypesInfo.TypeOf(s.Tag)) {
		p.wrong(pkg, n.Pos(), "it compares addresses")
	}
}

// address looks at an expression that may make a number or a bool of where a variable lies.
func (p *purity) address(pkg *packages.Package, e ast.Expr) {
	tv := pkg.TypesInfo.Types[e]
	if b, ok := under(tv.Type).(*types.Basic); ok && b.Kind() == types.UnsafePointer {
		p.wrong(pkg, e.Pos(), "it uses unsafe.Pointer")
	}
	switch e := e.(type) {
	case *ast.BinaryExpr:
		x, y := pkg.TypesInfo.Types[e.X], pkg.TypesInfo.Types[e.Y]
		if (e.Op == token.EQL || e.Op == token.NEQ) && !x.IsNil() && !y.IsNil() &&
			(holdsAddress(x.Type) || holdsAddress(y.Type)) {
			p.wrong(pkg, e.Pos(), "it compares addresses")
		}
	case *ast.IndexExpr:
		if m, ok := under(pkg.TypesInfo.TypeOf(e.X)).(*types.Map); ok && holdsAddress(m.Key()) {
			p.wrong(pkg, e.Pos(), "it compares addresses")
		}
	}
}

func under(t types.Type) types.Type {
	if t == nil {
		return nil
	}
	return t.Underlying()
}

// holdsAddress reports whether values of a type are compared by where variables lie. Those of variables of no
// size may be equal or not, and an interface may hold any type.
func holdsAddress(t types.Type) bool {
	if p, ok := t.(*types.TypeParam); ok {
		return !hasTerms(p.Constraint())
	}
	switch u := under(t).(type) {
	case *types.Pointer, *types.Chan, *types.Interface:
		return true
	case *types.Array:
		return holdsAddress(u.Elem())
	case *types.Struct:
		for v := range u.Fields() {
			if holdsAddress(v.Type()) {
				return true
			}
		}
	}
	return false
}

// use looks at what a name refers to.
func (p *purity) use(pkg *packages.Package, n *ast.Ident, o types.Object) {
	switch o := o.(type) {
	case *types.Var:
		if !o.IsField() && o.Pkg() != nil && o.Parent() == o.Pkg().Scope() {
			p.wrong(pkg, n.Pos(), "it uses the variable %s of package %s", o.Name(), o.Pkg().Name())
		}
	case *types.Func:
		switch path := o.Pkg(); {
		case path == nil:
			p.wrong(pkg, n.Pos(), "it calls %s", o.Name())
		case pureStd[path.Path()]:
		case path == pkg.Types:
			p.function(pkg, o.Origin())
		default:
			for _, in := range pkg.Imports {
				if in.Types == path && in.Module != nil {
					p.function(in, o.Origin())
					return
				}
			}
			p.wrong(pkg, n.Pos(), "it calls %s", o.FullName())
		}
	case *types.Builtin:
		switch o.Name() {
		case "min", "max", "len", "cap", "real", "imag", "complex", "panic":
		default:
			p.wrong(pkg, n.Pos(), "it calls %s", o.Name())
		}
	}
}

// hasTerms reports whether a constraint lists types, which are numbers in what is translated.
func hasTerms(t types.Type) bool {
	i, ok := under(t).(*types.Interface)
	if !ok {
		return true
	}
	for e := range i.EmbeddedTypes() {
		if _, union := e.(*types.Union); union || hasTerms(e) {
			return true
		}
	}
	return false
}
