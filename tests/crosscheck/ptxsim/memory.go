package ptxsim

import (
	"encoding/binary"
	"fmt"
)

// allocation is one variable or buffer. Addresses outside of every allocation
// fault, and between two there is a gap.
type allocation struct {
	space    space
	base     uint64
	data     []byte
	readOnly bool
	nc       []bool // bytes that ld.global.nc read, if the program has any
	written  []bool
}

// window is the size of a state space among generic addresses.
const window = 1 << 24

// place puts arguments and variables somewhere ("State Spaces").
func (m *machine) place(args []Arg) error {
	for _, s := range []space{shared, local, param} {
		m.windows[s] = 0x7f00_0000_0000 + uint64(s)<<32 + m.rng.next()%256*window
	}
	m.start = 0x1000 + m.rng.next()%4096*16
	for i := range m.block {
		m.block[i] = uint32(m.rng.next() % 1000)
		m.grid[i] = m.block[i] + 1 + uint32(m.rng.next()%1000)
	}
	at := 0x7000_0000_0000 + m.rng.next()%(1<<38)&^0xff
	put := func(data []byte, readOnly bool) *allocation {
		a := &allocation{space: global, base: at, data: data, readOnly: readOnly}
		at += (uint64(len(data))+0xff)&^0xff + m.rng.next()%(1<<30)&^0xff + 256
		m.global = append(m.global, a)
		return a
	}
	next := m.start
	for i, f := range m.p.kernel.params {
		a := m.allocate(f.v, next)
		a.readOnly = true
		next += uint64(f.v.size+15)&^15 + 64
		x := args[i].Scalar
		if b := args[i].Buffer; b != nil {
			if f.v.size != 8 {
				return fmt.Errorf("parameter %d has %d bytes, not those of a pointer", i, f.v.size)
			}
			x = put(b.Data, b.ReadOnly).base
		}
		if f.v.size > 8 {
			return fmt.Errorf("parameter %d has %d bytes", i, f.v.size)
		}
		var whole [8]byte
		binary.LittleEndian.PutUint64(whole[:], x)
		copy(a.data, whole[:])
		m.params = append(m.params, a)
	}
	m.start = next
	next = 0x400 + m.rng.next()%1024*16
	for _, v := range m.p.shared {
		next = (next + uint64(v.align-1)) &^ uint64(v.align-1)
		m.shared = append(m.shared, m.allocate(v, next))
		next += uint64(v.size+15)&^15 + 64 + m.rng.next()%64*16
	}
	return nil
}

// allocate makes a variable at or after an address, with junk in it.
func (m *machine) allocate(v *variable, at uint64) *allocation {
	a := &allocation{space: v.space, base: (at + uint64(v.align-1)) &^ uint64(v.align-1), data: make([]byte, v.size)}
	for i := range a.data {
		if i%8 == 0 && i+8 <= len(a.data) {
			binary.LittleEndian.PutUint64(a.data[i:], m.junk())
		} else if i >= len(a.data)&^7 {
			a.data[i] = byte(m.junk())
		}
	}
	return a
}

// addressOf is the address of a variable in its own space.
func (t *thread) addressOf(v *variable) uint64 {
	if v.space == shared {
		return t.m.shared[v.index].base
	}
	return t.memory[v.index].base
}

// bytes finds memory by its address ("Memory Consistency Model": an access is
// naturally aligned).
func (t *thread) bytes(s space, at uint64, size int, write, nc bool) []byte {
	if at%uint64(size) != 0 {
		t.fault("address %#x of %d bytes is not aligned", at, size)
	}
	if s == generic {
		s = global
		for _, in := range []space{shared, local, param} {
			if w := t.m.windows[in]; at >= w && at < w+window {
				s, at = in, at-w
			}
		}
	}
	all := t.m.global
	switch s {
	case shared:
		all = t.m.shared
	case local, param:
		if all = t.local; s == param && len(t.frames) == 0 {
			all = append(t.m.params[:len(t.m.params):len(t.m.params)], all...)
		}
	}
	for _, a := range all {
		if at < a.base || at-a.base >= uint64(len(a.data)) || a.space != s {
			continue
		}
		from := int(at - a.base)
		if from+size > len(a.data) {
			break
		}
		if write && a.readOnly {
			t.fault("store to memory that is only read")
		}
		if t.m.p.nc && s == global {
			a.note(t, from, size, write, nc)
		}
		return a.data[from : from+size]
	}
	t.fault("address %#x is in no variable or buffer", at)
	return nil
}

// note faults where ld.global.nc and a store touch the same byte ("ld.global.nc":
// the memory is read-only for the duration of the kernel).
func (a *allocation) note(t *thread, from, size int, write, nc bool) {
	if a.nc == nil {
		a.nc, a.written = make([]bool, len(a.data)), make([]bool, len(a.data))
	}
	for i := from; i < from+size; i++ {
		a.nc[i] = a.nc[i] || nc
		a.written[i] = a.written[i] || write
		if a.nc[i] && a.written[i] {
			t.fault("ld.global.nc of memory that the kernel writes")
		}
	}
}

// load reads up to 8 bytes.
func load(b []byte) uint64 {
	switch len(b) {
	case 1:
		return uint64(b[0])
	case 2:
		return uint64(binary.LittleEndian.Uint16(b))
	case 4:
		return uint64(binary.LittleEndian.Uint32(b))
	}
	return binary.LittleEndian.Uint64(b)
}

// store writes the low bytes of x.
func store(b []byte, x uint64) {
	for i := range b {
		b[i] = byte(x >> (8 * i))
	}
}
