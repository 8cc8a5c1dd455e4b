package exec

import "github.com/shflgen/shflgen/internal/prover/bv"

func shl(t *thread, in *instr) { shift(t, in, bv.Left) }
func shr(t *thread, in *instr) {
	if in.last().signed {
		shift(t, in, bv.RightSigned)
		return
	}
	shift(t, in, bv.Right)
}

func shift(t *thread, in *instr, how bv.ShiftOp) {
	ty := in.last()
	v, by := t.readAny(in.args[1], ty.w), t.read(in.args[2], 32)
	if _, known := t.m.Dom.Known(by.V); t.ofMask(by.V) || t.m.aborts && !known {
		v = t.data(v)
		t.set(in, Cell{bv.Shift(t.m.Dom, how, v.V, by.V), t.m.and(v.Def, by.Def)})
		return
	}
	n := min(int(t.known(by, "a shift's distance")), ty.w)
	if how == bv.Left && n < ty.w && !plain(v.V) { // a product
		t.set(in, Cell{t.compute(bv.Mul, v.V, t.m.Dom.Const(ty.w, 1<<n)), v.Def})
		return
	}
	if ofGrid(v.V) && n < ty.w {
		t.set(in, Cell{t.shiftedRight(v.V, n, ty.signed), v.Def})
		return
	}
	v = t.data(v)
	t.set(in, Cell{bv.ShiftBy(t.m.Dom, how, v.V, n), v.Def})
}

// ofMask reports whether a value depends on the mask, or on what is the same kind of
// variable, and on nothing else: then each of its bits is a guard. A domain without guards
// takes every value so.
func (t *thread) ofMask(v bv.Value) bool {
	if _, known := t.m.Dom.Known(v); known {
		return false
	}
	own, guards := t.m.Dom.(lowest)
	return !guards || own.OfMask(v)
}

// funnel is shf: two words side by side, shifted as one.
func funnel(t *thread, in *instr) {
	lo, hi := t.read(in.args[1], 32), t.read(in.args[2], 32)
	by := t.read(in.args[3], 32)
	d := t.m.Dom
	both := d.Concat(lo.V, hi.V)
	if _, known := d.Known(by.V); t.m.aborts && !known {
		t.set(in, Cell{t.funnelBy(in, both, by.V), t.m.and(by.Def, t.m.and(lo.Def, hi.Def))})
		return
	}
	n := int(t.known(by, "a shift's distance"))
	if in.mods[1] == "wrap" {
		n &= 31
	} else {
		n = min(n, 32)
	}
	at := n // the right shift takes the low word
	if in.mods[0] == "l" {
		at = 32 - n
	}
	t.set(in, Cell{d.Extract(both, at, 32), t.m.and(lo.Def, hi.Def)})
}

// funnelBy is shf by a distance that is not known: by each of its bits in turn.
func (t *thread) funnelBy(in *instr, both, by bv.Value) bv.Value {
	d := t.m.Dom
	left := in.mods[0] == "l"
	lo, hi := d.Extract(both, 0, 32), d.Extract(both, 32, 32)
	if lo == hi && in.mods[1] == "wrap" {
		if !left {
			by = d.Int(bv.Sub, d.Const(32, 0), by)
		}
		return bv.Rotate(d, lo, by)
	}
	how, from := bv.Right, 0
	if left {
		how, from = bv.Left, 32
	}
	part := func(both bv.Value) bv.Value { return d.Extract(both, from, 32) }
	out := both
	for i := range 5 {
		out = d.Select(d.Extract(by, i, 1), bv.ShiftBy(d, how, out, 1<<i), out)
	}
	if in.mods[1] == "wrap" {
		return part(out)
	}
	small := d.Int(bv.ULt, by, d.Const(32, 32))
	return d.Select(small, part(out), part(bv.ShiftBy(d, how, both, 32)))
}

// not is not, of a number of the launch too.
func not(t *thread, in *instr) {
	w := in.last().w
	if a := t.readAny(in.args[1], w); isNumber(a.V) {
		t.set(in, Cell{t.compute(bv.Xor, a.V, t.m.Dom.Const(w, lowBits(w))), a.Def})
		return
	}
	unary(func(d bv.Domain, _ typ, a bv.Value) bv.Value { return d.Not(a) })(t, in)
}

