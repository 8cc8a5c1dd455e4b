package exec

import (
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// Buffer is global memory behind a pointer parameter. It overlaps no other buffer,
// and nothing but an address of its own reaches it.
type Buffer struct {
	Unit     int // the start is a multiple of so many bytes
	Cells    []Cell
	ReadOnly bool
	Align    int  // of its start, if not Unit
	Once     bool // each byte is written once at most

	Loaded bool // something was read from it

	constant, written bool // a standalone kernel has read it as what it never writes (.nc), or has written it
	region            *region
	starts            []int // of each cell, and the end
	bytes             []piece
	access            []access // by byte
	elected           map[bytesAt][]election
	stored            []piece // what a byte's one store left where its thread was alive
}

// Get gives element i after a run. Bytes that were never written have Def 0.
func (b *Buffer) Get(d bv.Domain, i int) Cell { return b.element(d, b.bytes, i) }

// Part gives n bytes from one on, after a run.
func (b *Buffer) Part(d bv.Domain, at, n int) Cell {
	m := &Machine{Dom: d, one: d.Const(1, 1), zero: d.Const(1, 0)}
	return m.join(b.bytes[at : at+n])
}

// Stored gives what was written to element i where its thread was still alive, if
// each of its bytes was written once; else what [Buffer.Get] gives.
func (b *Buffer) Stored(d bv.Domain, i int) Cell {
	for k := range b.Cells[i].V.Width() / 8 {
		if b.stored == nil || b.stored[b.starts[i]+k].cell.V == nil {
			return b.Get(d, i)
		}
	}
	return b.element(d, b.stored, i)
}

func (b *Buffer) element(d bv.Domain, bytes []piece, i int) Cell {
	if bytes == nil {
		return b.Cells[i]
	}
	m := &Machine{Dom: d, one: d.Const(1, 1), zero: d.Const(1, 0)}
	return m.join(bytes[b.starts[i]:b.starts[i+1]])
}

// open prepares a buffer for a run.
func (b *Buffer) open(name string) {
	size := 0
	b.starts = append(make([]int, 0, len(b.Cells)+1), 0)
	for _, c := range b.Cells {
		size += c.V.Width() / 8
		b.starts = append(b.starts, size)
	}
	b.region = &region{name: name, space: "global", size: size, align: max(b.Unit, b.Align), index: -1, buffer: b}
	b.bytes = make([]piece, size)
	for i, c := range b.Cells {
		lay(b.bytes, b.starts[i], c.V.Width()/8, c)
	}
	if !b.ReadOnly {
		b.access, b.stored = make([]access, size), make([]piece, size)
	}
}

// piece is a byte of memory: the byte at of a value that was stored; without a
// value, one that was not.
type piece struct {
	cell Cell
	at   int
}

// lay stores the n bytes of c.
func lay(bytes []piece, at, n int, c Cell) {
	for i := range n {
		bytes[at+i] = piece{c, i}
	}
}

// stretch is how many of the bytes follow each other in one value.
func stretch(bytes []piece) int {
	n := 1
	for n < len(bytes) && bytes[n].cell == bytes[0].cell && (bytes[0].cell.V == nil || bytes[n].at == bytes[0].at+n) {
		n++
	}
	return n
}

// join makes one value of bytes, which may be parts of several that were stored.
func (m *Machine) join(bytes []piece) Cell {
	var all Cell
	for i := 0; i < len(bytes); {
		n := stretch(bytes[i:])
		c := m.part(bytes[i], n)
		if bytes[i].cell.V == nil && n < len(bytes) && m.Unknown != nil { // padding
			c = m.unknown(n)
		}
		if i == 0 {
			all = c
		} else {
			all = Cell{m.Dom.Concat(all.V, c.V), m.and(all.Def, c.Def)}
		}
		if !plain(c.V) && n < len(bytes) {
			panic(bv.Stop{Why: "a part of an address, or of a number of the block's shape, is read"})
		}
		i += n
	}
	return all
}

// unknown are n unknown bytes.
func (m *Machine) unknown(n int) Cell {
	var parts []bv.Value
	for range n {
		parts = append(parts, m.Unknown())
	}
	return Cell{joined(m.Dom, parts), m.one}
}

// part is n bytes from p on of the value that it is of.
func (m *Machine) part(p piece, n int) Cell {
	c := p.cell
	switch {
	case c.V == nil:
		return Cell{m.Dom.Const(8*n, 0), m.zero}
	case p.at == 0 && c.V.Width() == 8*n:
		return c
	case !plain(c.V):
		if a, is := c.V.(address); is && p.at == 0 && a.of.matrix != nil {
			t := m.threads[0]
			return Cell{t.lowest(a.of.matrix.address(t.linearOf(a.off)), 8*n, 8*n), c.Def}
		}
		if l, is := c.V.(linear); is {
			return Cell{m.threads[0].bitsFrom(l, 8*p.at, 8*n), c.Def}
		}
		panic(bv.Stop{Why: "a part of an address, or of a number of the block's shape, is read"})
	}
	return Cell{m.Dom.Extract(c.V, 8*p.at, 8*n), c.Def}
}

// access is who touched a byte since the last barrier of the block.
type access struct {
	writers, readers []touch

	object bool      // of an mbarrier
	comes  *mbarrier // the byte is stored asynchronously, and counted there
}

// touch is an access: by whom, after which barriers, and the bit that it took place.
type touch struct {
	thread, epoch, warpEpoch int
	call                     int // of the kernel
	arrived, waited          int // barriers of the cluster at which the thread had done so
	when                     bv.Value
	kind                     string // see [instr.unsynchronised]
}

// touch is an access by t, which takes place where the bit when is 1.
func (t *thread) touch(when bv.Value) touch {
	now := touch{t.id, t.m.epochs[t.block], t.m.warps[t.warp], t.call, t.arrived, t.waited, when, ""}
	if t.pc >= 0 && t.pc < len(t.m.prog.instrs) {
		now.kind = t.m.prog.instrs[t.pc].kind
	}
	return now
}

// memory gives the bytes of a region and who touched them; nil where no other
// thread can.
func (t *thread) memory(r *region) ([]piece, []access) {
	t.accessed = t.accessed || r.space == "global" || r.space == "shared"
	switch r.space {
	case "global":
		if r.exchange != nil {
			stop("an access of %s, where blocks meet, that is not relaxed", r.name)
		}
		if len(r.buffer.elected) > 0 {
			stop("an access of %s; the elements choose the thread that stores it", r.name)
		}
		return r.buffer.bytes, r.buffer.access
	case "shared":
		if r.block != t.block {
			t.reachesPeer(r)
		}
		return t.m.sharedOf(r)
	}
	if c := t.m.given[t.call][r.index]; c != nil {
		return c, nil
	}
	if t.local[r.index] == nil {
		t.local[r.index] = make([]piece, r.size)
	}
	return t.local[r.index], nil
}

// sharedOf are the bytes of a variable in shared memory, and who touched them.
func (m *Machine) sharedOf(r *region) ([]piece, []access) {
	i, size := r.block*len(m.prog.regions)+r.index, r.size
	if r == m.prog.dynamic {
		size = r.most
	}
	if more := size - len(m.shared[i]); more > 0 {
		m.shared[i] = append(m.shared[i], make([]piece, more)...)
		m.access[i] = append(m.access[i], make([]access, more)...)
	}
	return m.shared[i], m.access[i]
}

// load reads n bytes.
func (t *thread) load(r *region, at uint64, n int) Cell {
	t.reach(r, at, n)
	bytes, access := t.memory(r)
	if access != nil {
		for i := range n {
			t.reads(&access[int(at)+i], t.m.one)
		}
	}
	here := bytes[at : int(at)+n]
	if access == nil && padded(here) {
		if t.m.given[t.call][r.index] == nil {
			here = t.changing(r.index)[at : int(at)+n]
		}
		t.m.fill(here)
	}
	if access == nil && t.m.aborts {
		here = t.m.settled(here)
	}
	all := t.m.join(here)
	s, is := t.chosen[bytesOf{r, int(at), n}]
	if elsewhere := func(bit bv.Value) bool {
		both, known := t.m.Dom.Known(t.m.and(bit, s.when))
		return known && both == 0
	}; is && all == s.after && slices.ContainsFunc(t.led, elsewhere) {
		return s.before // as it was stored on another way
	}
	return all
}

// settled is a word of the memory of a thread that is alone, with some defined parts. The bytes of the others, such as
// copies of unwritten padding, are unknown values where they are undefined, as those of [Machine.fill].
func (m *Machine) settled(bytes []piece) []piece {
	some, all := false, true
	for _, p := range bytes {
		if p.cell.V == nil || !plain(p.cell.V) {
			return bytes
		}
		some, all = some || p.cell.Def == m.one, all && p.cell.Def == m.one
	}
	if all || !some {
		return bytes
	}
	bytes = slices.Clone(bytes)
	for i, p := range bytes {
		if p.cell.Def == m.one {
			continue
		}
		x, ok := bv.FreshByte(m.Dom, m.unknowns)
		if !ok {
			continue
		}
		m.unknowns++
		bytes[i] = piece{Cell{m.Dom.Select(p.cell.Def, m.Dom.Extract(p.cell.V, 8*p.at, 8), x), m.one}, 0}
	}
	return bytes
}

// padded reports whether nothing was written to some of bytes, beside others that hold something.
func padded(bytes []piece) bool {
	unwritten := func(p piece) bool { return p.cell.V == nil }
	return slices.ContainsFunc(bytes, unwritten) && slices.ContainsFunc(bytes, func(p piece) bool { return !unwritten(p) })
}

// fill puts values that nobody knows into bytes of a thread's own memory that nothing was written to, beside bytes
// that hold something: the padding of a struct that is copied in words. A result that depends on one is a difference.
func (m *Machine) fill(bytes []piece) {
	for i, p := range bytes {
		if p.cell.V != nil {
			continue
		}
		if x, ok := bv.FreshByte(m.Dom, m.unknowns); ok {
			m.unknowns++
			bytes[i] = piece{Cell{x, m.one}, 0}
		}
	}
}

// isNumber reports whether a value is a number of the launch, the same to each thread of a block.
func isNumber(v bv.Value) bool {
	_, is := v.(linear)
	return is
}

// constant notes that a buffer is read as what the kernel never writes (.nc), which it must not do before or after.
func (t *thread) constant(r *region) {
	switch {
	case r.buffer != nil && r.buffer.ReadOnly:
	case r.buffer == nil || t.m.prog.kind != Standalone:
		stop("reads %s, which a caller may write, as what it never writes (.nc)", r.name)
	case r.buffer.written:
		wrong("reads %s as what the kernel never writes (.nc)", r.name)
	default:
		r.buffer.constant = true
	}
}

// changes notes that a buffer is written.
func (t *thread) changes(r *region) {
	switch b := r.buffer; {
	case b == nil:
	case b.ReadOnly:
		wrong("writes to an input")
	case b.constant:
		wrong("writes %s, which it reads as what it never writes (.nc)", r.name)
	default:
		b.written = true
	}
}

// store writes c, under the instruction's guard.
func (t *thread) store(in *instr, r *region, at uint64, c Cell) {
	n := c.V.Width() / 8
	t.reach(r, at, n)
	if r.space == "global" || r.space == "shared" {
		t.effects++
	}
	t.changes(r)
	switch {
	case r.input:
		stop("writes to %s, which is a parameter", r.name)
	case !plain(c.V) && (r.space == "global" || r.space == "shared" && !isNumber(c.V)):
		c = t.data(c)
	}
	if t.elects(r) {
		t.elect(in, r, at, c)
		return
	}
	bytes, access := t.memory(r)
	here := bytes[at : int(at)+n]
	first := access != nil
	if access != nil {
		for i := range n {
			a := &access[int(at)+i]
			written := len(a.writers) > 0
			if first = first && !written; written && r.matrix != nil {
				stop("stores an element of %s that is stored already", r.name)
			} else if written && r.buffer != nil && r.buffer.Once && t.m.ordered(a.writers[0], t.touch(t.m.one)) {
				stop("stores a byte of %s that it has stored already", r.name)
			}
			t.writes(a, t.m.one)
		}
	}
	var old Cell
	if in.guard >= 0 || t.alive != t.m.one && access != nil {
		old = t.m.join(here)
	}
	c = t.guarded(in, c, old)
	if r.buffer != nil {
		stored := piece{}
		for i := range n {
			if first {
				stored = piece{c, i}
			}
			r.buffer.stored[int(at)+i] = stored
		}
	}
	if access != nil && t.alive != t.m.one { // others see what a thread that has ended left alone
		c, old = t.data(c), t.data(old)
		c = Cell{t.m.Dom.Select(t.alive, c.V, old.V), t.m.Dom.Select(t.alive, c.Def, old.Def)}
	}
	if t.forks > 0 && access == nil {
		t.places = append(t.places, place{r.index, int(at), n})
		here = t.changing(r.index)[at : int(at)+n]
	}
	lay(here, 0, n, c)
}
