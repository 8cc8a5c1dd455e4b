// Package exec executes a PTX kernel, thread by thread, over a domain of values:
// numbers, or terms that stand for every input and every mask at once. Control
// flow and addresses must be numbers. It rejects everything it does not support.
package exec

import (
	"context"
	"fmt"
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/ptx/parse"
)

// maxSteps bounds what one thread may execute in all: emitted code has no loops but
// a few counted ones, and a proof must end.
const maxSteps = 200_000

// maxRounds bounds how often one thread may go back, as it does in a loop: emitted
// loops have a few hundred rounds, and unoptimised code copies a struct of more than 128
// bytes byte by byte, some twenty times.
const maxRounds = 8192

// Cell is what a register or a place in memory holds. Where the bit Def is 0,
// the hardware promises nothing about V: poison.
type Cell struct{ V, Def bv.Value }

// Must is a bit that the code needs to be 1 on every input and mask.
type Must struct {
	parse.Place
	Lane int
	Why  string
	Bit  bv.Value
}

// Machine is one block of threads that executes a program, or the blocks of a cluster.
type Machine struct {
	Dom     bv.Domain
	Buffers []*Buffer
	Musts   []Must

	// Callers are the bits of the threads that make the call, by thread; nil: all.
	// Another thread executes nothing.
	Callers []bv.Value

	// Context ends a run when it ends; nil: it does not. MaxSteps bounds what all
	// threads execute together; 0: nothing but the bound of each thread does.
	Context  context.Context
	MaxSteps int

	// Elsewhere says that threads which have ended stand for threads that are
	// elsewhere: no member mask may name them.
	Elsewhere bool

	// Group is how match.sync is executed; nil: on the values that it is given.
	Group *Group

	grid     *Grid // of a kernel that is executed by itself; nil: a function is called
	unknowns int   // bytes that nobody knows so far

	prog    *Program
	launch  Launch
	calls   [][]Arg              // by call of the kernel
	blank   []Cell               // registers at its start
	slab    []Cell               // registers of all threads
	columns map[namedColumn]Cell // that were loaded
	first   []Cell               // registers of a thread at the test of a loop, while it is looked at
	threads []*thread
	steps   int             // taken by all threads
	matched bv.Value        // the lanes of the group that is looked at, as match.sync gives them
	soles   map[touch]*sole // of atomic operations, by access
	shared  [][]piece       // shared memory, by region
	access  [][]access      // who touched it
	given   [][][]piece     // parameters, by call and region; nil for any other region
	shapes  map[string]*shaped
	one     bv.Value // the bit 1
	zero    bv.Value
	void    piece   // see nothing
	at      *thread // that executes now

	// Trapped is the bit that a thread has trapped, of a machine that aborts: see [Machine.Abort].
	Trapped bv.Value
	aborts  bool
	recipes *reciprocals // of a domain that tells values apart; nil: of numbers
	// Unknown gives a byte of memory that nothing was written to, where it is read beside bytes
	// that were, of a machine that aborts. Every read gives another.
	Unknown func() bv.Value

	ranged         bool  // rows may lack a column that is loaded: what leads to a load is followed
	shapeDependent bool  // it stopped since something depends on the block's shape
	shares         bool  // threads that execute share something with others
	epochs         []int // barriers so far, by block
	warps          []int // warp barriers so far, by warp
	cluster        cluster

	// Tolerant notes a race, a member mask without a lane that executes or is read, and a barrier that threads which
	// have ended do not reach among the Musts, and goes on as hardware would. No proof may use its results.
	Tolerant bool

	// Together says that all lanes which come to activemask are there at the same time. Otherwise it is refused.
	Together bool

	// LastFirst executes the last threads first, and Abreast those of a warp side by side, where any order may be.
	LastFirst, Abreast bool

	// OneOrder is, on numbers, an access that may come before or after another one, so that results depend on the order
	// of threads: see [Machine.oneOrder]. nil: there is none.
	OneOrder *Fault

	Foreign *Foreign // not nil: the threads have to trap

	// Pause is asked where all threads wait at a barrier of the block; where it says so, the run ends with ErrPaused.
	// nil: it does not.
	Pause func() bool
}

// Launch is the shape of a block that executes, or [OneWarp], or [Block]; and how many consecutive blocks
// execute, which form a cluster where the architecture has them: 0 for one. Across is how many blocks are along x, in a
// grid of two dimensions; 0: all.
type Launch struct{ X, Y, Z, Blocks, Across int }

// Block is a block of n threads of unknown shape. The outcome holds for every shape.
func Block(n int) Launch { return Launch{X: n} }

// Flat is [Block] of two dimensions at most.
func Flat(n int) Launch { return Launch{X: n, Z: 1} }

