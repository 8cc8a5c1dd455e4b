package weak

import "slices"

// A thread that reads a place again, and nothing happened since, waits. The read gives what it gave before; if that brings the
// thread back to it with all that it has unchanged, it waits for ever. Between these reads it computes and does nothing else: a
// thread that counts how often it reads, and goes on, is refused.

// lastRead is the read that a thread made last, if nothing happened since.
type lastRead struct {
	pc          int
	at          uint64
	valid       bool
	value       value   // what it gave
	regs, local []value // what the thread had when it made the read again; nil: it did not
}

// again is a read that the thread made before.
func (t *thread) again(in *instr, part arg) error {
	switch {
	case t.last.regs == nil:
		t.last.regs, t.last.local = slices.Clone(t.regs), slices.Clone(t.local)
		t.set(part, t.last.value, in.width)
	case slices.Equal(t.regs, t.last.regs) && slices.Equal(t.local, t.last.local):
		t.state = stuck
		t.block.wait(t)
	default:
		return faultAt(in.Line, "a wait in which something depends on how often it reads")
	}
	return nil
}

// repeats wants of a thread that made a read again that it computes, in registers and its own memory, until it makes it once
// more.
func (t *thread) repeats(in *instr) error {
	if !t.last.valid || t.last.regs == nil || t.pc == t.last.pc || in.Name == "bra" || pure[in.Name] || in.Name == "cvta" {
		return nil
	}
	return faultAt(in.Line, "%s after a wait that ends by itself", in.Opcode())
}
