package weak

import "slices"

// memory executes a load, a store or an atomic operation.
func (t *thread) memory(in *instr) error {
	place := in.args[0]
	if in.Name == "ld" || in.Name == "atom" {
		place = in.args[1]
	}
	if in.has("param") && place.name != "" {
		i, ok := t.block.program.params[place.name]
		if !ok || in.Name != "ld" || place.num != 0 {
			return faultAt(in.Line, "a parameter: want all of it")
		}
		t.set(in.args[0], constant(t.block.config.params[i]), in.width)
		t.pc++
		return nil
	}
	at := place.num
	if place.reg >= 0 {
		base, known := t.regs[place.reg].number(64)
		if !known {
			return faultAt(in.Line, "an address depends on data")
		}
		at += base
	}
	switch {
	case in.has("shared") && at < sharedAt:
		at += sharedAt
	case in.has("local") && at < localAt:
		at += localAt
	case place.kind != argAddress:
		return faultAt(in.Line, "unknown: %s", in.Opcode())
	}
	var parts []arg
	other := in.args[0] // what is loaded or stored
	if in.Name == "st" || in.Name == "red" {
		other = in.args[1]
	}
	parts = []arg{other}
	if in.has("v2") || in.has("v4") {
		parts = other.parts
	}
	size := in.width / 8
	for i, part := range parts {
		if err := t.one(in, part, at+uint64(i*size), size); err != nil {
			return err
		}
	}
	if t.state == running {
		t.pc++
	}
	return nil
}

// one executes one load or store of an instruction.
func (t *thread) one(in *instr, part arg, at uint64, size int) error {
	space := at >> 40 << 40
	if err := t.follows(in, space); err != nil {
		return err
	}
	if space != localAt {
		if err := t.repeats(in); err != nil {
			return err
		}
	}
	if at%uint64(size) != 0 || at >= end || space == 0 {
		return faultAt(in.Line, "no place in memory: %#x", at)
	}
	switch {
	case space == inAt:
		c, place := t.block.config, (at-inAt)%nextArray
		if in.Name != "ld" || place+uint64(size) > c.bytes {
			return faultAt(in.Line, "outside of the array, or a store in it")
		}
		t.set(part, data(1<<(place/c.chunk)), in.width)
	case space == localAt && (in.Name == "ld" || in.Name == "st"):
		return t.own(in, part, at-localAt, size)
	case space == sharedAt && (in.Name == "ld" || in.Name == "st"):
		return t.inBlock(in, part, at, size)
	case space == workspaceAt && in.Name != "red", space == outAt && in.Name == "st":
		return t.inGrid(in, part, at, size)
	default:
		return faultAt(in.Line, "unknown: %s here", in.Opcode())
	}
	return nil
}

// own is an access of the thread's own memory. Bytes are kept one by one: unoptimised code reads parts of
// what it stored.
func (t *thread) own(in *instr, part arg, at uint64, size int) error {
	if at+uint64(size) > uint64(len(t.local)) {
		return faultAt(in.Line, "outside of the thread's memory")
	}
	bytes := t.local[at : at+uint64(size)]
	if in.Name == "st" {
		v := t.value(part, in.width)
		for i := range bytes {
			t.change(&bytes[i], value{v.bits >> (8 * i), v.known >> (8 * i), v.chunks}.cut(8))
		}
		return nil
	}
	all := value{known: ^mask(in.width)}
	for i, b := range bytes {
		all.bits |= b.bits & 0xff << (8 * i)
		all.known |= b.known & 0xff << (8 * i)
		all.chunks |= b.chunks
	}
	t.set(part, all, in.width)
	return nil
}

// inBlock is an access of the memory of the block. Between two barriers, what one thread stores no
// other thread touches. Bytes are kept one by one: what one access stores may be a part of what another one reads.
func (t *thread) inBlock(in *instr, part arg, at uint64, size int) error {
	all := value{known: ^mask(in.width)}
	if in.Name == "st" {
		all = t.value(part, in.width)
	}
	for i := range size {
		own := value{all.bits >> (8 * i), all.known >> (8 * i), all.chunks}.cut(8)
		if err := t.byteInBlock(in, at+uint64(i), &own); err != nil {
			return err
		}
		if in.Name == "ld" {
			all.bits |= own.bits & 0xff << (8 * i)
			all.known |= own.known & 0xff << (8 * i)
			all.chunks |= own.chunks
		}
	}
	if in.Name == "ld" {
		t.set(part, all, in.width)
	}
	return nil
}

