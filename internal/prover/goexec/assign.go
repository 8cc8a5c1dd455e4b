package goexec

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// Place is where an assignment goes: a cell, an array as a whole, or the element
// of an array that an index names which depends on data. The zero Place is blank.
type Place struct {
	Cell  *Cell
	Arr   *Array
	index bv.Value
	Via   bool // through a pointer
}

// place finds where e is, before anything is assigned.
func (r *Run) place(e ast.Expr) Place {
	r.Step(e)
	switch e := e.(type) {
	case *ast.ParenExpr:
		return r.place(e.X)
	case *ast.Ident:
		if e.Name == "_" {
			return Place{}
		}
		if c := r.variable(e); c != nil {
			return within(c, nil, false)
		}
		if v, ok := r.Info.Uses[e].(*types.Var); ok {
			r.Host.Global(e, v)
		}
	case *ast.SelectorExpr:
		of, n, via := r.field(e)
		return within(of.Cells[n], of, via)
	case *ast.StarExpr:
		return Place{Arr: r.Pointee(e, r.Eval(e.X)), Via: true}
	case *ast.IndexExpr:
		of, via := r.Base(e)
		i := r.index(e, len(of.Cells))
		n, known := r.Dom.Known(i)
		switch {
		case !known:
			return Place{Arr: of, index: i, Via: via}
		case n >= uint64(len(of.Cells)): // where the program never is
			return Place{}
		}
		return within(of.Cells[n], of, via)
	}
	r.Stop(e, "assignment", "want a local variable, *v or an element of an array on the left")
	return Place{}
}

// within is the place of a cell, or of the array that it holds.
func within(c *Cell, of *Array, via bool) Place {
	if c.Val.Arr != nil && !c.Val.Ptr {
		return Place{Arr: c.Val.Arr, Via: via}
	}
	return Place{Cell: c, Arr: of, Via: via}
}

// load is what a place holds.
func (r *Run) load(e ast.Expr, p Place) Value {
	switch {
	case p.Cell != nil:
		return p.Cell.Val
	case p.index != nil:
		return r.pick(p.Arr, p.index)
	case p.Arr != nil: // an array as a whole
		return Value{Arr: p.Arr}
	}
	return r.Eval(e)
}

// Store assigns x.
func (r *Run) Store(n ast.Node, to Place, x Value) {
	if to.Arr != nil && to.Arr.ReadOnly != "" {
		r.Stop(n, "assignment to an element of "+to.Arr.ReadOnly,
			"the caller's "+to.Arr.ReadOnly+" stays as it is; want v, idx or a local array")
	}
	if to.Via {
		r.Writes++
		to.Arr.markWritten()
	}
	switch {
	case to.Cell != nil:
		r.set(to.Cell, x)
	case to.index != nil:
		for i, c := range to.Arr.Cells {
			r.Step(n)
			here := r.Dom.Int(bv.Eq, to.index, r.Dom.Const(to.index.Width(), uint64(i)))
			r.hold(n, c, r.Choose(here, x, c.Val))
		}
	case to.Arr != nil:
		r.copyInto(n, to.Arr, r.CopyOf(x.Arr))
	}
}

// hold writes a cell, or the array that it holds: pointers may lead to its storage.
func (r *Run) hold(n ast.Node, c *Cell, x Value) {
	if x.Arr != nil && !x.Ptr {
		r.copyInto(n, c.Val.Arr, x.Arr)
	} else {
		r.set(c, x)
	}
}

func (r *Run) copyInto(n ast.Node, to, from *Array) {
	for i, c := range to.Cells {
		r.Step(n)
		r.hold(n, c, from.Cells[i].Val)
	}
}

// assignment executes =, := and op=. Go evaluates the operands of indices and
// pointers on the left and the expressions on the right first, and then assigns from
// left to right.
func (r *Run) assignment(s *ast.AssignStmt) {
	switch s.Tok {
	case token.DEFINE:
		r.defines(s)
	case token.ASSIGN:
		var to []Place
		for _, e := range s.Lhs {
			to = append(to, r.place(e))
		}
		for i, x := range r.copies(r.values(s.Rhs, len(s.Lhs))) {
			r.Store(s, to[i], x)
		}
	default:
		op, ok := opAssign[s.Tok]
		if !ok {
			r.Stop(s, s.Tok.String(), "want =, := or an operator with =")
		}
		to := r.place(s.Lhs[0])
		r.Store(s, to, r.operate(s, op, s.Lhs[0], s.Rhs[0], func() Value { return r.load(s.Lhs[0], to) }))
	}
}

var opAssign = map[token.Token]token.Token{
	token.ADD_ASSIGN: token.ADD, token.SUB_ASSIGN: token.SUB, token.MUL_ASSIGN: token.MUL,
	token.QUO_ASSIGN: token.QUO, token.REM_ASSIGN: token.REM,
	token.AND_ASSIGN: token.AND, token.OR_ASSIGN: token.OR, token.XOR_ASSIGN: token.XOR,
	token.SHL_ASSIGN: token.SHL, token.SHR_ASSIGN: token.SHR, token.AND_NOT_ASSIGN: token.AND_NOT,
}

// defines declares the names that are new, and assigns to the others.
func (r *Run) defines(s *ast.AssignStmt) {
	values := r.copies(r.values(s.Rhs, len(s.Lhs)))
	for i, e := range s.Lhs {
		name := e.(*ast.Ident)
		switch {
		case name.Name == "_":
		case r.Info.Defs[name] != nil:
			r.define(name, values[i])
		default:
			r.Store(s, r.place(name), values[i])
		}
	}
}

// copies are values of an assignment of several, before any of them is assigned.
func (r *Run) copies(values []Value) []Value {
	for i, x := range values {
		if len(values) > 1 {
			values[i] = r.own(x)
		}
	}
	return values
}

// values evaluates n expressions, or the n results of one call. A call that writes
// through a pointer may stand alone only: Go does not say when it is made among the
// reads of other variables.
func (r *Run) values(list []ast.Expr, n int) []Value {
	if len(list) == 0 {
		return nil
	}
	if len(list) == 1 && r.Info.Types[list[0]].Value == nil {
		if call, ok := ast.Unparen(list[0]).(*ast.CallExpr); ok {
			if x, ok := r.Host.Expr(call); ok {
				return []Value{x}
			}
			if all := r.call(call, true); len(all) == n {
				return all
			}
			r.Stop(list[0], "call of several results", "as one value")
		}
	}
	var all []Value
	for _, e := range list {
		all = append(all, r.Eval(e))
	}
	return all
}
