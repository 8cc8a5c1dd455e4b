package exec

import (
	"fmt"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// typ is the meaning of a type modifier for an operand.
type typ struct {
	w      int // bits
	signed bool
	float  bool
	format bv.Format
	packed bool // two numbers side by side; w is that of both
}

var typs = map[string]typ{
	"pred": {w: 1},
	"b8":   {w: 8}, "b16": {w: 16}, "b32": {w: 32}, "b64": {w: 64},
	"u8": {w: 8}, "u16": {w: 16}, "u32": {w: 32}, "u64": {w: 64},
	"s8": {w: 8, signed: true}, "s16": {w: 16, signed: true},
	"s32": {w: 32, signed: true}, "s64": {w: 64, signed: true},
	"f16": {w: 16, float: true, format: bv.F16}, "bf16": {w: 16, float: true, format: bv.BF16},
	"f32": {w: 32, float: true, format: bv.F32}, "f64": {w: 64, float: true, format: bv.F64},
	"f16x2":  {w: 32, float: true, format: bv.F16, packed: true},
	"bf16x2": {w: 32, float: true, format: bv.BF16, packed: true},
	"u16x2":  {w: 32, packed: true}, "s16x2": {w: 32, packed: true, signed: true},
}

// typesOf are the types that modifiers name; of what names none, one of no bits.
func typesOf(mods []string) []typ {
	types := make([]typ, len(mods))
	for i, m := range mods {
		types[i] = typs[m]
	}
	return types
}

// typeOf is the type that slot i of the instruction's opcode names.
func (in *instr) typeOf(i int) typ {
	t := in.types[i]
	if t.w == 0 {
		panic(fmt.Sprintf("unexpected type %q of %s", in.mods[i], in.opcode))
	}
	return t
}

// last is the type named by the last slot.
func (in *instr) last() typ { return in.typeOf(len(in.mods) - 1) }

// ofOperands leaves a function of the operands, each of the bits of the last type.
func ofOperands(f func(t *thread, in *instr, x []bv.Value) bv.Value) action {
	return func(t *thread, in *instr) {
		x, def := make([]bv.Value, len(in.args)-1), t.m.one
		for i, a := range in.args[1:] {
			c := t.read(a, in.last().w)
			x[i], def = c.V, t.m.and(def, c.Def)
		}
		t.set(in, Cell{f(t, in, x), def})
	}
}

// binary computes operands 1 and 2 into operand 0, half by half for a packed type.
func binary(f func(d bv.Domain, ty typ, mods []string, a, b bv.Value) bv.Value) action {
	return ofOperands(func(t *thread, in *instr, x []bv.Value) bv.Value {
		return t.halves(in.last(), func(p []bv.Value) bv.Value { return f(t.m.Dom, in.last(), in.mods, p[0], p[1]) }, x...)
	})
}

// unary computes operand 1 into operand 0, half by half for a packed type.
func unary(f func(d bv.Domain, ty typ, a bv.Value) bv.Value) action {
	return ofOperands(func(t *thread, in *instr, x []bv.Value) bv.Value {
		return t.halves(in.last(), func(p []bv.Value) bv.Value { return f(t.m.Dom, in.last(), p[0]) }, x...)
	})
}

// halves applies f to vs, or to their low halves and to their high halves.
func (t *thread) halves(ty typ, f func([]bv.Value) bv.Value, vs ...bv.Value) bv.Value {
	if !ty.packed {
		return f(vs)
	}
	half := func(lo int) bv.Value {
		ps := make([]bv.Value, len(vs))
		for i, v := range vs {
			ps[i] = t.m.Dom.Extract(t.data(Cell{V: v}).V, lo, 16)
		}
		return f(ps)
	}
	return t.m.Dom.Concat(half(0), half(16))
}

// intOp is a binary instruction that the domain computes, or one on addresses.
func intOp(op bv.IntOp) action {
	return func(t *thread, in *instr) {
		ty := in.last()
		a, b := t.readAny(in.args[1], ty.w), t.readAny(in.args[2], ty.w)
		var v bv.Value
		if ty.packed {
			v = t.halves(ty, func(p []bv.Value) bv.Value { return t.compute(op, p[0], p[1]) }, a.V, b.V)
		} else {
			v = t.compute(op, a.V, b.V)
		}
		t.set(in, Cell{v, t.m.and(a.Def, b.Def)})
	}
}

// floatOp is a binary floating instruction that the domain computes.
func floatOp(op bv.FloatOp) action {
	return binary(func(d bv.Domain, ty typ, _ []string, a, b bv.Value) bv.Value {
		return d.Float(op, ty.format, a, b)
	})
}

// best is min or max on any type; .NaN is the first slot's.
func best(least bool) func(d bv.Domain, ty typ, mods []string, a, b bv.Value) bv.Value {
	propagates, float, signed, unsigned := bv.FMaxNaN, bv.FMax, bv.SMax, bv.UMax
	if least {
		propagates, float, signed, unsigned = bv.FMinNaN, bv.FMin, bv.SMin, bv.UMin
	}
	return func(d bv.Domain, ty typ, mods []string, a, b bv.Value) bv.Value {
		switch {
		case ty.float && mods[0] == "NaN":
			return d.Float(propagates, ty.format, a, b)
		case ty.float:
			return d.Float(float, ty.format, a, b)
		case ty.signed:
			return d.Int(signed, a, b)
		}
		return d.Int(unsigned, a, b)
	}
}

func negate(d bv.Domain, ty typ, a bv.Value) bv.Value {
	if ty.float {
		return bv.Negate(d, ty.format, a)
	}
	return d.Int(bv.Sub, d.Const(a.Width(), 0), a)
}

func absolute(d bv.Domain, ty typ, a bv.Value) bv.Value {
	if ty.float {
		return bv.Absolute(d, ty.format, a)
	}
	return d.Select(d.Int(bv.SLt, a, d.Const(a.Width(), 0)), negate(d, ty, a), a)
}
