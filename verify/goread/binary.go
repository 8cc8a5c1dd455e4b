package goread

import (
	"go/ast"
	"go/token"

	"github.com/shflgen/shflgen/verify/axiom"
	"github.com/shflgen/shflgen/verify/bv"
)

// infix are the integer operators that are one operation of the domain.
var infix = map[token.Token]bv.IntOp{
	token.ADD: bv.Add, token.SUB: bv.Sub, token.MUL: bv.Mul,
	token.AND: bv.And, token.XOR: bv.Xor,
}

func (r *run) binary(e *ast.BinaryExpr) value {
	if c, x, y, ok := r.maskedChoice(e); ok {
		return r.choose(e, c, r.eval(x), r.eval(y))
	}
	k := r.kind(e)
	if k.float {
		x, y := r.bits(e.X), r.bits(e.Y)
		if r.floatOp != token.ILLEGAL && r.floatOp != e.Op {
			r.stop(e, "float "+e.Op.String(), "beside "+r.floatOp.String()+", with which Go may fuse it, even across statements")
		}
		r.floatOp = e.Op
		switch e.Op {
		case token.ADD:
			return value{v: r.dom.Float(bv.FAdd, k.format(), x, y), loose: true}
		case token.MUL:
			return value{v: r.dom.Float(bv.FMul, k.format(), x, y), loose: true}
		}
		r.stop(e, "float "+e.Op.String(), byDesign)
	}
	switch e.Op {
	case token.SHL: // moves bits
		x := r.eval(e.X)
		return value{v: r.shift(e.Op, k, r.noKey(e.X, x), r.shiftCount(e.Y)), loose: x.loose}
	case token.SHR:
		return value{v: r.shift(e.Op, k, r.exact(e.X), r.shiftCount(e.Y))}
	case token.OR: // joins halves
		x, y := r.eval(e.X), r.eval(e.Y)
		return value{v: r.dom.Int(bv.Or, r.noKey(e.X, x), r.noKey(e.Y, y)), loose: x.loose || y.loose}
	case token.AND_NOT:
		return value{v: r.dom.Int(bv.And, r.exact(e.X), r.dom.Not(r.exact(e.Y)))}
	}
	op, ok := infix[e.Op]
	if !ok {
		r.stop(e, "operator "+e.Op.String(), byDesign)
	}
	return value{v: r.dom.Int(op, r.exact(e.X), r.exact(e.Y))}
}

// maskedChoice sees the left side of the rule [choice], and its condition.
func (r *run) maskedChoice(e *ast.BinaryExpr) (c bv.Value, x, y ast.Expr, ok bool) {
	l, okl := e.X.(*ast.BinaryExpr)
	n, okn := e.Y.(*ast.BinaryExpr)
	if e.Op != token.OR || !okl || !okn || l.Op != token.AND || n.Op != token.AND_NOT {
		return nil, nil, nil, false
	}
	m, okm := l.Y.(*ast.Ident)
	m2, okm2 := n.Y.(*ast.Ident)
	if !okm || !okm2 || m.Name != m2.Name {
		return nil, nil, nil, false
	}
	word, defined := r.locals[m.Name]
	if !defined || word.isKey {
		return nil, nil, nil, false
	}
	c = r.dom.Extract(word.v, 0, 1)
	if r.dom.Extend(c, word.v.Width(), true) != word.v {
		return nil, nil, nil, false // not all ones or zero
	}
	return c, l.X, n.X, true
}

// choose is x where c is true, else y. A key may be chosen against a constant
// that is itself a key.
func (r *run) choose(e ast.Expr, c bv.Value, x, y value) value {
	switch {
	case x.isKey && !y.isKey:
		y = r.constantKey(e, y.v, x.keyed)
	case y.isKey && !x.isKey:
		x = r.constantKey(e, x.v, y.keyed)
	}
	if x.isKey != y.isKey || x.keyed != y.keyed {
		r.stop(e, "choice", "between keys of two kinds")
	}
	return value{v: r.dom.Select(c, x.v, y.v), isKey: x.isKey, keyed: x.keyed, loose: x.loose || y.loose}
}

// constantKey is the key that a constant is.
func (r *run) constantKey(e ast.Expr, v bv.Value, keyed role) value {
	key, known := r.dom.Known(v)
	f := formatOf(r.Spec.Type)
	var bits uint64
	var same bool
	low := keyed == nanLow
	pick := func(l, h uint64) uint64 {
		if low {
			return l
		}
		return h
	}
	switch f {
	case bv.F16:
		b := axiom.Float16Unkey(int16(key))
		bits = uint64(b)
		same = pick(uint64(uint16(axiom.Float16NaNLow(b))), uint64(uint16(axiom.Float16NaNHigh(b)))) == key
	case bv.BF16:
		b := axiom.Bfloat16Unkey(int16(key))
		bits = uint64(b)
		same = pick(uint64(uint16(axiom.Bfloat16NaNLow(b))), uint64(uint16(axiom.Bfloat16NaNHigh(b)))) == key
	case bv.F32:
		b := axiom.Float32Unkey(int32(key))
		bits = uint64(b)
		same = pick(uint64(uint32(axiom.Float32NaNLow(b))), uint64(uint32(axiom.Float32NaNHigh(b)))) == key
	case bv.F64:
		bits = axiom.Float64Unkey(int64(key))
		same = pick(uint64(axiom.Float64NaNLow(bits)), uint64(axiom.Float64NaNHigh(bits))) == key
	}
	if !known || !same {
		r.stop(e, "choice between a key and another value", "which is the key of no float")
	}
	return value{v: r.dom.Const(f.Bits(), CanonicalNaN(f, bits)), isKey: true, keyed: keyed}
}

// CanonicalNaN is bits, or one and the same NaN for every NaN of a format.
func CanonicalNaN(f bv.Format, bits uint64) uint64 {
	n := bv.Numbers{}
	x := n.Const(f.Bits(), bits)
	if isNaN, _ := n.Known(n.Float(bv.FUnordered, f, x, x)); isNaN == 0 {
		return bits
	}
	nan, _ := n.Known(n.Convert(f, bv.F64, n.Const(64, 0x7fffffffffffffff)))
	return nan
}

// shift is Go's: a count of the width or more shifts everything out.
func (r *run) shift(op token.Token, k kind, x bv.Value, n int) bv.Value {
	zeros := func(w int) bv.Value { return r.dom.Const(w, 0) }
	switch {
	case n == 0:
		return x
	case op == token.SHR && k.signed:
		n = min(n, k.bits-1)
		return r.dom.Extend(r.dom.Extract(x, n, k.bits-n), k.bits, true)
	case n >= k.bits:
		return zeros(k.bits)
	case op == token.SHL:
		return r.dom.Concat(zeros(n), r.dom.Extract(x, 0, k.bits-n))
	}
	return r.dom.Extend(r.dom.Extract(x, n, k.bits-n), k.bits, false)
}