func (l Launch) anyShape() bool { return l.X > 0 && l.Y == 0 }

func (l Launch) flat() bool { return l.anyShape() && l.Z == 1 }

// OneWarp is the launch of one warp at an unknown position in an unknown block: its threads know their lanes and no
// more.
var OneWarp = Launch{}

// Line is the launch of a block of n threads in one dimension.
func Line(n int) Launch { return Launch{X: n, Y: 1, Z: 1} }

// In is a launch of n blocks of the shape.
func (l Launch) In(n int) Launch {
	l.Blocks = n
	return l
}

// blocks is how many blocks execute.
func (l Launch) blocks() int { return max(1, l.Blocks) }

// Threads is how many threads execute.
func (l Launch) Threads() int { return l.blocks() * l.ofBlock() }

// ofBlock is how many threads a block has.
func (l Launch) ofBlock() int {
	if l == OneWarp {
		return warpSize
	}
	if l.anyShape() {
		return l.X
	}
	return l.X * l.Y * l.Z
}

// NewMachine prepares a launch of program p. The threads run the kernel once for
// each list of arguments, in the order of its parameters: one call after the
// other, with nothing between them.
func NewMachine(p *Program, d bv.Domain, l Launch, calls ...[]Arg) (*Machine, error) {
	return newMachine(p, d, l, nil, calls)
}

// NewGridMachine prepares one block of a grid that executes a kernel by itself, once.
func NewGridMachine(p *Program, d bv.Domain, l Launch, g *Grid, args []Arg) (*Machine, error) {
	return newMachine(p, d, l, g, [][]Arg{args})
}

func newMachine(p *Program, d bv.Domain, l Launch, g *Grid, calls [][]Arg) (*Machine, error) {
	m := &Machine{Dom: d, prog: p, launch: l, grid: g, calls: calls, one: d.Const(1, 1), zero: d.Const(1, 0),
		recipes: reciprocalsOf(d)}
	if err := p.launched(l); err != nil {
		return nil, err
	}
	n := len(p.regions)
	m.shared, m.access = make([][]piece, n*l.blocks()), make([][]access, n*l.blocks())
	for _, args := range calls {
		if err := m.bind(args); err != nil {
			return nil, err
		}
	}
	if g != nil {
		g.not = d.Not
		g.unknowns[g.block].hi = bigOf(maxBlock / int64(l.blocks()))
	}
	m.blank = make([]Cell, len(p.widths))
	for i, w := range p.widths {
		m.blank[i] = Cell{d.Const(w, 0), m.zero}
	}
	first, end := 0, l.Threads()
	if g != nil {
		first, end = g.First, min(g.End, end)
	}
	size := (end - first) * len(m.blank)
	if free, ok := p.slabs.Get().(*[]Cell); ok && len(*free) >= size {
		m.slab = *free
	} else {
		m.slab = make([]Cell, size)
	}
	for i := range l.Threads() {
		t := &thread{m: m, id: i, block: i / l.ofBlock(), number: i % l.ofBlock(), alive: m.zero, exited: true}
		t.warp = t.block*l.warps() + t.number/warpSize
		if i >= first && i < end {
			t.alive, t.path, t.within, t.until, t.exited = m.one, m.one, m.one, -1, false
			from, to := (i-first)*len(m.blank), (i-first+1)*len(m.blank)
			t.regs, t.local = m.slab[from:to:to], make([][]piece, n)
			copy(t.regs, m.blank)
		}
		m.threads = append(m.threads, t)
	}
	m.warps, m.epochs = make([]int, l.blocks()*l.warps()), make([]int, l.blocks())
	return m, nil
}

// Release lets another machine of the program have the memory of the registers. Then this one is of no use.
func (m *Machine) Release() {
	free := m.slab
	m.prog.slabs.Put(&free)
	m.slab, m.threads = nil, nil
}

