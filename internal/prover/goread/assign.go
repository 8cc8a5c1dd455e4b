package goread

import (
	"go/ast"
	"go/token"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// place is where an assignment goes: a cell, an array as a whole, or the element
// of an array that an index names which depends on data. The zero place is blank.
type place struct {
	cell  *cell
	arr   *array
	index bv.Value
	via   bool // through a pointer
}

// place finds where e is, before anything is assigned.
func (r *run) place(e ast.Expr) place {
	r.step(e)
	switch e := e.(type) {
	case *ast.ParenExpr:
		return r.place(e.X)
	case *ast.Ident:
		if e.Name == "_" {
			return place{}
		}
		if c := r.variable(e); c != nil {
			if c.val.arr != nil && !c.val.ptr {
				return place{arr: c.val.arr}
			}
			return place{cell: c}
		}
	case *ast.SelectorExpr:
		of, n, via := r.field(e)
		if x := of.cells[n].val; x.arr != nil && !x.ptr {
			return place{arr: x.arr, via: via}
		}
		return place{cell: of.cells[n], arr: of, via: via}
	case *ast.StarExpr:
		return place{arr: r.pointee(e, r.eval(e.X)), via: true}
	case *ast.IndexExpr:
		of, via := r.base(e)
		i := r.index(e, len(of.cells))
		n, known := r.dom.Known(i)
		switch {
		case !known:
			return place{arr: of, index: i, via: via}
		case n >= uint64(len(of.cells)): // where the program never is
			return place{}
		case of.cells[n].val.arr != nil && !of.cells[n].val.ptr:
			return place{arr: of.cells[n].val.arr, via: via}
		}
		return place{cell: of.cells[n], arr: of, via: via}
	}
	r.stop(e, "assignment", "want a local variable, *v or an element of an array on the left")
	return place{}
}

// load is what a place holds.
func (r *run) load(e ast.Expr, p place) value {
	switch {
	case p.cell != nil:
		return p.cell.val
	case p.index != nil:
		return r.pick(p.arr, p.index)
	case p.arr != nil: // an array as a whole
		return value{arr: p.arr}
	}
	return r.eval(e)
}

// store assigns x.
func (r *run) store(n ast.Node, to place, x value) {
	if to.arr != nil && to.arr.readOnly != "" {
		r.stop(n, "assignment to an element of "+to.arr.readOnly, "the caller's "+to.arr.readOnly+" stays as it is; want v, idx or a local array")
	}
	if to.via {
		r.writes++
		to.arr.markWritten()
	}
	switch {
	case to.cell != nil:
		r.set(to.cell, x)
	case to.index != nil:
		for i, c := range to.arr.cells {
			r.step(n)
			here := r.dom.Int(bv.Eq, to.index, r.dom.Const(to.index.Width(), uint64(i)))
			if y := r.choose(here, x, c.val); y.arr != nil && !y.ptr {
				r.copyInto(n, c.val.arr, y.arr) // pointers may lead to its storage
			} else {
				r.set(c, y)
			}
		}
	case to.arr != nil:
		r.copyInto(n, to.arr, r.copyOf(x.arr))
	}
}

func (r *run) copyInto(n ast.Node, to, from *array) {
	for i, c := range to.cells {
		r.step(n)
		if x := from.cells[i].val; x.arr != nil && !x.ptr {
			r.copyInto(n, c.val.arr, x.arr)
		} else {
			r.set(c, x)
		}
	}
}

// assignment executes =, := and op=. Go evaluates the operands of indices and
// pointers on the left and the expressions on the right first, and then assigns from
// left to right.
func (r *run) assignment(s *ast.AssignStmt) {
	switch s.Tok {
	case token.DEFINE:
		r.defines(s)
	case token.ASSIGN:
		var to []place
		for _, e := range s.Lhs {
			to = append(to, r.place(e))
		}
		for i, x := range r.copies(r.values(s.Rhs, len(s.Lhs))) {
			r.store(s, to[i], x)
		}
	default:
		op, ok := opAssign[s.Tok]
		if !ok {
			r.stop(s, s.Tok.String(), "want =, := or an operator with =")
		}
		to := r.place(s.Lhs[0])
		r.store(s, to, r.operate(s, op, s.Lhs[0], s.Rhs[0], func() value { return r.load(s.Lhs[0], to) }))
	}
}

var opAssign = map[token.Token]token.Token{
	token.ADD_ASSIGN: token.ADD, token.SUB_ASSIGN: token.SUB, token.MUL_ASSIGN: token.MUL,
	token.QUO_ASSIGN: token.QUO, token.REM_ASSIGN: token.REM,
	token.AND_ASSIGN: token.AND, token.OR_ASSIGN: token.OR, token.XOR_ASSIGN: token.XOR,
	token.SHL_ASSIGN: token.SHL, token.SHR_ASSIGN: token.SHR, token.AND_NOT_ASSIGN: token.AND_NOT,
}

// defines declares the names that are new, and assigns to the others.
func (r *run) defines(s *ast.AssignStmt) {
	values := r.copies(r.values(s.Rhs, len(s.Lhs)))
	for i, e := range s.Lhs {
		name := e.(*ast.Ident)
		switch {
		case name.Name == "_":
		case r.info.Defs[name] != nil:
			r.define(name, values[i])
		default:
			r.store(s, r.place(name), values[i])
		}
	}
}

// copies are values of an assignment of several, before any of them is assigned.
func (r *run) copies(values []value) []value {
	for i, x := range values {
		if len(values) > 1 && x.arr != nil && !x.ptr {
			values[i].arr = r.copyOf(x.arr)
		}
	}
	return values
}

// values evaluates n expressions, or the n results of one call. A call that writes
// through a pointer may stand alone only: Go does not say when it is made among the
// reads of other variables.
func (r *run) values(list []ast.Expr, n int) []value {
	if len(list) == 0 {
		return nil
	}
	if len(list) == 1 {
		if call, ok := ast.Unparen(list[0]).(*ast.CallExpr); ok && r.info.Types[list[0]].Value == nil {
			if all := r.call(call, true); len(all) == n {
				return all
			}
			r.stop(list[0], "call of several results", "as one value")
		}
	}
	var all []value
	for _, e := range list {
		all = append(all, r.eval(e))
	}
	return all
}
