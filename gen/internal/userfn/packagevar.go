package userfn

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/packages"
)

// packageVar is a variable of a package. It is translated as what it is initialised to, so
// nothing may write to it.
func (f *fn) packageVar(n ast.Node, v *types.Var) cx {
	pkg, value := f.initialised(v)
	switch {
	case pkg == nil:
		return f.report(n, ByDesign, "variable "+v.Name()+" of package "+pkgPath(v),
			"global state; want a constant, or a variable with a value of its own that nothing writes to")
	case v.Exported():
		return f.report(n, ByDesign, "exported variable "+v.Name(),
			"other packages may write to it; want a constant, or a variable that is not exported")
	case f.written(pkg)[v]:
		return f.report(n, ByDesign, "variable "+v.Name()+", which is written to",
			"global state; want a constant, or a variable that nothing writes to")
	}
	if name, ok := f.names[v]; ok {
		return primary(name)
	}
	name := f.declare(v)
	outer := *f // in the terms of its own package, where functions start
	inner := &outer
	inner.info, inner.lines, inner.indent, inner.first = pkg.TypesInfo, nil, 1, slices.Clone(f.first)
	inner.conditional++
	first := []string{"const " + f.ctype(n, v.Type()) + " " + name + " = " + inner.as(value, v.Type()).s + ";"}
	if inner.constants(value) {
		first = inner.start(n, name, value, v.Type())
	}
	f.uses[v] = true
	f.first = append(inner.first, inner.lines...)
	for _, l := range first {
		f.first = append(f.first, line{text: l, indent: 1})
	}
	return primary(name)
}

// initialised is the package of a variable, and the value that its declaration gives.
func (f *fn) initialised(v *types.Var) (found *packages.Package, value ast.Expr) {
	packages.Visit([]*packages.Package{f.pkg}, nil, func(p *packages.Package) {
		if p.Types != v.Pkg() || p.TypesInfo == nil {
			return
		}
		for _, file := range p.Syntax {
			for _, d := range file.Decls {
				d, ok := d.(*ast.GenDecl)
				if !ok || d.Tok != token.VAR {
					continue
				}
				for _, s := range d.Specs {
					s := s.(*ast.ValueSpec)
					for i, id := range s.Names {
						if p.TypesInfo.Defs[id] == v && len(s.Values) == len(s.Names) {
							found, value = p, s.Values[i]
						}
					}
				}
			}
		}
	})
	return found, value
}

// written are the variables of a package that the package may write to, or take the address of.
func (u *unit) written(p *packages.Package) map[types.Object]bool {
	if known, ok := u.writes[p]; ok {
		return known
	}
	all := map[types.Object]bool{}
	f := &fn{unit: u, info: p.TypesInfo}
	note := func(targets ...ast.Expr) {
		for _, e := range targets {
			if v := f.root(e); v != nil {
				all[v] = true
			}
		}
	}
	for _, file := range p.Syntax {
		ast.Inspect(file, func(n ast.Node) bool {
			note(targets(n)...)
			switch n := n.(type) {
			case *ast.SliceExpr: // of an array it is an address
				note(n.X)
			case *ast.SelectorExpr: // a method with a pointer
				if s := p.TypesInfo.Selections[n]; s != nil && s.Kind() == types.MethodVal {
					note(n.X)
				}
			}
			return true
		})
	}
	u.writes[p] = all
	return all
}

// targets are the expressions that n assigns to, not within its operands. An operand of & counts:
// writes through the address are not followed.
func targets(n ast.Node) []ast.Expr {
	switch n := n.(type) {
	case *ast.AssignStmt:
		return n.Lhs
	case *ast.IncDecStmt:
		return []ast.Expr{n.X}
	case *ast.RangeStmt:
		if n.Tok == token.ASSIGN {
			return []ast.Expr{n.Key, n.Value} // the value may be nil
		}
	case *ast.UnaryExpr:
		if n.Op == token.AND {
			return []ast.Expr{n.X}
		}
	}
	return nil
}
