package algebra

import (
	"math"
	"math/bits"
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/elementary"
	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
)

// reals are the values of a domain as what row-apply computes with.
type reals struct{ bv.Domain }

func (d reals) op(o bv.FloatOp, x, y bv.Value) bv.Value { return d.Float(o, bv.F32, x, y) }

func (d reals) Number(x float32) bv.Value   { return d.Const(32, uint64(math.Float32bits(x))) }
func (d reals) Add(x, y bv.Value) bv.Value  { return d.op(bv.FAdd, x, y) }
func (d reals) Mul(x, y bv.Value) bv.Value  { return d.op(bv.FMul, x, y) }
func (d reals) Max(x, y bv.Value) bv.Value  { return d.op(bv.FMaxNaN, x, y) }
func (d reals) Min(x, y bv.Value) bv.Value  { return d.op(bv.FMinNaN, x, y) }
func (d reals) Div(x, y bv.Value) bv.Value  { return bv.Apply(d.Domain, bv.FDiv(bv.F32), x, y) }
func (d reals) Exp(x bv.Value) bv.Value     { return elementary.Exp(d.Domain, x) }
func (d reals) ExpHalf(x bv.Value) bv.Value { return elementary.ExpHalf(d.Domain, x) }
func (d reals) Log(x bv.Value) bv.Value     { return elementary.Log(d.Domain, x) }
func (d reals) Rsqrt(x bv.Value) bv.Value   { return elementary.Rsqrt(d.Domain, x) }

func (d reals) OrElse(x, y bv.Value) bv.Value { return d.Select(d.op(bv.FEq, x, x), x, y) }

// Sub is x + (-y), which differs in the payload of a NaN only.
func (d reals) Sub(x, y bv.Value) bv.Value {
	return d.Add(x, d.Int(bv.Xor, y, d.Const(32, 1<<31)))
}

// picked is the element of a row in memory that a label names, widened: a choice by one bit of the label after another.
func picked(d bv.Domain, s spec.Spec, x []bv.Value, label bv.Value) bv.Value {
	inside := d.Int(bv.ULt, label, d.Const(label.Width(), uint64(len(x))))
	table := append(slices.Clone(x), slices.Repeat(x[:1], 1<<bits.Len(uint(len(x)-1))-len(x))...)
	element := wide(d, s, []bv.Value{bv.At(d, label, table)})[0]
	return d.Select(inside, element, reals{d}.Number(float32(math.NaN())))
}

// runApplied runs the reference of row-apply; run is that of the reduction which a user's function takes.
func runApplied(d bv.Domain, s spec.Spec, in Input, run execution) (out Outcome, err error) {
	sh := s.Shape()
	elements, residual := spec.Apart(sh, in.Elements)
	var given, summed []bv.Value
	switch {
	case s.HasResidual():
		for _, x := range ref.Summed(reals{d}, wide(d, s, elements), wide(d, s, residual)) {
			summed = append(summed, narrow(d, s.InType(), x))
		}
		given = ref.Applied(reals{d}, s, wide(d, s, summed), besideOf(d, s, in))
	case s.Row().Fn == nil:
		given = ref.Applied(reals{d}, s, wide(d, s, elements), besideOf(d, s, in))
	default:
		if given, err = applyUser(d, s, in, run); err != nil {
			return out, err
		}
	}
	one := d.Const(1, 1)
	for i, y := range elements {
		gets := one
		if i < len(given) {
			y = narrow(d, sh.Element().Type, given[i])
		}
		if s.Ranged() && !s.PerRow() {
			gets = in.Members[i]
		}
		out.Value, out.Named = append(out.Value, y), append(out.Named, i < len(given))
		out.Gets, out.Specified = append(out.Gets, gets), append(out.Specified, one)
	}
	out.Value = spec.Together(sh, out.Value, summed)
	return out, nil
}

// narrow is a float32 rounded to the type in memory.
func narrow(d bv.Domain, t spec.Type, x bv.Value) bv.Value {
	if t == spec.Float32 {
		return x
	}
	return d.Convert(*Format(t), bv.F32, x)
}

// applyUser is what the function of a user makes of each element of a row and of the row's reduction.
func applyUser(d bv.Domain, s spec.Spec, in Input, run execution) ([]bv.Value, error) {
	row := in
	if s.Map != nil { // which makes the elements
		row.Elements, row.Inputs = nil, [][]bv.Value{in.Elements}
	}
	got, err := run(d, s.Reduction(), row)
	if err != nil {
		return nil, err
	}
	var all []bv.Value
	for _, x := range wide(d, s, in.Elements) {
		all = append(all, bv.Apply(d, MapFunctions(s.Row().Fn)[0], x, got.Value[0]))
	}
	return all, nil
}

// besideOf are the inputs of a row-apply beside the row, widened.
func besideOf(d bv.Domain, s spec.Spec, in Input) ref.Beside[bv.Value] {
	var inputs [][]bv.Value
	for k, p := range s.Shape().Mapped() {
		values := in.Inputs[k]
		if p.Role != spec.EpsRole {
			values = wide(d, s, values)
		}
		inputs = append(inputs, values)
	}
	beside := ref.BesideOf(s, inputs)
	if s.Ranged() {
		count := bv.FromInteger(bv.Conversion{Float: bv.F32, Bits: 64, Signed: true})
		beside.Columns = &ref.Columns[bv.Value]{
			Count: bv.Apply(d, count, d.Extend(in.Cols, 64, false)),
			If:    func(i int, x, y bv.Value) bv.Value { return d.Select(in.Members[i], x, y) },
		}
	}
	if in.Label != nil {
		beside.Picked = picked(d, s, in.Elements, in.Label)
	}
	return beside
}
