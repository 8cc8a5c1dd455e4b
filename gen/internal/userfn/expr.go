package userfn

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
)

// zero stands for an expression that was reported.
var zero = primary("0")

// value is an expression of the C++ type that stands for e's type, with exactly e's value.
func (f *fn) value(e ast.Expr) cx {
	e = ast.Unparen(e)
	tv := f.info.Types[e]
	if tv.Value != nil {
		return f.constant(e, tv.Type, tv.Value)
	}
	switch e := e.(type) {
	case *ast.Ident:
		return f.ident(e)
	case *ast.SelectorExpr:
		return f.selector(e)
	case *ast.IndexExpr:
		return f.index(e)
	case *ast.UnaryExpr:
		return f.unary(e)
	case *ast.BinaryExpr:
		return f.binary(e, e.Op, e.X, e.Y)
	case *ast.CallExpr:
		return f.call(e)
	case *ast.CompositeLit:
		return f.literal(e)
	case *ast.StarExpr:
		return f.report(e, ByDesign, "pointer", "a pointer of the host means nothing on a GPU; want the value")
	case *ast.SliceExpr:
		return f.report(e, ByDesign, "slice", "its size is not fixed; want an array")
	case *ast.TypeAssertExpr:
		return f.report(e, ByDesign, "type assertion", "interfaces live on the host; want a type of a fixed size")
	}
	return f.report(e, ByDesign, "expression", "")
}

// stored is a value as a variable holds it: an array is the struct that holds one.
func (f *fn) stored(e ast.Expr) cx { return f.whole(e, f.info.TypeOf(e), f.value(e)) }

// whole makes the struct that holds an array of an array of C++.
func (f *fn) whole(n ast.Node, t types.Type, x cx) cx {
	if !x.raw {
		return x
	}
	return call(f.arrayHelper(n, t, "load"), x)
}

// constant is a constant as Go computes it.
func (f *fn) constant(e ast.Node, t types.Type, v constant.Value) cx {
	if isComplex(t) {
		s := f.structure(e, t)
		re, _ := literal(part(t), constant.Real(v))
		im, _ := literal(part(t), constant.Imag(v))
		return primary(s.Name + "{" + re.s + ", " + im.s + "}")
	}
	if b, ok := t.Underlying().(*types.Basic); ok && b.Info()&types.IsUntyped != 0 {
		t = types.Default(t)
	}
	x, ok := literal(t, v)
	if !ok {
		if b, isBasic := t.Underlying().(*types.Basic); isBasic && b.Info()&types.IsString != 0 {
			return f.report(e, ByDesign, "string", "its size is not fixed; want numbers")
		}
		return f.report(e, Wrong, "constant "+v.String()+" of type "+t.String(),
			"it does not fit on every platform; want int64")
	}
	return x
}

func (f *fn) ident(e *ast.Ident) cx {
	v, ok := f.info.Uses[e].(*types.Var)
	if !ok {
		return f.report(e, ByDesign, e.Name, "want numbers, bools, and structs and arrays of these")
	}
	return f.variable(e, v)
}

func (f *fn) variable(e ast.Node, v *types.Var) cx {
	if name, ok := f.names[v]; ok {
		f.uses[v] = true
		return primary(name)
	}
	return f.report(e, ByDesign, v.Name(), "want a constant, a parameter or a local variable")
}

// selector is a field, perhaps of embedded structs, or a variable of a package.
func (f *fn) selector(e *ast.SelectorExpr) cx {
	sel, ok := f.info.Selections[e]
	if !ok {
		if v, ok := f.info.Uses[e.Sel].(*types.Var); ok {
			return f.variable(e, v)
		}
		return f.report(e, ByDesign, "expression", "")
	}
	if sel.Kind() != types.FieldVal {
		return f.report(e, ByDesign, "method value", "want a call")
	}
	x, t := f.value(e.X), f.info.TypeOf(e.X)
	for _, i := range sel.Index() {
		s := structOf(t)
		if s == nil {
			return f.report(e, ByDesign, "field of a pointer", "a pointer of the host means nothing on a GPU; want the value")
		}
		members := f.structure(e, t).Members
		if i >= len(members) || members[i] == "" {
			return f.report(e, ByDesign, "blank field", "")
		}
		if f.unnamed(e, t, s.Field(i).Type()) {
			return zero
		}
		t = s.Field(i).Type()
		x = x.member(members[i])
		x.raw = arrayOf(t) != nil
	}
	return x
}

// index is an element of an array at an index that is known to be in range.
func (f *fn) index(e *ast.IndexExpr) cx {
	t := f.info.TypeOf(e.X)
	a := arrayOf(t)
	if a == nil {
		if _, ok := t.Underlying().(*types.Pointer); ok {
			return f.report(e, ByDesign, "pointer", "a pointer of the host means nothing on a GPU; want the value")
		}
		return f.report(e, ByDesign, "index of "+t.String(), "want an array")
	}
	if !f.inRange(e.Index, a.Len()) || !f.static(e.Index) {
		return f.report(e, NotYet, "index",
			"want a constant, or the variable of a loop with constant bounds, within the "+
				"array, so that the array needs no memory")
	}
	x := f.value(e.X)
	if !x.raw {
		x = x.member(f.structure(e, t).Members[0])
	}
	x = x.at(f.value(e.Index).s)
	x.raw = arrayOf(a.Elem()) != nil
	return x
}

