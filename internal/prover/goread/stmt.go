package goread

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

const statements = "want declarations, assignments, if, switch, for with a bound that is known, break, continue and return"

// block executes statements until execution is certainly elsewhere.
func (r *run) block(list []ast.Stmt) {
	for _, s := range list {
		if r.dead() {
			return
		}
		r.statement(s, nil)
	}
}

// statement executes one; label is the name in front of it, if any.
func (r *run) statement(s ast.Stmt, label types.Object) {
	r.step(s)
	r.at = s
	switch s := s.(type) {
	case *ast.EmptyStmt:
	case *ast.BlockStmt:
		r.block(s.List)
	case *ast.AssignStmt:
		r.assignment(s)
	case *ast.IncDecStmt:
		to := r.place(s.X)
		one := r.dom.Const(r.kind(s.X).bits, 1)
		if r.kind(s.X).float {
			r.stop(s, s.Tok.String()+" of a float", "write x += 1")
		}
		op := bv.Add
		if s.Tok == token.DEC {
			op = bv.Sub
		}
		r.store(s, to, value{v: r.dom.Int(op, r.exactly(s.X, r.load(s.X, to)), one)})
	case *ast.DeclStmt:
		r.declaration(s.Decl.(*ast.GenDecl))
	case *ast.ExprStmt:
		call, ok := ast.Unparen(s.X).(*ast.CallExpr)
		if !ok {
			r.stop(s, "expression as a statement", statements)
		}
		r.call(call, true)
	case *ast.IfStmt:
		r.ifElse(s)
	case *ast.SwitchStmt:
		r.switchOn(s, label)
	case *ast.ForStmt:
		r.loop(s, label)
	case *ast.RangeStmt:
		r.rangeOver(s, label)
	case *ast.LabeledStmt:
		r.statement(s.Stmt, r.info.Defs[s.Label])
	case *ast.BranchStmt:
		r.jump(s)
	case *ast.ReturnStmt:
		r.returns(s)
	default:
		r.stop(s, fmt.Sprintf("%T", s), statements)
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
			switch {
			case name.Name == "_":
			case values == nil:
				r.define(name, r.zero(name, r.info.Defs[name].Type()))
			default:
				r.define(name, values[i])
			}
		}
	}
}

// define makes the variable of a name, which holds x.
func (r *run) define(name *ast.Ident, x value) {
	r.holds(name, r.info.Defs[name].Type())
	if x.arr != nil && !x.ptr {
		x.arr = r.copyOf(x.arr)
	}
	r.env[r.info.Defs[name]] = r.newCell(x)
}

func (r *run) ifElse(s *ast.IfStmt) {
	if s.Init != nil {
		r.statement(s.Init, nil)
	}
	var otherwise func()
	if s.Else != nil {
		otherwise = func() { r.statement(s.Else, nil) }
	}
	condition := r.truth(s.Cond)
	if !r.onlySaves(s, condition) {
		r.fork(condition, func() { r.block(s.Body.List) }, otherwise)
	}
}

// switchOn executes a switch as the chain of ifs that it is.
func (r *run) switchOn(s *ast.SwitchStmt, label types.Object) {
	if s.Init != nil {
		r.statement(s.Init, nil)
	}
	var tag value
	if s.Tag != nil {
		tag = r.eval(s.Tag)
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

func (r *run) cases(s *ast.SwitchStmt, tag value, cases []*ast.CaseClause, last []ast.Stmt) {
	if len(cases) == 0 {
		r.block(last)
		return
	}
	r.step(cases[0])
	match := r.bit(false)
	for _, e := range cases[0].List { // from left to right, until one matches
		r.fork(match, nil, func() {
			var one bv.Value
			if s.Tag != nil {
				one = r.equal(e, s.Tag, tag, r.evalAs(e, s.Tag))
			} else {
				one = r.truth(e)
			}
			match = r.or(match, one)
		})
	}
	r.fork(match, func() { r.block(cases[0].Body) }, func() { r.cases(s, tag, cases[1:], last) })
}

// target is what break and continue leave.
type target struct {
	label types.Object
	over  *cell // the exit that break takes
	next  *cell // the exit that continue takes; nil for a switch
}

func (r *run) jump(s *ast.BranchStmt) {
	if s.Tok != token.BREAK && s.Tok != token.CONTINUE {
		r.stop(s, s.Tok.String(), statements)
	}
	for i := len(r.targets) - 1; i >= 0; i-- {
		t := r.targets[i]
		if s.Label != nil && t.label != r.info.Uses[s.Label] || s.Tok == token.CONTINUE && t.next == nil {
			continue
		}
		exit := t.over
		if s.Tok == token.CONTINUE {
			exit = t.next
		}
		r.leave(exit, r.bit(true))
		return
	}
	r.stop(s, s.Tok.String(), "of no loop or switch around it")
}

func (r *run) returns(s *ast.ReturnStmt) {
	if len(s.Results) > 0 {
		values := r.values(s.Results, len(r.results))
		for i, x := range values {
			switch {
			case x.ptr || x.nil:
				r.stop(s, "result that is a pointer", "want a scalar, an array or a struct")
			case x.arr != nil:
				values[i].arr = r.copyOf(x.arr)
			}
		}
		for i, x := range values {
			if x.arr != nil && r.named { // pointers may lead to its storage
				r.copyInto(s, r.results[i].val.arr, x.arr)
			} else {
				r.set(r.results[i], x)
			}
		}
	}
	r.leave(r.returned, r.bit(true))
}
