package gofunc

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"math"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

const expressions = "not supported in an operator; want arithmetic, comparisons, conversions, structs, arrays and calls of functions"

// eval is the value of an expression of one value.
func (r *run) eval(e ast.Expr) value {
	r.step(e)
	info := r.pkg.Info
	if tv := info.Types[e]; tv.Value != nil {
		return r.constant(e, tv.Value, tv.Type)
	}
	switch e := e.(type) {
	case *ast.ParenExpr:
		return r.eval(e.X)
	case *ast.Ident:
		o := info.ObjectOf(e)
		if v, ok := r.state[o]; ok {
			return v
		}
		if v, ok := o.(*types.Var); ok {
			return r.global(e, v)
		}
	case *ast.SelectorExpr:
		if sel := info.Selections[e]; sel != nil {
			if sel.Kind() == types.FieldVal {
				from, count := r.field(e, sel)
				return r.eval(e.X)[from : from+count]
			}
			break
		}
		if v, ok := info.Uses[e.Sel].(*types.Var); ok { // of another package
			return r.global(e, v)
		}
	case *ast.IndexExpr:
		if array, ok := info.TypeOf(e.X).Underlying().(*types.Array); ok {
			of, n := r.eval(e.X), size(array.Elem())
			i := r.index(e.Index, array.Len()) * n
			return of[i : i+n]
		}
	case *ast.UnaryExpr:
		return r.unary(e)
	case *ast.BinaryExpr:
		return r.binary(e)
	case *ast.CallExpr:
		all := r.call(e)
		if len(all) != 1 {
			r.stop(e, "want a call of one value")
		}
		return all[0]
	case *ast.CompositeLit:
		return r.literal(e)
	case *ast.StarExpr, *ast.FuncLit, *ast.SliceExpr, *ast.TypeAssertExpr:
	}
	r.stop(e, expressions)
	return nil
}

// scalar is the one leaf of an expression.
func (r *run) scalar(e ast.Expr) leaf {
	r.kind(e)
	return r.eval(e)[0]
}

// exact is a scalar of which every bit is known to be what it is.
func (r *run) exact(e ast.Expr) bv.Value { return r.bits(e, r.scalar(e)) }

// bits are the bits of a leaf, to be computed with.
func (r *run) bits(n ast.Node, x leaf) bv.Value {
	if x.loose {
		r.stop(n, LooseBits)
	}
	if x.given != 0 {
		r.readsBits[x.given] = true
	}
	return x.v
}

// truth is the bit that a condition is.
func (r *run) truth(e ast.Expr) bv.Value { return r.scalar(e).v }

// kind is the type of a scalar expression.
func (r *run) kind(e ast.Expr) kind {
	t := r.pkg.Info.TypeOf(e)
	k, ok := kindOf(t)
	if !ok {
		r.stop(e, "an expression of type "+t.String()+"; want a bool, an integer, float32 or float64 here")
	}
	return k
}

func (r *run) floatConst(f bv.Format, x float64) bv.Value {
	if f == bv.F32 {
		return r.dom.Const(32, uint64(math.Float32bits(float32(x))))
	}
	return r.dom.Const(64, math.Float64bits(x))
}

// constant is a number of the code.
func (r *run) constant(e ast.Expr, c constant.Value, t types.Type) value {
	if part, ok := complexPart(t); ok {
		c = constant.ToComplex(c)
		return value{r.number(e, constant.Real(c), part), r.number(e, constant.Imag(c), part)}
	}
	k, ok := kindOf(t)
	if !ok {
		r.stop(e, "a constant of type "+t.String()+"; want a bool or a number")
	}
	return value{r.number(e, c, k)}
}

