package goread

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// Before a function is called, the package's variables are initialised and its
// functions init are run. One that panics ends the program.

// startsQuietly refuses a file that may panic before its function is called.
func (f *File) startsQuietly(u *Unit) error {
	if at := u.starts(u.Syntax); at != nil {
		return f.refuse(at, "initialisation", "may panic before "+f.Func+
			" is called; want no init, and variables without calls, in another file at least")
	}
	return nil
}

// startAssumptions name the neighbours and packages that may panic before the
// function is called.
func (u *Unit) startAssumptions() []string {
	var names []string
	for _, file := range u.files() {
		if file == u.Syntax {
			continue
		}
		if at := u.starts(file); at != nil {
			p := u.Fset.PositionFor(at.Pos(), false)
			names = append(names, fmt.Sprintf("%s:%d", p.Filename[strings.LastIndexAny(p.Filename, `/\`)+1:], p.Line))
		}
	}
	names = append(names, u.Unknown...)
	slices.Sort(names)
	if len(names) > 5 {
		names = append(names[:5], fmt.Sprintf("%d more", len(names)-5))
	}
	if len(names) == 0 {
		return nil
	}
	return []string{"no panic in the initialisation of " + strings.Join(names, ", ")}
}

// starts is what may panic when a file is initialised: a function init, or an
// expression of a variable.
func (u *Unit) starts(file *ast.File) ast.Node {
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil && d.Name.Name == "init" {
				return d
			}
		case *ast.GenDecl:
			if d.Tok != token.VAR {
				continue
			}
			for _, s := range d.Specs {
				for _, e := range s.(*ast.ValueSpec).Values {
					if at := u.mayPanic(e); at != nil {
						return at
					}
				}
			}
		}
	}
	return nil
}

// mayPanic is the first part of an expression that is not known to have a value.
func (u *Unit) mayPanic(e ast.Expr) (found ast.Node) {
	ast.Inspect(e, func(n ast.Node) bool {
		e, ok := n.(ast.Expr)
		if !ok || found != nil {
			return found == nil
		}
		if t := u.Info.Types[e]; t.Value != nil || t.IsType() {
			return false
		}
		switch e := e.(type) {
		case *ast.FuncLit:
			return false
		case *ast.Ident, *ast.ParenExpr, *ast.KeyValueExpr:
		case *ast.CompositeLit:
			t := u.Info.TypeOf(e)
			if p, ok := t.Underlying().(*types.Pointer); ok {
				t = p.Elem()
			}
			if m, ok := t.Underlying().(*types.Map); ok && types.IsInterface(m.Key()) {
				found = e // of a key that has no hash
			}
		case *ast.UnaryExpr:
			if e.Op == token.ARROW {
				found = e
			} else if _, literal := ast.Unparen(e.X).(*ast.CompositeLit); e.Op == token.AND && !literal {
				if _, name := ast.Unparen(e.X).(*ast.Ident); !name {
					found = e
				}
			}
		case *ast.SelectorExpr: // of a package
			if x, ok := e.X.(*ast.Ident); ok {
				if _, ok := u.Info.Uses[x].(*types.PkgName); ok {
					return false
				}
			}
			found = e
		case *ast.CallExpr:
			constant := u.Info.Types[e.Fun].IsType() && len(e.Args) == 1 && u.Info.Types[e.Args[0]].Value != nil
			if !constant && !u.returns(e) {
				found = e
			}
		default:
			found = e
		}
		return found == nil
	})
	return found
}

// returns is whether a call is of a function that never panics.
func (u *Unit) returns(e *ast.CallExpr) bool {
	sel, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	fn, ok := u.Info.Uses[sel.Sel].(*types.Func)
	if !ok || fn.Pkg() == nil || fn.Pkg() == u.Pkg {
		return false
	}
	return fn.Signature().Recv() == nil && inLibrary(fn) || fn.FullName() == "errors.New"
}
