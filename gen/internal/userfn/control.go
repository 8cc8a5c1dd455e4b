package userfn

import (
	"go/ast"
	"go/token"
	"go/types"
)

func (f *fn) ifStmt(s *ast.IfStmt) {
	if s.Init != nil { // its variables have names of their own
		f.stmt(s.Init)
	}
	f.line("if (%s) {", f.value(s.Cond).s)
	f.nested(s.Body.List)
	f.elseBranch(s.Else)
}

// elseBranch closes a branch that is open. The statements of an else if before its condition stand in a separate
// block.
func (f *fn) elseBranch(e ast.Stmt) {
	switch e := e.(type) {
	case nil:
		f.line("}")
	case *ast.BlockStmt:
		f.line("} else {")
		f.nested(e.List)
		f.line("}")
	case *ast.IfStmt:
		at := len(f.lines)
		f.indent++
		if e.Init != nil {
			f.stmt(e.Init)
		}
		condition := f.value(e.Cond).s
		f.indent--
		if len(f.lines) == at {
			f.line("} else if (%s) {", condition)
			f.nested(e.Body.List)
			f.elseBranch(e.Else)
			return
		}
		before := append([]line(nil), f.lines[at:]...)
		f.lines = f.lines[:at]
		f.line("} else {")
		f.lines = append(f.lines, before...)
		f.indent++
		f.line("if (%s) {", condition)
		f.nested(e.Body.List)
		f.elseBranch(e.Else)
		f.indent--
		f.line("}")
	}
}

// switchStmt is a chain of branches. The tag is evaluated once.
func (f *fn) switchStmt(s *ast.SwitchStmt) {
	if s.Init != nil {
		f.stmt(s.Init)
	}
	var tag cx
	var t types.Type
	if s.Tag != nil {
		t = types.Default(f.info.TypeOf(s.Tag))
		f.platformSwitch(s.Tag, t)
		tag = f.local(s.Tag, t, f.as(s.Tag, t))
	}
	var fallback *ast.CaseClause
	word := "if"
	for _, c := range s.Body.List {
		c := c.(*ast.CaseClause)
		if c.List == nil {
			fallback = c
			continue
		}
		at := len(f.lines)
		var test cx
		for i, e := range c.List {
			one := f.caseTest(e, tag, t)
			if i == 0 {
				test = one
			} else {
				test = operate("||", precOr, test, one)
			}
		}
		if len(f.lines) > at && word != "if" {
			f.report(c, NotYet, "case", "its expressions need variables of their own; want if and else")
		}
		f.line("%s (%s) {", word, test.s)
		f.clause(c)
		word = "} else if"
	}
	switch {
	case fallback == nil && word != "if":
		f.line("}")
	case fallback != nil && word == "if":
		f.line("{")
		f.clause(fallback)
		f.line("}")
	case fallback != nil:
		f.line("} else {")
		f.clause(fallback)
		f.line("}")
	}
}

func (f *fn) caseTest(e ast.Expr, tag cx, t types.Type) cx {
	if tag.s == "" {
		return f.value(e)
	}
	s, ok := scalarOf(t)
	if !ok {
		return f.report(e, NotYet, "switch on "+t.String(), "want numbers, or if and else")
	}
	return f.compareScalars(token.EQL, t, s, tag, f.as(e, t))
}

func (f *fn) clause(c *ast.CaseClause) {
	f.breaks = append(f.breaks, true)
	f.nested(c.Body)
	f.breaks = f.breaks[:len(f.breaks)-1]
}

func (f *fn) branch(s *ast.BranchStmt) {
	switch {
	case s.Label != nil:
		f.report(s, NotYet, "label", "want break and continue of the innermost loop")
	case s.Tok == token.GOTO:
		f.report(s, ByDesign, "goto", "want if and loops with constant bounds")
	case s.Tok == token.FALLTHROUGH:
		f.report(s, NotYet, "fallthrough", "want the values in one case")
	case s.Tok == token.BREAK && len(f.breaks) > 0 && f.breaks[len(f.breaks)-1]:
		f.report(s, NotYet, "break of a switch", "want if and else")
	case s.Tok == token.BREAK:
		f.line("break;")
	case s.Tok == token.CONTINUE:
		f.line("continue;")
	}
}

