package ptxsim

import (
	"math"
	"strings"
)

const convertible = "u8 u16 u32 u64 s8 s16 s32 s64 f16 bf16 f32 f64"

// cvt is "Data Movement and Conversion Instructions: cvt", but for floats that become integers.
func cvt(b *builder, in *inst) func(t *thread) {
	mode := in.oneOf("rni", "rzi", "rmi", "rpi", "rn")
	if m := in.oneOf("f16x2", "bf16x2"); m != "" {
		if mode != "rn" {
			refuse(in.line, "cvt.%s wants .rn", m)
		}
		return pack(b, in, typeNames[m])
	}
	to, from := in.typ(convertible), in.typ(convertible)
	in.end(2)
	rounds := to.isFloat() && (!from.isFloat() || to.format().man < from.format().man ||
		to.format().exp < from.format().exp)
	integral := to == from && strings.HasSuffix(mode, "i")
	if !to.isFloat() && from.isFloat() || rounds != (mode == "rn") || !rounds && mode != "" && !integral {
		refuse(in.line, "cvt with this rounding between these types")
	}
	x := b.wide(in.args[1], from)
	do := converter(to, from, mode)
	if to.isFloat() {
		d := b.target(in.args[0], to)
		return func(t *thread) { t.r[d] = do(t, t.r[x]&ones(from.bits)) }
	}
	d, all := b.receiver(in.args[0], to)
	return func(t *thread) { t.r[d] = to.extend(do(t, t.r[x]&ones(from.bits))) & all }
}

// receiver is the slot of a result that may be wider than the type, and the mask
// of its size: signed results are sign-extended ("Operand Size Exceeding
// Instruction-Type Size").
func (b *builder) receiver(o operand, s scalar) (slot int, all uint64) {
	if o.kind != 'r' || o.pair != nil || o.not || !s.agrees(o.typ) || o.typ.bits < s.bits ||
		s.isFloat() && o.typ.isFloat() && o.typ != s || strings.HasPrefix(o.text, "special") {
		refuse(o.line, "operand %s of another type", o.text)
	}
	return o.slot, ones(o.typ.bits)
}

func converter(to, from scalar, mode string) func(t *thread, x uint64) uint64 {
	switch {
	case !to.isFloat():
		return func(_ *thread, x uint64) uint64 { return from.extend(x) & ones(to.bits) }
	case !from.isFloat():
		f := to.format()
		return func(_ *thread, x uint64) uint64 {
			n := number{mant: from.extend(x)}
			if from.kind == signed && int64(n.mant) < 0 {
				n.neg, n.mant = true, -n.mant
			}
			return f.encode(n)
		}
	}
	f, g := from.format(), to.format()
	return func(t *thread, x uint64) uint64 {
		switch {
		case f.isNaN(x) && f == bfloat: // no text says that it is canonical
			return t.anyNaN(g)
		case f.isNaN(x):
			return g.nan(t)
		}
		return g.round(toIntegral(f.value(x), mode), 0)
	}
}

// toIntegral rounds to an integer, if the mode does.
func toIntegral(v float64, mode string) float64 {
	switch mode {
	case "rni":
		return math.RoundToEven(v)
	case "rzi":
		return math.Trunc(v)
	case "rmi":
		return math.Floor(v)
	case "rpi":
		return math.Ceil(v)
	}
	return v
}

// pack converts two .f32 to a pair: a is the upper half, b the lower.
func pack(b *builder, in *inst, to scalar) func(t *thread) {
	from := in.typ("f32")
	in.end(3)
	x, y, d := b.wide(in.args[1], from), b.wide(in.args[2], from), b.target(in.args[0], to)
	one := converter(to.elem(), from, "rn")
	return func(t *thread) {
		hi, lo := one(t, t.r[x]&ones(32)), one(t, t.r[y]&ones(32))
		t.r[d] = hi<<16 | lo
	}
}
