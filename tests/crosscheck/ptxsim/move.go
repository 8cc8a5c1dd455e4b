package ptxsim

const movable = "pred b16 b32 b64 u16 u32 u64 s16 s32 s64 f32 f64"

// mov is "Data Movement and Conversion Instructions: mov": a value, the address
// of a variable in its state space, or packing and unpacking of vectors.
func mov(b *builder, in *inst) func(t *thread) {
	s := in.typ(movable)
	in.end(2)
	to, from := in.args[0], in.args[1]
	switch {
	case from.kind == 'v':
		return movPack(b, in, s)
	case to.kind == 'v':
		return movUnpack(b, in, s)
	case from.kind == 's':
		if small := from.v.space == shared || from.v.space == local; s.kind == floating || s.bits != 64 &&
			(s.bits != 32 || !small) {
			refuse(in.line, "an address in a register of another type")
		}
		x, d, off := b.addressSlot(from.v), b.target(to, s), uint64(from.off)
		return func(t *thread) { t.r[d] = t.r[x] + off }
	}
	x, d := b.source(from, s), b.target(to, s)
	return func(t *thread) { t.r[d] = t.r[x] }
}

func (in *inst) vector(o operand, s scalar) scalar {
	if s.kind != untyped || len(o.list) != 2 && len(o.list) != 4 || s.bits/len(o.list) < 8 {
		refuse(in.line, "mov of a vector of another type")
	}
	return scalar{kind: untyped, bits: s.bits / len(o.list)}
}

func movPack(b *builder, in *inst, s scalar) func(t *thread) {
	e := in.vector(in.args[1], s)
	var from []int
	for _, o := range in.args[1].list {
		from = append(from, b.source(o, e))
	}
	d := b.target(in.args[0], s)
	return func(t *thread) {
		var x uint64
		for i, at := range from {
			x |= t.r[at] << (i * e.bits)
		}
		t.r[d] = x
	}
}

func movUnpack(b *builder, in *inst, s scalar) func(t *thread) {
	e := in.vector(in.args[0], s)
	to := b.targets(in.args[0].list, func(o operand) int { return b.target(o, e) })
	x := b.source(in.args[1], s)
	return func(t *thread) {
		v := t.r[x]
		for i, at := range to {
			if at >= 0 {
				t.r[at] = v >> (i * e.bits) & ones(e.bits)
			}
		}
	}
}

// targets are the slots of results, -1 for the sink; none may come twice.
func (b *builder) targets(list []operand, slot func(o operand) int) []int {
	var to []int
	seen := map[int]bool{}
	for _, o := range list {
		at := -1
		if o.kind != '_' {
			at = slot(o)
		}
		if at >= 0 && seen[at] {
			refuse(o.line, "a register is written twice")
		}
		seen[at] = true
		to = append(to, at)
	}
	return to
}

// cvta is "Data Movement and Conversion Instructions: cvta".
func cvta(b *builder, in *inst) func(t *thread) {
	to := in.flag("to")
	sp := spaces["."+in.must("global", "shared", "local")]
	s := in.typ("u64")
	in.end(2)
	d, off := b.target(in.args[0], s), uint64(0)
	var x int
	if from := in.args[1]; from.kind == 's' {
		if to || from.v.space != sp {
			refuse(in.line, "cvta of a variable of another state space")
		}
		x, off = b.addressSlot(from.v), uint64(from.off)
	} else {
		x = b.source(from, s)
	}
	return func(t *thread) {
		w := t.m.windows[sp]
		if to {
			w = -w
		}
		t.r[d] = t.r[x] + off + w
	}
}

const loadable = "b8 b16 b32 b64 u8 u16 u32 u64 s8 s16 s32 s64 f32 f64"

// access is what ld and st have in common.
type access struct {
	space space
	nc    bool
	count int
	typ   scalar
}

// access reads the modifiers of ld and st. Those for the caches and .volatile change
// nothing for one block with threads that meet at barriers.
func (in *inst) access() access {
	var a access
	in.oneOf("weak", "volatile")
	a.space = spaces["."+in.oneOf("global", "shared", "local", "param")]
	if in.op == "ld" {
		in.oneOf("ca", "cg", "cs")
		if a.space == global && in.flag("nc") {
			a.nc = true
		}
	} else {
		in.oneOf("wb", "cg", "cs", "wt")
	}
	a.count = 1
	if v := in.oneOf("v2", "v4"); v != "" {
		a.count = int(v[1] - '0')
	}
	a.typ = in.typ(loadable)
	if a.count*a.typ.bits > 128 {
		refuse(in.line, "%s of more than 16 bytes", in.op)
	}
	return a
}

// locate gives the address of an operand and checks that a named variable is in the
// state space.
func (b *builder) locate(in *inst, o operand, a access) func(t *thread) uint64 {
	if o.kind != 'a' {
		refuse(in.line, "%s without an address", in.op)
	}
	off := uint64(o.off)
	if o.v != nil {
		slot := b.addressSlot(o.v)
		shift := o.v.space
		switch a.space {
		case o.v.space:
			shift = global
		case generic:
			if o.v.space == param {
				refuse(in.line, "generic address of a parameter")
			}
		default:
			refuse(in.line, "%s is in another state space", o.v.name)
		}
		return func(t *thread) uint64 { return t.r[slot] + off + t.m.windows[shift] }
	}
	if o.slot < 0 {
		return func(t *thread) uint64 { return off }
	}
	slot := o.slot
	if o.typ.bits == 32 {
		return func(t *thread) uint64 { return (t.r[slot] + off) & ones(32) }
	}
	return func(t *thread) uint64 { return t.r[slot] + off }
}

// elements are the operands of one or of several elements.
func (in *inst) elements(o operand, a access) []operand {
	if a.count == 1 && o.kind != 'v' {
		return []operand{o}
	}
	if o.kind != 'v' || len(o.list) != a.count {
		refuse(in.line, "%s of %d elements", in.op, a.count)
	}
	return o.list
}

func ld(b *builder, in *inst) func(t *thread) {
	a := in.access()
	in.end(2)
	var masks []uint64
	to := b.targets(in.elements(in.args[0], a), func(o operand) int { // a wider one is extended
		slot, _ := b.receiver(o, a.typ)
		return slot
	})
	for _, o := range in.elements(in.args[0], a) {
		masks = append(masks, ones(max(o.typ.bits, 1)))
	}
	from := b.locate(in, in.args[1], a)
	b.program.nc = b.program.nc || a.nc
	size := a.typ.bits / 8
	return func(t *thread) {
		m := t.bytes(a.space, from(t), size*a.count, false, a.nc)
		for i, at := range to {
			if at >= 0 {
				t.r[at] = a.typ.extend(load(m[i*size:(i+1)*size])) & masks[i]
			}
		}
	}
}

func st(b *builder, in *inst) func(t *thread) {
	a := in.access()
	in.end(2)
	var from []int
	for _, o := range in.elements(in.args[1], a) {
		from = append(from, b.wide(o, a.typ))
	}
	to := b.locate(in, in.args[0], a)
	size := a.typ.bits / 8
	return func(t *thread) {
		m := t.bytes(a.space, to(t), size*a.count, true, false)
		for i, at := range from {
			store(m[i*size:(i+1)*size], t.r[at])
		}
	}
}
