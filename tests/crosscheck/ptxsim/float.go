package ptxsim

import (
	"math"
	"slices"
)

// manner is how a float instruction rounds.
type manner struct {
	mode     string // rn, rz, rm or rp
	ftz, sat bool
	relu     bool
}

// manner reads [.rnd][.ftz][.sat] and the type.
func (in *inst) manner(modes ...string) (manner, scalar) {
	w := manner{mode: in.oneOf(modes...)}
	rounded := w.mode != ""
	if !rounded {
		w.mode = "rn"
	}
	w.ftz, w.sat = in.flag("ftz"), in.flag("sat")
	w.relu = in.op == "fma" && !w.sat && in.flag("relu")
	s := in.typ("f16 f16x2 bf16 bf16x2 f32 f64")
	switch f := s.format(); {
	case f == double && (w.ftz || w.sat || w.mode != "rn" || w.relu), f == bfloat && (w.ftz || w.sat), f == single &&
		w.relu,
		s.bits < 32 && w.mode != "rn", s.pair && w.mode != "rn":
		refuse(in.line, "%s: modifiers that .%c%d does not take, or rounding that is not read", in.op, s.kind, s.bits)
	}
	if !rounded && in.op == "fma" {
		refuse(in.line, "fma without rounding")
	}
	return w, s
}

// arithmetic computes an operation of floats on one element.
type arithmetic func(t *thread, x args) uint64

// around wraps what computes a number that is no NaN: operands and result are
// flushed and cut to [0,1] as the manner says.
func (w manner) around(f format, n int, do func(x [3]float64) (bits uint64, nan bool)) arithmetic {
	return func(t *thread, x args) uint64 {
		var v [3]float64
		nan := false
		for i := range n {
			if w.ftz {
				x[i] = f.flush(x[i])
			}
			nan = nan || f.isNaN(x[i])
			v[i] = f.value(x[i])
		}
		var out uint64
		if !nan {
			out, nan = do(v)
		}
		switch {
		case nan && w.sat:
			return 0 // "NaN results are flushed to +0.0f"
		case nan:
			return f.nan(t)
		}
		if w.ftz {
			out = f.flush(out)
		}
		negative := out&f.sign() != 0
		switch one := f.encode(number{mant: 1}, "rn"); {
		case w.relu && negative, w.sat && negative:
			return 0
		case w.sat && out > one:
			return one
		}
		return out
	}
}

// on makes the instruction: the same on both halves of a pair.
func (b *builder) on(in *inst, s scalar, n int, do arithmetic) func(t *thread) {
	return b.apply(in, s, func(t *thread, x args) uint64 {
		if !s.pair {
			return do(t, x)
		}
		var lo, hi args
		for i, v := range x {
			lo[i], hi[i] = v&0xffff, v>>16
		}
		low := do(t, lo)
		return low | do(t, hi)<<16
	}, slices.Repeat([]scalar{s}, n)...)
}

// floatBinary is add, sub, mul and div ("Floating-Point Instructions", "Half
// Precision Floating-Point Instructions").
func floatBinary(b *builder, in *inst) func(t *thread) {
	modes := []string{"rn", "rz", "rm", "rp"}
	if in.op == "div" {
		modes = []string{"rn"}
		if len(in.mods) > 0 && in.mods[0] != "rn" {
			refuse(in.line, "div.%s", in.mods[0])
		}
	}
	w, s := in.manner(modes...)
	f, op, mode := s.format(), in.op, w.mode
	if op == "div" && (f != single && f != double || w.sat) {
		refuse(in.line, "div of a half type, or saturating")
	}
	return b.on(in, s, 2, w.around(f, 2, func(x [3]float64) (uint64, bool) {
		var r float64
		switch op {
		case "sub":
			x[1] = -x[1]
			fallthrough
		case "add":
			r = x[0] + x[1]
			if f != double && r == r {
				return f.add(x[0], x[1], mode), false
			}
		case "mul":
			r = x[0] * x[1]
		case "div":
			r = x[0] / x[1]
			if f == single && r == r {
				return uint64(math.Float32bits(float32(x[0]) / float32(x[1]))), false
			}
		}
		if r != r {
			return 0, true
		}
		if f == double {
			return math.Float64bits(r), false
		}
		return f.round(r, 0, mode), false
	}))
}

