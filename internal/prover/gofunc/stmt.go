package gofunc

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

const statements = "not supported in an operator; want declarations, assignments, if, switch, for with a constant bound, break, continue and return"

// block executes statements, each where no exit was taken.
func (r *run) block(list []ast.Stmt) {
	for i, s := range list {
		left := r.left()
		if r.is(left, 1) {
			return
		}
		if !r.is(left, 0) {
			r.unlessLeft(func() { r.block(list[i:]) })
			return
		}
		r.statement(s, nil)
	}
}

// statement executes one; label is the name in front of it, if any.
func (r *run) statement(s ast.Stmt, label types.Object) {
	r.step(s)
	switch s := s.(type) {
	case *ast.EmptyStmt:
	case *ast.BlockStmt:
		r.block(s.List)
	case *ast.AssignStmt:
		r.assignment(s)
	case *ast.IncDecStmt:
		op := token.ADD
		if s.Tok == token.DEC {
			op = token.SUB
		}
		k := r.kind(s.X)
		one := leaf{v: r.dom.Const(k.bits, 1)}
		if k.isFloat() {
			one.v = r.floatConst(k.float, 1)
		}
		r.place(s.X).store(r, value{r.wrapped(k, r.arith(s, op, k, r.scalar(s.X), one))})
	case *ast.DeclStmt:
		r.declaration(s.Decl.(*ast.GenDecl))
	case *ast.ExprStmt:
		call, ok := ast.Unparen(s.X).(*ast.CallExpr)
		if !ok {
			r.stop(s, statements)
		}
		r.call(call)
	case *ast.IfStmt:
		if s.Init != nil {
			r.statement(s.Init, nil)
		}
		var otherwise func()
		if s.Else != nil {
			otherwise = func() { r.statement(s.Else, nil) }
		}
		r.fork(r.truth(s.Cond), func() { r.block(s.Body.List) }, otherwise)
	case *ast.SwitchStmt:
		r.switchOn(s, label)
	case *ast.ForStmt:
		r.loop(s, label)
	case *ast.RangeStmt:
		r.rangeOver(s, label)
	case *ast.LabeledStmt:
		r.statement(s.Stmt, r.pkg.Info.Defs[s.Label])
	case *ast.BranchStmt:
		r.jump(s)
	case *ast.ReturnStmt:
		r.returns(s)
	default:
		r.stop(s, statements)
	}
}

func (r *run) declaration(d *ast.GenDecl) {
	if d.Tok != token.VAR { // constants and types are known by what go/types says
		return
	}
	for _, spec := range d.Specs {
		s := spec.(*ast.ValueSpec)
		values := r.values(s.Values, len(s.Names))
		for i, name := range s.Names {
			o := r.pkg.Info.Defs[name]
			switch {
			case name.Name == "_":
			case values == nil:
				r.state[o] = r.zero(name, o.Type())
			default:
				r.define(name, o, values[i])
			}
		}
	}
}

// define makes a variable that holds x.
func (r *run) define(n ast.Node, o types.Object, x value) {
	if size(o.Type()) < 0 {
		r.stop(n, "a variable of type "+o.Type().String()+"; want bools, numbers, and structs and arrays of these")
	}
	r.state[o] = x
}

func (r *run) assignment(s *ast.AssignStmt) {
	if s.Tok != token.ASSIGN && s.Tok != token.DEFINE {
		op := assignOps[s.Tok]
		e := &ast.BinaryExpr{X: s.Lhs[0], OpPos: s.TokPos, Op: op, Y: s.Rhs[0]}
		r.place(s.Lhs[0]).store(r, r.combine(s, e, r.pkg.Info.TypeOf(s.Lhs[0])))
		return
	}
	r.assign(s.Lhs, func() []value { return r.values(s.Rhs, len(s.Lhs)) })
}

// assign assigns or defines. Go evaluates the indices on the left and the values first, and then assigns from left to
// right.
func (r *run) assign(list []ast.Expr, values func() []value) {
	var to []place
	for _, e := range list {
		if id, isName := e.(*ast.Ident); isName && (id.Name == "_" || r.pkg.Info.Defs[id] != nil) {
			to = append(to, place{of: r.pkg.Info.Defs[id]})
			continue
		}
		to = append(to, r.place(e))
	}
	for i, x := range values() {
		id, isName := list[i].(*ast.Ident)
		switch {
		case isName && id.Name == "_":
		case isName && r.pkg.Info.Defs[id] != nil:
			r.define(id, r.pkg.Info.Defs[id], x)
		default:
			to[i].store(r, x)
		}
	}
}

var assignOps = map[token.Token]token.Token{
	token.ADD_ASSIGN: token.ADD, token.SUB_ASSIGN: token.SUB, token.MUL_ASSIGN: token.MUL, token.QUO_ASSIGN: token.QUO,
	token.REM_ASSIGN: token.REM, token.AND_ASSIGN: token.AND, token.OR_ASSIGN: token.OR, token.XOR_ASSIGN: token.XOR,
	token.SHL_ASSIGN: token.SHL, token.SHR_ASSIGN: token.SHR, token.AND_NOT_ASSIGN: token.AND_NOT,
}

