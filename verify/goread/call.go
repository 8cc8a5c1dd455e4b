package goread

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/shflgen/shflgen/verify/bv"
)

func (r *run) call(e *ast.CallExpr) value {
	if e.Ellipsis.IsValid() {
		r.stop(e, "variadic call", byDesign)
	}
	if r.info.Types[e.Fun].IsType() {
		return r.convert(e)
	}
	switch fun := e.Fun.(type) {
	case *ast.Ident:
		if _, builtin := r.info.Uses[fun].(*types.Builtin); builtin {
			return r.minMax(fun.Name, e)
		}
		if h, ok := r.helpers[fun.Name]; ok {
			if r.Spec.HasLane() {
				return r.callLane(h, e)
			}
			return r.callHelper(h, e)
		}
	case *ast.SelectorExpr:
		if fn, ok := r.info.Uses[fun.Sel].(*types.Func); ok && fn.Pkg() == mathPackage {
			x := r.eval(e.Args[0]) // a cast keeps the bits
			return value{v: r.noKey(e.Args[0], x), loose: x.loose}
		}
	}
	r.stop(e, "call", "only conversions, min, max, math's casts and the file's helpers are in the dialect")
	return value{}
}

// convert is a conversion between integer types.
func (r *run) convert(e *ast.CallExpr) value {
	from, to := r.kind(e.Args[0]), r.kind(e)
	arg := r.eval(e.Args[0])
	x := r.noKey(e.Args[0], arg)
	switch {
	case from.bits == to.bits && from.float == to.float:
		return arg
	case from.float || to.float:
		r.stop(e, "conversion of a float", byDesign)
	case to.bits < from.bits:
		return value{v: r.dom.Extract(r.exactly(e.Args[0], arg), 0, to.bits)}
	}
	return value{v: r.dom.Extend(x, to.bits, from.signed), loose: arg.loose}
}

// minMax is Go's builtin: on floats minimum and maximum; on keys the float op
// that the key makes of it.
func (r *run) minMax(name string, e *ast.CallExpr) value {
	if name != "min" && name != "max" || len(e.Args) != 2 {
		r.stop(e, "call of "+name, byDesign)
	}
	isMin := name == "min"
	x, y := r.eval(e.Args[0]), r.eval(e.Args[1])
	if x.isKey || y.isKey {
		if x.isKey != y.isKey || x.keyed != y.keyed {
			r.stop(e, name, "of keys of two kinds")
		}
		op := keyOps[keyed{x.keyed, isMin}]
		return value{v: r.dom.Float(op, formatOf(r.Spec.Type), x.v, y.v), isKey: true, keyed: x.keyed}
	}
	switch k := r.kind(e); {
	case k.float && isMin:
		return value{v: r.dom.Float(bv.FMinNaN, k.format(), x.v, y.v), loose: true}
	case k.float:
		return value{v: r.dom.Float(bv.FMaxNaN, k.format(), x.v, y.v), loose: true}
	default:
		return value{v: r.dom.Int(intOps[ordered{k.signed, isMin}], r.exactly(e.Args[0], x), r.exactly(e.Args[1], y))}
	}
}

type ordered struct{ signed, min bool }

var intOps = map[ordered]bv.IntOp{
	{true, true}: bv.SMin, {true, false}: bv.SMax,
	{false, true}: bv.UMin, {false, false}: bv.UMax,
}

type keyed struct {
	role role
	min  bool
}

// keyOps is the float op that an integer min or max of keys is: a NaN that is
// the extreme wins, one that is the other extreme loses.
var keyOps = map[keyed]bv.FloatOp{
	{nanHigh, true}: bv.FMin, {nanLow, false}: bv.FMax,
	{nanLow, true}: bv.FMinNaN, {nanHigh, false}: bv.FMaxNaN,
}

// callHelper is a helper's meaning. The half helpers are known only together,
// as Encode(Decode(x) + Decode(y)) and the same with *: one op on halves.
func (r *run) callHelper(h helper, e *ast.CallExpr) value {
	arg := e.Args[0]
	switch h.role {
	case nanLow, nanHigh:
		return value{v: r.bits(arg), isKey: true, keyed: h.role}
	case unkey:
		x := r.eval(arg)
		if !x.isKey {
			r.stop(e, h.axiom, "of a value that is no key")
		}
		return value{v: x.v, loose: true}
	case same:
		if r.Spec.Pattern.Keyed() {
			return r.keysEqual(e)
		}
	case encode:
		b, ok := arg.(*ast.BinaryExpr)
		if !ok || b.Op != token.ADD && b.Op != token.MUL {
			r.stop(e, h.axiom, "of anything but the sum or product of two decoded halves")
		}
		op := bv.FAdd
		if b.Op == token.MUL {
			op = bv.FMul
		}
		return value{v: r.dom.Float(op, h.format, r.decoded(b.X), r.decoded(b.Y)), loose: true}
	}
	r.stop(e, h.axiom, "outside of the sum or product of two decoded halves")
	return value{}
}

// decoded is the half of an expression Decode(x).
func (r *run) decoded(e ast.Expr) bv.Value {
	if c, ok := e.(*ast.CallExpr); ok && len(c.Args) == 1 {
		if fun, ok := c.Fun.(*ast.Ident); ok {
			if h, ok := r.helpers[fun.Name]; ok && h.role == decode {
				return r.bits(c.Args[0])
			}
		}
	}
	r.stop(e, "operand", "want a decoded half")
	return nil
}