// forStmt is a loop with constant bounds: one variable that counts, which only the loop changes.
func (f *fn) forStmt(s *ast.ForStmt) {
	v, from, step, ok := f.counts(s)
	if !ok {
		return
	}
	c, isBinary := ast.Unparen(s.Cond).(*ast.BinaryExpr)
	if !isBinary || f.variableOf(c.X) != v {
		f.report(s, ByDesign, "loop without constant bounds", "want for i := 0; i < 4; i++, so that compilers unroll it")
		return
	}
	fromLow, fromHigh, known := f.rangeOf(from)
	boundLow, boundHigh, bounded := f.rangeOf(c.Y)
	if !known || !bounded {
		f.report(s, ByDesign, "loop without constant bounds", "want for i := 0; i < 4; i++, so that compilers unroll it")
		return
	}
	var values span
	switch {
	case step > 0 && c.Op == token.LSS:
		values = span{fromLow, boundHigh - 1}
	case step > 0 && c.Op == token.LEQ:
		values = span{fromLow, boundHigh}
	case step == 1 && c.Op == token.NEQ && fromHigh <= boundLow && f.keeps(c.Y):
		values = span{fromLow, boundHigh - 1}
	case step < 0 && c.Op == token.GTR:
		values = span{boundLow + 1, fromHigh}
	case step < 0 && c.Op == token.GEQ:
		values = span{boundLow, fromHigh}
	default:
		f.report(s, ByDesign, "loop without constant bounds", "its variable does not reach the bound")
		return
	}
	known = values.within(span{-far, far}) && max(step, -step) < far // else the sums below may wrap
	if n := (values.high - values.low) / max(step, -step); !known || n >= maxRounds {
		f.report(s, NotYet, "loop", "want at most "+itoa(maxRounds)+" rounds")
		return
	}
	// Within the condition and after it the variable may be one step past the values.
	sc, _ := scalarOf(v.Type())
	past := span{min(values.low, values.low+step), max(values.high, values.high+step)}
	if limits := sc.span(); past.low < limits.low || past.high > limits.high {
		f.report(s, ByDesign, "loop", "its variable passes the last value of its type")
		return
	}
	f.ranges[v], f.unrolled[v] = values, true
	name := f.declare(v)
	start := f.as(from, v.Type()).s
	f.conditional++ // it is evaluated in each round
	condition := f.value(s.Cond).s
	f.conditional--
	f.loop("for (%s %s = %s; %s; %s) {", sc.name, name, start, condition, stepText(name, step))
	f.loopBody(s.Body)
}

// keeps reports whether an expression is made of variables that keep their values.
func (f *fn) keeps(e ast.Expr) bool {
	same := true
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && f.assigned[f.info.Uses[id]] > 0 {
			same = false
		}
		return same
	})
	return same
}

// maxRounds bounds the rounds of a loop, since each is unrolled.
const maxRounds = 256

func stepText(name string, step int64) string {
	switch {
	case step == 1:
		return name + "++"
	case step == -1:
		return name + "--"
	case step < 0:
		return name + " -= " + itoa(int(-step))
	}
	return name + " += " + itoa(int(step))
}

func (f *fn) loop(format string, args ...any) {
	f.line("#pragma unroll")
	f.line(format, args...)
}

func (f *fn) loopBody(b *ast.BlockStmt) {
	f.breaks = append(f.breaks, false)
	f.nested(b.List)
	f.breaks = f.breaks[:len(f.breaks)-1]
	f.line("}")
}

