package userfn

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// block translates statements.
func (f *fn) block(list []ast.Stmt) {
	for _, s := range list {
		f.comments(s)
		f.stmt(s)
	}
}

// comments copies the comments that stand on lines of their own right above a statement.
func (f *fn) comments(s ast.Stmt) {
	set := f.pkg.Fset
	start := set.Position(s.Pos()).Line
	for _, group := range f.file.Comments {
		if group.Pos() < f.decl.Body.Pos() || set.Position(group.End()).Line != start-1 {
			continue
		}
		for text := range strings.Lines(group.Text()) {
			f.line("%s", commentLine(strings.TrimSpace(text)))
		}
	}
}

func (f *fn) stmt(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.EmptyStmt:
	case *ast.BlockStmt:
		f.line("{")
		f.nested(s.List)
		f.line("}")
	case *ast.DeclStmt:
		f.declStmt(s.Decl.(*ast.GenDecl))
	case *ast.AssignStmt:
		f.assign(s)
	case *ast.IncDecStmt:
		op := map[token.Token]token.Token{token.INC: token.ADD, token.DEC: token.SUB}[s.Tok]
		f.incDec(s, op)
	case *ast.ReturnStmt:
		f.returns(s)
	case *ast.IfStmt:
		f.ifStmt(s)
	case *ast.SwitchStmt:
		f.switchStmt(s)
	case *ast.ForStmt:
		f.forStmt(s)
	case *ast.RangeStmt:
		f.rangeStmt(s)
	case *ast.BranchStmt:
		f.branch(s)
	case *ast.ExprStmt:
		f.exprStmt(s)
	case *ast.LabeledStmt:
		f.report(s, NotYet, "label", "want break and continue of the innermost loop")
	case *ast.TypeSwitchStmt:
		f.report(s, ByDesign, "type switch", "interfaces live on the host; want a type of a fixed size")
	default:
		f.report(s, ByDesign, "statement", "")
	}
}

// nested translates statements one level deeper.
func (f *fn) nested(list []ast.Stmt) {
	f.indent++
	f.block(list)
	f.indent--
}

func (f *fn) declStmt(d *ast.GenDecl) {
	for _, s := range d.Specs {
		s, ok := s.(*ast.ValueSpec)
		if !ok || d.Tok != token.VAR {
			continue // constants and types have no code
		}
		switch {
		case len(s.Values) == 0:
			for _, id := range s.Names {
				if v := f.info.Defs[id]; v != nil && id.Name != "_" {
					f.platformVariable(id, v, nil)
					f.declare(v)
					f.define(id, v, f.zeroOf(id, v.Type(), false))
				}
			}
		default:
			lhs := make([]ast.Expr, len(s.Names))
			for i, id := range s.Names {
				lhs[i] = id
			}
			f.assignAll(s, lhs, s.Values)
		}
	}
}

func (f *fn) assign(s *ast.AssignStmt) {
	if s.Tok != token.ASSIGN && s.Tok != token.DEFINE {
		op := s.Tok + token.ADD - token.ADD_ASSIGN
		f.store(s.Lhs[0], f.binary(s, op, s.Lhs[0], s.Rhs[0]))
		return
	}
	f.assignAll(s, s.Lhs, s.Rhs)
}

func (f *fn) incDec(s *ast.IncDecStmt, op token.Token) {
	t := f.info.TypeOf(s.X)
	sc, _ := scalarOf(t)
	o := operators[op]
	switch {
	case sc.float:
		name := map[token.Token]string{token.ADD: "add", token.SUB: "sub"}[op]
		f.store(s.X, call(f.floatHelper(name, t), f.value(s.X), primary("1.0"+sc.suffix)))
	case sc.arith == "":
		f.report(s, ByDesign, s.Tok.String()+" of "+t.String(), "want numbers")
	default:
		f.platformArithmetic(s, t)
		f.store(s.X, operate(o.text, o.prec, f.wrapped(s.X), unsigned(1, scalars[wrapKind(sc)].suffix)).cast2(sc))
	}
}

