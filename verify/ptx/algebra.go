package ptx

import (
	"fmt"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/verify/ptx/exec"
	"github.com/shflgen/shflgen/verify/ref"
)

// algebra runs the reference on the values of a domain. An absent element is the identity: every
// op has one, and joining it changes nothing but a NaN's payload.
type algebra struct {
	dom  exec.Domain
	spec shflgen.Spec
}

// Absent is the identity.
func (a algebra) Absent() exec.Value {
	return a.dom.Const(a.spec.Type.Bits(), ref.Identity(a.spec.Op, a.spec.Type))
}

// If is x where c is true, else y.
func (a algebra) If(c, x, y exec.Value) exec.Value { return a.dom.Select(c, x, y) }

// Settle is x.
func (a algebra) Settle(x exec.Value) exec.Value { return x }

// And is true where both are.
func (a algebra) And(x, y exec.Value) exec.Value { return a.dom.Int(exec.And, x, y) }

// Known is b.
func (a algebra) Known(b bool) exec.Value {
	if b {
		return a.dom.Const(1, 1)
	}
	return a.dom.Const(1, 0)
}

// Join is the op, half by half on a packed pair.
func (a algebra) Join(x, y exec.Value) exec.Value {
	t := a.spec.Type
	if !t.Packed() {
		return a.join(x, y)
	}
	half := func(lo int) exec.Value {
		return a.join(a.dom.Extract(x, lo, 16), a.dom.Extract(y, lo, 16))
	}
	return a.dom.Concat(half(0), half(16))
}

func (a algebra) join(x, y exec.Value) exec.Value {
	if f := Format(a.spec.Type); f != nil {
		return a.dom.Float(floatOps[a.spec.Op], *f, x, y)
	}
	switch o := a.spec.Op; o {
	case shflgen.Min, shflgen.Max:
		return a.dom.Int(orderOps[o][a.spec.Type.Class() == shflgen.Signed], x, y)
	default:
		op, ok := intOps[o]
		if !ok {
			panic(fmt.Sprintf("unexpected op %v on integers", o))
		}
		return a.dom.Int(op, x, y)
	}
}

var (
	floatOps = map[shflgen.Op]exec.FloatOp{
		shflgen.Sum: exec.FAdd, shflgen.Prod: exec.FMul, shflgen.Min: exec.FMin, shflgen.Max: exec.FMax,
		shflgen.Minimum: exec.FMinNaN, shflgen.Maximum: exec.FMaxNaN,
	}
	intOps = map[shflgen.Op]exec.IntOp{
		shflgen.Sum: exec.Add, shflgen.Prod: exec.Mul, shflgen.And: exec.And, shflgen.Or: exec.Or, shflgen.Xor: exec.Xor,
	}
	orderOps = map[shflgen.Op]map[bool]exec.IntOp{ // by signedness
		shflgen.Min: {true: exec.SMin, false: exec.UMin},
		shflgen.Max: {true: exec.SMax, false: exec.UMax},
	}
)

// Format is the layout of a type's floats, nil for integers.
func Format(t shflgen.Type) *exec.Format {
	var f exec.Format
	switch t.Elem() {
	case shflgen.Float16:
		f = exec.F16
	case shflgen.Bfloat16:
		f = exec.BF16
	case shflgen.Float32:
		f = exec.F32
	case shflgen.Float64:
		f = exec.F64
	default:
		return nil
	}
	return &f
}
