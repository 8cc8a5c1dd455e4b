package exec

import "slices"

// An mbarrier in shared memory counts bytes that blocks of a cluster store asynchronously (PTX ISA, "mbarrier" and
// "st.async"): who waits for it sees what they stored, without a fence. Each is used once: one thread initialises it
// and says how many bytes come, before the block arrives at its first barrier of the cluster; others store them; every
// thread of the block waits for them. The stored words may be read by threads that have waited, and are written by
// nothing else.

// mbarrier is one of them.
type mbarrier struct {
	region        *region
	by            *thread // that initialised it
	fenced        bool    // fence.mbarrier_init came after that
	arrived       bool    // the one arrival that it waits for
	expected, got int     // bytes
	stores        []asyncStore
	done          bool
	waited        map[*thread]bool
}

// asyncStore is a store that takes effect until the mbarrier is done.
type asyncStore struct {
	region *region
	at     uint64
	cell   Cell
}

// mbarrierAt is where an mbarrier lies.
type mbarrierAt struct {
	index, block int
	at           uint64
}

// plainly stops unless the instruction is executed by threads that the data and the mask do not choose.
func (t *thread) plainly(in *instr) {
	if in.guard >= 0 || t.alive != t.m.one || t.forks+t.under > 0 {
		stop("an mbarrier under a guard, or where the data or the mask decides who executes")
	}
	t.waiting.seen, t.turns.did = true, true
}

// locateShared is where an operand points to in the shared memory of a block of the cluster: n bytes.
func (t *thread) locateShared(a arg, n int) (*region, uint64) {
	r, at := t.locate(a, "")
	if r.space != "shared" {
		wrong("%s is in %s memory, want shared memory", r.name, r.space)
	}
	t.reach(r, at, n)
	return r, at
}

// mbarrierOf is the mbarrier at an operand, which lies in the own block unless any is true.
func (t *thread) mbarrierOf(a arg, any bool) *mbarrier {
	r, at := t.locateShared(a, mbarrierBytes)
	if !any && r.block != t.block {
		stop("an mbarrier of block %d, want one of the own block", r.block)
	}
	b := t.m.cluster.mbarriers[mbarrierAt{r.index, r.block, at}]
	if b == nil {
		wrong("no mbarrier is initialised at %+d of %s", at, r.name)
	}
	return b
}

const mbarrierBytes = 8

// initMbarrier is mbarrier.init with one expected arrival.
func initMbarrier(t *thread, in *instr) {
	t.plainly(in)
	r, at := t.locateShared(in.args[0], mbarrierBytes)
	switch n := t.known(t.read(in.args[1], 32), "the count of an mbarrier"); {
	case r.block != t.block:
		stop("an mbarrier of block %d, want one of the own block", r.block)
	case n != 1:
		stop("an mbarrier of %d arrivals, want 1", n)
	case t.arrived > 0:
		stop("an mbarrier is initialised after the first barrier of the cluster: others may use it before")
	}
	_, access := t.m.sharedOf(r)
	for i := range access[at : at+mbarrierBytes] {
		a := &access[int(at)+i]
		if a.touched() {
			stop("an mbarrier where %s holds something else", r.name)
		}
		a.object = true
	}
	if t.m.cluster.mbarriers == nil {
		t.m.cluster.mbarriers = map[mbarrierAt]*mbarrier{}
	}
	b := &mbarrier{region: r, by: t, waited: map[*thread]bool{}}
	t.m.cluster.mbarriers[mbarrierAt{r.index, r.block, at}] = b
	t.mbarriers = append(t.mbarriers, b)
}

// fenceMbarrier is fence.mbarrier_init: what the thread initialised is there for who waits at the next barrier of the
// cluster.
func fenceMbarrier(t *thread, in *instr) {
	t.plainly(in)
	for _, b := range t.mbarriers {
		b.fenced = true
	}
}

// expectMbarrier is mbarrier.arrive.expect_tx, by the thread that initialised it.
func expectMbarrier(t *thread, in *instr) {
	t.plainly(in)
	b := t.mbarrierOf(in.args[1], false)
	n := t.known(t.read(in.args[2], 32), "a number of bytes")
	switch {
	case b.by != t:
		stop("another thread initialised the mbarrier: no barrier lies between for sure")
	case b.arrived:
		stop("more than one arrival at an mbarrier of one")
	case n == 0 || n > 1<<20-1:
		stop("%d bytes expected, want 1 to 2^20 - 1", n)
	}
	b.arrived, b.expected = true, int(n)
	t.m.complete(b)
}