func (f *fn) unary(e *ast.UnaryExpr) cx {
	t := f.info.TypeOf(e.X)
	s, ok := scalarOf(t)
	switch {
	case e.Op == token.AND:
		return f.report(e, ByDesign, "pointer", "a pointer of the host means nothing on a GPU; want the value")
	case e.Op == token.ARROW:
		return f.report(e, ByDesign, "channel", "want values")
	case isComplex(t) && e.Op == token.SUB:
		m, x := f.structure(e, t), f.local(e, t, f.value(e.X))
		neg := f.floatHelper("neg", part(t))
		return primary(m.Name + "{" + call(neg, x.member(m.Members[0])).s + ", " + call(neg, x.member(m.Members[1])).s + "}")
	case !ok:
		return f.report(e, ByDesign, "operand of "+e.Op.String(), "")
	case e.Op == token.ADD:
		return f.value(e.X)
	case e.Op == token.NOT:
		return cx{s: "!" + f.value(e.X).in(precUnary), prec: precUnary}
	case s.float:
		return call(f.floatHelper("neg", t), f.value(e.X))
	}
	f.platformArithmetic(e, t)
	switch {
	case platform(t) && e.Op == token.SUB:
		return cx{s: "-" + f.value(e.X).in(precPrimary), prec: precUnary}
	case s.bits >= 32 && e.Op == token.XOR:
		return cx{s: "~" + f.value(e.X).in(precUnary), prec: precUnary}
	}
	return f.wrapped(e).cast2(s)
}

// cast2 is an integer from the unsigned type in which it wraps.
func (c cx) cast2(s scalar) cx {
	if s.name == s.arith {
		return c
	}
	return c.cast(s.name)
}

// wraps reports whether an operation on integers is done in the unsigned type: its low bits are the result.
func wraps(op token.Token) bool {
	switch op {
	case token.ADD, token.SUB, token.MUL, token.AND, token.OR, token.XOR, token.AND_NOT:
		return true
	}
	return false
}

var operators = map[token.Token]struct {
	text string
	prec int
}{
	token.ADD: {"+", precPlus}, token.SUB: {"-", precPlus}, token.MUL: {"*", precTimes}, token.QUO: {"/", precTimes},
	token.REM: {"%", precTimes},
	token.AND: {"&", precBitAnd}, token.OR: {"|", precBitOr}, token.XOR: {"^", precBitXor},
	token.SHL: {"<<", precShift}, token.SHR: {">>", precShift}, token.LAND: {"&&", precAnd}, token.LOR: {"||", precOr},
	token.EQL: {"==", precEqual}, token.NEQ: {"!=", precEqual},
	token.LSS: {"<", precLess}, token.LEQ: {"<=", precLess}, token.GTR: {">", precLess}, token.GEQ: {">=", precLess},
}

// wrapped is an integer in the unsigned type in which it wraps: the low bits are those of e, and
// of a type of 8 or 16 bits any others may be set.
func (f *fn) wrapped(e ast.Expr) cx {
	e = ast.Unparen(e)
	tv := f.info.Types[e]
	s, _ := scalarOf(tv.Type)
	if tv.Value != nil {
		if v := constant.ToInt(tv.Value); v.Kind() == constant.Int {
			if n, exact := constant.Int64Val(v); exact {
				bits := uint64(n)
				if s.bits <= 32 {
					bits = uint64(uint32(n))
				}
				return unsigned(bits, scalars[wrapKind(s)].suffix)
			}
			n, _ := constant.Uint64Val(v)
			return unsigned(n, s.suffix)
		}
	}
	switch e := e.(type) {
	case *ast.BinaryExpr:
		if wraps(e.Op) && !platform(tv.Type) {
			return f.wrapping(e.Op, e.X, e.Y)
		}
	case *ast.UnaryExpr:
		if e.Op == token.SUB && !platform(tv.Type) {
			return operate("-", precPlus, unsigned(0, scalars[wrapKind(s)].suffix), f.wrapped(e.X))
		}
		if e.Op == token.XOR {
			return cx{s: "~" + f.wrapped(e.X).in(precUnary), prec: precUnary}
		}
	}
	x := f.value(e)
	if s.name == s.arith {
		return x
	}
	return x.cast(s.arith)
}

func wrapKind(s scalar) types.BasicKind {
	if s.bits == 64 {
		return types.Uint64
	}
	return types.Uint32
}

// wrapping is an operation in the unsigned type.
func (f *fn) wrapping(op token.Token, x, y ast.Expr) cx {
	return combine(op, f.wrapped(x), f.wrapped(y))
}

// bitwise reports whether an operation computes each bit by itself.
func bitwise(op token.Token) bool {
	switch op {
	case token.AND, token.OR, token.XOR, token.AND_NOT:
		return true
	}
	return false
}

