package exec

import (
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/ptx/parse"
)

// Exchange is global memory behind a pointer parameter in which the blocks of a grid meet. One block executes: what it
// reads there is given, and what it does there is noted. It may do so by relaxed accesses with a scope of the GPU or
// more (PTX ISA, "Memory Consistency Model"); any other is a fault.
type Exchange struct {
	Name  string
	Size  int                            // bytes
	Align int                            // of the start
	Given func(a Met) (bv.Value, string) // what an access reads; else why it may not
	Did   []Met                          // by each thread in its order

	// Past are bytes, a multiple of a number of the launch. An address that is so much further is given without them, and
	// noted as one that is; nil: there is none.
	Past bv.Value
}

// Met is an access of an [Exchange].
type Met struct {
	Where     parse.Place
	Thread    int
	PC        int  // the number of the instruction
	Reads     bool // an atomic operation reads and writes
	Writes    bool
	At, Bytes int
	Past      bool // At is so much further, see [Exchange]
	Value     Cell // what is written; of an atomic addition what is added

	Epoch  int // how many barriers of the block the thread has met before
	Fences int // how many fences of the scope of the GPU or more it has made before
	Fenced int // what Epoch was at the last of them; 0 without one

	// Repeats says that the thread has made this read before, and has done nothing since that others see.
	Repeats bool

	// Again says that the thread has made this read twice and more, and has done nothing since that others see. It
	// goes on in a state that stands for those of every number of reads, a single one among them: see [waiting.join].
	Again bool

	// Together says that the lanes of a warp read again and again what is not there, together: see [turns]. Then the
	// given value is the final one, and Again says that this is the last read.
	Together bool
}

// open prepares the memory for a run.
func (x *Exchange) open() *region {
	x.Did = nil
	return &region{name: x.Name, space: "global", size: x.Size, align: x.Align, index: -1, exchange: x}
}

// meeting are the forms of the table for kernels with blocks that meet.
var meeting = byName([]form{
	{opcode: "ld .relaxed .gpu|.sys .global? .u32|.b32|.u64|.b64", operands: "da", run: meet},
	{opcode: "st .relaxed .gpu|.sys .global? .u32|.b32|.u64|.b64", operands: "as", run: meet},
	{opcode: "atom .relaxed .gpu|.sys .global? .add .u32|.u64", operands: "das", run: meet},
})

// forms are those by which an instruction of the program is read.
func (l *loader) forms(name string) []*form {
	switch l.p.kind {
	case Meeting:
		return slices.Concat(meeting[name], forms[name])
	case Standalone:
		return slices.Concat(forms[name], approximate[name])
	}
	return forms[name]
}

// past reports whether an address of an exchange is one past a number of the launch.
func (t *thread) past(a arg) bool {
	if a.reg < 0 {
		return false
	}
	p, is := t.regs[a.reg].V.(address)
	return is && !plain(p.off)
}

// without is an offset in an exchange without a number of the launch.
func (x *Exchange) without(off bv.Value) (at uint64, ok bool) {
	l, is := off.(linear)
	if !is || x.Past == nil {
		return 0, false
	}
	l = l.plus(x.Past.(linear), ^uint64(0))
	return l.rest, l.n == 0
}

// meet is an access that other blocks may see.
func meet(t *thread, in *instr) {
	if t.under+t.forks > 0 || t.alive != t.m.one {
		stop("under a branch that depends on the data or the mask")
	}
	if in.guard >= 0 {
		t.known(t.holds, "the guard")
	}
	t.effects++
	a := Met{Where: in.Place, Thread: t.id, PC: t.pc, Bytes: in.last().w / 8, Epoch: t.m.epochs[t.block], Fences: t.fences,
		Fenced: t.fenced}
	place := 1
	switch in.form.name {
	case "ld":
		a.Reads = true
	case "st":
		a.Writes, a.Value, place = true, t.read(in.args[1], in.last().w), 0
	case "atom":
		a.Reads, a.Writes, a.Value = true, true, t.read(in.args[2], in.last().w)
	}
	r, at := t.locate(in.args[place], in.mods[2])
	if r.exchange == nil {
		stop("a relaxed access of %s, where no blocks meet", r.name)
	}
	t.reach(r, at, a.Bytes)
	a.At, a.Past = int(at), t.past(in.args[place])
	there := true
	if a.Reads && !a.Writes && t.m.prog.votes(t.pc) {
		there = t.takesTurns(&a)
		t.waiting = waiting{}
	} else {
		a.Repeats, a.Again = t.waiting.join(t, a)
		t.turns.did = t.turns.did || a.Writes
	}
	if a.Reads {
		v, why := r.exchange.Given(a)
		if why != "" {
			stop("%s", why)
		}
		if !there {
			v = t.m.Dom.Const(v.Width(), 0)
		}
		t.set(in, Cell{v, t.m.one})
	}
	r.exchange.Did = append(r.exchange.Did, a)
}
