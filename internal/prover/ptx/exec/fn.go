package exec

import "github.com/shflgen/shflgen/internal/prover/bv"

// Instructions that no normal form is known of: domains know them by name. Each rounds once,
// to nearest, ties to even, and keeps denormals.

// floatFn is an instruction on floats of the last type (PTX ISA, "Floating Point Instructions:
// div", "sqrt").
func floatFn(of func(bv.Format) *bv.Fn) action {
	return ofOperands(func(t *thread, in *instr, x []bv.Value) bv.Value {
		return bv.Apply(t.m.Dom, of(in.last().format), x...)
	})
}

// wholes are the roundings of a float to a whole number (PTX ISA, "cvt", integer rounding).
var wholes = map[string]func(bv.Format) *bv.Fn{"rni": bv.FRint, "rzi": bv.FTrunc, "rmi": bv.FFloor, "rpi": bv.FCeil}

// convertWhole is cvt of a float to a whole number of its own format.
func convertWhole(t *thread, in *instr) {
	to, from := in.typeOf(1), in.typeOf(2)
	if to != from {
		stop("a rounding to a whole number in another format")
	}
	floatFn(wholes[in.mods[0]])(t, in)
}

// convertFromInt is cvt of an integer to a float (PTX ISA, "cvt": .rn).
func convertFromInt(t *thread, in *instr) {
	to, from := in.typeOf(1), in.typeOf(2)
	v := t.readLow(in.args[1], from.w)
	v = t.data(v)
	c := bv.Conversion{Float: to.format, Bits: from.w, Signed: from.signed}
	if from.w < 64 { // one function for all that 64 bits hold
		v.V, c.Bits, c.Signed = t.m.Dom.Extend(v.V, 64, from.signed), 64, true
	}
	t.set(in, Cell{bv.Apply(t.m.Dom, bv.FromInteger(c), v.V), v.Def})
}

// mulHigh64 is mul.hi of 64 bits. Of signed words, the product without sign is too large by
// one factor where the other is negative.
func mulHigh64(d bv.Domain, ty typ, _ []string, a, b bv.Value) bv.Value {
	high := bv.Apply(d, bv.MulHigh, a, b)
	if !ty.signed {
		return high
	}
	zero := d.Const(64, 0)
	where := func(x, y bv.Value) bv.Value { return d.Select(d.Int(bv.SLt, x, zero), y, zero) }
	return d.Int(bv.Sub, d.Int(bv.Sub, high, where(a, b)), where(b, a))
}