// byteInBlock is an access of a byte, which is stored, or what it holds.
func (t *thread) byteInBlock(in *instr, at uint64, v *value) error {
	c, ok := t.block.shared[at]
	if !ok {
		c = &cell{}
		t.block.shared[at] = c
	}
	if !ok || c.phase != t.block.phase {
		c.touched, c.phase, c.warp = untouched, t.block.phase, nobody
	}
	stores := in.Name == "st"
	if c.warp != nobody && c.warp != t.id/warpSize && (stores || c.stored) {
		return faultAt(in.Line, "a race in the memory of the block: thread %d and those of warp %d", t.id, c.warp)
	}
	if !stores {
		if c.writer >= 0 && c.writer != t.id {
			return faultAt(in.Line, "a race in the memory of the block: threads %d and %d", c.writer, t.id)
		}
		if c.reader != t.id && c.reader != nobody {
			c.reader = many
		} else {
			c.reader = t.id
		}
		*v = c.value
		return nil
	}
	if c.writer >= 0 && c.writer != t.id || c.reader != nobody && c.reader != t.id {
		return faultAt(in.Line, "a race in the memory of the block: thread %d", t.id)
	}
	c.writer, c.value = t.id, *v
	t.acts++
	return nil
}

// order is a barrier of a warp: what its threads did comes before what they do, and not before what other warps do.
func (b *block) order(warp int) {
	for _, c := range b.shared {
		if c.phase != b.phase || c.touched == untouched {
			continue
		}
		own := func(thread int) bool { return thread == nobody || thread != many && thread/warpSize == warp }
		if !own(c.writer) || !own(c.reader) || c.warp != nobody && c.warp != warp {
			continue // as it is: threads of other warps are among those who touched it
		}
		c.warp, c.stored = warp, c.writer != nobody || c.warp == warp && c.stored
		c.touched = untouched
	}
}

// cell is a byte of the memory of a block, and who touched it since the last barrier of the block or of the warp.
type cell struct {
	value value
	touched
	phase  int
	warp   int  // whose threads touched it before its last barrier; nobody: none
	stored bool // one of them stored
}

// touched are the threads that touched a cell.
type touched struct{ writer, reader int }

var untouched = touched{nobody, nobody}

const (
	nobody = -1
	many   = 1 << 20
)

// strong reports whether an access is morally strong with others of that kind, by any block: it is
// not weak, and its scope is the GPU or all (PTX ISA, 8.7). volatile is relaxed of all the system.
// A vector access is several of one word each, in no order.
func strong(in *instr) bool {
	switch {
	case in.has("v2") || in.has("v4"):
		return false
	case in.has("volatile"):
		return true
	case !in.has("gpu") && !in.has("sys"):
		return false
	}
	return slices.ContainsFunc([]string{"relaxed", "acquire", "release", "acq_rel"}, in.has)
}

// inGrid is an access of memory that blocks share.
func (t *thread) inGrid(in *instr, part arg, at uint64, size int) error {
	a := access{line: in.Line, at: at, size: size, strong: strong(in)}
	switch in.Name {
	case "st":
		a.writes, a.new = true, t.value(part, in.width)
		t.last = nil
		t.acts++
		if !t.elected || t.block.chosen == t.id {
			t.block.did(t, a)
		}
		return nil
	case "ld", "atom":
		a.reads = true
	}
	if i := t.had(at); in.Name == "ld" && i >= 0 {
		return t.again(in, part, i)
	}
	old, err := t.block.read(a)
	if err != nil {
		return err
	}
	a.old = old.value
	if in.Name == "atom" {
		operand := t.value(in.args[2], in.width)
		x, known := old.number(in.width)
		y, knownToo := operand.number(in.width)
		switch {
		case !known || !knownToo:
			return faultAt(in.Line, "a count that depends on data")
		case in.has("add"):
			x += y
		case in.has("inc") && x >= y:
			x = 0
		case in.has("inc"):
			x++
		case in.has("exch"):
			x = y
		default:
			return faultAt(in.Line, "unknown: %s", in.Opcode())
		}
		a.writes, a.new, a.depth = true, constant(x).cut(in.width), old.depth+1
	}
	t.set(part, old.value, in.width)
	t.block.did(t, a)
	t.acts++
	t.last = append(t.last, lastRead{pc: t.pc, at: at, event: len(t.block.events) - 1, value: old.value,
		round: t.warp.rounds})
	if a.writes {
		t.last = nil
	}
	return nil
}
