package gofunc

import (
	"go/ast"
	"go/constant"
	"go/token"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// MayFuse ends an assumption: Go allows a product in a sum to be rounded once for both. The gc compiler does so on
// arm64, and on amd64 by GOAMD64=v3; in each call that it compiles it may decide anew.
const MayFuse = "a product in a sum, which Go may round once for both, as on arm64 and by GOAMD64=v3: the outcome is that of two roundings"

// arith is arithmetic on scalars of one kind.
func (r *run) arith(n ast.Node, op token.Token, k kind, x, y leaf) leaf {
	if k.isFloat() {
		return r.floatArith(n, op, k, x, y)
	}
	d, a, b := r.dom, x.v, y.v
	switch op {
	case token.ADD:
		return leaf{v: d.Int(bv.Add, a, b)}
	case token.SUB:
		return leaf{v: d.Int(bv.Sub, a, b)}
	case token.MUL:
		return leaf{v: d.Int(bv.Mul, a, b)}
	case token.AND:
		return leaf{v: d.Int(bv.And, a, b)}
	case token.OR:
		return leaf{v: d.Int(bv.Or, a, b)}
	case token.XOR:
		return leaf{v: d.Int(bv.Xor, a, b)}
	case token.AND_NOT:
		return leaf{v: d.Int(bv.And, a, d.Not(b))}
	case token.QUO, token.REM:
		return leaf{v: r.divide(n, op == token.REM, k, a, b)}
	}
	r.stop(n, expressions)
	return leaf{}
}

// divide is / or %, which round towards zero; by 0 the program panics.
func (r *run) divide(n ast.Node, remainder bool, k kind, a, b bv.Value) bv.Value {
	d := r.dom
	r.panicsIf(n, d.Int(bv.Eq, b, d.Const(k.bits, 0)), "division by zero")
	return bv.Quotient(d, bv.Division{Signed: k.signed, Remainder: remainder, Bits: k.bits}, a, b)
}

func (r *run) floatArith(n ast.Node, op token.Token, k kind, x, y leaf) leaf {
	d := r.dom
	if (op == token.ADD || op == token.SUB) && (x.product || y.product) {
		r.assume(n, MayFuse)
	}
	out := leaf{loose: true}
	switch op {
	case token.ADD:
		out.v = d.Float(bv.FAdd, k.float, x.v, y.v)
	case token.SUB: // is to add the negative
		out.v = d.Float(bv.FAdd, k.float, x.v, r.negated(k, y).v)
	case token.MUL:
		out.v, out.product = d.Float(bv.FMul, k.float, x.v, y.v), true
	case token.QUO:
		out.v, out.product = bv.Apply(d, bv.FDiv(k.float), x.v, y.v), bv.ByReciprocal(d, k.float, y.v)
	default:
		r.stop(n, expressions)
	}
	return out
}

// complexArith computes as the gc compiler does: a product in float64, rounded at its end.
func (r *run) complexArith(n ast.Node, op token.Token, part kind, x, y value) value {
	switch op {
	case token.ADD, token.SUB:
		return value{r.floatArith(n, op, part, x[0], y[0]), r.floatArith(n, op, part, x[1], y[1])}
	case token.MUL:
		wide := kind{bits: 64, signed: true, float: bv.F64}
		in := value{}
		for _, p := range append(append(value{}, x...), y...) {
			in = append(in, leaf{v: r.widened(part, p.v), loose: true})
		}
		product := func(i, j int) leaf { return r.floatArith(n, token.MUL, wide, in[i], in[j]) }
		out := value{
			r.floatArith(n, token.SUB, wide, product(0, 2), product(1, 3)),
			r.floatArith(n, token.ADD, wide, product(0, 3), product(1, 2)),
		}
		if part.float == bv.F32 {
			for i := range out {
				out[i].v = r.dom.Convert(bv.F32, bv.F64, out[i].v)
			}
		}
		r.assume(n, "a complex product is computed in float64 and rounded once, as gc does")
		return out
	}
	r.stop(n, "a complex operation that is not supported yet; want +, -, * or the parts by real and imag")
	return nil
}

func (r *run) widened(k kind, x bv.Value) bv.Value {
	if k.float == bv.F64 {
		return x
	}
	return r.dom.Convert(bv.F64, k.float, x)
}

// shift is << or >>. Go shifts by any count: one of the width or more leaves zeros, or copies of
// the sign, and a negative one panics.
func (r *run) shift(e *ast.BinaryExpr, k kind, x leaf, by ast.Expr) leaf {
	op := e.Op
	how := bv.Left
	if op == token.SHR {
		how = bv.Right
		if k.signed {
			how = bv.RightSigned
		}
	}
	if c := r.pkg.Info.Types[by].Value; c != nil {
		count, exact := constant.Uint64Val(constant.ToInt(c))
		if !exact {
			count = uint64(k.bits)
		}
		return leaf{v: bv.ShiftBy(r.dom, how, x.v, int(min(count, uint64(k.bits))))}
	}
	count, kc := r.exact(by), r.kind(by)
	if kc.signed {
		r.panicsIf(by, r.dom.Extract(count, kc.bits-1, 1), "a shift by a negative count")
	}
	return leaf{v: bv.Shift(r.dom, how, x.v, count)}
}