func combine(op token.Token, a, b cx) cx {
	if op == token.AND_NOT {
		return operate("&", precBitAnd, a, cx{s: "~" + b.in(precUnary), prec: precUnary})
	}
	o := operators[op]
	return operate(o.text, o.prec, a, b)
}

// binary is x op y, of the expression or of the assignment n.
func (f *fn) binary(n ast.Node, op token.Token, x, y ast.Expr) cx {
	t := f.info.TypeOf(x)
	if op == token.SHL || op == token.SHR {
		if e, ok := n.(ast.Expr); ok {
			t = f.info.TypeOf(e)
		}
		return f.shift(n, op, t, x, y)
	}
	if b, ok := t.Underlying().(*types.Basic); ok && b.Info()&types.IsUntyped != 0 {
		t = f.info.TypeOf(y)
	}
	o := operators[op]
	switch op {
	case token.LAND, token.LOR:
		a := f.value(x)
		f.conditional++
		b := f.value(y)
		f.conditional--
		return operate(o.text, o.prec, a, b)
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		return f.compare(n, op, t, x, y)
	}
	s, ok := scalarOf(t)
	switch {
	case isComplex(t):
		return f.complexOp(n, op, t, x, y)
	case !ok:
		return f.report(n, ByDesign, "operator "+op.String()+" on "+t.String(), "want numbers")
	case s.float:
		name := map[token.Token]string{token.ADD: "add", token.SUB: "sub", token.MUL: "mul", token.QUO: "div"}[op]
		return call(f.floatHelper(name, t), f.value(x), f.value(y))
	}
	f.platformArithmetic(n, t)
	switch {
	case wraps(op) && (platform(t) || s.bits >= 32 && bitwise(op)): // no bits are lost
		return combine(op, f.as(x, t), f.as(y, t))
	case wraps(op):
		return f.wrapping(op, x, y).cast2(s)
	}
	return f.divide(n, op, s, x, y)
}

// compare is a comparison of scalars, or of all parts of structs and arrays.
func (f *fn) compare(n ast.Node, op token.Token, t types.Type, x, y ast.Expr) cx {
	if s, ok := scalarOf(t); ok {
		return f.compareScalars(op, t, s, f.value(x), f.value(y))
	}
	if op != token.EQL && op != token.NEQ || !isComplex(t) && arrayOf(t) == nil && structOf(t) == nil {
		f.unsupportedType(n, t)
		return zero
	}
	equal := call(f.equalHelper(n, t), f.stored(x), f.stored(y))
	if op == token.NEQ {
		return cx{s: "!" + equal.s, prec: precUnary}
	}
	return equal
}

func (f *fn) compareScalars(op token.Token, t types.Type, s scalar, a, b cx) cx {
	if s.float {
		switch op {
		case token.GTR:
			return call(f.floatHelper("less", t), b, a)
		case token.GEQ:
			return call(f.floatHelper("at_most", t), b, a)
		}
		name := map[token.Token]string{token.LSS: "less", token.LEQ: "at_most", token.EQL: "equal", token.NEQ: "unequal"}[op]
		return call(f.floatHelper(name, t), a, b)
	}
	o := operators[op]
	return operate(o.text, o.prec, a, b)
}

// complexOp is a sum or difference. A product has sums of products, which Go may fuse.
func (f *fn) complexOp(n ast.Node, op token.Token, t types.Type, x, y ast.Expr) cx {
	switch op {
	case token.ADD, token.SUB:
	case token.MUL:
		p := part(t).String()
		return f.report(n, Wrong, "complex *",
			"Go may fuse its products and sums; want the parts, each product rounded, as in "+
				"complex("+p+"(real(x)*real(y))-"+p+"(imag(x)*imag(y)), …)")
	default:
		return f.report(n, NotYet, "complex "+op.String(), "want arithmetic on real(x) and imag(x)")
	}
	s := f.structure(n, t)
	a, b := f.local(n, t, f.value(x)), f.local(n, t, f.value(y))
	name := f.floatHelper(map[token.Token]string{token.ADD: "add", token.SUB: "sub"}[op], part(t))
	both := func(i int) string { return call(name, a.member(s.Members[i]), b.member(s.Members[i])).s }
	return primary(s.Name + "{" + both(0) + ", " + both(1) + "}")
}

// local is x under a name, as it is used more than once.
func (f *fn) local(n ast.Node, t types.Type, x cx) cx {
	if isName(x.s) {
		return x
	}
	if f.conditional > 0 {
		return f.report(n, NotYet, "operand within &&, || or the condition of a loop", "assign it to a variable first")
	}
	name := f.temporary()
	f.line("const %s %s = %s;", f.ctype(n, t), name, x.s)
	return primary(name)
}

// isName reports whether a text is names and members alone.
func isName(s string) bool {
	for _, r := range s {
		if r != '_' && r != '.' && r != '[' && r != ']' && (r < '0' || r > '9') && (r < 'a' || r > 'z') &&
			(r < 'A' || r > 'Z') {
			return false
		}
	}
	return true
}
