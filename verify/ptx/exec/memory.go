package exec

import (
	"fmt"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/verify/bv"
)

// Buffer is global memory behind a pointer parameter.
type Buffer struct {
	Unit     int // bytes in an element
	Cells    []Cell
	ReadOnly bool

	base   uint64
	places map[uint64]*place
}

// Get gives element i after a run. What was never written has Def 0.
func (b *Buffer) Get(d bv.Domain, i int) Cell {
	if p := b.places[b.base+uint64(i*b.Unit)]; p != nil && p.cell.V.Width() == 8*b.Unit {
		return p.cell
	}
	return b.Cells[i]
}

// Stored gives what was written to element i where its thread was still alive, if
// it was written once; else what [Buffer.Get] gives.
func (b *Buffer) Stored(d bv.Domain, i int) Cell {
	if p := b.places[b.base+uint64(i*b.Unit)]; p != nil && p.stored.V != nil && p.stored.V.Width() == 8*b.Unit {
		return p.stored
	}
	return b.Get(d, i)
}

// place is what is stored at an address, and who touched it since the last
// barrier of the block.
type place struct {
	cell    Cell
	stored  Cell // what the one store left where its thread was alive
	written bool
	writer  touch
	readers []touch
}

// touch is an access: by whom, and after which barriers.
type touch struct{ thread, epoch, warpEpoch int }

// ordered reports whether access a is before access b by b's thread for sure:
// the same thread, or a barrier in between.
func (m *Machine) ordered(a, b touch) bool {
	if a.thread == b.thread || a.epoch != b.epoch {
		return true
	}
	return a.thread/shflgen.WarpSize == b.thread/shflgen.WarpSize && a.warpEpoch != b.warpEpoch
}

func (t *thread) touch() touch {
	return touch{t.id, t.m.epoch, t.m.warps[t.id/shflgen.WarpSize]}
}

// windows are where the generic addresses of shared and of local memory start.
var windows = map[string]uint64{"shared": 1 << 56, "local": 1 << 57}

// windowSize is how many addresses a window has.
const windowSize = 1 << 32

// address settles an address operand: a number and the space it lies in.
func (t *thread) address(a arg, space string) (uint64, string) {
	at := a.bits
	if a.reg >= 0 {
		base := t.known(t.regs[a.reg], "an address")
		if a.size == 32 {
			if space != "shared" && space != "local" {
				t.stop("address of 32 bits in %s memory", space)
			}
		} else if a.size != 64 {
			t.stop("address of %d bits", a.size)
		}
		at += base
	} else if space != "shared" && space != "local" {
		t.stop("a variable's address in %s memory", space)
	}
	if space == "" {
		space = "global"
		for name, window := range windows {
			if at >= window && at-window < windowSize {
				at, space = at-window, name
				break
			}
		}
	}
	return at, space
}

// memory finds the places that an address of a space belongs to, and what is
// there before anything is written.
func (t *thread) memory(at uint64, n int, space string, write bool) (map[uint64]*place, Cell) {
	d := t.m.Dom
	if at%uint64(n) != 0 {
		t.stop("address %#x is not aligned to %d bytes", at, n)
	}
	blank := t.blank(n)
	if space == "shared" {
		if at < sharedBase || at+uint64(n) > t.m.prog.size {
			t.stop("address %#x is outside shared memory", at)
		}
		return t.m.shared, blank
	}
	if space == "local" {
		if at < localBase || at+uint64(n) > t.m.prog.stack {
			t.stop("address %#x is outside local memory", at)
		}
		if t.local == nil {
			t.local = map[uint64]*place{}
		}
		return t.local, blank
	}
	for _, b := range t.m.Buffers {
		end := b.base + uint64(len(b.Cells)*b.Unit)
		if at < b.base || at+uint64(n) > end {
			continue
		}
		if write && b.ReadOnly {
			t.stop("writes to an input")
		}
		if b.places == nil {
			b.places = map[uint64]*place{}
		}
		first := int(at-b.base) / b.Unit
		off := int(at-b.base) % b.Unit
		c := b.Cells[first]
		switch {
		case n <= b.Unit:
			c.V = d.Extract(c.V, 8*off, 8*n)
		default:
			for i := 1; i < n/b.Unit; i++ {
				next := b.Cells[first+i]
				c = Cell{d.Concat(c.V, next.V), t.m.and(c.Def, next.Def)}
			}
		}
		return b.places, c
	}
	t.stop("address %#x is outside every buffer (%d bytes, %s memory)", at, n, space)
	return nil, Cell{}
}

