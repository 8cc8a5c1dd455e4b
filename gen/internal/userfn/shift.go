package userfn

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
)

// shift is x << y or x >> y. Go shifts by any count: from the width on nothing is left but the
// sign, and a negative count panics. In C++ both are undefined.
func (f *fn) shift(n ast.Node, op token.Token, t types.Type, x, y ast.Expr) cx {
	s, ok := scalarOf(t)
	if !ok || s.arith == "" {
		return f.report(n, ByDesign, "shift of "+t.String(), "want integers")
	}
	if op == token.SHL {
		f.platformArithmetic(n, t)
	}
	low, high, known := f.rangeOf(y)
	switch {
	case known && low >= 0 && high < int64(s.bits):
		o := operators[op]
		by := f.value(y)
		if op == token.SHR {
			return operate(o.text, o.prec, f.value(x), by).cast2small(s)
		}
		return operate(o.text, o.prec, f.wrapped(x), by).cast2(s)
	case known && low >= int64(s.bits) && (op == token.SHL || !s.signed) && f.effectless(x) && f.effectless(y):
		return integer(s, 0)
	}
	return call(f.shiftHelper(op, s, f.info.TypeOf(y), known && low >= 0), f.value(x), f.value(y))
}

// cast2small undoes the promotion of a type of 8 or 16 bits.
func (c cx) cast2small(s scalar) cx {
	if s.bits < 32 {
		return c.cast(s.name)
	}
	return c
}

func (f *fn) shiftHelper(op token.Token, s scalar, by types.Type, natural bool) string {
	if b, ok := by.Underlying().(*types.Basic); ok && b.Info()&types.IsUntyped != 0 {
		by = types.Typ[types.Uint]
	}
	n, _ := scalarOf(by)
	name, does := "shl", "Shifts x to the left"
	if op == token.SHR {
		name, does = "shr", "Shifts x to the right"
	}
	does += fmt.Sprintf(" by n: by %d and more nothing is left", s.bits)
	inside := fmt.Sprintf("n < %d%s", s.bits, n.suffix)
	over := "0"
	shifted := "x << n"
	switch {
	case op == token.SHL && s.name != s.arith:
		shifted = fmt.Sprintf("(%s)((%s)x << n)", s.name, s.arith)
	case op == token.SHR && s.signed:
		does += " but its sign"
		over = fmt.Sprintf("x >> %d", s.bits-1)
		shifted = "x >> n"
	case op == token.SHR:
		shifted = "x >> n"
	}
	if s.bits < 32 && op == token.SHR {
		shifted = "(" + s.name + ")(" + shifted + ")"
		if s.signed {
			over = "(" + s.name + ")(" + over + ")"
		}
	}
	does += "."
	var text []string
	if n.signed && !natural {
		text = append(text, "if (n < 0)", "    __trap();")
		inside = "n >= 0 && " + inside
		does += " A negative n panics in Go."
	}
	text = append(text, fmt.Sprintf("return %s ? %s : %s;", inside, shifted, over))
	key := name + "_" + s.tag + "_" + n.tag
	if n.signed && natural {
		key += "_natural"
	}
	return f.helper(Helper{Key: key, does: does, result: s.name, params: s.name + " x, " + n.name + " n", body: text})
}

// divide is an integer x / y or x % y. By zero Go panics. The least integer by -1 is itself, and
// leaves nothing.
func (f *fn) divide(n ast.Node, op token.Token, s scalar, x, y ast.Expr) cx {
	o := operators[op]
	if op != token.QUO && op != token.REM {
		return f.report(n, ByDesign, "operator "+op.String(), "")
	}
	if v, ok := f.constantInt(y); ok && v != 0 {
		switch {
		case v == -1 && op == token.REM && f.effectless(x):
			return integer(s, 0)
		case v == -1 && op == token.REM: // the low bits of 0 times x
			return operate("*", precTimes, f.wrapped(x), unsigned(0, scalars[wrapKind(s)].suffix)).cast2(s)
		case v == -1:
			return operate("-", precPlus, unsigned(0, scalars[wrapKind(s)].suffix), f.wrapped(x)).cast2(s)
		}
		return operate(o.text, o.prec, f.value(x), f.value(y)).cast2small(s)
	}
	name, does := "div", "The quotient a / b"
	minus := fmt.Sprintf("(%s)(0%s - (%s)a)", s.name, scalars[wrapKind(s)].suffix, s.arith)
	if op == token.REM {
		name, does, minus = "rem", "The remainder a % b", "0"
	}
	var body []string
	key := name + "_" + s.tag
	if f.neverZero(y) {
		key += "_by_nonzero"
		does += ", of a b that is not zero."
	} else {
		does += ". Division by zero panics in Go."
		body = []string{"if (b == 0) {", "    __trap();", "    return 0;", "}"}
	}
	quotient := "a " + o.text + " b"
	if s.bits < 32 {
		quotient = "(" + s.name + ")(" + quotient + ")"
	}
	if s.signed && s.bits >= 32 {
		does += " C++ defines none for the least integer by -1."
		quotient = "b == -1 ? " + minus + " : " + quotient
	}
	body = append(body, "return "+quotient+";")
	return call(f.helper(Helper{Key: key, does: does, result: s.name,
		params: s.name + " a, " + s.name + " b", body: body}), f.value(x), f.value(y))
}

// neverZero reports whether a divisor is x | c or c | x of a constant c other than zero.
func (f *fn) neverZero(e ast.Expr) bool {
	b, ok := ast.Unparen(e).(*ast.BinaryExpr)
	if !ok || b.Op != token.OR {
		return false
	}
	for _, side := range []ast.Expr{b.X, b.Y} {
		if v, ok := f.constantInt(side); ok && v != 0 {
			return true
		}
	}
	return false
}

// effectless reports whether an expression cannot panic, so that it need not be evaluated: it calls nothing,
// divides by constants and shifts by no signed variable.
func (f *fn) effectless(e ast.Expr) bool {
	none := true
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			none = none && f.info.Types[n.Fun].IsType()
		case *ast.BinaryExpr:
			s, _ := scalarOf(f.info.TypeOf(n.Y))
			switch n.Op {
			case token.QUO, token.REM:
				none = none && (s.float || f.isConstant(n.Y))
			case token.SHL, token.SHR:
				none = none && (!s.signed || f.isConstant(n.Y))
			}
		}
		return none
	})
	return none
}
