package goexec

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// infix are the integer operators that are one operation of the domain.
var infix = map[token.Token]bv.IntOp{
	token.ADD: bv.Add, token.SUB: bv.Sub, token.MUL: bv.Mul,
	token.AND: bv.And, token.XOR: bv.Xor,
}

func (r *Run) binary(e *ast.BinaryExpr) Value {
	switch e.Op {
	case token.LAND, token.LOR:
		return Value{V: r.shortCircuit(e)}
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		return Value{V: r.compare(e)}
	}
	return r.operate(e, e.Op, e.X, e.Y, func() Value { return r.Eval(e.X) })
}

// operate applies an operator to what left gives, which is the value of x, and to y.
func (r *Run) operate(n ast.Node, op token.Token, x, y ast.Expr, left func() Value) Value {
	if part, ok := complexPart(r.Info.TypeOf(x)); ok && r.Operator {
		a := left()
		return r.complexOp(n, op, part, a, r.Eval(y))
	}
	k := r.Kind(x)
	switch {
	case k.Float:
		a := left()
		return r.FloatOp(n, op, k, a, r.Eval(y))
	case k.Bool:
		r.Stop(n, op.String()+" of bools", "want && or ||")
	}
	switch op {
	case token.SHL, token.SHR:
		return r.shift(n, op, k, left(), y)
	case token.OR:
		a := left()
		return r.joined(n, a, r.Eval(y))
	}
	a := r.Exactly(x, left())
	b := r.Exact(y)
	switch op {
	case token.AND_NOT:
		return Value{V: r.Dom.Int(bv.And, a, r.Dom.Not(b))}
	case token.QUO, token.REM:
		return Value{V: r.divide(n, bv.Division{Signed: k.Signed, Remainder: op == token.REM, Bits: k.Bits}, a, b)}
	}
	code, ok := infix[op]
	if !ok {
		r.Stop(n, "operator "+op.String(), "want an operator of integers")
	}
	return Value{V: r.Dom.Int(code, a, b)}
}

// divide is / or %, which round towards zero. The least integer by -1 is itself,
// remainder 0; by 0 the program panics.
func (r *Run) divide(n ast.Node, of bv.Division, a, b bv.Value) bv.Value {
	r.Panics(n, r.Dom.Int(bv.Eq, b, r.Dom.Const(of.Bits, 0)), Panic{"division by zero", "division",
		"want a divisor that is seen not to be zero, such as a constant"})
	return r.Host.Divides(n, of, a, b)
}

// joined is or, which may put two halves together that float ops gave.
func (r *Run) joined(n ast.Node, x, y Value) Value {
	if r.Operator {
		return Value{V: r.Dom.Int(bv.Or, r.Exactly(n, x), r.Exactly(n, y))}
	}
	a, b := r.NoKey(n, x), r.NoKey(n, y)
	if x.Loose|y.Loose != 0 {
		free := func(x Value, lo int) bool { return r.Is(r.Dom.Extract(x.V, lo, 16), 0) }
		ok := (x.Loose|y.Loose)&Whole == 0
		for _, half := range []struct {
			bit Loose
			lo  int
		}{{Low, 0}, {High, 16}} {
			if ok && (x.Loose|y.Loose)&half.bit != 0 {
				ok = free(x, half.lo) || free(y, half.lo)
			}
		}
		if !ok {
			r.Stop(n, "bits of a float op's result", UnspecifiedNaN)
		}
	}
	return Value{V: r.Dom.Int(bv.Or, a, b), Loose: x.Loose | y.Loose}
}

// shift is << or >>. Go shifts by any count: one of the width or more leaves zeros,
// or copies of the sign, and a negative one panics.
func (r *Run) shift(n ast.Node, op token.Token, k Kind, x Value, by ast.Expr) Value {
	how := bv.Left
	if op == token.SHR {
		how = bv.Right
		if k.Signed {
			how = bv.RightSigned
		}
	}
	if c := r.Info.Types[by].Value; c != nil {
		count, exact := constant.Uint64Val(constant.ToInt(c))
		if !exact {
			count = uint64(k.Bits) // beyond every width
		}
		fixed := int(min(count, uint64(k.Bits)))
		halves := x.Loose&(Low|High) != 0 && k.Bits == 32 && fixed == 16
		switch {
		case halves && x.Loose == Low && op == token.SHL:
			return Value{V: bv.ShiftBy(r.Dom, how, r.NoKey(n, x), fixed), Loose: High}
		case halves && how == bv.Right:
			return Value{V: bv.ShiftBy(r.Dom, how, r.NoKey(n, x), fixed), Loose: x.Loose.moved(High, Low)}
		}
		return Value{V: bv.ShiftBy(r.Dom, how, r.Exactly(n, x), fixed)}
	}
	a := r.Exactly(n, x)
	count := r.Exact(by)
	if kc := r.Kind(by); kc.Signed {
		r.Panics(by, r.Dom.Extract(count, kc.Bits-1, 1), Panic{"a shift by a negative count", "shift by a signed count",
			"want a count that is seen not to be negative, such as an unsigned one"})
	}
	return Value{V: bv.Shift(r.Dom, how, a, count)}
}