// logic is a bitwise operation. Poison is a value that nobody promises, but a
// value all the same: and with zero it is zero, or with ones it is ones.
func (t *thread) logic(op bv.IntOp, a, b Cell) Cell {
	d := t.m.Dom
	c := Cell{d.Int(op, a.V, b.V), t.m.and(a.Def, b.Def)}
	if c.Def == t.m.one || op == bv.Xor {
		return c
	}
	overrules := func(x, poison Cell) bv.Value { // x alone settles the result
		if poison.Def == t.m.one || x.Def == t.m.zero || !t.m.ofMask(x.V) {
			return t.m.zero
		}
		all := d.Const(x.V.Width(), 0)
		if op == bv.Or {
			all = d.Not(all)
		}
		return t.m.and(x.Def, d.Int(bv.Eq, x.V, all))
	}
	c.Def = d.Int(bv.Or, c.Def, d.Int(bv.Or, overrules(a, b), overrules(b, a)))
	return c
}

// bitOp is and, or, xor of two operands.
func bitOp(op bv.IntOp) action {
	return func(t *thread, in *instr) {
		w := in.last().w
		a, b := t.readAny(in.args[1], w), t.readAny(in.args[2], w)
		if plain(a.V) && plain(b.V) {
			t.set(in, t.logic(op, a, b))
			return
		}
		t.set(in, Cell{t.compute(op, a.V, b.V), t.m.and(a.Def, b.Def)})
	}
}

// lop3 computes any function of three words: bit 4a+2b+c of the table is its
// value where the words have the bits a, b and c.
func lop3(t *thread, in *instr) {
	a, b, c := t.read(in.args[1], 32), t.read(in.args[2], 32), t.read(in.args[3], 32)
	if in.args[4].bits > 0xff {
		stop("table %#x has more than 8 bits", in.args[4].bits)
	}
	t.set(in, t.bitwise(uint8(in.args[4].bits), []Cell{a, b, c}))
}

// bitwise builds the function that table gives, splitting on the first word.
func (t *thread) bitwise(table uint8, vs []Cell) Cell {
	n := 1 << len(vs) // bits in the table
	all := uint8(1<<n - 1)
	table &= all
	switch table {
	case 0:
		return t.num(32, 0)
	case all:
		return t.num(32, 0xffffffff)
	}
	a, rest := vs[0], vs[1:]
	half := n / 2
	low := uint8(1<<half - 1)
	f0, f1 := table&low, table>>half
	not := Cell{t.m.Dom.Not(a.V), a.Def}
	if len(rest) == 0 {
		if f1 == 1 {
			return a
		}
		return not
	}
	switch {
	case f0 == f1:
		return t.bitwise(f0, rest)
	case f1 == ^f0&low:
		return t.logic(bv.Xor, a, t.bitwise(f0, rest))
	case f0 == 0:
		return t.logic(bv.And, a, t.bitwise(f1, rest))
	case f1 == low:
		return t.logic(bv.Or, a, t.bitwise(f0, rest))
	case f1 == 0:
		return t.logic(bv.And, not, t.bitwise(f0, rest))
	case f0 == low:
		return t.logic(bv.Or, not, t.bitwise(f1, rest))
	}
	return t.logic(bv.Or, t.logic(bv.And, a, t.bitwise(f1, rest)), t.logic(bv.And, not, t.bitwise(f0, rest)))
}

// permute is prmt in its default mode: four bytes picked from eight.
func permute(t *thread, in *instr) {
	a, b := t.read(in.args[1], 32), t.read(in.args[2], 32)
	d, by := t.m.Dom, t.read(in.args[3], 32)
	both := d.Concat(a.V, b.V)
	if t.ofMask(by.V) {
		t.set(in, Cell{permuteBy(d, both, by.V), t.m.and(by.Def, t.m.and(a.Def, b.Def))})
		return
	}
	pick := t.known(by, "the selector")
	var parts []bv.Value
	for i := 0; i < 4; i++ {
		s := int(pick >> (4 * i) & 0xf)
		n := 1
		for i+1 < 4 && s+n < 8 && int(pick>>(4*i+4)&0xf) == s+n { // neighbours as one part
			i, n = i+1, n+1
		}
		part := d.Extract(both, 8*(s&7), 8*n)
		if s&8 != 0 {
			part = d.Extend(d.Extract(part, 7, 1), 8, true)
		}
		parts = append(parts, part)
	}
	t.set(in, Cell{joined(d, parts), t.m.and(a.Def, b.Def)})
}

