package exec

import (
	"fmt"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// Atomic operations on shared memory take place in any order. With one commutative and associative operation on a
// place between two barriers, what they leave is the same in each order; what each of them found there is not, so it
// may be moved and no more (PTX ISA, "Parallel Synchronization and Communication Instructions: atom, red"). Other
// operations would have to be executed in every order, and are not followed.

// Integer operations of atom and red for which the order does not matter.
const (
	atomicSums   = ".add .u32|.s32|.u64"
	atomicBits   = ".and|.or|.xor .b32|.b64"
	atomicBounds = ".min|.max .u32|.s32|.u64|.s64"

	atomicWhere = " .relaxed? .cta|.gpu|.sys? .shared? "
)

// found is what an atomic operation read, in the order that is executed.
type found struct {
	value bv.Value
	by    *sole // nil: other operations may have come before in another order
}

// sole is one access of a thread by atomic operations. Where no other thread touches the place without a barrier in
// between, what it found is the same in every order, and may be used as data. So an execution ends where another one
// does after that.
type sole struct{ used, others bool }

// soleOf is that of an access in a launch that executes every thread; elsewhere nil.
func (m *Machine) soleOf(now touch) *sole {
	if m.prog.kind != Standalone {
		return nil
	}
	if m.soles == nil {
		m.soles = map[touch]*sole{}
	}
	if m.soles[now] == nil {
		m.soles[now] = &sole{}
	}
	return m.soles[now]
}

// beside notes that an atomic operation takes place with no order to others of its kind.
func (m *Machine) beside(all ...touch) {
	for _, one := range all {
		if s := m.soles[one]; s != nil {
			if s.others = true; s.used {
				m.oneOrder(usedFound)
			}
		}
	}
}

const usedFound = "what an atomic operation read is used as data: it is another in another order"

// Width is the number of bits.
func (f found) Width() int { return f.value.Width() }

// volatile is the kind of accesses that the compiler keeps, and that nothing orders.
const volatile = "volatile"

// unsynchronised is what an access is called that races with no other of its kind: "" for an ordinary one.
func (in *instr) unsynchronised() string {
	switch {
	case in.swaps(): // see [Program.swapLoops]
		return "compare and swap"
	case in.isAtomic():
		if ty := in.last(); ty.float {
			return fmt.Sprintf("atomic sum of floats of %d bits", ty.w)
		}
		return fmt.Sprintf("atomic operation %d of %d bits", in.atomicOp(), in.last().w)
	case (in.form.name == "ld" || in.form.name == "st") && in.mods[0] == volatile:
		return volatile
	}
	return ""
}

// isAtomic reports whether an instruction reads, computes and writes at once.
func (in *instr) isAtomic() bool { return in.form.name == "atom" || in.form.name == "red" }

// atomic is atom and red.
func atomic(t *thread, in *instr) {
	n := len(in.args)
	ty, place, operand := in.last(), in.args[n-2], in.args[n-1]
	if in.loop != nil {
		place, operand = in.args[1], in.loop.x
	}
	r, slots := t.slots(in, place, in.space(), in.bytes())
	if r.space != "shared" && !(t.m.prog.kind == Standalone && r.buffer != nil && !r.buffer.ReadOnly) {
		stop("an atomic operation on %s memory", r.space)
	}
	if t.under > 0 || t.forks > 0 && !t.follows(r) {
		stop("under a branch that depends on the data or the mask")
	}
	t.changes(r)
	t.effects++
	t.waiting.seen, t.turns.did = true, true
	bv.AnyOrder(t.m.Dom)
	c := t.read(operand, ty.w)
	bytes, access := t.memory(r)
	was := Cell{t.m.Dom.Const(ty.w, 0), t.m.one}
	var now touch
	for _, s := range slots {
		now = t.touch(s.when)
		t.m.soleOf(now)
		here := bytes[s.at : int(s.at)+in.bytes()]
		for i := range here {
			t.writes(&access[int(s.at)+i], s.when)
		}
		old := t.data(t.m.join(here))
		after := Cell{in.updated(t.m.Dom, old.V, c.V), t.m.and(old.Def, c.Def)}
		lay(here, 0, len(here), t.m.merge(s.when, after, old))
		was = t.m.merge(s.when, old, was)
	}
	switch {
	case in.loop != nil: // it finds what it compares with
		t.set(in, t.readAny(in.args[2], ty.w))
	case in.form.name == "atom":
		var by *sole // of one place
		if len(slots) == 1 {
			by = t.m.soleOf(now)
		}
		t.set(in, Cell{found{was.V, by}, was.Def})
	}
}

// updated is what an atomic operation leaves.
func (in *instr) updated(d bv.Domain, old, x bv.Value) bv.Value {
	if in.loop != nil {
		return d.Float(in.loop.op, in.loop.format, old, x)
	}
	if ty := in.last(); ty.float {
		return d.Float(bv.FAdd, ty.format, old, x)
	}
	return d.Int(in.atomicOp(), old, x)
}

// atomicOp is the operation of an atomic instruction on integers.
func (in *instr) atomicOp() bv.IntOp { return integerOp(in.mods[len(in.mods)-2], in.last().signed) }

// fence is membar and fence. Barriers alone order the accesses of an execution that is followed to its end, so a fence
// orders nothing more there. Where blocks meet, it is noted for what the thread does there after it: see [Met].
func fence(t *thread, in *instr) {
	scope := in.mods[len(in.mods)-1]
	if t.m.prog.kind != Meeting || scope == "cta" || t.under+t.forks > 0 || t.alive != t.m.one {
		return
	}
	if in.guard >= 0 {
		t.known(t.holds, "the guard")
	}
	t.fences, t.fenced = t.fences+1, t.m.epochs[t.block]
}
