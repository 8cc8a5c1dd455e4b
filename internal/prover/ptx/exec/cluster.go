package exec

import (
	"fmt"
	"slices"
)

// Blocks of a cluster execute at once. Each has shared memory of its own, which the others reach by the
// generic addresses that mapa gives, and all meet at barriers of the cluster. PTX ISA, "mapa" and
// "barrier.cluster": to arrive releases, to wait acquires. A block's memory is there from its first
// barrier of the cluster on, at which every block has begun, until its threads end.

// cluster is the state of the blocks of a machine.
type cluster struct {
	copies map[copyOf]*region
	last   map[int]touch // the last access of others to the memory of a block: that which most barriers precede

	mbarriers map[mbarrierAt]*mbarrier
}

// copyOf is a variable in shared memory, as a block has it.
type copyOf struct {
	of    *region
	block int
}

// warps is how many warps a block has.
func (l Launch) warps() int { return (l.ofBlock() + warpSize - 1) / warpSize }

// peer is a variable in the memory of a block of the cluster.
func (m *Machine) peer(r *region, block int) *region {
	if r.space != "shared" || r.block == block {
		return r
	}
	own := m.prog.regions[r.index]
	if block == 0 {
		return own
	}
	c := m.cluster.copies[copyOf{own, block}]
	if c == nil {
		if m.cluster.copies == nil {
			m.cluster.copies = map[copyOf]*region{}
		}
		copied := *own
		copied.block = block
		c = &copied
		m.cluster.copies[copyOf{own, block}] = c
	}
	return c
}

// rank is a special register of the cluster.
func (t *thread) rank(name string) uint64 {
	blocks := t.m.launch.blocks()
	switch of := t.m.Foreign; {
	case of != nil && name == "%cluster_nctarank":
		return uint64(of.Blocks)
	case of != nil:
		return 0
	case blocks == 1:
		stop("%s, where nothing says that there is a cluster", name)
	case name == "%cluster_nctarank":
		return uint64(blocks)
	}
	return uint64(t.block)
}

// mapShared is mapa: the address in another block of what the thread has in its own.
func mapShared(t *thread, in *instr) {
	c := t.readAny(in.args[1], 64)
	rank := t.known(t.read(in.args[2], 32), "the number of a block")
	a, ok := c.V.(address)
	switch {
	case !ok || !a.generic || a.of.space != "shared" || a.of.block != t.block:
		stop("no generic address of shared memory of the own block")
	case rank >= uint64(t.m.launch.blocks()):
		wrong("block %d of a cluster of %d", rank, t.m.launch.blocks())
	}
	a.of = t.m.peer(a.of, int(rank))
	t.set(in, Cell{a, c.Def})
}

// reachesPeer notes an access to the memory of another block.
func (t *thread) reachesPeer(r *region) {
	if t.waited == 0 {
		wrong("%s of block %d, which may not have begun: no barrier of the cluster lies before", r.name, r.block)
	}
	if t.m.cluster.last == nil {
		t.m.cluster.last = map[int]touch{}
	}
	if last, ok := t.m.cluster.last[r.block]; !ok || last.arrived <= t.arrived {
		t.m.cluster.last[r.block] = t.touch(t.m.one)
	}
}

// meetCluster lets threads arrive at, or go on from, a barrier of the cluster, warp by warp: those of a
// warp do so together (.aligned). It reports whether some did.
func (m *Machine) meetCluster() bool {
	moved := false
	for w := range m.warps {
		group := m.lanesOf(w)
		t := first(group)
		if t == nil || !t.waits || !m.prog.instrs[t.pc].form.sync.ofCluster() {
			continue
		}
		m.at = t
		waits := m.prog.instrs[t.pc].form.sync == clusterWait
		switch {
		case m.launch.blocks() == 1:
			stop("a barrier of a cluster, where nothing says that there is one")
		case !together(group, t.pc), waits && m.absent(t.waited) != nil && t.arrived > t.waited:
			continue
		case waits && t.arrived == t.waited:
			wrong("waits at a barrier of the cluster at which it has not arrived")
		case !waits && t.arrived != t.waited:
			wrong("arrives at a barrier of the cluster before it has waited at the last")
		}
		for _, t := range group {
			if t == nil {
				continue
			}
			if t.alive != m.one || t.under > 0 {
				m.at = t
				stop("a barrier of the cluster, which a thread may not reach that has ended where the mask says so")
			}
			if in := &m.prog.instrs[t.pc]; slices.Contains(in.mods, "relaxed") {
				m.at = t
				t.relaxes()
			}
			if waits {
				t.waited++
			} else {
				t.arrived++
			}
			t.waits, moved = false, true
			t.pc++
		}
	}
	return moved
}

// together reports whether all threads of a warp wait at pc.
func together(group [warpSize]*thread, pc int) bool {
	for _, t := range group {
		if t != nil && (!t.waits || t.pc != pc) {
			return false
		}
	}
	return true
}

// absent is a thread that has not arrived at a barrier of the cluster, counted from the first; nil if all
// have.
func (m *Machine) absent(barrier int) *thread {
	for _, t := range m.threads {
		if t.arrived <= barrier {
			return t
		}
	}
	return nil
}

// ended says what is wrong when no thread can go on: nothing, where all have ended, and none before others
// were done with its block's memory.
func (m *Machine) ended() error {
	if err := m.unfinished(); err != nil {
		return err
	}
	for _, t := range m.threads {
		if t.exited {
			continue
		}
		switch sync := m.prog.instrs[t.pc].form.sync; sync {
		case warpSync:
			return m.stuck(t)
		case clusterWait:
			if o := m.absent(t.waited); o != nil && o.exited {
				return m.fault(t, fmt.Sprintf("barrier of the cluster at which thread %d never arrives: it has ended", o.id))
			}
		}
		for _, o := range m.lanesOf(t.warp) {
			if o != nil && o.pc != t.pc {
				return m.fault(t, fmt.Sprintf("divergent barrier: thread %d waits at %s", o.id, m.prog.instrs[o.pc].Place))
			}
		}
		return m.fault(t, "waits for ever: threads of the cluster are at other barriers")
	}
	for block, last := range m.cluster.last {
		n := m.launch.ofBlock()
		for _, t := range m.threads[block*n : (block+1)*n] {
			if t.waited <= last.arrived {
				return m.fault(t, fmt.Sprintf("ends while thread %d may still access shared memory of its "+
					"block: no barrier of the cluster lies between", last.thread))
			}
		}
	}
	return nil
}