// blank is what n bytes hold before anything is stored there.
func (t *thread) blank(n int) Cell { return Cell{t.m.Dom.Const(8*n, 0), t.m.zero} }

// overlap refuses a store to a part of what was stored, or across it: no code
// that is proved needs that, and a race could hide in it.
func (t *thread) overlap(places map[uint64]*place, at uint64, n int) {
	for off := -7; off < n; off++ {
		p := places[at+uint64(off)]
		if p == nil || off+p.size() <= 0 || off == 0 && p.size() == n {
			continue
		}
		t.stop("access of %d bytes to the %d at address %#x", n, p.size(), at+uint64(off))
	}
}

func (p *place) size() int { return p.cell.V.Width() / 8 }

// around finds what was stored at an address as a part of something larger.
func around(places map[uint64]*place, at uint64, n int) (p *place, off int) {
	for size := 2 * n; size <= 8; size *= 2 {
		base := at &^ uint64(size-1)
		if p := places[base]; p != nil && p.size() == size {
			return p, int(at - base)
		}
	}
	return nil, 0
}

// load reads n bytes: what was stored there, a part of it, or several of it.
func (t *thread) load(at uint64, n int, space string) Cell {
	places, before := t.memory(at, n, space, false)
	p := places[at]
	if p == nil || p.size() != n {
		if whole, off := around(places, at, n); whole != nil {
			c := t.touchRead(whole)
			return Cell{t.m.Dom.Extract(c.V, 8*off, 8*n), c.Def}
		}
		for off := range n {
			if places[at+uint64(off)] == nil {
				continue
			}
			if n == 1 {
				t.stop("access of 1 byte to the %d at address %#x", places[at].size(), at)
			}
			lo, hi := t.load(at, n/2, space), t.load(at+uint64(n/2), n/2, space)
			return Cell{t.m.Dom.Concat(lo.V, hi.V), t.m.and(lo.Def, hi.Def)}
		}
		p = &place{cell: before}
		places[at] = p
	}
	return t.touchRead(p)
}

// touchRead notes that t reads p.
func (t *thread) touchRead(p *place) Cell {
	now := t.touch()
	if p.written && !t.m.ordered(p.writer, now) {
		t.stop("race: reads what thread %d writes, and no barrier lies between", p.writer.thread)
	}
	if len(p.readers) == 0 || p.readers[len(p.readers)-1] != now {
		p.readers = append(p.readers, now)
	}
	return p.cell
}

// store writes c, under the instruction's guard.
func (t *thread) store(in *instr, at uint64, space string, c Cell) {
	places, before := t.memory(at, c.V.Width()/8, space, true)
	t.overlap(places, at, c.V.Width()/8)
	p := places[at]
	if p == nil {
		p = &place{cell: before}
		places[at] = p
	}
	now := t.touch()
	if p.written && !t.m.ordered(p.writer, now) {
		t.stop("race: writes what thread %d writes, and no barrier lies between", p.writer.thread)
	}
	for _, r := range p.readers {
		if !t.m.ordered(r, now) {
			t.stop("race: writes what thread %d reads, and no barrier lies between", r.thread)
		}
	}
	old := p.cell
	p.cell = t.guarded(in, c, old)
	if p.stored = (Cell{}); !p.written {
		p.stored = p.cell
	}
	if d := t.m.Dom; t.alive != t.m.one {
		p.cell = Cell{d.Select(t.alive, p.cell.V, old.V), d.Select(t.alive, p.cell.Def, old.Def)}
	}
	p.written, p.writer, p.readers = true, now, nil
}

// param reads bits of a parameter.
func (t *thread) param(a arg, w int) Cell {
	i, ok := t.m.prog.params[a.name]
	if !ok || a.reg >= 0 {
		t.stop("no parameter")
	}
	v := t.m.calls[t.call][i].Scalar
	if buffer := t.m.calls[t.call][i].Buffer; buffer != nil {
		v = t.m.Dom.Const(64, buffer.base)
	}
	off := int(a.bits)
	if off < 0 || off*8+w > v.Width() {
		panic(bv.Stop{Why: fmt.Sprintf("reads %d bits at byte %d of a parameter of %d bits", w, off, v.Width())})
	}
	return Cell{t.m.Dom.Extract(v, 8*off, w), t.m.one}
}
