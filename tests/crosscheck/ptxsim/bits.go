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

func cnot(b *builder, in *inst) func(t *thread) {
	return b.unary(in, in.typ("b16 b32 b64"), func(a uint64) uint64 { return boolBit(a == 0) })
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
	in.end(3)
	x, n, d := b.source(in.args[1], s), b.source(in.args[2], typeNames["u32"]), b.target(in.args[0], s)
	left, m := in.op == "shl", ones(s.bits)
	return func(t *thread) {
		by := min(t.r[n], uint64(s.bits))
		switch {
		case left:
			t.r[d] = t.r[x] << by & m
		case s.kind == signed:
			t.r[d] = uint64(int64(s.extend(t.r[x]))>>by) & m
		default:
			t.r[d] = t.r[x] >> by
		}
	}
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
	in.end(2)
	x, d := b.source(in.args[1], s), b.target(in.args[0], typeNames["u32"])
	if in.op == "popc" {
		return func(t *thread) { t.r[d] = uint64(bits.OnesCount64(t.r[x])) }
	}
	return func(t *thread) { t.r[d] = uint64(bits.LeadingZeros64(t.r[x]) - 64 + s.bits) }
}

// bfind is "Integer Arithmetic Instructions: bfind": the most significant bit
// that is no sign bit, 0xffffffff if there is none.
func bfind(b *builder, in *inst) func(t *thread) {
	amount := in.flag("shiftamt")
	s := in.typ("u32 u64 s32 s64")
	in.end(2)
	x, d := b.source(in.args[1], s), b.target(in.args[0], typeNames["u32"])
	return func(t *thread) {
		a := s.extend(t.r[x])
		if s.kind == signed && int64(a) < 0 {
			a = ^a
		}
		at := uint64(bits.Len64(a)) - 1
		if a != 0 && amount {
			at = uint64(s.bits) - 1 - at
		}
		t.r[d] = at & ones(32)
	}
}

func brev(b *builder, in *inst) func(t *thread) {
	s := in.typ("b32 b64")
	return b.unary(in, s, func(a uint64) uint64 { return bits.Reverse64(a) >> (64 - s.bits) })
}

// bfe is "Integer Arithmetic Instructions: bfe", bit by bit as the text has it.
func bfe(b *builder, in *inst) func(t *thread) {
	s := in.typ("u32 u64 s32 s64")
	in.end(4)
	u := typeNames["u32"]
	x, p, n, d := b.source(in.args[1], s), b.source(in.args[2], u), b.source(in.args[3], u), b.target(in.args[0], s)
	return func(t *thread) {
		a, pos, length := t.r[x], t.r[p]&0xff, t.r[n]&0xff
		msb := uint64(s.bits - 1)
		var sign, out uint64
		if s.kind == signed && length != 0 {
			sign = a >> min(pos+length-1, msb) & 1
		}
		for i := uint64(0); i <= msb; i++ {
			bit := sign
			if i < length && pos+i <= msb {
				bit = a >> (pos + i) & 1
			}
			out |= bit << i
		}
		t.r[d] = out
	}
}

// bfi is "Integer Arithmetic Instructions: bfi": a put into b.
func bfi(b *builder, in *inst) func(t *thread) {
	s := in.typ("b32 b64")
	in.end(5)
	u := typeNames["u32"]
	x, y, d := b.source(in.args[1], s), b.source(in.args[2], s), b.target(in.args[0], s)
	p, n := b.source(in.args[3], u), b.source(in.args[4], u)
	return func(t *thread) {
		a, out, pos, length := t.r[x], t.r[y], t.r[p]&0xff, t.r[n]&0xff
		for i := uint64(0); i < length && pos+i < uint64(s.bits); i++ {
			out = out&^(1<<(pos+i)) | a>>i&1<<(pos+i)
		}
		t.r[d] = out
	}
}

// prmt is "Data Movement and Conversion Instructions: prmt". Of the selector in
// each mode, the bytes of b:a that make the result.
func prmt(b *builder, in *inst) func(t *thread) {
	in.must("b32")
	mode := in.oneOf("f4e", "b4e", "rc8", "ecl", "ecr", "rc16")
	return b.ternary(in, typeNames["b32"], func(x, y, sel uint64) uint64 {
		from := y<<32 | x
		var out uint64
		for i := range uint64(4) {
			s := sel & 3
			sign := false
			switch mode {
			case "":
				s = sel >> (4 * i) & 7
				sign = sel>>(4*i)&8 != 0
			case "f4e":
				s += i
			case "b4e":
				s = (s - i) & 7
			case "rc8":
			case "ecl":
				s = max(s, i)
			case "ecr":
				s = min(s, i)
			case "rc16":
				s = sel&1*2 + i&1
			}
			v := from >> (8 * s) & 0xff
			if sign {
				v = uint64(int64(int8(v))>>7) & 0xff
			}
			out |= v << (8 * i)
		}
		return out
	})
}

// fns is "Integer Arithmetic Instructions: fns": the n-th set bit from a base.
func fns(b *builder, in *inst) func(t *thread) {
	in.must("b32")
	in.end(4)
	w, s := typeNames["b32"], typeNames["s32"]
	x, y, z, d := b.source(in.args[1], w), b.source(in.args[2], w), b.source(in.args[3], s), b.target(in.args[0], w)
	return func(t *thread) {
		mask, base, n := t.r[x], t.r[y], int64(int32(t.r[z]))
		if base > 31 {
			t.fault("fns: base %d", base)
		}
		out, pos, step := ones(32), int64(base), int64(1)
		if n < 0 {
			n, step = -n, -1
		}
		if n == 0 {
			if mask>>base&1 == 1 {
				out = base
			}
			n = -1
		}
		for ; n > 0 && pos >= 0 && pos < 32; pos += step {
			if mask>>pos&1 == 1 {
				if n--; n == 0 {
					out = uint64(pos)
				}
			}
		}
		t.r[d] = out
	}
}
