package ptxsim

import (
	"math"
	"strings"
)

const convertible = "u8 u16 u32 u64 s8 s16 s32 s64 f16 bf16 f32 f64"

// cvt is "Data Movement and Conversion Instructions: cvt".
func cvt(b *builder, in *inst) func(t *thread) {
	mode := in.oneOf("rni", "rzi", "rmi", "rpi", "rn", "rz", "rm", "rp")
	relu := in.flag("relu")
	ftz, sat := in.flag("ftz"), in.flag("sat")
	if m := in.oneOf("f16x2", "bf16x2"); m != "" {
		if sat || ftz || mode != "rn" && mode != "rz" {
			refuse(in.line, "cvt.%s: modifiers", m)
		}
		return pack(b, in, typeNames[m], mode, relu)
	}
	to, from := in.typ(convertible), in.typ(convertible)
	in.end(2)
	integral := strings.HasSuffix(mode, "i")
	narrower := to.isFloat() && from.isFloat() && (to.format().man < from.format().man ||
		to.format().exp < from.format().exp)
	if relu && !(narrower && to.bits == 16 && from.bits == 32) {
		refuse(in.line, "cvt.relu")
	}
	switch {
	case !to.isFloat() && !from.isFloat():
		if mode != "" || ftz {
			refuse(in.line, "cvt of integers that rounds")
		}
	case !to.isFloat():
		if !integral {
			refuse(in.line, "cvt of a float to an integer wants .rni, .rzi, .rmi or .rpi")
		}
	case !from.isFloat() || narrower:
		if mode == "" || integral {
			refuse(in.line, "cvt to a float that cannot hold every value wants .rn, .rz, .rm or .rp")
		}
	case to == from:
		if mode != "" && !integral {
			refuse(in.line, "cvt of a float to itself rounds to an integer only")
		}
	case mode != "":
		refuse(in.line, "cvt to a wider float rounds")
	}
	if ftz && from != typeNames["f32"] && to != typeNames["f32"] || sat && to.kind == brain {
		refuse(in.line, "cvt: modifiers that the types do not take")
	}
	x := b.wide(in.args[1], from)
	do := converter(to, from, strings.TrimSuffix(mode, "i"), integral, ftz, sat, relu)
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

func converter(to, from scalar, mode string, integral, ftz, sat, relu bool) func(t *thread, x uint64) uint64 {
	switch {
	case !to.isFloat() && !from.isFloat():
		return func(_ *thread, x uint64) uint64 { return to.fitInt(from.extend(x), from.kind == signed, sat) }
	case !from.isFloat():
		f := to.format()
		return func(_ *thread, x uint64) uint64 {
			n := number{mant: from.extend(x)}
			if from.kind == signed && int64(n.mant) < 0 {
				n.neg, n.mant = true, -n.mant
			}
			return f.unit(f.encode(n, mode), sat)
		}
	case !to.isFloat():
		f := from.format()
		return func(_ *thread, x uint64) uint64 {
			if ftz && f == single {
				x = f.flush(x)
			}
			return to.fromFloat(f.value(x), mode, from.bits)
		}
	}
	f, g := from.format(), to.format()
	return func(t *thread, x uint64) uint64 {
		if ftz && f == single {
			x = f.flush(x)
		}
		switch {
		case f.isNaN(x) && sat:
			return 0
		case f.isNaN(x) && f == bfloat: // no text says that it is canonical
			return t.anyNaN(g)
		case f.isNaN(x):
			return g.nan(t)
		}
		v := f.value(x)
		if integral {
			v = toIntegral(v, mode)
		}
		out := g.round(v, 0, mode)
		if ftz && g == single {
			out = g.flush(out)
		}
		if relu && out&g.sign() != 0 {
			return 0
		}
		return g.unit(out, sat)
	}
}

// unit cuts a number to [0,1] if asked to.
func (f format) unit(x uint64, sat bool) uint64 {
	one := f.encode(number{mant: 1}, "rn")
	switch {
	case sat && x&f.sign() != 0:
		return 0
	case sat && x > one:
		return one
	}
	return x
}

// fitInt cuts an integer to the type, to its range with sat.
func (s scalar) fitInt(x uint64, negative, sat bool) uint64 {
	if !sat {
		return x & ones(s.bits)
	}
	neg := negative && int64(x) < 0
	if s.kind == signed {
		most := ones(s.bits) >> 1
		switch {
		case neg && int64(x) < -int64(most)-1:
			x = -most - 1
		case !neg && x > most:
			x = most
		}
		return x & ones(s.bits)
	}
	if neg {
		return 0
	}
	return min(x, ones(s.bits))
}

// toIntegral rounds to an integer.
func toIntegral(v float64, mode string) float64 {
	switch mode {
	case "rn":
		return math.RoundToEven(v)
	case "rz":
		return math.Trunc(v)
	case "rm":
		return math.Floor(v)
	}
	return math.Ceil(v)
}

// fromFloat rounds to an integer and cuts it to the range of the type. A NaN is 0,
// but where 64 bits are read or made the top bit of the result.
func (s scalar) fromFloat(v float64, mode string, fromBits int) uint64 {
	if v != v {
		if fromBits == 64 || s.bits == 64 {
			return 1 << (s.bits - 1)
		}
		return 0
	}
	v = toIntegral(v, mode)
	least, most := 0.0, math.Ldexp(1, s.bits)
	if s.kind == signed {
		least, most = -math.Ldexp(1, s.bits-1), math.Ldexp(1, s.bits-1)
	}
	switch {
	case v < least && s.kind == signed:
		return 1 << (s.bits - 1)
	case v < least:
		return 0
	case v >= most && s.kind == signed:
		return ones(s.bits) >> 1
	case v >= most:
		return ones(s.bits)
	case v < 0:
		return uint64(int64(v)) & ones(s.bits)
	}
	return uint64(v)
}

// pack converts two .f32 to a pair: a is the upper half, b the lower.
func pack(b *builder, in *inst, to scalar, mode string, relu bool) func(t *thread) {
	from := in.typ("f32")
	in.end(3)
	x, y, d := b.wide(in.args[1], from), b.wide(in.args[2], from), b.target(in.args[0], to)
	one := converter(to.elem(), from, mode, false, false, false, relu)
	return func(t *thread) {
		hi, lo := one(t, t.r[x]&ones(32)), one(t, t.r[y]&ones(32))
		t.r[d] = hi<<16 | lo
	}
}