// values are what expressions give: n values, of as many expressions or of one call.
func (r *run) values(list []ast.Expr, n int) []value {
	if len(list) == 1 && n > 1 {
		call, ok := ast.Unparen(list[0]).(*ast.CallExpr)
		if !ok {
			r.stop(list[0], "several values of something that is no call")
		}
		return r.call(call)
	}
	var all []value
	for _, e := range list {
		all = append(all, r.eval(e))
	}
	return all
}

// place is a local variable, or a part of one: n leaves from lo.
type place struct {
	of    types.Object
	lo, n int
}

// store assigns to the place.
func (p place) store(r *run, x value) {
	fresh := slices.Clone(r.state[p.of])
	copy(fresh[p.lo:p.lo+p.n], x)
	r.state[p.of] = fresh
}

// place is where an expression that can be assigned to stands.
func (r *run) place(e ast.Expr) place {
	info := r.pkg.Info
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		if o := info.ObjectOf(e); o != nil {
			if old, ok := r.state[o]; ok {
				return place{o, 0, len(old)}
			}
		}
		r.stop(e, "want a local variable")
	case *ast.SelectorExpr:
		if sel := info.Selections[e]; sel != nil && sel.Kind() == types.FieldVal {
			p := r.place(e.X)
			from, count := r.field(e, sel)
			return place{p.of, p.lo + from, count}
		}
	case *ast.IndexExpr:
		if array, ok := info.TypeOf(e.X).Underlying().(*types.Array); ok {
			p := r.place(e.X)
			n := size(array.Elem())
			return place{p.of, p.lo + r.index(e.Index, array.Len())*n, n}
		}
	}
	r.stop(e, "want a local variable, a field, or an element of an array")
	return place{}
}

// field is where a field stands among the leaves of what it is selected from.
func (r *run) field(e *ast.SelectorExpr, sel *types.Selection) (from, count int) {
	t := sel.Recv()
	for _, i := range sel.Index() {
		s, ok := t.Underlying().(*types.Struct)
		if !ok {
			r.stop(e, "a field behind a pointer; want structs by value")
		}
		from += offset(s, i)
		t = s.Field(i).Type()
	}
	return from, size(t)
}

// index is a constant index, within bounds.
func (r *run) index(e ast.Expr, n int64) int {
	x := r.scalar(e)
	i, known := r.dom.Known(x.v)
	if !known {
		r.stop(e, "an index that depends on data is not supported yet; want a constant, or the variable of a loop with a constant bound")
	}
	if k := r.kind(e); k.bits < 64 && k.signed && i>>(k.bits-1) == 1 || i >= uint64(n) {
		r.panicsIf(e, r.yes, "an index out of range")
		r.take(returned)
		return 0
	}
	return int(i)
}

func (r *run) switchOn(s *ast.SwitchStmt, label types.Object) {
	if s.Init != nil {
		r.statement(s.Init, nil)
	}
	var tag value
	if s.Tag != nil {
		tag = r.eval(s.Tag)
	}
	over := &exit{"break"}
	r.targets = append(r.targets, target{label: label, over: over})
	var cases []*ast.CaseClause
	var last []ast.Stmt
	for _, c := range s.Body.List {
		c := c.(*ast.CaseClause)
		if c.List == nil {
			last = c.Body
			continue
		}
		cases = append(cases, c)
	}
	r.cases(s, tag, cases, last)
	r.targets = r.targets[:len(r.targets)-1]
	delete(r.state, over)
}

func (r *run) cases(s *ast.SwitchStmt, tag value, cases []*ast.CaseClause, last []ast.Stmt) {
	if len(cases) == 0 {
		r.block(last)
		return
	}
	r.step(cases[0])
	match := r.no
	for _, e := range cases[0].List {
		r.only(r.not(match), func() {
			one := r.no
			if s.Tag == nil {
				one = r.truth(e)
			} else {
				if !types.Identical(r.pkg.Info.TypeOf(e), r.pkg.Info.TypeOf(s.Tag)) {
					r.stop(e, "a case of another type than "+r.pkg.snippet(s.Tag))
				}
				one = r.equal(e, r.pkg.Info.TypeOf(s.Tag), tag, r.eval(e))
			}
			match = r.or(match, one)
		})
	}
	r.fork(match, func() { r.block(cases[0].Body) }, func() { r.cases(s, tag, cases[1:], last) })
}

func (r *run) jump(s *ast.BranchStmt) {
	if s.Tok == token.BREAK || s.Tok == token.CONTINUE {
		for i := len(r.targets) - 1; i >= 0; i-- {
			t := r.targets[i]
			if s.Label != nil && t.label != r.pkg.Info.Uses[s.Label] || s.Tok == token.CONTINUE && t.next == nil {
				continue
			}
			if s.Tok == token.CONTINUE {
				r.take(t.next)
			} else {
				r.take(t.over)
			}
			return
		}
	}
	r.stop(s, statements)
}

func (r *run) returns(s *ast.ReturnStmt) {
	if len(s.Results) > 0 {
		for i, x := range r.values(s.Results, len(r.results)) {
			r.state[i] = x
		}
	} else {
		for i, o := range r.named {
			r.state[i] = r.state[o]
		}
	}
	r.take(returned)
}
