package ptxsim

import "fmt"

const warpSize = 32

// Fault is an execution that PTX leaves undefined, or that never ends.
type Fault struct {
	Line, Thread int
	Why          string
}

// Error gives the place and the reason.
func (f *Fault) Error() string {
	return fmt.Sprintf("line %d: thread %d: %s", f.Line, f.Thread, f.Why)
}

// Status of a thread.
const (
	running byte = iota
	waiting
	exited
)

// thread is one thread of the block.
type thread struct {
	m      *machine
	r      []uint64 // slots of the function that runs
	fn     *function
	pc     int
	id     int // in the block
	lane   int
	warp   int
	tid    [3]uint32
	status byte
	carry  uint64 // CC.CF
	steps  int
	frames []frame
	memory []*allocation // of the function that runs: .local and .param
	local  []*allocation // all that live in .local and .param space
	next   uint64        // where the next of them begins

	// Its contribution to a meeting.
	mask uint32
	arg  [3]uint64
}

// frame is a caller that waits for its callee.
type frame struct {
	r      []uint64
	fn     *function
	pc     int
	memory []*allocation
	live   int    // length of thread.local
	back   func() // copies results
}

func (t *thread) fault(format string, args ...any) {
	line := 0
	if t.pc > 0 && t.pc <= len(t.fn.code) {
		line = t.fn.code[t.pc-1].line
	}
	panic(&Fault{line, t.id, fmt.Sprintf(format, args...)})
}

// random is SplitMix64.
type random uint64

func (s *random) next() uint64 {
	*s += 0x9e3779b97f4a7c15
	z := uint64(*s)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Seeds of the two runs in which all that is undefined is 0, or has every bit set. A
// value of one bit differs between them.
const (
	SeedZeros uint64 = iota
	SeedOnes
)

// junk is a value that PTX leaves undefined. Besides random bits it is 0, ones or a
// number of a few bits, such as a lane's, as registers often hold.
func (m *machine) junk() uint64 {
	switch m.seed {
	case SeedZeros:
		return 0
	case SeedOnes:
		return ^uint64(0)
	}
	x := m.rng.next()
	switch x >> 61 {
	case 0:
		return 0
	case 1:
		return ^uint64(0)
	case 2:
		return x & 0xff
	case 4:
		return x & 31
	case 3:
		return (x & 0xffff) * 0x0001_0001_0001_0001 // a number of half a register
	}
	return x
}

// Launch is the shape of the block.
type Launch struct{ X, Y, Z int }

// Arg is an argument of the kernel: a number, or the address of a buffer.
type Arg struct {
	Scalar uint64
	Buffer *Buffer
}

// Buffer is global memory that the host owns.
type Buffer struct {
	Data     []byte
	ReadOnly bool // a store faults
}

// machine is one run.
type machine struct {
	p       *Program
	launch  Launch
	rng     random
	seed    uint64
	threads []*thread
	global  []*allocation
	shared  []*allocation
	params  []*allocation
	windows [param + 1]uint64 // where each space begins among generic addresses
	block   [3]uint32         // %ctaid
	grid    [3]uint32         // %nctaid
	start   uint64            // where .local and .param variables begin
}

// Steps is how many instructions a thread may execute.
const Steps = 1 << 20

// Run executes the kernel once. The seed chooses what PTX leaves open. The error
// is a *Fault, or says that the arguments do not fit.
func (p *Program) Run(l Launch, args []Arg, seed uint64) (err error) {
	defer func() {
		if x := recover(); x != nil {
			f, ok := x.(*Fault)
			if !ok {
				panic(x)
			}
			err = f
		}
	}()
	if len(args) != len(p.kernel.params) {
		return fmt.Errorf("%d arguments for %d parameters", len(args), len(p.kernel.params))
	}
	if want := p.kernel.reqntid; want[0] != 0 && want != [3]int{l.X, l.Y, l.Z} {
		return fmt.Errorf("a block of %dx%dx%d for .reqntid %dx%dx%d", l.X, l.Y, l.Z, want[0], want[1], want[2])
	}
	if most := p.kernel.maxntid; most != 0 && l.X*l.Y*l.Z > most {
		return fmt.Errorf("a block of %d threads for .maxntid %d", l.X*l.Y*l.Z, most)
	}
	m := &machine{p: p, launch: l, rng: random(seed), seed: seed}
	if err := m.place(args); err != nil {
		return err
	}
	for i := range l.X * l.Y * l.Z {
		t := &thread{m: m, id: i, lane: i % warpSize, warp: i / warpSize,
			tid: [3]uint32{uint32(i % l.X), uint32(i / l.X % l.Y), uint32(i / l.X / l.Y)}}
		t.next = m.start
		t.enter(p.kernel)
		m.threads = append(m.threads, t)
	}
	m.run()
	return nil
}

// enter makes the registers and the frame of a function, filled with junk.
func (t *thread) enter(f *function) {
	t.fn, t.pc = f, 0
	t.r = make([]uint64, len(f.widths))
	for i := range t.r {
		t.r[i] = t.m.junk() & ones(int(f.widths[i]))
	}
	for _, c := range f.consts {
		t.r[c.slot] = c.value
	}
	for _, s := range f.special {
		t.r[s.slot] = s.of(t)
	}
	t.memory = nil
	for i, v := range f.frame {
		if f.kernel && i < len(f.params) {
			t.memory = append(t.memory, t.m.params[i])
			continue
		}
		a := t.m.allocate(v, t.next)
		t.next += uint64(v.size+15)&^15 + 64
		t.memory = append(t.memory, a)
		t.local = append(t.local, a)
	}
	for _, a := range f.address {
		t.r[a.slot] = t.addressOf(a.v)
	}
}

// leave returns from a function ("ret").
func leave(t *thread) {
	n := len(t.frames)
	if n == 0 {
		t.status = exited
		return
	}
	f := t.frames[n-1]
	f.back()
	t.r, t.fn, t.pc, t.memory = f.r, f.fn, f.pc, f.memory
	t.local = t.local[:f.live]
	t.frames = t.frames[:n-1]
}

// run lets threads run, in an order that the seed chooses, and settles their
// meetings, until all have exited.
func (m *machine) run() {
	order := make([]int, len(m.threads))
	for i := range order {
		order[i] = i
	}
	for {
		for i := len(order) - 1; i > 0; i-- {
			j := int(m.rng.next() % uint64(i+1))
			order[i], order[j] = order[j], order[i]
		}
		for _, i := range order {
			m.threads[i].run()
		}
		if !m.meet() {
			return
		}
	}
}

// run executes the thread until it waits or ends.
func (t *thread) run() {
	for t.status == running {
		if t.steps++; t.steps > Steps {
			t.fault("more than %d instructions", Steps)
		}
		in := &t.fn.code[t.pc]
		t.pc++
		if in.guard >= 0 && (t.r[in.guard] != 0) == in.neg {
			continue
		}
		in.do(t)
	}
}