// assignAll is an assignment or a definition. All operands are evaluated before the first is
// stored.
func (f *fn) assignAll(n ast.Node, lhs, rhs []ast.Expr) {
	if len(lhs) > 1 && len(rhs) == 1 {
		f.unpack(lhs, rhs[0])
		return
	}
	var values []cx
	for i, r := range rhs {
		values = append(values, f.as(r, f.targetType(lhs[i], r)))
	}
	for i, l := range lhs {
		// Values that an earlier store could change are kept.
		if i > 0 && !f.isConstant(rhs[i]) && !f.definesAll(lhs) {
			t := f.targetType(l, rhs[i])
			name := f.temporary()
			f.line("const %s %s = %s;", f.ctype(n, t), name, values[i].s)
			values[i] = primary(name)
		}
	}
	f.indicesKept(lhs)
	for i, l := range lhs {
		if id, ok := l.(*ast.Ident); ok && f.info.Defs[id] != nil {
			f.platformVariable(id, f.info.Defs[id], rhs[i])
			f.declare(f.info.Defs[id])
			if v := f.info.Defs[id]; f.constants(rhs[i]) && len(lhs) == 1 {
				for _, l := range f.start(id, f.names[v], rhs[i], v.Type()) {
					f.line("%s", l)
				}
				continue
			}
			f.define(id, f.info.Defs[id], values[i].s)
			continue
		}
		f.platformStore(l)
		f.store(l, values[i])
	}
}

// indicesKept refuses an assignment to several places if one is an element at an index that another assigns: Go
// computes the index first.
func (f *fn) indicesKept(lhs []ast.Expr) {
	stored := map[types.Object]bool{}
	for _, l := range lhs {
		if v := f.root(l); v != nil {
			stored[v] = true
		}
	}
	for _, l := range lhs {
		ast.Inspect(l, func(n ast.Node) bool {
			e, ok := n.(*ast.IndexExpr)
			if !ok || len(lhs) == 1 {
				return true
			}
			ast.Inspect(e.Index, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok && stored[f.info.Uses[id]] {
					f.report(l, NotYet, "index", "the same statement assigns "+id.Name+"; want two statements")
				}
				return true
			})
			return true
		})
	}
}

func (f *fn) isConstant(e ast.Expr) bool { return f.info.Types[e].Value != nil }

// definesAll reports whether every variable is new.
func (f *fn) definesAll(lhs []ast.Expr) bool {
	return !slices.ContainsFunc(lhs, func(l ast.Expr) bool {
		id, ok := l.(*ast.Ident)
		return !ok || f.info.Defs[id] == nil && id.Name != "_"
	})
}

// targetType is the type of what is assigned to.
func (f *fn) targetType(l, r ast.Expr) types.Type {
	t := f.info.TypeOf(l)
	if id, ok := l.(*ast.Ident); ok && f.info.Defs[id] != nil {
		t = f.info.Defs[id].Type()
	}
	if t == nil { // _
		t = types.Default(f.info.TypeOf(r))
	}
	return t
}

// store assigns to a variable, a field or an element.
func (f *fn) store(l ast.Expr, x cx) {
	l = ast.Unparen(l)
	if id, ok := l.(*ast.Ident); ok && id.Name == "_" {
		f.line("(void)%s;", x.in(precUnary))
		return
	}
	to := f.assignedTo(l)
	if to.raw {
		f.line("%s(%s, %s);", f.arrayHelper(l, f.info.TypeOf(l), "store"), to.s, f.whole(l, f.info.TypeOf(l), x).s)
		return
	}
	f.line("%s = %s;", to.s, x.s)
}

// assignedTo is what is assigned to. A named result that is never read counts as unused: compilers warn of it.
func (f *fn) assignedTo(l ast.Expr) cx {
	id, ok := l.(*ast.Ident)
	if !ok {
		return f.value(l)
	}
	v := f.info.Uses[id]
	read := f.uses[v]
	to := f.value(l)
	if f.isResult(v) {
		f.uses[v] = read
	}
	return to
}

