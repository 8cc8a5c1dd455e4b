package goread

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/shflgen/shflgen/spec"

	"github.com/shflgen/shflgen/internal/prover/algebra"
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/elementary"
	"github.com/shflgen/shflgen/internal/prover/goexec"
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
var elementaries = map[role]func(bv.Domain, bv.Value) bv.Value{exp: elementary.Exp,
	expHalf: elementary.ExpHalf, log: elementary.Log, rsqrt: elementary.Rsqrt}

// groups are those of each of 8 elements less a number.
var groups = map[role]func(bv.Domain, bv.Value) bv.Value{exp8: elementary.Exp, expHalf8: elementary.ExpHalf}

// callGroup sets each element of an array to a function of that of another, less a number. All are read before any is
// set.
func (r *run) callGroup(of func(bv.Domain, bv.Value) bv.Value, e *ast.CallExpr, alone bool) {
	if !alone {
		r.Stop(e, "call of exp of 8 elements within an expression", "want it as a statement: it writes through a pointer")
	}
	to, from := r.Pointee(e.Args[0], r.Eval(e.Args[0])), r.Pointee(e.Args[1], r.Eval(e.Args[1]))
	r.Readable(e.Args[1], from)
	less, kind := r.Eval(e.Args[2]), r.Kind(e.Args[2])
	var results []goexec.Value
	for _, c := range from.Cells {
		results = append(results, goexec.Value{V: of(r.Dom, r.FloatOp(e, token.SUB, kind, c.Val, less).V),
			Loose: goexec.Whole})
	}
	for i, x := range results {
		r.Store(e, goexec.Place{Cell: to.Cells[i], Arr: to, Via: true}, x)
	}
}

// callHelper is a helper's meaning. The half helpers are known only together,
// as Encode(Decode(x) + Decode(y)) and the same with *: one op on halves.
func (r *run) callHelper(h helper, e *ast.CallExpr) goexec.Value {
	arg := e.Args[0]
	switch h.role {
	case nanLow, nanHigh:
		return goexec.Value{V: r.Float(arg, r.Eval(arg)), IsKey: true, Keyed: h.role}
	case unkey:
		x := r.Eval(arg)
		if !x.IsKey { // the key of a constant is the same of both kinds, but for a NaN's
			x = r.constantKey(r.Exactly(arg, x), nanKind(r.Dom, x.V))
		}
		return goexec.Value{V: x.V, Loose: goexec.Whole}
	case same:
		if r.shape.Keyed() {
			return r.keysEqual(e)
		}
	case decode:
		if r.Spec.In() != spec.AsType {
			x := goexec.Value{V: r.Dom.Convert(bv.F32, h.format, r.Float(arg, r.Eval(arg)))}
			if !strategy.ReadsWidened(r.Spec) {
				x.Loose = goexec.Whole
			}
			return x
		}
	case encode:
		if r.Spec.Pattern.Applies() {
			return goexec.Value{V: r.Dom.Convert(h.format, algebra.FormatOf(r.Spec.Type), r.Float(arg, r.Eval(arg))),
				Loose: goexec.Whole}
		}
		b, ok := r.rounded(arg).(*ast.BinaryExpr)
		if !ok || b.Op != token.ADD && b.Op != token.MUL {
			r.Stop(e, h.axiom, "of anything but the sum or product of two decoded halves")
		}
		op := bv.FAdd
		if b.Op == token.MUL {
			op = bv.FMul
		}
		x := r.decoded(b.X)
		return goexec.Value{V: r.Dom.Float(op, h.format, x, r.decoded(b.Y)), Loose: goexec.Whole}
	}
	r.Stop(e, h.axiom, "outside of the sum or product of two decoded halves")
	return goexec.Value{}
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
		return r.Float(e, r.Eval(of))
	}
	r.Stop(e, "operand", "want a decoded half")
	return nil
}

// callLane is the meaning of a helper of an op or a sort that gives a lane. There a key is an
// integer like any other, the one that package algebra says.
func (r *run) callLane(h helper, e *ast.CallExpr) goexec.Value {
	order := algebra.Order(r.Spec)
	switch h.role {
	case decode:
		if x, ok := r.decodedWinner(h, e.Args[0]); ok {
			return x
		}
		x := r.Float(e.Args[0], r.Eval(e.Args[0]))
		return goexec.Value{V: r.Dom.Convert(bv.F32, h.format, x), Loose: goexec.Whole}
	case barLow, barHigh:
		if (h.role == barLow) == (losing(order.Op) == nanLow) {
			return r.barOf(h, r.Exact(e.Args[0]))
		}
	case nanLow, nanHigh:
		// A key is the same of every NaN, so it may be made of one that arithmetic gave.
		made := r.Spec.Map != nil || r.Spec.In() != spec.AsType
		if x := r.Eval(e.Args[0]); (x.Loose == 0 || x.Loose == goexec.Whole && made) && losing(order.Op) == h.role {
			return goexec.Value{V: algebra.Key(r.Dom, order, r.NoKey(e, x))}
		}
		r.Stop(e, h.axiom, "want the key of an element, with NaN where it loses to every number")
	case unkey:
		return goexec.Value{V: algebra.Unkey(r.Dom, order, r.Exact(e.Args[0])), Loose: goexec.Whole}
	case same:
		x := r.Exact(e.Args[0])
		bit := r.Dom.Int(bv.Eq, x, r.Exact(e.Args[1]))
		return goexec.Value{V: r.Dom.Extend(bit, 32, false)}
	case first:
		return goexec.Value{V: bv.First(r.Dom, r.Exact(e.Args[0]), 0xffffffff)}
	}
	r.Stop(e, h.axiom, "not a helper of an op that gives a lane")
	return goexec.Value{}
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
func (r *run) keysEqual(e *ast.CallExpr) goexec.Value {
	a, b := r.Eval(e.Args[0]), r.Eval(e.Args[1])
	if a.Of == 0 || b.Of == 0 {
		r.Stop(e, "comparison", "want the keys of two lanes, unaltered")
	}
	var bit bv.Value
	if r.Same != nil {
		bit = r.Same(int(a.Of-1), int(b.Of-1))
	} else {
		bit = r.Dom.Int(bv.Eq, r.Exactly(e, a), r.Exactly(e, b))
	}
	return goexec.Value{V: r.Dom.Extend(bit, 32, false)}
}
