package ptxsim

import "math/bits"

// meeting is an instruction at which threads of a warp, or of the block, wait for
// each other. Those of a warp with the same key and the same member mask meet.
type meeting struct {
	key    string // opcode and qualifiers
	block  bool
	d, p   int // slots of the results, or -1
	settle func(m *machine, group []*thread)
}

// give writes the results of the instruction at which the thread waits.
func (t *thread) give(d, p uint64) {
	at := t.at().meet
	t.set(at.d, d)
	t.set(at.p, p)
}

// set writes a slot, if it is one.
func (t *thread) set(slot int, v uint64) {
	if slot >= 0 {
		t.r[slot] = v
	}
}

// wait stops the thread at the instruction that it executes.
func (t *thread) wait(mask uint32) {
	t.mask, t.status = mask, waiting
	if mask>>t.lane&1 == 0 {
		t.fault("the thread is not in its own member mask %#x", mask)
	}
}

// at is the instruction at which a thread waits.
func (t *thread) at() *instr { return &t.fn.code[t.pc-1] }

// meet settles every meeting for which all threads have come. It reports whether
// any thread is left to run, and faults if all wait in vain.
func (m *machine) meet() bool {
	left, moved := false, false
	for first := 0; first < len(m.threads); first += warpSize {
		warp := m.threads[first:min(first+warpSize, len(m.threads))]
		for _, t := range warp {
			if t.status != waiting {
				continue
			}
			left = true
			if at := t.at().meet; !at.block && m.together(warp, t, at) {
				moved = true
			}
		}
	}
	if left && !moved {
		m.meetBlock()
	}
	return left
}

// together settles the meeting of t if every thread in its mask that has not
// exited waits there too ("shfl.sync", "vote.sync", "bar.warp.sync").
func (m *machine) together(warp []*thread, t *thread, at *meeting) bool {
	var buffer [warpSize]*thread
	group := buffer[:0]
	for mask := t.mask; mask != 0; mask &= mask - 1 {
		lane := bits.TrailingZeros32(mask)
		if lane >= len(warp) || warp[lane].status == exited {
			continue // a lane that does not exist counts as exited
		}
		o := warp[lane]
		if o.status != waiting || o.mask != t.mask {
			return false
		}
		if other := o.at().meet; other != at && (other.block || other.key != at.key) {
			return false
		}
		group = append(group, o)
	}
	at.settle(m, group)
	for _, o := range group {
		o.status = running
	}
	return true
}

// pick is a thread that stands for all that wait, for the text of a fault.
func (m *machine) pick() *thread {
	for _, t := range m.threads {
		if t.status == waiting {
			return t
		}
	}
	return m.threads[0]
}

// meetBlock settles a barrier of the block.
func (m *machine) meetBlock() {
	t := m.pick()
	at := t.at().meet
	for _, o := range m.threads {
		if o.status == exited {
			t.fault("waits for thread %d, which has exited", o.id)
		}
		other := o.at().meet
		if o.status != waiting || !other.block || other.key != at.key || o.arg[0] != t.arg[0] {
			t.fault("waits for thread %d, which waits elsewhere", o.id)
		}
		if o.warp == t.warp && o.at() != t.at() {
			t.fault("threads of a warp are at different aligned barriers")
		}
	}
	for first := 0; first < len(m.threads); first += warpSize {
		for _, o := range m.threads[first:min(first+warpSize, len(m.threads))] {
			if o.at() != m.threads[first].at() {
				o.fault("threads of a warp are at different aligned barriers")
			}
		}
	}
	at.settle(m, m.threads)
	for _, o := range m.threads {
		o.status = running
	}
}
