package goread

import (
	"go/ast"
	"go/token"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// infix are the integer operators that are one operation of the domain.
var infix = map[token.Token]bv.IntOp{
	token.ADD: bv.Add, token.SUB: bv.Sub, token.MUL: bv.Mul,
	token.AND: bv.And, token.XOR: bv.Xor,
}

func (r *run) binary(e *ast.BinaryExpr) value {
	switch e.Op {
	case token.LAND, token.LOR:
		return value{v: r.shortCircuit(e)}
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		return value{v: r.compare(e)}
	}
	if c, x, y, ok := r.maskedChoice(e); ok {
		a := r.eval(x)
		return r.choose(c, a, r.eval(y))
	}
	if bit, ok := r.bitAt(e); ok {
		return value{v: bit}
	}
	return r.operate(e, e.Op, e.X, e.Y, func() value { return r.eval(e.X) })
}

// operate applies an operator to what left gives, which is the value of x, and to y.
func (r *run) operate(n ast.Node, op token.Token, x, y ast.Expr, left func() value) value {
	k := r.kind(x)
	switch {
	case k.float:
		a := left()
		return r.floatOp(n, op, k, a, r.eval(y))
	case k.bool:
		r.stop(n, op.String()+" of bools", "want && or ||")
	}
	switch op {
	case token.SHL, token.SHR:
		return r.shift(n, op, k, left(), y)
	case token.OR:
		a := left()
		return r.join(n, a, r.eval(y))
	}
	a := r.exactly(x, left())
	b := r.exact(y)
	switch op {
	case token.AND_NOT:
		return value{v: r.dom.Int(bv.And, a, r.dom.Not(b))}
	case token.QUO, token.REM:
		return value{v: r.divide(n, op, k, a, b)}
	}
	code, ok := infix[op]
	if !ok {
		r.stop(n, "operator "+op.String(), "want an operator of integers")
	}
	return value{v: r.dom.Int(code, a, b)}
}

// join is or, which may put two halves together that float ops gave.
func (r *run) join(n ast.Node, x, y value) value {
	a, b := r.noKey(n, x), r.noKey(n, y)
	if x.loose|y.loose != 0 {
		free := func(x value, lo int) bool {
			zero, known := r.dom.Known(r.dom.Extract(x.v, lo, 16))
			return known && zero == 0
		}
		ok := (x.loose|y.loose)&looseWhole == 0
		for _, half := range []struct {
			bit loose
			lo  int
		}{{looseLow, 0}, {looseHigh, 16}} {
			if ok && (x.loose|y.loose)&half.bit != 0 {
				ok = free(x, half.lo) || free(y, half.lo)
			}
		}
		if !ok {
			r.stop(n, "bits of a float op's result", unspecifiedNaN)
		}
	}
	return value{v: r.dom.Int(bv.Or, a, b), loose: x.loose | y.loose}
}

// maskedChoice sees the left side of the rule [choice], and its condition.
func (r *run) maskedChoice(e *ast.BinaryExpr) (c bv.Value, x, y ast.Expr, ok bool) {
	l, okl := ast.Unparen(e.X).(*ast.BinaryExpr)
	n, okn := ast.Unparen(e.Y).(*ast.BinaryExpr)
	if e.Op != token.OR || !okl || !okn || l.Op != token.AND || n.Op != token.AND_NOT {
		return nil, nil, nil, false
	}
	m, okm := ast.Unparen(l.Y).(*ast.Ident)
	m2, okm2 := ast.Unparen(n.Y).(*ast.Ident)
	if !okm || !okm2 || r.info.Uses[m] == nil || r.info.Uses[m] != r.info.Uses[m2] {
		return nil, nil, nil, false
	}
	word, defined := r.env[r.info.Uses[m]]
	if !defined || word.val.v == nil || word.val.isKey || word.val.loose != 0 {
		return nil, nil, nil, false
	}
	c = r.dom.Extract(word.val.v, 0, 1)
	if r.dom.Extend(c, word.val.v.Width(), true) != word.val.v {
		return nil, nil, nil, false // not all ones or zero
	}
	return c, l.X, n.X, true
}

// shortCircuit is && and ||: the right operand is evaluated only where it decides.
func (r *run) shortCircuit(e *ast.BinaryExpr) bv.Value {
	x := r.truth(e.X)
	decides := x
	if e.Op == token.LOR {
		decides = r.not(x)
	}
	out := x
	r.fork(decides, func() {
		y := r.truth(e.Y)
		if e.Op == token.LAND {
			out = r.and(x, y)
		} else {
			out = r.or(x, y)
		}
	}, nil)
	return out
}

// compare is a comparison.
func (r *run) compare(e *ast.BinaryExpr) bv.Value {
	x := r.evalAs(e.X, e.Y)
	y := r.evalAs(e.Y, e.X)
	if e.Op == token.EQL || e.Op == token.NEQ {
		same := r.equal(e, r.typed(e.X, e.Y), x, y)
		if e.Op == token.NEQ {
			return r.not(same)
		}
		return same
	}
	k := r.kind(r.typed(e.X, e.Y))
	if k.bool {
		r.stop(e, e.Op.String()+" of bools", "want == or !=")
	}
	if e.Op == token.GTR || e.Op == token.LEQ { // x > y is y < x
		x, y = y, x
	}
	if k.float {
		a, b := r.float(e, x), r.float(e, y)
		less := r.dom.Float(bv.FLt, k.format(), a, b)
		switch e.Op {
		case token.LSS, token.GTR:
			return less
		}
		// a >= b: no NaN, and not a < b
		return r.and(r.not(r.dom.Float(bv.FUnordered, k.format(), a, b)), r.not(less))
	}
	op := bv.ULt
	if k.signed {
		op = bv.SLt
	}
	less := r.dom.Int(op, r.exactly(e, x), r.exactly(e, y))
	switch e.Op {
	case token.LSS, token.GTR:
		return less
	}
	return r.not(less)
}

// equal is whether two values of one type are equal; of names an expression of the
// type.
func (r *run) equal(n ast.Node, of ast.Expr, x, y value) bv.Value {
	if typ := r.info.TypeOf(of); x.arr != nil && !x.ptr {
		return r.equalParts(n, typ, x, y)
	}
	return r.equalScalars(n, r.kind(of), x, y)
}

// equalScalars is whether two scalars of a kind are equal.
func (r *run) equalScalars(n ast.Node, k kind, x, y value) bv.Value {
	switch {
	case k.float:
		return r.dom.Float(bv.FEq, k.format(), r.float(n, x), r.float(n, y))
	case x.of != 0 && y.of != 0 && r.state.Same != nil:
		return r.state.Same(x.of-1, y.of-1)
	}
	a, b := r.exactly(n, x), r.exactly(n, y)
	if k.bool {
		return r.not(r.dom.Int(bv.Xor, a, b))
	}
	return r.dom.Int(bv.Eq, a, b)
}

// typed is the one of two operands whose type is that of both.
func (r *run) typed(x, y ast.Expr) ast.Expr {
	if r.info.Types[x].Value != nil {
		return y
	}
	return x
}

// evalAs evaluates an operand of a comparison with another.
func (r *run) evalAs(e, other ast.Expr) value {
	if c := r.info.Types[e].Value; c != nil {
		if _, ok := r.kindOf(r.info.TypeOf(e)); !ok {
			e = other // an untyped constant takes its type
		}
		r.step(e)
		return value{v: r.constant(e, c)}
	}
	return r.eval(e)
}