// bind gives the buffers of a call their addresses and checks its arguments
// against the kernel's parameters.
func (m *Machine) bind(args []Arg) error {
	k := m.prog.Kernel
	if len(args) != len(k.Params) {
		return fmt.Errorf("kernel %s has %d parameters, want %d", k.Name, len(k.Params), len(args))
	}
	given := make([][]piece, len(m.prog.regions))
	for i, a := range args {
		if a.Size > 0 {
			if v := k.Params[i]; v.Size != a.Size {
				return fmt.Errorf("kernel %s: parameter %s has %d bytes, want %d", k.Name, v.Name, v.Size, a.Size)
			}
			given[m.prog.params[i].index] = a.lay()
			continue
		}
		c := Cell{a.Scalar, m.one}
		if a.Buffer != nil {
			if !slices.Contains(m.Buffers, a.Buffer) {
				m.Buffers = append(m.Buffers, a.Buffer)
				a.Buffer.open(k.Params[i].Name)
			}
			c.V = address{a.Buffer.region, true, m.Dom.Const(64, 0)}
		}
		if a.Matrix != nil {
			if !slices.ContainsFunc(args[:i], func(b Arg) bool { return b.Matrix == a.Matrix }) {
				m.open(a.Matrix)
			}
			c.V = address{a.Matrix.region, true, m.Dom.Const(64, 0)}
		}
		if a.Meet != nil {
			c.V = address{a.Meet.open(), true, m.Dom.Const(64, 0)}
		}
		bytes := c.V.Width() / 8
		if v := k.Params[i]; v.Size != bytes {
			return fmt.Errorf("kernel %s: parameter %s has %d bytes, want %d", k.Name, v.Name, v.Size, bytes)
		}
		given[m.prog.params[i].index] = make([]piece, bytes)
		lay(given[m.prog.params[i].index], 0, bytes, c)
	}
	m.given = append(m.given, given)
	return nil
}

// Run executes until every thread has ended. The error is a *Fault, or a *parse.Refusal, or wraps that of
// the context.
func (m *Machine) Run() (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case bv.Stop:
			f := m.fault(m.at, r.Why)
			f.shows = r.Shows
			err = f
		case elsewhere:
			err = parse.Refuse(m.prog.File, m.fault(m.at, r.why).Place, "%s", r.why)
		case impossible:
			err = ErrImpossible
		case expired:
			err = fmt.Errorf("%s: %w", m.prog.File, r.err)
		default:
			panic(r)
		}
	}()
	for i, bit := range m.Callers {
		t := m.threads[i]
		t.alive = bit
		if x, ok := m.Dom.Known(bit); ok && x == 0 {
			t.exited = true
		}
	}
	if m.Foreign != nil {
		return m.trapped()
	}
	for {
		m.advance()
		moved := false
		for w := range m.warps {
			moved = m.meetWarp(w) || moved
		}
		for w := range m.warps {
			moved = moved || m.split(w, nil)
		}
		if moved {
			continue
		}
		if m.meetCluster() || m.meetMbarriers() {
			continue
		}
		for b := range m.epochs {
			met, err := m.meetBlock(b)
			if err != nil {
				return err
			}
			moved = moved || met
		}
		if !moved {
			return m.finish()
		}
	}
}

// must notes that bit has to be 1, and stops at once where it never is.
func (m *Machine) must(t *thread, bit bv.Value, format string, args ...any) {
	bit = m.where(t.alive, bit)
	x, ok := m.Dom.Known(bit)
	if ok && x == 1 {
		return
	}
	why := fmt.Sprintf(format, args...)
	if ok && !m.Tolerant {
		m.at = t
		panic(bv.Stop{Why: why, Shows: true})
	}
	m.Musts = append(m.Musts, Must{m.prog.instrs[t.pc].Place, t.id, why, bit})
}

// meetBlock lets a barrier of block b go, when every thread waits at the same one.
func (m *Machine) meetBlock(b int) (met bool, err error) {
	var first *thread
	var gone *thread
	n := m.launch.ofBlock()
	threads := m.threads[b*n : (b+1)*n]
	for _, t := range threads {
		switch {
		case t.exited:
			gone = t
		case m.prog.instrs[t.pc].form.sync.ofCluster() || m.prog.instrs[t.pc].form.sync == mbarrierWait: // see meetCluster
			return false, nil
		case first == nil:
			first = t
		}
	}
	if first == nil {
		return false, nil
	}
	if m.launch == OneWarp && m.prog.instrs[first.pc].form.sync == blockSync {
		return false, m.fault(first, "a barrier of the block in a function of a warp: other warps need not come")
	}
	for _, t := range threads {
		if t.exited {
			continue
		}
		in := &m.prog.instrs[t.pc]
		if in.form.sync == warpSync {
			return false, m.stuck(t)
		}
		if t.alive != m.one {
			return false, m.fault(t,
				"a barrier of the block, which a thread may not reach that has ended where the mask says so")
		}
		if t.pc != first.pc {
			return false, m.fault(t, fmt.Sprintf("divergent barrier: thread %d waits at %s", first.id,
				m.prog.instrs[first.pc].Place))
		}
	}
	if gone != nil && m.Tolerant {
		m.must(first, m.zero, "barrier that thread %d never reaches: it has ended", gone.id)
	} else if gone != nil {
		return false, m.fault(first, fmt.Sprintf("barrier that thread %d never reaches: it has ended", gone.id))
	}
	if m.Pause != nil && m.Pause() {
		return false, ErrPaused
	}
	m.epochs[b]++
	m.votes(threads, first)
	for _, t := range threads {
		if !t.exited {
			t.waits = false
			t.pc++
		}
	}
	return true, nil
}
