package ptxsim

import "math/bits"

// logic is "and", "or" and "xor" ("Logic and Shift Instructions").
func logic(b *builder, in *inst) func(t *thread) {
	s := in.typ("pred b16 b32 b64")
	f := map[string]func(a, c uint64) uint64{
		"and": func(a, c uint64) uint64 { return a & c },
		"or":  func(a, c uint64) uint64 { return a | c },
		"xor": func(a, c uint64) uint64 { return a ^ c },
	}[in.op]
	return b.binary(in, s, f)
}

func not(b *builder, in *inst) func(t *thread) {
	return b.unary(in, in.typ("pred b16 b32 b64"), func(a uint64) uint64 { return ^a })
}

// lop3 is "Logic and Shift Instructions: lop3": the immediate is the truth table
// of 0xF0, 0xCC and 0xAA.
func lop3(b *builder, in *inst) func(t *thread) {
	s := in.typ("b32")
	in.end(5)
	if in.args[4].kind != 'n' || in.args[4].lit.float != 0 || in.args[4].lit.bits > 255 {
		refuse(in.line, "lop3: the table is a number up to 255")
	}
	table := in.args[4].lit.bits
	in.args = in.args[:4]
	return b.ternary(in, s, func(x, y, z uint64) uint64 {
		var d uint64
		for i := range uint64(8) {
			if table>>i&1 == 0 {
				continue
			}
			m := ^uint64(0)
			for at, v := range []uint64{z, y, x} {
				if i>>at&1 == 0 {
					v = ^v
				}
				m &= v
			}
			d |= m
		}
		return d
	})
}

// shift is "shl" and "shr": amounts past the size count as the size.
func shift(b *builder, in *inst) func(t *thread) {
	names := "b16 b32 b64"
	if in.op == "shr" {
		names += " u16 u32 u64 s16 s32 s64"
	}
	s := in.typ(names)
	left := in.op == "shl"
	return b.apply(in, s, func(_ *thread, a args) uint64 {
		by := min(a[1], uint64(s.bits))
		switch {
		case left:
			return a[0] << by
		case s.kind == signed:
			return uint64(int64(s.extend(a[0])) >> by)
		}
		return a[0] >> by
	}, s, u32)
}

// funnel is "shf": the upper or lower word of a 64-bit shift.
func funnel(b *builder, in *inst) func(t *thread) {
	left := in.must("l", "r") == "l"
	wrap := in.must("clamp", "wrap") == "wrap"
	return b.ternary(in, in.typ("b32"), func(lo, hi, c uint64) uint64 {
		n := min(c, 32)
		if wrap {
			n = c & 31
		}
		if left {
			return (hi<<32 | lo) << n >> 32
		}
		return (hi<<32 | lo) >> n
	})
}

// counted is popc, clz: the result is a .u32.
func counted(b *builder, in *inst) func(t *thread) {
	s := in.typ("b32 b64")
	zeros := in.op == "clz"
	return b.apply(in, u32, func(_ *thread, a args) uint64 {
		if zeros {
			return uint64(bits.LeadingZeros64(a[0]) - 64 + s.bits)
		}
		return uint64(bits.OnesCount64(a[0]))
	}, s)
}

// bfind is "Integer Arithmetic Instructions: bfind": the most significant bit,
// 0xffffffff if there is none.
func bfind(b *builder, in *inst) func(t *thread) {
	amount := in.flag("shiftamt")
	s := in.typ("u32 u64")
	return b.apply(in, u32, func(_ *thread, a args) uint64 {
		at := uint64(bits.Len64(a[0])) - 1
		if a[0] != 0 && amount {
			at = uint64(s.bits) - 1 - at
		}
		return at
	}, s)
}

func brev(b *builder, in *inst) func(t *thread) {
	s := in.typ("b32 b64")
	return b.unary(in, s, func(a uint64) uint64 { return bits.Reverse64(a) >> (64 - s.bits) })
}

// bfe is "Integer Arithmetic Instructions: bfe", bit by bit as the text has it.
func bfe(b *builder, in *inst) func(t *thread) {
	s := in.typ("u32 u64 s32 s64")
	return b.apply(in, s, func(_ *thread, a args) uint64 {
		pos, length, msb := a[1]&0xff, a[2]&0xff, uint64(s.bits-1)
		var sign, out uint64
		if s.kind == signed && length != 0 {
			sign = a[0] >> min(pos+length-1, msb) & 1
		}
		for i := uint64(0); i <= msb; i++ {
			bit := sign
			if i < length && pos+i <= msb {
				bit = a[0] >> (pos + i) & 1
			}
			out |= bit << i
		}
		return out
	}, s, u32, u32)
}

// bfi is "Integer Arithmetic Instructions: bfi": a put into b.
func bfi(b *builder, in *inst) func(t *thread) {
	s := in.typ("b32 b64")
	return b.apply(in, s, func(_ *thread, a args) uint64 {
		out, pos, length := a[1], a[2]&0xff, a[3]&0xff
		for i := uint64(0); i < length && pos+i < uint64(s.bits); i++ {
			out = out&^(1<<(pos+i)) | a[0]>>i&1<<(pos+i)
		}
		return out
	}, s, s, u32, u32)
}

// prmt is "Data Movement and Conversion Instructions: prmt". The selector
// chooses the bytes of b:a that make the result.
func prmt(b *builder, in *inst) func(t *thread) {
	in.must("b32")
	return b.ternary(in, b32, func(x, y, sel uint64) uint64 {
		from := y<<32 | x
		var out uint64
		for i := range uint64(4) {
			s := sel >> (4 * i) & 0xf
			v := from >> (8 * (s & 7)) & 0xff
			if s&8 != 0 { // its sign
				v = uint64(int64(int8(v))>>7) & 0xff
			}
			out |= v << (8 * i)
		}
		return out
	})
}
