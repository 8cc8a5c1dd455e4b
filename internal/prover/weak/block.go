package weak

import (
	"fmt"
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/ptx/exec"
)

// config is a launch.
type config struct {
	Blocks, Chunks int
	threads        int
	elements       uint64
	chunk          int // elements of a chunk
	inputs, outs   []memory
	initially      func(at int) value // what a word of the workspace holds, of 64 bits
}

// memory is an array behind a parameter.
type memory struct {
	unit  int // bytes of an element, or of its alignment
	cells []exec.Cell
}

// input is an array of elements of so many bytes. Each of them is data of its chunk.
func (c *config) input(bytes int) {
	in := memory{unit: bytes}
	for i := range c.elements {
		in.cells = append(in.cells, exec.Cell{V: data(8*bytes, 1<<(int(i)/c.chunk)), Def: constant(1, 1)})
	}
	c.inputs = append(c.inputs, in)
}

// output is an array of so many bytes, with nothing in it.
func (c *config) output(align, bytes int) {
	nothing := exec.Cell{V: constant(8, 0), Def: constant(1, 0)}
	c.outs = append(c.outs, memory{align, slices.Repeat([]exec.Cell{nothing}, bytes)})
}

// event is an access of the workspace that a block made. Package exec refuses all but relaxed ones of the scope of the
// GPU or more, so each is morally strong with every other one (PTX ISA, 8.7).
type event struct {
	line          int
	at, size      int // bytes
	reads, writes bool
	old, new      value
	depth         int // of a write: how many atomic operations led to it

	block, thread, phase int
	index                int  // among the accesses of the block
	stuck                bool // the thread reads this again and again
}

// stores are the bytes of the results that a block stored, and the chunks that went into them.
type stores struct {
	bytes  []resultByte
	chunks uint64
}

// resultByte is a byte of a result.
type resultByte struct{ result, at int }

// trace is what a block did, by one choice of what its reads gave.
type trace struct {
	events []event // in the workspace
	stores stores
}

// candidate is a value that a read may give.
type candidate struct {
	value
	depth int // how many atomic operations led to it
}

// block is one execution of a block.
type block struct {
	config    config
	number    int
	workspace *exec.Exchange
	gave      map[int]event // by place among the accesses, what each read gave; none of a read that is repeated
	reads     map[site]read // the last ones
	repeats   map[int]site  // of a thread that has read twice, where it has to read again
	stuck     bool          // a thread waits for ever

	choice []candidate                    // what the first reads give
	values func(at, size int) []candidate // that others may give; they give the first
	end    *branch                        // where the execution is
}

// branch is where executions of a block part that a read gives several values, or where one has ended.
type branch struct {
	place // that is read
	next  map[candidate]*branch
	trace *trace // of the execution that has ended
}

// site is where a thread reads a place.
type site struct {
	thread, pc, at int
	together       bool
}

// read is what a read gave, and its place among the accesses.
type read struct {
	candidate
	index int
}

// choose chooses what a read gives.
func (b *block) choose(a exec.Met) (c candidate, why string) {
	all := b.values(a.At, a.Bytes)
	if len(all) == 0 {
		return c, "reads what nobody wrote, or words of another size"
	}
	if len(b.choice) > 0 {
		c, b.choice = b.choice[0], b.choice[1:]
		return c, ""
	}
	next := new(branch)
	b.end.place, b.end.next, b.end = place{a.At, a.Bytes}, map[candidate]*branch{all[0]: next}, next
	return all[0], ""
}

// eventOf is an access as an event, but for what it read.
func (b *block) eventOf(a exec.Met) event {
	e := event{line: a.Where.Line, at: a.At, size: a.Bytes, reads: a.Reads, writes: a.Writes, block: b.number,
		thread: a.Thread, phase: a.Epoch}
	if a.Writes && !a.Reads {
		e.new = a.Value.V.(value)
	}
	return e
}

