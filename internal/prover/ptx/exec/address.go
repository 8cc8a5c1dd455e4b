package exec

import (
	"math/bits"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// maxSettled bounds the low bits of an address that are executed value by value: those of 16 bytes.
const maxSettled = 4

// region is memory that one address cannot leave: one variable, one parameter or
// one buffer. Nobody knows where it starts, or what lies beside it.
type region struct {
	name   string
	space  string // global, shared, local or param
	size   int    // bytes
	align  int    // bytes; the start is a multiple of it
	most   int    // of memory that a launch sizes: the bytes that were reached
	loose  bool   // that memory was accessed as if launches aligned it
	index  int    // in Program.regions; -1 for a buffer
	block  int    // of the cluster that has it: shared memory
	buffer *Buffer
	input  bool // a parameter of the kernel

	matrix *Matrix // of a matrix, and of each row of one
	start  *linear // of a row of a matrix: where it starts
	other  bool    // a row of a matrix that is not in focus

	exchange *Exchange
}

// address is what a register holds in place of a number: where a region starts,
// and an offset. The domain cannot compute with it; what instructions may do with
// one is in this file, and anything else stops, so that no address becomes data.
type address struct {
	of      *region
	generic bool     // an address of the generic space; of global memory always true
	off     bv.Value // in bytes, as wide as the address
}

// Width is the number of bits.
func (a address) Width() int { return a.off.Width() }

// elsewhere is an address of memory that nobody gives. It may go where addresses go, as to a message that is printed:
// an execution that does something else with it is refused.
type elsewhere struct {
	w   int
	why string
}

// Width is the number of bits.
func (a elsewhere) Width() int { return a.w }

// here ends the execution where a value is elsewhere: see Machine.Run.
func here(values ...bv.Value) {
	for _, v := range values {
		if e, is := v.(elsewhere); is {
			panic(e)
		}
	}
}

// plain reports whether v is a value of the domain.
func plain(v bv.Value) bool {
	switch v.(type) {
	case address, elsewhere, *shaped, linear, union, found:
		return false
	}
	return true
}

// data gives c, which must not be an address or depend on the block's shape, or on what the launch
// does not tell.
func (t *thread) data(c Cell) Cell {
	switch v := c.V.(type) {
	case address:
		stop("an address of %s is used as data", v.of.name)
	case elsewhere:
		here(v)
	case *shaped:
		t.m.shapeDependent = true
		stop("%s depends on the block's shape, not on the thread's number alone", v)
	case linear:
		if v = t.m.grid.pinned(v); v.n == 0 {
			c.V = t.value(v)
			return c
		}
		stop("%s is used as data", t.m.grid.text(v))
	case union:
		if r := v.of[0]; v.n > 1 || r.k > maxSettled {
			stop("bits of %s are used as data", t.m.grid.text(r.of))
		} else {
			c.V = t.m.Dom.Const(v.w, t.settle(r))
		}
	case found:
		if v.by == nil || v.by.others {
			t.m.oneOrder(usedFound)
		} else {
			v.by.used = true
		}
		c.V = v.value
	}
	return c
}

// start is the address of a variable, w bits wide.
func (t *thread) start(r *region, w int) Cell {
	if w != 64 && (w != 32 || r.space != "shared" && r.space != "local") {
		stop("an address of %s in %d bits", r.name, w)
	}
	return Cell{address{t.m.peer(r, t.block), false, t.m.Dom.Const(w, 0)}, t.m.one}
}

// compute is op on values. One may be an address or depend on the block's shape.
func (t *thread) compute(op bv.IntOp, a, b bv.Value) bv.Value {
	if plain(a) && plain(b) {
		return t.m.Dom.Int(op, a, b)
	}
	here(a, b)
	if _, is := a.(found); is {
		return t.compute(op, t.data(Cell{V: a}).V, b)
	}
	if _, is := b.(found); is {
		return t.compute(op, a, t.data(Cell{V: b}).V)
	}
	if v, ok := t.onShape(op, a, b); ok {
		return v
	}
	p, left := a.(address)
	q, right := b.(address)
	if !left && !right && (ofGrid(a) || ofGrid(b)) {
		return t.onGrid(op, a, b)
	}
	if t.m.grid != nil && op == bv.Or && (left || ofGrid(a)) && (right || ofGrid(b)) {
		if v := t.or(a, b); v != nil {
			return v
		}
	}
	switch {
	case left && right && op == bv.Sub && p.of == q.of && p.generic == q.generic:
		return t.compute(bv.Sub, p.off, q.off)
	case left && right:
		stop("addresses of %s and of %s are mixed", p.of.name, q.of.name)
	case right && (op == bv.Sub || !plain(a) && !ofGrid(a)):
		stop("an address of %s is used as data", q.of.name)
	case right:
		p, b = q, a
	}
	if !plain(b) && !ofGrid(b) || !left && !right {
		t.data(Cell{V: b})
		t.data(Cell{V: a})
	}
	switch op {
	case bv.Add, bv.Sub:
		return address{p.of, p.generic, t.compute(op, p.off, b)}
	case bv.And, bv.Or:
		return t.aligned(op, p, b)
	}
	stop("an address of %s is used as data", p.of.name)
	return nil
}

// aligned is and, or of an address and a number with bits that the region's alignment determines: compilers set low
// bits that are known to be 0 in this way.
func (t *thread) aligned(op bv.IntOp, a address, b bv.Value) bv.Value {
	d := t.m.Dom
	x, known := d.Known(b)
	low := uint64(a.of.align - 1) // the bits that the start does not touch
	top := ^uint64(0) >> (64 - b.Width())
	switch {
	case !known:
	case op == bv.Or && x&^low == 0, op == bv.And && x|low == top:
		return address{a.of, a.generic, t.compute(op, a.off, b)}
	case op == bv.And && x&^low == 0:
		return t.compute(op, a.off, b)
	// an address rounded down
	case op == bv.And && a.of.matrix != nil && (^x&top) < 1<<maxSettled && (^x&top)&(^x&top+1) == 0:
		at := a.of.matrix.address(t.linearOf(a.off))
		below := t.settle(residue{at, bits.Len64(^x & top)})
		return address{a.of, a.generic, t.compute(bv.Sub, a.off, d.Const(b.Width(), below))}
	case op == bv.And && a.of.matrix != nil:
		return t.masked(op, a.of.matrix.address(t.linearOf(a.off)), x)
	}
	stop("bits of an address of %s beyond its alignment of %d bytes", a.of.name, a.of.align)
	return nil
}

// choose is a where the bit c is 1, else b; ok is false where that is no value, since
// addresses of two regions, or an address and a number, would be mixed.
func (m *Machine) choose(c, a, b bv.Value) (v bv.Value, ok bool) {
	if a == b {
		return a, true
	}
	for _, v := range []bv.Value{a, b} { // whichever it is, nothing is done with it
		if _, is := v.(elsewhere); is {
			return v, true
		}
	}
	p, left := a.(address)
	q, right := b.(address)
	switch {
	case left && right && p.of == q.of && p.generic == q.generic && p.Width() == q.Width() && plain(p.off) && plain(q.off):
		return address{p.of, p.generic, m.Dom.Select(c, p.off, q.off)}, true
	case plain(a) && plain(b):
		return m.Dom.Select(c, a, b), true
	}
	return m.Dom.Const(a.Width(), 0), false
}

// merge is a where the bit c is 1, else b, as cells that two ways left: what cannot be
// chosen is undefined.
func (m *Machine) merge(c bv.Value, a, b Cell) Cell {
	if a == b {
		return a
	}
	switch m.zero { // what is undefined may be anything, what the other side has too
	case b.Def:
		return Cell{a.V, m.either(c, a.Def, b.Def)}
	case a.Def:
		return Cell{b.V, m.either(c, a.Def, b.Def)}
	}
	for _, v := range []bv.Value{a.V, b.V} {
		if of, is := v.(found); is {
			return Cell{found{value: of.value}, m.either(c, a.Def, b.Def)}
		}
	}
	v, ok := m.choose(c, a.V, b.V)
	if !ok {
		return Cell{v, m.zero}
	}
	return Cell{v, m.either(c, a.Def, b.Def)}
}

// toSpace is cvta: an address of a space made generic, or back.
func toSpace(t *thread, in *instr) {
	space, to := in.mods[1], in.mods[0] == "to"
	c := t.readAny(in.args[1], 64)
	if of, is := c.V.(elsewhere); is && (space == "global" || space == "const") {
		t.set(in, Cell{of, c.Def})
		return
	}
	a, ok := c.V.(address)
	null := nulls[space]
	if to && null != nil && t.m.isZero(c.V) {
		t.set(in, Cell{address{null, false, c.V}, c.Def})
		return
	}
	switch {
	case !ok || null != nil && a.of == null:
		stop("no address of %s memory", space)
	case a.of.space != space || space != "global" && a.generic != to:
		stop("an address of %s is not in %s memory", a.of.name, space)
	}
	if a.of.space == "shared" && a.of.block != t.block {
		stop("an address of %s in another block as one of the own block", a.of.name)
	}
	a.generic = a.generic != (space != "global")
	t.set(in, Cell{a, c.Def})
}

// convertAddress is cvt of an address: to more bits, where the address is known to lie
// in its region, or to the 32 that one of shared or local memory has.
func (t *thread) convertAddress(a address, to, from typ) bv.Value {
	near := false
	if plain(a.off) {
		x, known := t.m.Dom.Known(a.off)
		near = known && x <= uint64(a.of.size)
	}
	switch {
	case a.Width() != from.w || to.signed && to.w > from.w:
	case to.w == from.w:
		return a
	case a.of == nulls["shared"] || a.of == nulls["local"]:
	case to.w == 32 && a.of.matrix != nil:
		return t.lowest(a.of.matrix.address(t.linearOf(a.off)), 32, 32)
	case a.generic || a.of.space != "shared" && a.of.space != "local":
	case to.w == 32:
		return address{a.of, false, t.m.Dom.Extract(a.off, 0, 32)}
	case to.w == 64 && near:
		return address{a.of, false, t.m.Dom.Extend(a.off, 64, false)}
	}
	stop("an address of %s in %d bits", a.of.name, to.w)
	return nil
}

// locate settles an address operand: where it points to, by a number of bytes.
func (t *thread) locate(a arg, space string) (*region, uint64) {
	if a.reg < 0 {
		if a.region == nil {
			noAddress(space)
		}
		if space == "" || a.region.space != space {
			stop("address of %s in %s memory: it is in %s memory", a.region.name, named(space), a.region.space)
		}
		return t.m.peer(a.region, t.block), a.bits
	}
	c := t.regs[a.reg]
	if d, ok := t.m.Dom.Known(c.Def); !ok || d != 1 {
		wrong("an address may be undefined")
	}
	p, ok := c.V.(address)
	switch {
	case !ok:
		c = t.data(c)
		if _, known := t.m.Dom.Known(c.V); !known {
			stop("an address depends on the data or the mask")
		}
		noAddress(space)
	case space == "" && !p.generic:
		stop("an address of %s memory as a generic one: %s", p.of.space, p.of.name)
	case space != "" && p.of.space != space:
		stop("address of %s is outside %s memory", p.of.name, space)
	case space == "shared" && p.of.block != t.block:
		stop("an address of %s in another block as one of the own block", p.of.name)
	case space != "" && space != "global" && p.generic:
		stop("a generic address as one of %s memory: %s", space, p.of.name)
	}
	if x := p.of.matrix; x != nil {
		return t.inMatrix(x, t.linearOf(p.off).plus(constantOf(64, a.bits), 1))
	}
	if x := p.of.exchange; x != nil {
		if at, ok := x.without(p.off); ok {
			return p.of, at + a.bits
		}
	}
	if !plain(p.off) {
		p.off = t.data(Cell{V: p.off}).V
	}
	off, known := t.m.Dom.Known(p.off)
	if !known {
		stop("an address depends on the data or the mask")
	}
	off += a.bits
	if p.Width() == 32 {
		off &= 1<<32 - 1
	}
	return p.of, off
}

// noAddress ends an execution that takes a number for an address: that is no memory of the launch. Shared and local
// memory begin at some number, so there it may be.
func noAddress(space string) {
	const why = "a number is no address"
	if space == "" || space == "global" {
		wrong(why)
	}
	stop(why)
}

func named(space string) string {
	if space == "" {
		return "generic"
	}
	return space
}

// reach checks that n bytes at an offset lie in the region, and at a multiple of n.
func (t *thread) reach(r *region, at uint64, n int) {
	if at > uint64(r.size) || uint64(r.size)-at < uint64(n) {
		wrong("%d bytes at %+d are outside %s memory of %s, which has %d bytes", n, int64(at), r.space, r.name, r.size)
	}
	align := r.align
	if r == t.m.prog.dynamic {
		r.most = max(r.most, int(at)+n)
		if t.m.prog.kind == Function && align%n != 0 && n <= maxDynamicAlign { // a condition on its launches
			align, r.loose = maxDynamicAlign, true
		}
	}
	if r.other || r.start != nil && t.m.aligned(r, at, n) {
		return
	}
	end := wrong
	switch {
	case at%uint64(n) == 0 && align%n == 0:
		return
	case align%n != 0 && r.buffer == nil: // where the variable starts decides
		end = stop
	}
	end("%d bytes at %+d of %s, which is aligned to %d, are not aligned", n, int64(at), r.name, r.align)
}