// floatFMA is "fma": one rounding. The product of two numbers of up to 24 bits is
// exact as a double.
func floatFMA(b *builder, in *inst) func(t *thread) {
	w, s := in.manner("rn", "rz", "rm", "rp")
	f := s.format()
	if in.op == "mad" && f != single && f != double {
		refuse(in.line, "mad of a half type")
	}
	return b.on(in, s, 3, w.around(f, 3, func(x [3]float64) (uint64, bool) {
		r := math.FMA(x[0], x[1], x[2])
		if r != r {
			return 0, true
		}
		if f == double {
			return math.Float64bits(r), false
		}
		return f.add(x[0]*x[1], x[2], w.mode), false
	}))
}

// floatMinMax is "min" and "max": of a number and a NaN the number, but a NaN with
// .NaN; +0.0 > -0.0.
func floatMinMax(b *builder, in *inst) func(t *thread) {
	ftz := in.flag("ftz")
	quiet := in.flag("NaN")
	xorsign := in.flag("xorsign")
	if xorsign && !in.flag("abs") {
		refuse(in.line, "%s.xorsign without .abs", in.op)
	}
	s := in.typ("f16 f16x2 bf16 bf16x2 f32 f64")
	f, greatest := s.format(), in.op == "max"
	if f == double && (ftz || quiet || xorsign) || f == bfloat && ftz {
		refuse(in.line, "%s: modifiers that the type does not take", in.op)
	}
	return b.on(in, s, 2, func(t *thread, x args) uint64 {
		sign := (x[0] ^ x[1]) & f.sign()
		if xorsign {
			x[0], x[1] = x[0]&^f.sign(), x[1]&^f.sign()
		}
		out := f.best(t, x[0], x[1], greatest, quiet, ftz)
		if xorsign && !f.isNaN(out) {
			out |= sign
		}
		return out
	})
}

// best is the lesser or greater of two.
func (f format) best(t *thread, x, y uint64, greatest, quiet, ftz bool) uint64 {
	if ftz {
		x, y = f.flush(x), f.flush(y)
	}
	switch {
	case f.isNaN(x) && f.isNaN(y), quiet && (f.isNaN(x) || f.isNaN(y)):
		return f.nan(t)
	case f.isNaN(x):
		return y
	case f.isNaN(y):
		return x
	}
	if f.before(x, y) != greatest {
		return x
	}
	return y
}

// before orders numbers by their bits, -0 before +0.
func (f format) before(x, y uint64) bool {
	rank := func(v uint64) int64 {
		if v&f.sign() != 0 {
			return -int64(v&^f.sign()) - 1
		}
		return int64(v)
	}
	return rank(x) < rank(y)
}

// floatSign is "abs" and "neg": a NaN gives an unspecified NaN.
func floatSign(b *builder, in *inst) func(t *thread) {
	ftz := in.flag("ftz")
	s := in.typ("f16 f16x2 bf16 bf16x2 f32 f64")
	f, abs := s.format(), in.op == "abs"
	if ftz && (f == double || f == bfloat) {
		refuse(in.line, "%s.ftz", in.op)
	}
	return b.on(in, s, 1, func(t *thread, x args) uint64 {
		v := x[0]
		if ftz {
			v = f.flush(v)
		}
		switch {
		case f.isNaN(v):
			return t.anyNaN(f)
		case abs:
			return v &^ f.sign()
		}
		return v ^ f.sign()
	})
}

// root is "sqrt" and "rcp", rounded to nearest.
func root(b *builder, in *inst) func(t *thread) {
	in.must("rn")
	in.mods = append([]string{"rn"}, in.mods...)
	w, s := in.manner("rn")
	f, op := s.format(), in.op
	if f != single && f != double || w.sat {
		refuse(in.line, "%s of a half type", op)
	}
	return b.on(in, s, 1, w.around(f, 1, func(x [3]float64) (uint64, bool) {
		r := 1 / x[0]
		if op == "sqrt" {
			r = math.Sqrt(x[0])
		}
		switch {
		case r != r:
			return 0, true
		case f == double:
			return math.Float64bits(r), false
		case op == "rcp":
			return uint64(math.Float32bits(1 / float32(x[0]))), false
		}
		return f.round(r, 0, "rn"), false
	}))
}

// copysign is "copysign": the magnitude of b with the sign of a.
func copysign(b *builder, in *inst) func(t *thread) {
	s := in.typ("f32 f64")
	f := s.format()
	return b.binary(in, s, func(a, c uint64) uint64 { return a&f.sign() | c&^f.sign() })
}
