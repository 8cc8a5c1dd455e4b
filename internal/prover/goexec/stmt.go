package goexec

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// Statements is what a statement that is not followed is refused with.
const Statements = "want declarations, assignments, if, switch, for with a bound that is known, break, continue " +
	"and return"

// Block executes statements until execution is certainly elsewhere.
func (r *Run) Block(list []ast.Stmt) {
	for _, s := range list {
		if r.dead() {
			return
		}
		r.statement(s, nil)
	}
}

// statement executes one; label is the name in front of it, if any.
func (r *Run) statement(s ast.Stmt, label types.Object) {
	r.Step(s)
	r.At = s
	if r.Host.Stmt(s) {
		return
	}
	switch s := s.(type) {
	case *ast.EmptyStmt:
	case *ast.BlockStmt:
		r.Block(s.List)
	case *ast.AssignStmt:
		r.assignment(s)
	case *ast.IncDecStmt:
		r.increment(s)
	case *ast.DeclStmt:
		r.declaration(s.Decl.(*ast.GenDecl))
	case *ast.ExprStmt:
		call, ok := ast.Unparen(s.X).(*ast.CallExpr)
		if !ok {
			r.Stop(s, "expression as a statement", Statements)
		}
		r.call(call, true)
	case *ast.IfStmt:
		if s.Init != nil {
			r.statement(s.Init, nil)
		}
		var otherwise func()
		if s.Else != nil {
			otherwise = func() { r.statement(s.Else, nil) }
		}
		condition := r.Truth(s.Cond)
		if _, known := r.Dom.Known(condition); known || !r.Host.If(s, condition) {
			r.Fork(condition, func() { r.Block(s.Body.List) }, otherwise)
		}
	case *ast.SwitchStmt:
		r.switchOn(s, label)
	case *ast.ForStmt:
		r.Loop(s, label)
	case *ast.RangeStmt:
		r.rangeOver(s, label)
	case *ast.LabeledStmt:
		r.statement(s.Stmt, r.Info.Defs[s.Label])
	case *ast.BranchStmt:
		r.jump(s)
	case *ast.ReturnStmt:
		r.returns(s)
	default:
		r.Stop(s, fmt.Sprintf("%T", s), Statements)
	}
}

func (r *Run) increment(s *ast.IncDecStmt) {
	to, k := r.place(s.X), r.Kind(s.X)
	op := token.ADD
	if s.Tok == token.DEC {
		op = token.SUB
	}
	x := r.load(s.X, to)
	switch {
	case !k.Float:
		x = Value{V: r.Dom.Int(infix[op], r.Exactly(s.X, x), r.Dom.Const(k.Bits, 1))}
	case r.Operator:
		x = r.FloatOp(s, op, k, x, Value{V: r.float(k, 1)})
	default:
		r.Stop(s, s.Tok.String()+" of a float", "write x += 1")
	}
	r.Store(s, to, x)
}

func (r *Run) declaration(d *ast.GenDecl) {
	if d.Tok != token.VAR { // constants and types are known by what go/types says
		return
	}
	for _, spec := range d.Specs {
		s := spec.(*ast.ValueSpec)
		values := r.values(s.Values, len(s.Names))
		for i, name := range s.Names {
			switch {
			case name.Name == "_":
			case values == nil:
				r.define(name, r.Zero(name, r.Info.Defs[name].Type()))
			default:
				r.define(name, values[i])
			}
		}
	}
}

// define makes the variable of a name, which holds x.
func (r *Run) define(name *ast.Ident, x Value) {
	r.holds(name, r.Info.Defs[name].Type())
	r.Env[r.Info.Defs[name]] = r.NewCell(r.own(x))
}

// switchOn executes a switch as the chain of ifs that it is.
func (r *Run) switchOn(s *ast.SwitchStmt, label types.Object) {
	if s.Init != nil {
		r.statement(s.Init, nil)
	}
	var tag Value
	if s.Tag != nil {
		tag = r.Eval(s.Tag)
	}
	exit := r.enter()
	r.targets = append(r.targets, target{label: label, over: exit})
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
	r.end(exit)
}

func (r *Run) cases(s *ast.SwitchStmt, tag Value, cases []*ast.CaseClause, last []ast.Stmt) {
	if len(cases) == 0 {
		r.Block(last)
		return
	}
	r.Step(cases[0])
	match := r.No
	for _, e := range cases[0].List { // from left to right, until one matches
		r.Fork(match, nil, func() {
			var one bv.Value
			if s.Tag != nil {
				one = r.equal(e, r.Info.TypeOf(s.Tag), tag, r.evalAs(e, s.Tag))
			} else {
				one = r.Truth(e)
			}
			match = r.Or(match, one)
		})
	}
	r.Fork(match, func() { r.Block(cases[0].Body) }, func() { r.cases(s, tag, cases[1:], last) })
}

// target is what break and continue leave.
type target struct {
	label types.Object
	over  *Cell // the exit that break takes
	next  *Cell // the exit that continue takes; nil for a switch
}

func (r *Run) jump(s *ast.BranchStmt) {
	if s.Tok != token.BREAK && s.Tok != token.CONTINUE {
		r.Stop(s, s.Tok.String(), Statements)
	}
	for i := len(r.targets) - 1; i >= 0; i-- {
		t := r.targets[i]
		if s.Label != nil && t.label != r.Info.Uses[s.Label] || s.Tok == token.CONTINUE && t.next == nil {
			continue
		}
		exit := t.over
		if s.Tok == token.CONTINUE {
			exit = t.next
		}
		r.leave(exit, r.Yes)
		return
	}
	r.Stop(s, s.Tok.String(), "of no loop or switch around it")
}

func (r *Run) returns(s *ast.ReturnStmt) {
	if len(s.Results) > 0 {
		values := r.values(s.Results, len(r.results))
		for i, x := range values {
			if x.Ptr || x.Nil {
				r.Stop(s, "result that is a pointer", "want a scalar, an array or a struct")
			}
			values[i] = r.own(x)
		}
		for i, x := range values {
			if x.Arr != nil && r.named { // pointers may lead to its storage
				r.copyInto(s, r.results[i].Val.Arr, x.Arr)
			} else {
				r.set(r.results[i], x)
			}
		}
	}
	r.leave(r.returned, r.Yes)
}