// counts is the variable of a loop, its start and its step.
func (f *fn) counts(s *ast.ForStmt) (v *types.Var, from ast.Expr, step int64, ok bool) {
	fail := func(why string) (*types.Var, ast.Expr, int64, bool) {
		f.report(s, ByDesign, "loop without constant bounds", why)
		return nil, nil, 0, false
	}
	const want = "want for i := 0; i < 4; i++, so that compilers unroll it"
	init, isAssign := s.Init.(*ast.AssignStmt)
	if s.Cond == nil || s.Post == nil || !isAssign || init.Tok != token.DEFINE || len(init.Lhs) != 1 {
		return fail(want)
	}
	v, _ = f.info.Defs[init.Lhs[0].(*ast.Ident)].(*types.Var)
	if sc, isScalar := scalarOf(v.Type()); !isScalar || sc.arith == "" {
		return fail("want an integer that counts")
	}
	switch p := s.Post.(type) {
	case *ast.IncDecStmt:
		step = map[token.Token]int64{token.INC: 1, token.DEC: -1}[p.Tok]
		ok = f.variableOf(p.X) == v
	case *ast.AssignStmt:
		by, known := f.constantInt(p.Rhs[0])
		ok = known && by != 0 && len(p.Lhs) == 1 && f.variableOf(p.Lhs[0]) == v &&
			(p.Tok == token.ADD_ASSIGN || p.Tok == token.SUB_ASSIGN)
		if step = by; p.Tok == token.SUB_ASSIGN {
			step = -by
		}
	}
	if !ok {
		return fail(want)
	}
	if f.assigned[v] > 1 {
		return fail("its variable is assigned in the body")
	}
	return v, init.Rhs[0], step, true
}

// variableOf is the variable that an expression names.
func (f *fn) variableOf(e ast.Expr) *types.Var {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return nil
	}
	v, _ := f.info.Uses[id].(*types.Var)
	return v
}

// rangeStmt is a loop over a constant number of rounds or the elements of an array.
func (f *fn) rangeStmt(s *ast.RangeStmt) {
	t := f.info.TypeOf(s.X)
	n, known := f.constantInt(s.X)
	a := arrayOf(t)
	if a != nil {
		n, known = a.Len(), true
	}
	if !known {
		f.report(s, ByDesign, "range over "+t.String(), "want a constant or an array, so that compilers unroll it")
		return
	}
	if n > maxRounds {
		f.report(s, NotYet, "loop", "want at most "+itoa(maxRounds)+" rounds")
		return
	}
	if s.Tok == token.ASSIGN {
		f.report(s, NotYet, "range that assigns", "want range that defines its variables")
		return
	}
	var x cx
	value, hasValue := s.Value.(*ast.Ident)
	hasValue = hasValue && value.Name != "_"
	if hasValue { // the elements are those before the loop
		x = f.local(s, t, f.stored(s.X))
		if f.root(s.X) != nil && f.assigned[f.root(s.X)] > 0 {
			name := f.temporary()
			f.line("const %s %s = %s;", f.ctype(s, t), name, x.s)
			x = primary(name)
		}
	}
	typ, name := "int", ""
	if id, ok := s.Key.(*ast.Ident); ok && id.Name != "_" {
		v := f.info.Defs[id].(*types.Var)
		if f.assigned[v] > 0 {
			f.report(s, NotYet, "loop", "its variable is assigned in the body")
		}
		f.ranges[v], f.unrolled[v] = span{0, n - 1}, true
		name = f.declare(v)
		typ = f.ctype(id, v.Type())
	} else {
		name = f.temporary()
	}
	f.loop("for (%s %s = 0; %s < %d; %s++) {", typ, name, name, n, name)
	if hasValue {
		v := f.info.Defs[value]
		element := x.member(f.structure(s, t).Members[0]).at(name)
		element.raw = arrayOf(a.Elem()) != nil
		f.declare(v)
		f.indent++
		f.define(value, v, f.whole(s, a.Elem(), element).s)
		f.indent--
	}
	f.loopBody(s.Body)
}
