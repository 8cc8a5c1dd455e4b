package exec

import "github.com/shflgen/shflgen/internal/prover/bv"

// mulWide is mul.wide: the product has twice the bits.
func mulWide(t *thread, in *instr) {
	ty := in.last()
	a, b := t.readAny(in.args[1], ty.w), t.readAny(in.args[2], ty.w)
	t.set(in, Cell{t.wide(ty, a, b), t.m.and(a.Def, b.Def)})
}

// wide is [wide] of what may depend on the launch.
func (t *thread) wide(ty typ, a, b Cell) bv.Value {
	if !ofGrid(a.V) && !ofGrid(b.V) {
		return wide(t.m.Dom, ty, t.data(a).V, t.data(b).V)
	}
	return t.compute(bv.Mul, t.resized(a.V, 2*ty.w, ty.signed), t.resized(b.V, 2*ty.w, ty.signed))
}

func wide(d bv.Domain, ty typ, a, b bv.Value) bv.Value {
	return d.Int(bv.Mul, d.Extend(a, 2*ty.w, ty.signed), d.Extend(b, 2*ty.w, ty.signed))
}

// mulHigh is mul.hi of at most 32 bits.
func mulHigh(d bv.Domain, ty typ, _ []string, a, b bv.Value) bv.Value {
	return d.Extract(wide(d, ty, a, b), ty.w, ty.w)
}

// mad is mad.lo and mad.wide: a*b + c.
func mad(t *thread, in *instr) {
	ty := in.last()
	a, b := t.readAny(in.args[1], ty.w), t.readAny(in.args[2], ty.w)
	var product bv.Value
	if in.mods[0] == "wide" {
		product = t.wide(ty, a, b)
	} else {
		product = t.compute(bv.Mul, a.V, b.V)
	}
	c := t.readAny(in.args[3], product.Width())
	t.set(in, Cell{t.compute(bv.Add, product, c.V), t.m.and(t.m.and(a.Def, b.Def), c.Def)})
}

// fma rounds once, so with a factor of one it is an addition, and with a summand
// of -0 a product. Anything else is no operator here, but on numbers.
func fma(t *thread, in *instr, x []bv.Value) bv.Value {
	ty, d := in.last(), t.m.Dom
	return t.halves(ty, func(p []bv.Value) bv.Value {
		w := p[0].Width()
		one := bv.Numbers{}.One(ty.format)
		is := func(v bv.Value, x uint64) bool {
			k, ok := d.Known(v)
			return ok && k == x
		}
		switch {
		case is(p[2], 1<<(w-1)):
			return floatMul(d, ty, nil, p[0], p[1])
		case is(p[1], one):
			return d.Float(bv.FAdd, ty.format, p[0], p[2])
		case is(p[0], one):
			return d.Float(bv.FAdd, ty.format, p[1], p[2])
		}
		_, follows := d.(bv.Numbers)
		follows = follows || t.m.aborts || t.m.grid != nil || t.m.prog.bodies || t.m.prog.kind == Standalone
		if follows && !ty.packed && (ty.format == bv.F32 || ty.format == bv.F64) {
			return bv.Apply(d, bv.FMA(ty.format), p...)
		}
		stop("an fma that is neither a sum nor a product")
		return nil
	}, x...)
}

// floatMul is a product. For all but doubles, every bit of a product by 1 or -1 is known: a number is exact, and a NaN
// becomes the canonical one.
func floatMul(d bv.Domain, ty typ, _ []string, a, b bv.Value) bv.Value {
	one, sign := bv.Numbers{}.One(ty.format), uint64(1)<<(ty.format.Bits()-1)
	k, known := d.Known(b)
	if !known || ty.format == bv.F64 || k&^sign != one {
		return d.Float(bv.FMul, ty.format, a, b)
	}
	return bv.Product(d, ty.format, a, k&sign != 0)
}

// floatSub is a - b: a + (-b), which differs in the payload of a NaN only.
func floatSub(d bv.Domain, ty typ, _ []string, a, b bv.Value) bv.Value {
	return d.Float(bv.FAdd, ty.format, a, d.Int(bv.Xor, b, d.Const(b.Width(), 1<<(b.Width()-1))))
}

// convertInt is cvt between integers: what fits is kept, the rest filled as the
// source's type says.
func convertInt(t *thread, in *instr) {
	to, from := in.typeOf(0), in.typeOf(1)
	v := t.readLow(in.args[1], from.w)
	d := t.m.Dom
	if a, ok := v.V.(address); ok {
		t.set(in, Cell{t.convertAddress(a, to, from), v.Def})
		return
	}
	if ofGrid(v.V) {
		v.V = t.resized(v.V, to.w, from.signed)
		if a := in.args[0]; a.kind == argReg && a.size > to.w {
			v.V = t.resized(v.V, a.size, to.signed)
		}
		t.set(in, v)
		return
	}
	if to.w != 32 || from.w != 32 {
		t.data(v)
	}
	switch {
	case to.w < from.w:
		v.V = d.Extract(v.V, 0, to.w)
	case to.w > from.w:
		v.V = d.Extend(v.V, to.w, from.signed)
	}
	// A destination may be wider than its type: it is filled as that says.
	if a := in.args[0]; a.kind == argReg && a.size > to.w {
		t.data(v)
		v.V = d.Extend(v.V, a.size, to.signed)
	}
	t.set(in, v)
}

// convertFloat is cvt between floating formats: exact, or .rn.
func convertFloat(t *thread, in *instr) {
	to, from := in.typeOf(1), in.typeOf(2)
	if narrows := to.format.Bits() < from.format.Bits(); narrows != (in.mods[0] == "rn") {
		stop("rounding wanted exactly where the result is narrower")
	}
	v := t.read(in.args[1], from.w)
	t.set(in, Cell{t.m.Dom.Convert(to.format, from.format, v.V), v.Def})
}

// convertPair is cvt.rn.f16x2.f32 and its like: the first source is the high half.
func convertPair(t *thread, in *instr, x []bv.Value) bv.Value {
	to, d := in.typeOf(1), t.m.Dom
	return d.Concat(d.Convert(to.format, bv.F32, x[1]), d.Convert(to.format, bv.F32, x[0]))
}