// shortCircuit is && and ||: the right operand is evaluated only where it decides.
func (r *Run) shortCircuit(e *ast.BinaryExpr) bv.Value {
	x := r.Truth(e.X)
	decides := x
	if e.Op == token.LOR {
		decides = r.Not(x)
	}
	out := x
	r.Fork(decides, func() {
		y := r.Truth(e.Y)
		if e.Op == token.LAND {
			out = r.And(x, y)
		} else {
			out = r.Or(x, y)
		}
	}, nil)
	return out
}

// compare is a comparison.
func (r *Run) compare(e *ast.BinaryExpr) bv.Value {
	x := r.evalAs(e.X, e.Y)
	y := r.evalAs(e.Y, e.X)
	if e.Op == token.EQL || e.Op == token.NEQ {
		same := r.equal(e, r.Info.TypeOf(r.typed(e.X, e.Y)), x, y)
		if e.Op == token.NEQ {
			return r.Not(same)
		}
		return same
	}
	k := r.Kind(r.typed(e.X, e.Y))
	if k.Bool {
		r.Stop(e, e.Op.String()+" of bools", "want == or !=")
	}
	if e.Op == token.GTR || e.Op == token.LEQ { // x > y is y < x
		x, y = y, x
	}
	if k.Float {
		a, b := r.Float(e, x), r.Float(e, y)
		less := r.Dom.Float(bv.FLt, k.Format(), a, b)
		switch e.Op {
		case token.LSS, token.GTR:
			return less
		}
		// a >= b: no NaN, and not a < b
		return r.And(r.Not(r.Dom.Float(bv.FUnordered, k.Format(), a, b)), r.Not(less))
	}
	less := r.less(k, r.Exactly(e, x), r.Exactly(e, y))
	switch e.Op {
	case token.LSS, token.GTR:
		return less
	}
	return r.Not(less)
}

func (r *Run) less(k Kind, a, b bv.Value) bv.Value {
	if k.Signed {
		return r.Dom.Int(bv.SLt, a, b)
	}
	return r.Dom.Int(bv.ULt, a, b)
}

// equal is whether two values of a type are equal, part by part.
func (r *Run) equal(n ast.Node, typ types.Type, x, y Value) bv.Value {
	parts, ok := partsOf(typ)
	if t, isArray := typ.Underlying().(*types.Array); isArray {
		for range t.Len() {
			parts = append(parts, t.Elem())
		}
		ok = true
	}
	if !ok {
		k, scalar := r.KindOf(typ)
		if !scalar {
			r.Stop(n, "expression of type "+typ.String(), Scalars)
		}
		return r.equalScalars(n, k, x, y)
	}
	if x.Arr == nil || y.Arr == nil {
		r.Stop(n, "comparison of "+typ.String(), "want two values")
	}
	same := r.Yes
	for i, part := range parts {
		same = r.And(same, r.equal(n, part, x.Arr.Cells[i].Val, y.Arr.Cells[i].Val))
	}
	return same
}

// equalScalars is whether two scalars of a kind are equal.
func (r *Run) equalScalars(n ast.Node, k Kind, x, y Value) bv.Value {
	switch {
	case k.Float:
		return r.Dom.Float(bv.FEq, k.Format(), r.Float(n, x), r.Float(n, y))
	case x.Of != 0 && y.Of != 0 && r.Same != nil:
		return r.Same(int(x.Of-1), int(y.Of-1))
	}
	a, b := r.Exactly(n, x), r.Exactly(n, y)
	if k.Bool {
		return r.Not(r.Dom.Int(bv.Xor, a, b))
	}
	return r.Dom.Int(bv.Eq, a, b)
}

// typed is the operand that has the type of both.
func (r *Run) typed(x, y ast.Expr) ast.Expr {
	if r.Info.Types[x].Value != nil {
		return y
	}
	return x
}

// evalAs evaluates an operand of a comparison with another.
func (r *Run) evalAs(e, other ast.Expr) Value {
	if c := r.Info.Types[e].Value; c != nil {
		if _, ok := r.KindOf(r.Info.TypeOf(e)); !ok {
			e = other // an untyped constant takes its type
		}
		r.Step(e)
		return r.Constant(e, c, r.Info.TypeOf(e))
	}
	return r.Eval(e)
}