// root is the variable that contains an expression.
func (f *fn) root(e ast.Expr) *types.Var {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		if v, ok := f.info.Uses[e].(*types.Var); ok {
			return v
		}
		v, _ := f.info.Defs[e].(*types.Var)
		return v
	case *ast.SelectorExpr:
		if f.info.Selections[e] == nil {
			v, _ := f.info.Uses[e.Sel].(*types.Var)
			return v
		}
		return f.root(e.X)
	case *ast.IndexExpr:
		return f.root(e.X)
	}
	return nil
}

// unpack assigns the results of a call.
func (f *fn) unpack(lhs []ast.Expr, r ast.Expr) {
	e, ok := ast.Unparen(r).(*ast.CallExpr)
	if !ok {
		f.report(r, ByDesign, "expression of two values", "want a call")
		return
	}
	x, typ := f.several(e)
	if typ == "" {
		return
	}
	name := f.temporary()
	f.line("const %s %s = %s;", typ, name, x.s)
	for i, l := range lhs {
		part := primary(name + ".r" + itoa(i))
		id, isIdent := l.(*ast.Ident)
		switch {
		case isIdent && id.Name == "_":
		case isIdent && f.info.Defs[id] != nil:
			f.platformVariable(id, f.info.Defs[id], nil)
			f.declare(f.info.Defs[id])
			f.define(id, f.info.Defs[id], part.s)
		default:
			f.store(l, part)
		}
	}
}

// several is a call with several results, and the struct that holds them.
func (f *fn) several(e *ast.CallExpr) (x cx, typ string) {
	called, ok := f.called(e).(*types.Func)
	if !ok {
		return f.report(e, ByDesign, "call", "want a function by its name"), ""
	}
	if _, ok := pairs[called.FullName()]; ok {
		name, result := f.pair(called.FullName())
		return call(name, f.arguments(e)...), result
	}
	x = f.callOwn(e, called)
	if x == zero {
		return x, ""
	}
	return x, f.structs["results of "+strings.TrimPrefix(strings.TrimPrefix(f.unit.names[called], f.Prefix), "_")].Name
}

func (f *fn) returns(s *ast.ReturnStmt) {
	switch n := f.sig.Results().Len(); {
	case len(s.Results) == 0:
		var all []string
		for _, r := range f.results {
			f.uses[r] = true
			all = append(all, f.names[r])
		}
		if n == 1 {
			f.line("return %s;", all[0])
			return
		}
		f.line("return {%s};", strings.Join(all, ", "))
	case n == 1:
		f.line("return %s;", f.as(s.Results[0], f.sig.Results().At(0).Type()).s)
	case len(s.Results) == 1:
		x, typ := f.several(s.Results[0].(*ast.CallExpr))
		name := f.temporary()
		f.line("const %s %s = %s;", typ, name, x.s)
		var all []string
		for i := range n {
			all = append(all, name+".r"+itoa(i))
		}
		f.line("return {%s};", strings.Join(all, ", "))
	default:
		var all []string
		for i, r := range s.Results {
			all = append(all, f.as(r, f.sig.Results().At(i).Type()).s)
		}
		f.line("return {%s};", strings.Join(all, ", "))
	}
}

// exprStmt is a call of panic: the code has no other effects.
func (f *fn) exprStmt(s *ast.ExprStmt) {
	if e, ok := ast.Unparen(s.X).(*ast.CallExpr); ok {
		if b, ok := f.called(e).(*types.Builtin); ok && b.Name() == "panic" {
			f.line("__trap(); %s", commentLine(snippet(f.pkg.Fset, e)))
			f.line("return %s{};", f.result)
			if strings.Contains(f.result, " ") {
				f.lines[len(f.lines)-1].text = "return 0;"
			}
			return
		}
	}
	f.report(s, ByDesign, "statement without an effect", "a pure function has results alone")
}