func (r *run) number(e ast.Expr, c constant.Value, k kind) leaf {
	var x uint64
	switch {
	case k.bool:
		if constant.BoolVal(c) {
			x = 1
		}
		return leaf{v: r.dom.Const(1, x)}
	case k.float == bv.F32:
		v, _ := constant.Float32Val(c)
		x = uint64(math.Float32bits(v))
	case k.float == bv.F64:
		v, _ := constant.Float64Val(c)
		x = math.Float64bits(v)
	default:
		c = constant.ToInt(c)
		if i, ok := constant.Int64Val(c); ok {
			x = uint64(i)
		} else if x, ok = constant.Uint64Val(c); !ok {
			r.stop(e, "a constant that no word of 64 bits holds")
		}
		if k.bits < 64 {
			x &= 1<<k.bits - 1
		}
	}
	r.constants[Constant{k.bits, k.isFloat(), x}] = true
	return r.wrapped(k, leaf{v: r.dom.Const(k.bits, x)})
}

// literal is a struct or an array, field by field.
func (r *run) literal(e *ast.CompositeLit) value {
	t := r.pkg.Info.TypeOf(e)
	out := append(value{}, r.zero(e, t)...)
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for i, el := range e.Elts {
			x := el
			if kv, ok := el.(*ast.KeyValueExpr); ok {
				x = kv.Value
				for j := range u.NumFields() {
					if u.Field(j) == r.pkg.Info.Uses[kv.Key.(*ast.Ident)] {
						i = j
					}
				}
			}
			if u.Field(i).Name() == "_" {
				r.eval(x)
				continue
			}
			copy(out[offset(u, i):], r.eval(x))
		}
		return out
	case *types.Array:
		n, at := size(u.Elem()), 0
		for _, el := range e.Elts {
			x := el
			if kv, ok := el.(*ast.KeyValueExpr); ok {
				x = kv.Value
				i, _ := constant.Int64Val(constant.ToInt(r.pkg.Info.Types[kv.Key].Value))
				at = int(i)
			}
			copy(out[at*n:(at+1)*n], r.eval(x))
			at++
		}
		return out
	}
	r.stop(e, expressions)
	return nil
}

func (r *run) unary(e *ast.UnaryExpr) value {
	if part, ok := complexPart(r.pkg.Info.TypeOf(e)); ok {
		x := r.eval(e.X)
		if e.Op == token.SUB {
			return value{r.negated(part, x[0]), r.negated(part, x[1])}
		}
		return x
	}
	if e.Op == token.AND || e.Op == token.ARROW {
		r.stop(e, expressions)
	}
	k, x := r.kind(e), r.scalar(e.X)
	switch e.Op {
	case token.ADD:
	case token.SUB:
		if k.isFloat() {
			return value{r.negated(k, x)}
		}
		x = leaf{v: r.dom.Int(bv.Sub, r.dom.Const(k.bits, 0), x.v)}
	case token.NOT, token.XOR:
		x = leaf{v: r.not(x.v)}
	default:
		r.stop(e, expressions)
	}
	return value{r.wrapped(k, x)}
}

// negated is a float with its sign flipped; of a NaN no bit is known.
func (r *run) negated(k kind, x leaf) leaf {
	return leaf{v: bv.Negate(r.dom, k.float, x.v), loose: true, product: x.product}
}

func (r *run) binary(e *ast.BinaryExpr) value {
	switch e.Op {
	case token.LAND, token.LOR:
		x := r.truth(e.X)
		decided := uint64(0)
		if e.Op == token.LOR {
			decided = 1
		}
		if r.is(x, decided) {
			return value{{v: x}}
		}
		evaluated := x
		if e.Op == token.LOR {
			evaluated = r.not(x)
		}
		var y bv.Value
		r.only(evaluated, func() { y = r.truth(e.Y) })
		if e.Op == token.LAND {
			return value{{v: r.and(x, y)}}
		}
		return value{{v: r.or(x, y)}}
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		return r.comparison(e)
	}
	return r.combine(e, e, r.pkg.Info.TypeOf(e))
}