// given is what an access reads. A thread that waits reads a place again and again, see [exec.Met]: each read gives
// what the first one gave. So the thread waits for ever if that was not what it waits for. Lanes that wait together
// take 0 for a word that is not there.
func (b *block) given(a exec.Met) (bv.Value, string) {
	here := site{a.Thread, a.PC, a.At, a.Together}
	had, again := b.reads[here]
	if of, repeats := b.repeats[a.Thread]; repeats && !(a.Again && of == here) {
		return nil, endsByItself
	}
	switch {
	case a.Together && again:
		if a.Again {
			delete(b.reads, here)
		}
		return had.value, ""
	case a.Repeats && a.Again:
		delete(b.repeats, a.Thread)
		return b.waitsForEver(had.index)
	case a.Repeats:
		b.repeats[a.Thread] = here
		return had.value, ""
	}
	c, why := b.choose(a)
	if why != "" {
		return nil, why
	}
	e, index := b.eventOf(a), len(b.workspace.Did)
	if e.old = c.value; a.Writes {
		x, known := c.number()
		y, both := a.Value.V.(value).number()
		if !known || !both {
			return nil, "a count that depends on data"
		}
		e.new, e.depth = constant(8*a.Bytes, (x+y)&mask(8*a.Bytes)), c.depth+1
	}
	b.reads[here], b.gave[index] = read{c, index}, e
	if x, known := c.number(); a.Together && known && x == 0 {
		return b.waitsForEver(index)
	}
	return c.value, ""
}

const endsByItself = "a wait that ends by itself, or depends on how often it reads"

// waitsForEver ends the execution in a wait.
func (b *block) waitsForEver(index int) (bv.Value, string) {
	e := b.gave[index]
	e.stuck, b.stuck = true, true
	b.gave[index] = e
	return nil, "waits for ever"
}

// run executes the block once.
func (b *block) run(p *exec.Program) (t trace, err error) {
	g := exec.NewGrid(new(exec.Path), exec.NoRow)
	g.End = b.config.threads
	g.Blocks, g.Number = constant(32, uint64(b.config.Blocks)), constant(32, uint64(b.number))
	b.gave, b.reads, b.repeats = map[int]event{}, map[site]read{}, map[int]site{}
	b.workspace = &exec.Exchange{Name: "workspace", Size: workspaceBytes, Align: wordSize, Given: b.given}
	var args []exec.Arg
	for _, in := range b.config.inputs {
		args = append(args, exec.Arg{Matrix: &exec.Matrix{Name: "in", Unit: in.unit, Cells: in.cells, ReadOnly: true,
			Vector: true}})
	}
	args = append(args, exec.Arg{Scalar: constant(64, b.config.elements)})
	var outs []*exec.Matrix
	for _, out := range b.config.outs {
		m := &exec.Matrix{Name: "out", Unit: out.unit, Cells: out.cells, Vector: true, ByOne: true}
		outs, args = append(outs, m), append(args, exec.Arg{Matrix: m})
	}
	m, err := exec.NewGridMachine(p, origins{}, exec.Line(b.config.threads), g,
		append(args, exec.Arg{Meet: b.workspace}))
	if err != nil {
		return t, err
	}
	defer m.Release()
	if err := m.Run(); err != nil && !b.stuck {
		return t, err
	}
	for _, of := range b.repeats {
		return t, faultAt(0, "thread %d: %s", of.thread, endsByItself)
	}
	if len(m.Musts) > 0 {
		return t, fmt.Errorf("%s: %s", m.Musts[0].Place, m.Musts[0].Why)
	}
	t.events = b.events()
	if !b.stuck { // else whatever other threads of the block still do
		t.stores = storesOf(outs)
	}
	return t, nil
}

// events are the accesses of the workspace, and the one in which a thread waits for ever.
func (b *block) events() (all []event) {
	for i := range len(b.workspace.Did) + 1 {
		e, is := b.gave[i]
		if i < len(b.workspace.Did) && !b.workspace.Did[i].Reads {
			e, is = b.eventOf(b.workspace.Did[i]), true
		}
		if e.index = len(all); is {
			all = append(all, e)
		}
	}
	return all
}

// storesOf are the stores of results.
func storesOf(outs []*exec.Matrix) (s stores) {
	for k, out := range outs {
		row := out.Row(0)
		for i := range out.Cells {
			if row == nil {
				break
			}
			if stored, _ := row.WrittenAt(i); stored {
				s.bytes = append(s.bytes, resultByte{k, i})
				s.chunks |= row.Get(origins{}, i).V.(value).chunks
			}
		}
	}
	return s
}
