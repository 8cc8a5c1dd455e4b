package verify

import (
	"fmt"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/verify/goread"
	"github.com/shflgen/shflgen/verify/ptx/exec"
	"github.com/shflgen/shflgen/verify/ref"
)

// terms is the algebra in which the reference runs on a symbolic domain. An
// element that is absent is the op's identity there: op(e, x) = op(x, e) = x is
// the one law that it assumes.
type terms struct {
	exec.Domain
	spec shflgen.Spec
}

// Absent is the identity.
func (t terms) Absent() exec.Value {
	typ := t.spec.Type
	id := ref.Identity(t.spec.Op, typ)
	if f, ok := formats[typ.Elem()]; ok {
		lo := goread.CanonicalNaN(f, id&(^uint64(0)>>(64-typ.Elem().Bits())))
		if id = lo; typ.Packed() {
			id |= lo << typ.Elem().Bits()
		}
	}
	return t.Const(typ.Bits(), id)
}

// If is x where c is true, else y.
func (t terms) If(c, x, y exec.Value) exec.Value { return t.Select(c, x, y) }

// Settle is x: absent is the identity already.
func (t terms) Settle(x exec.Value) exec.Value { return x }

// And is true where both are.
func (t terms) And(a, b exec.Value) exec.Value { return t.Int(exec.And, a, b) }

// Known is a constant bit.
func (t terms) Known(b bool) exec.Value {
	if b {
		return t.Const(1, 1)
	}
	return t.Const(1, 0)
}

// Join is the op on two elements; of pairs, on each half.
func (t terms) Join(x, y exec.Value) exec.Value {
	typ := t.spec.Type
	if !typ.Packed() {
		return t.apply(typ, x, y)
	}
	n := typ.Elem().Bits()
	half := func(lo int) exec.Value {
		return t.apply(typ.Elem(), t.Extract(x, lo, n), t.Extract(y, lo, n))
	}
	return t.Concat(half(0), half(n))
}

var formats = map[shflgen.Type]exec.Format{
	shflgen.Float16: exec.F16, shflgen.Bfloat16: exec.BF16,
	shflgen.Float32: exec.F32, shflgen.Float64: exec.F64,
}

var floatOps = map[shflgen.Op]exec.FloatOp{
	shflgen.Sum: exec.FAdd, shflgen.Prod: exec.FMul,
	shflgen.Min: exec.FMin, shflgen.Max: exec.FMax,
	shflgen.Minimum: exec.FMinNaN, shflgen.Maximum: exec.FMaxNaN,
}

var signedOps = map[shflgen.Op]exec.IntOp{
	shflgen.Sum: exec.Add, shflgen.Prod: exec.Mul,
	shflgen.And: exec.And, shflgen.Or: exec.Or, shflgen.Xor: exec.Xor,
	shflgen.Min: exec.SMin, shflgen.Max: exec.SMax,
}

func (t terms) apply(typ shflgen.Type, x, y exec.Value) exec.Value {
	op := t.spec.Op
	if f, ok := formats[typ]; ok {
		code, ok := floatOps[op]
		if !ok {
			panic(exec.Stop{Why: fmt.Sprintf("%s on %s", op, typ)})
		}
		return t.Float(code, f, x, y)
	}
	code, ok := signedOps[op]
	switch {
	case !ok:
		panic(exec.Stop{Why: fmt.Sprintf("%s on %s", op, typ)})
	case typ.Class() == shflgen.Unsigned && op == shflgen.Min:
		code = exec.UMin
	case typ.Class() == shflgen.Unsigned && op == shflgen.Max:
		code = exec.UMax
	}
	return t.Int(code, x, y)
}
