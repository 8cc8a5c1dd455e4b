package goread

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/shflgen/shflgen/spec"

	"github.com/shflgen/shflgen/internal/prover/algebra"
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/elementary"
	"github.com/shflgen/shflgen/internal/prover/strategy"
)

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

// elementaries are the functions of float32 that a helper may be.
var elementaries = map[role]func(bv.Domain, bv.Value) bv.Value{exp: elementary.Exp, log: elementary.Log, rsqrt: elementary.Rsqrt}

// callExp8 sets each element of an array to exp of that of another, less a number. All are read before any is set.
func (r *run) callExp8(e *ast.CallExpr, alone bool) {
	if !alone {
		r.stop(e, "call of exp of 8 elements within an expression", "want it as a statement: it writes through a pointer")
	}
	to, from := r.pointee(e.Args[0], r.eval(e.Args[0])), r.pointee(e.Args[1], r.eval(e.Args[1]))
	r.readable(e.Args[1], from)
	less, of := r.eval(e.Args[2]), r.kind(e.Args[2])
	var results []value
	for _, c := range from.cells {
		results = append(results, value{v: elementary.Exp(r.dom, r.floatOp(e, token.SUB, of, c.val, less).v), loose: looseWhole})
	}
	for i, x := range results {
		r.store(e, place{cell: to.cells[i], arr: to, via: true}, x)
	}
}

// callHelper is a helper's meaning. The half helpers are known only together,
// as Encode(Decode(x) + Decode(y)) and the same with *: one op on halves.
func (r *run) callHelper(h helper, e *ast.CallExpr) value {
	arg := e.Args[0]
	switch h.role {
	case nanLow, nanHigh:
		return value{v: r.float(arg, r.eval(arg)), isKey: true, keyed: h.role}
	case unkey:
		x := r.eval(arg)
		if !x.isKey { // the key of a constant is the same of both kinds, but for a NaN's
			x = r.constantKey(r.exactly(arg, x), nanKind(r.dom, x.v))
		}
		return value{v: x.v, loose: looseWhole}
	case same:
		if r.shape.Keyed() {
			return r.keysEqual(e)
		}
	case decode:
		if r.Spec.In != spec.AsType {
			x := value{v: r.dom.Convert(bv.F32, h.format, r.float(arg, r.eval(arg)))}
			if !strategy.ReadsWidened(r.Spec) {
				x.loose = looseWhole
			}
			return x
		}
	case encode:
		if r.Spec.Pattern.Applies() {
			return value{v: r.dom.Convert(h.format, formatOf(r.Spec.Type), r.float(arg, r.eval(arg))), loose: looseWhole}
		}
		b, ok := r.rounded(arg).(*ast.BinaryExpr)
		if !ok || b.Op != token.ADD && b.Op != token.MUL {
			r.stop(e, h.axiom, "of anything but the sum or product of two decoded halves")
		}
		op := bv.FAdd
		if b.Op == token.MUL {
			op = bv.FMul
		}
		x := r.decoded(b.X)
		return value{v: r.dom.Float(op, h.format, x, r.decoded(b.Y)), loose: looseWhole}
	}
	r.stop(e, h.axiom, "outside of the sum or product of two decoded halves")
	return value{}
}

// nanKind is the kind of keys to which a constant belongs as the key of a NaN: the
// greatest or the least integer.
func nanKind(d bv.Domain, v bv.Value) role {
	if x, known := d.Known(v); known && x>>(v.Width()-1) == 0 {
		return nanHigh
	}
	return nanLow
}

// rounded is e without brackets and without conversions of a float32 to float32.
func (r *run) rounded(e ast.Expr) ast.Expr {
	for {
		e = ast.Unparen(e)
		c, ok := e.(*ast.CallExpr)
		if !ok || !r.info.Types[c.Fun].IsType() || len(c.Args) != 1 ||
			!types.Identical(r.info.TypeOf(c), types.Typ[types.Float32]) ||
			!types.Identical(r.info.TypeOf(c.Args[0]), types.Typ[types.Float32]) {
			return e
		}
		e = c.Args[0]
	}
}

// decoded is the half of an expression Decode(x).
func (r *run) decoded(e ast.Expr) bv.Value {
	if of := r.decodedFrom(e); of != nil {
		return r.float(e, r.eval(of))
	}
	r.stop(e, "operand", "want a decoded half")
	return nil
}

// callLane is the meaning of a helper of an op or a sort that gives a lane. There a key is an
// integer like any other, the one that package algebra says.
func (r *run) callLane(h helper, e *ast.CallExpr) value {
	order := algebra.Order(r.Spec)
	switch h.role {
	case decode:
		if x, ok := r.decodedWinner(h, e.Args[0]); ok {
			return x
		}
		x := r.float(e.Args[0], r.eval(e.Args[0]))
		return value{v: r.dom.Convert(bv.F32, h.format, x), loose: looseWhole}
	case barLow, barHigh:
		if (h.role == barLow) == (losing(order.Op) == nanLow) {
			return r.barOf(h, r.exact(e.Args[0]))
		}
	case nanLow, nanHigh:
		// A key is the same of every NaN, so it may be made of one that arithmetic gave.
		made := r.Spec.Map != nil || r.Spec.In != spec.AsType
		if x := r.eval(e.Args[0]); (x.loose == 0 || x.loose == looseWhole && made) && losing(order.Op) == h.role {
			return value{v: algebra.Key(r.dom, order, r.noKey(e, x))}
		}
		r.stop(e, h.axiom, "want the key of an element, with NaN where it loses to every number")
	case unkey:
		return value{v: algebra.Unkey(r.dom, order, r.exact(e.Args[0])), loose: looseWhole}
	case same:
		x := r.exact(e.Args[0])
		bit := r.dom.Int(bv.Eq, x, r.exact(e.Args[1]))
		return value{v: r.dom.Extend(bit, 32, false)}
	case first:
		return value{v: bv.First(r.dom, r.exact(e.Args[0]), 0xffffffff)}
	}
	r.stop(e, h.axiom, "not a helper of an op that gives a lane")
	return value{}
}

// losing is the key of a NaN that loses by op.
func losing(op spec.Op) role {
	if op == spec.ArgMin {
		return nanHigh
	}
	return nanLow
}

// sameKeys are the axioms by which keys are compared.
var sameKeys = map[spec.KeyType]string{spec.Key32: "Uint32Same", spec.Key64: "Uint64Same"}

// keysEqual is 1 where two lanes have the same key, else 0. Nothing else is asked of
// keys.
func (r *run) keysEqual(e *ast.CallExpr) value {
	a, b := r.eval(e.Args[0]), r.eval(e.Args[1])
	if a.of == 0 || b.of == 0 {
		r.stop(e, "comparison", "want the keys of two lanes, unaltered")
	}
	var bit bv.Value
	if r.state.Same != nil {
		bit = r.state.Same(a.of-1, b.of-1)
	} else {
		bit = r.dom.Int(bv.Eq, r.exactly(e, a), r.exactly(e, b))
	}
	return value{v: r.dom.Extend(bit, 32, false)}
}