// permuteBy is prmt by a selector that is not known: each byte by the four bits that pick it.
func permuteBy(d bv.Domain, both, by bv.Value) bv.Value {
	var parts []bv.Value
	for i := range 4 {
		part := d.Const(8, 0)
		for s := range 8 {
			is := d.Int(bv.Eq, d.Extract(by, 4*i, 3), d.Const(3, uint64(s)))
			part = d.Select(is, d.Extract(both, 8*s, 8), part)
		}
		parts = append(parts, d.Select(d.Extract(by, 4*i+3, 1), d.Extend(d.Extract(part, 7, 1), 8, true), part))
	}
	return joined(d, parts)
}

// joined are parts side by side, the first in the low bits.
func joined(d bv.Domain, parts []bv.Value) bv.Value {
	v := parts[0]
	for _, p := range parts[1:] {
		v = d.Concat(v, p)
	}
	return v
}

// extractField is bfe.
func extractField(t *thread, in *instr) {
	ty := in.last()
	d := t.m.Dom
	a := t.read(in.args[1], ty.w)
	pos, n := t.field(in, 2, ty.w)
	v := d.Const(ty.w, 0)
	if n > 0 {
		v = d.Extend(d.Extract(a.V, pos, n), ty.w, ty.signed)
	}
	t.set(in, Cell{v, a.Def})
}

// field is the place and the length of a bit field, operands i and i+1: two constants,
// and a field inside the register. The PTX ISA has a meaning for others too, but ptxas
// 13.0 translates some of them otherwise: bfe.s32 from bit 63 is -1, bfi of 55 bits
// inserts 23, and bfe.s32 of a value that is the same in all lanes takes the place in
// one lane for all.
func (t *thread) field(in *instr, i, w int) (pos, n int) {
	at, length := in.args[i], in.args[i+1]
	if at.kind != argConst || length.kind != argConst {
		stop("a bit field's place and length are no constants")
	}
	if at.bits > uint64(w) || length.bits > uint64(w)-at.bits {
		stop("a field of %d bits at bit %d of %d", length.bits, at.bits, w)
	}
	return int(at.bits), int(length.bits)
}

// insertField is bfi: n bits of a over those of b, from pos on.
func insertField(t *thread, in *instr) {
	ty := in.last()
	d := t.m.Dom
	a, b := t.read(in.args[1], ty.w), t.read(in.args[2], ty.w)
	pos, n := t.field(in, 3, ty.w)
	v := b.V
	if n > 0 {
		v = d.Extract(a.V, 0, n)
		if pos > 0 {
			v = d.Concat(d.Extract(b.V, 0, pos), v)
		}
		if pos+n < ty.w {
			v = d.Concat(v, d.Extract(b.V, pos+n, ty.w-pos-n))
		}
	}
	t.set(in, Cell{v, t.m.and(a.Def, b.Def)})
}

// ones is popc.
func ones(d bv.Domain, _ typ, a bv.Value) bv.Value { return bv.Ones(d, a, 32) }

// leadingZeros is clz.
func leadingZeros(d bv.Domain, ty typ, a bv.Value) bv.Value {
	return bv.First(d, bv.Reversed(d, a, 1), uint64(ty.w))
}

// shiftOfFirst is bfind.shiftamt: how far the highest bit that is set would move to
// be the top one; all ones where none is set.
func shiftOfFirst(d bv.Domain, _ typ, a bv.Value) bv.Value {
	return bv.First(d, bv.Reversed(d, a, 1), 0xffffffff)
}

// leadingOne is bfind: the place of the highest bit that is set, all ones if none is.
func leadingOne(t *thread, in *instr, x []bv.Value) bv.Value {
	a, w, d := x[0], in.last().w, t.m.Dom
	if own, ok := d.(lowest); ok && !own.OfMask(a) {
		if of, ok := own.LowestOf(a); ok { // the only bit that is set is the lowest of another word
			return bv.First(d, of, 1<<32-1)
		}
		return d.Int(bv.Sub, d.Const(32, uint64(w-1)), bv.First(d, bv.Reversed(d, a, 1), uint64(w)))
	}
	n := d.Const(32, 1<<32-1)
	for i := range w { // a higher bit overrules
		n = d.Select(d.Extract(a, i, 1), d.Const(32, uint64(i)), n)
	}
	return n
}

// lowest is a domain that knows a word that depends on the elements by how it was made.
type lowest interface {
	OfMask(v bv.Value) bool
	LowestOf(v bv.Value) (of bv.Value, ok bool)
}

// reverse is brev.
func reverse(d bv.Domain, _ typ, a bv.Value) bv.Value { return bv.Reversed(d, a, 1) }
