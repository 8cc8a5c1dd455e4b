package algebra

import (
	"math"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/elementary"
	"github.com/shflgen/shflgen/internal/prover/ref"
)

// reals are the values of a domain as what row-apply computes with.
type reals struct{ bv.Domain }

func (d reals) op(o bv.FloatOp, x, y bv.Value) bv.Value { return d.Float(o, bv.F32, x, y) }

func (d reals) Number(x float32) bv.Value  { return d.Const(32, uint64(math.Float32bits(x))) }
func (d reals) Add(x, y bv.Value) bv.Value { return d.op(bv.FAdd, x, y) }
func (d reals) Mul(x, y bv.Value) bv.Value { return d.op(bv.FMul, x, y) }
func (d reals) Max(x, y bv.Value) bv.Value { return d.op(bv.FMaxNaN, x, y) }
func (d reals) Div(x, y bv.Value) bv.Value { return bv.Apply(d.Domain, bv.FDiv(bv.F32), x, y) }
func (d reals) Exp(x bv.Value) bv.Value    { return elementary.Exp(d.Domain, x) }
func (d reals) Log(x bv.Value) bv.Value    { return elementary.Log(d.Domain, x) }
func (d reals) Rsqrt(x bv.Value) bv.Value  { return elementary.Rsqrt(d.Domain, x) }

// Sub is x + (-y), which differs in the payload of a NaN only.
func (d reals) Sub(x, y bv.Value) bv.Value {
	return d.Add(x, d.Int(bv.Xor, y, d.Const(32, 1<<31)))
}

// runApplied runs the reference of row-apply.
func runApplied(d bv.Domain, s shflgen.Spec, in Input) Outcome {
	var inputs [][]bv.Value
	for k, p := range s.Shape().Mapped() {
		values := in.Inputs[k]
		if p.Role != shflgen.EpsRole {
			values = widened(d, s, values)
		}
		inputs = append(inputs, values)
	}
	one := d.Const(1, 1)
	var out Outcome
	for _, y := range ref.Applied(reals{d}, s, widened(d, s, in.Elements), ref.BesideOf(s, inputs)) {
		if s.In != shflgen.AsType {
			y = d.Convert(*Format(s.InType()), bv.F32, y)
		}
		out.Value = append(out.Value, y)
		out.Named, out.Gets, out.Specified = append(out.Named, true), append(out.Gets, one), append(out.Specified, one)
	}
	return out
}