// combine is arithmetic, of the type t.
func (r *run) combine(n ast.Node, e *ast.BinaryExpr, t types.Type) value {
	if part, ok := complexPart(t); ok {
		return r.complexArith(n, e.Op, part, r.eval(e.X), r.eval(e.Y))
	}
	k, ok := kindOf(t)
	if !ok {
		r.stop(n, expressions)
	}
	x := r.scalar(e.X)
	if e.Op == token.SHL || e.Op == token.SHR {
		return value{r.wrapped(k, r.shift(e, k, x, e.Y))}
	}
	return value{r.wrapped(k, r.arith(n, e.Op, k, x, r.scalar(e.Y)))}
}

func (r *run) comparison(e *ast.BinaryExpr) value {
	t := r.pkg.Info.TypeOf(e.X)
	if tv := r.pkg.Info.Types[e.X]; tv.Value != nil { // of an untyped constant the other says the type
		t = r.pkg.Info.TypeOf(e.Y)
	}
	x, y := r.eval(e.X), r.eval(e.Y)
	if e.Op == token.EQL || e.Op == token.NEQ {
		bit := r.equal(e, t, x, y)
		if e.Op == token.NEQ {
			bit = r.not(bit)
		}
		return value{{v: bit}}
	}
	k, ok := kindOf(t)
	if !ok {
		r.stop(e, expressions)
	}
	a, b := x[0].v, y[0].v
	if e.Op == token.GTR || e.Op == token.GEQ {
		a, b = b, a
	}
	orEqual := e.Op == token.LEQ || e.Op == token.GEQ
	switch {
	case k.isFloat():
		bit := r.dom.Float(bv.FLt, k.float, a, b)
		if orEqual {
			bit = r.or(bit, r.dom.Float(bv.FEq, k.float, a, b))
		}
		return value{{v: bit}}
	case orEqual:
		return value{{v: r.not(r.less(k, b, a))}}
	}
	return value{{v: r.less(k, a, b)}}
}

func (r *run) less(k kind, a, b bv.Value) bv.Value {
	if k.signed {
		return r.dom.Int(bv.SLt, a, b)
	}
	return r.dom.Int(bv.ULt, a, b)
}

// equal is ==, of all leaves.
func (r *run) equal(n ast.Node, t types.Type, x, y value) bv.Value {
	ks := flat(t)
	if len(ks) != len(x) || len(x) != len(y) {
		r.stop(n, expressions)
	}
	bit := r.yes
	for i, k := range ks {
		if k.isFloat() {
			bit = r.and(bit, r.dom.Float(bv.FEq, k.float, x[i].v, y[i].v))
		} else {
			bit = r.and(bit, r.dom.Int(bv.Eq, x[i].v, y[i].v))
		}
	}
	return bit
}

// global is a variable of a package that no code of its package writes.
func (r *run) global(e ast.Expr, v *types.Var) value {
	if x, ok := r.globals[v]; ok {
		return x
	}
	pkg := r.pkg
	if v.Pkg() != pkg.Types {
		pkg = r.other(e, v.Pkg())
		v, _ = pkg.Types.Scope().Lookup(v.Name()).(*types.Var)
	}
	if v == nil || v.Parent() != pkg.Types.Scope() {
		r.stop(e, expressions)
	}
	if at, ok := pkg.writes()[v]; ok {
		r.stop(e, "the variable "+v.Name()+" of the package is written, or its address is taken, at "+pkg.Fset.Position(at).String()+"; want a constant, or a variable that keeps its value")
	}
	if v.Exported() {
		r.assume(e, "no other package writes the variable "+v.Name())
	}
	init := pkg.initial(v)
	inner, outer := r.frame, r.pkg
	r.frame, r.pkg = &frame{caller: inner, state: state{}}, pkg
	var x value
	if init == nil {
		x = r.zero(e, v.Type())
	} else {
		x = r.eval(init)
	}
	r.frame, r.pkg = inner, outer
	r.globals[v] = x
	return x
}