// relaxes checks what a relaxed arrival at a barrier of the cluster needs: there is nothing that it would have to
// release.
func (t *thread) relaxes() {
	if t.accessed {
		stop("a relaxed arrival of a thread that has accessed memory of others: it releases nothing")
	}
	if slices.ContainsFunc(t.mbarriers, func(b *mbarrier) bool { return !b.fenced }) {
		stop("a relaxed arrival after mbarrier.init without fence.mbarrier_init")
	}
}

// storeAsync is st.async: the store and its bytes at the mbarrier, both in one block.
func storeAsync(t *thread, in *instr) {
	t.plainly(in)
	ty := in.last()
	c := t.data(t.read(in.args[1], ty.w))
	r, at := t.locateShared(in.args[0], ty.w/8)
	b := t.mbarrierOf(in.args[2], true)
	switch {
	case t.waited == 0:
		wrong("%s of block %d, which may not have begun: no barrier of the cluster lies before", r.name, r.block)
	case b.region.block != r.block:
		stop("stores to block %d, and counts at an mbarrier of block %d", r.block, b.region.block)
	case b.done:
		stop("a store for an mbarrier that is done")
	}
	_, access := t.m.sharedOf(r)
	for i := range ty.w / 8 {
		a := &access[int(at)+i]
		if a.touched() {
			wrong("race: stores asynchronously what others access: %s", r.name)
		}
		a.comes = b
	}
	b.stores = append(b.stores, asyncStore{r, at, c})
	b.got += ty.w / 8
	t.m.complete(b)
}

// complete ends the phase of an mbarrier after its bytes have arrived.
func (m *Machine) complete(b *mbarrier) {
	if !b.arrived || b.got < b.expected {
		return
	}
	if b.got > b.expected {
		wrong("%d bytes come to an mbarrier that expects %d", b.got, b.expected)
	}
	b.done = true
	for _, s := range b.stores {
		bytes, _ := m.sharedOf(s.region)
		lay(bytes, int(s.at), s.cell.V.Width()/8, s.cell)
	}
}

// meetMbarriers lets threads go on that wait for an mbarrier that is done. It reports whether some did.
func (m *Machine) meetMbarriers() bool {
	moved := false
	for _, t := range m.threads {
		if t.exited || !t.waits || m.prog.instrs[t.pc].form.sync != mbarrierWait {
			continue
		}
		m.at = t
		in := &m.prog.instrs[t.pc]
		t.plainly(in)
		t.again(in)
		b := t.mbarrierOf(in.args[1], false)
		if phase := t.known(t.read(in.args[2], 32), "a phase"); phase != 0 {
			stop("waits for phase %d, want 0: the first", phase)
		}
		if t.waited == 0 {
			stop("waits for an mbarrier that may not be initialised: no barrier of the cluster lies before")
		}
		if !b.done {
			continue
		}
		b.waited[t] = true
		t.set(in, Cell{m.one, m.one})
		t.waits, moved = false, true
		t.pc++
	}
	return moved
}

// again wants that the instruction behind tries once more until the bytes are there.
func (t *thread) again(in *instr) {
	if next := t.pc + 1; next < len(t.m.prog.instrs) && in.args[0].kind == argReg {
		b := &t.m.prog.instrs[next]
		if b.form.name == "bra" && b.guard == in.args[0].reg && b.negated && b.target == t.pc {
			return
		}
	}
	stop("want a branch back to it behind, for where it gives false")
}

// touched reports whether anything is known to access a byte.
func (a *access) touched() bool {
	return len(a.writers)+len(a.readers) > 0 || a.object || a.comes != nil
}

// comesTo checks an access of a byte that is an mbarrier's, or is stored asynchronously.
func (t *thread) comesTo(a *access, writes bool) {
	switch {
	case a.object:
		stop("accesses the bytes of an mbarrier")
	case a.comes != nil && writes:
		wrong("race: writes what is stored asynchronously")
	case a.comes != nil && !a.comes.waited[t]:
		wrong("race: reads what is stored asynchronously, and has not waited for it")
	}
}

// unfinished says what is wrong with the mbarriers when no thread can go on, or nothing: each is waited for by every
// thread of its block, so that the block is there as long as something may come.
func (m *Machine) unfinished() error {
	for _, t := range m.threads {
		if t.exited {
			continue
		}
		if in := &m.prog.instrs[t.pc]; in.form.sync == mbarrierWait {
			m.at = t
			b := t.mbarrierOf(in.args[1], false)
			if !b.arrived {
				return m.fault(t, "waits for ever: nothing arrives at the mbarrier")
			}
			return m.fault(t, "waits for ever: fewer bytes come to the mbarrier than it expects")
		}
	}
	for _, t := range m.threads {
		for _, b := range t.mbarriers {
			for _, o := range m.threads {
				if o.block == t.block && !b.waited[o] {
					return m.fault(o, "ends without having waited for an mbarrier of its block")
				}
			}
		}
	}
	return nil
}
