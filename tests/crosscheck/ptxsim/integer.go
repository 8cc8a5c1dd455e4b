package ptxsim

import "math/bits"

// intTypes are those of most integer instructions.
const intTypes = "u16 u32 u64 s16 s32 s64"

// addSub is "Integer Arithmetic Instructions: add" and "sub", and goes on to the
// float and the extended-precision forms.
func addSub(b *builder, in *inst) func(t *thread) {
	minus := in.op == "sub"
	if in.flag("cc") {
		return extended(b, in, false)
	}
	if m := in.oneOf("u16x2", "s16x2"); m != "" {
		return b.binary(in, typeNames[m], halves(sumOf(minus)))
	}
	if m := in.oneOf("u16", "u32", "u64", "s16", "s32", "s64"); m != "" {
		return b.binary(in, typeNames[m], sumOf(minus))
	}
	return floatBinary(b, in)
}

func sumOf(minus bool) func(x, y uint64) uint64 {
	if minus {
		return func(x, y uint64) uint64 { return x - y }
	}
	return func(x, y uint64) uint64 { return x + y }
}

// extended is add.cc, addc, sub.cc, subc and their like ("Extended-Precision
// Integer Arithmetic Instructions").
func extended(b *builder, in *inst, carryIn bool) func(t *thread) {
	out := !carryIn || in.flag("cc")
	s := in.typ("u32 s32 u64 s64")
	sum, top := bits.Add64, 32
	if in.op[:3] == "sub" {
		sum, top = bits.Sub64, 63
	}
	return b.apply(in, s, func(t *thread, a args) uint64 {
		var carry uint64
		if carryIn {
			carry = t.carry
		}
		r, carry := sum(a[0], a[1], carry)
		if s.bits == 32 {
			carry = r >> top
		}
		if out {
			t.carry = carry
		}
		return r
	}, s, s)
}

func addcSubc(b *builder, in *inst) func(t *thread) { return extended(b, in, true) }

// product is the 128-bit product of two numbers of type s, as a 64-bit low and
// high word.
func (s scalar) product(x, y uint64) (hi, lo uint64) {
	x, y = s.extend(x), s.extend(y)
	hi, lo = bits.Mul64(x, y)
	if s.kind == signed {
		if int64(x) < 0 {
			hi -= y
		}
		if int64(y) < 0 {
			hi -= x
		}
	}
	return hi, lo
}

// part takes the half of a product that .lo, .hi or .wide asks for.
func (s scalar) part(which string) func(x, y uint64) uint64 {
	if which != "hi" {
		return func(x, y uint64) uint64 { _, lo := s.product(x, y); return lo }
	}
	return func(x, y uint64) uint64 {
		hi, lo := s.product(x, y)
		if s.bits == 64 {
			return hi
		}
		return lo >> s.bits
	}
}

// mulMad is "Integer Arithmetic Instructions: mul" and "mad".
func mulMad(b *builder, in *inst) func(t *thread) {
	which := in.oneOf("lo", "hi", "wide")
	if which == "" && in.op == "mul" {
		return floatBinary(b, in)
	}
	if in.op == "mad" && which != "lo" && which != "wide" {
		refuse(in.line, "mad: want .lo or .wide")
	}
	s := in.typ(intTypes)
	wide := s
	if which == "wide" {
		if s.bits == 64 {
			refuse(in.line, "%s.wide of 64 bits", in.op)
		}
		wide.bits *= 2
	}
	f, from := s.part(which), []scalar{s, s}
	if in.op == "mad" {
		from = append(from, wide)
	}
	return b.apply(in, wide, func(_ *thread, a args) uint64 { return f(a[0], a[1]) + a[2] }, from...)
}

// divRem is "Integer Arithmetic Instructions: div" and "rem". Division by zero
// gives an unspecified value.
func divRem(b *builder, in *inst) func(t *thread) {
	m := in.oneOf("u16", "u32", "u64", "s16", "s32", "s64")
	if m == "" && in.op == "div" {
		return floatBinary(b, in)
	}
	if m == "" {
		refuse(in.line, "rem of another type")
	}
	s, rem := typeNames[m], in.op == "rem"
	return b.apply(in, s, func(t *thread, of args) uint64 {
		a, c := s.extend(of[0]), s.extend(of[1])
		var q uint64
		switch {
		case c == 0:
			return t.m.junk()
		case s.kind == signed && int64(c) == -1:
			q = -a
		case s.kind == signed:
			q = uint64(int64(a) / int64(c))
		default:
			q = a / c
		}
		if rem {
			q = a - q*c
		}
		return q
	}, s, s)
}

// absNeg is "abs" and "neg", of integers and floats.
func absNeg(b *builder, in *inst) func(t *thread) {
	m := in.oneOf("s16", "s32", "s64")
	if m == "" {
		return floatSign(b, in)
	}
	s, abs := typeNames[m], in.op == "abs"
	return b.unary(in, s, func(a uint64) uint64 {
		if abs && int64(s.extend(a)) >= 0 {
			return a
		}
		return -a
	})
}

// minMax is "min" and "max", of integers and floats.
func minMax(b *builder, in *inst) func(t *thread) {
	m := in.oneOf("u16", "u32", "u64", "s16", "s32", "s64", "u16x2", "s16x2")
	if m == "" {
		return floatMinMax(b, in)
	}
	s, greatest := typeNames[m], in.op == "max"
	e := s.elem()
	f := func(a, c uint64) uint64 {
		if e.less(a, c) != greatest {
			return a
		}
		return c
	}
	if s.pair {
		f = halves(f)
	}
	return b.binary(in, s, f)
}
