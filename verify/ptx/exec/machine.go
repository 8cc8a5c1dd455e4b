package exec

import (
	"fmt"

	"github.com/shflgen/shflgen"
)

// maxSteps bounds what one thread may execute: emitted code has no loops but a
// few counted ones, and a proof must end.
const maxSteps = 200_000

// Must is a bit that the code needs to be 1 on every input and mask.
type Must struct {
	Line int
	Lane int
	Why  string
	Bit  Value
}

// Fault is the end of an execution that went wrong: what the thread did has no
// meaning, or none that the executor knows.
type Fault struct {
	File   string
	Line   int
	Thread int
	Opcode string
	Why    string
}

// Error is the fault in one line.
func (f *Fault) Error() string {
	return fmt.Sprintf("%s:%d: thread %d: %s: %s", f.File, f.Line, f.Thread, f.Opcode, f.Why)
}

// Machine is one block of threads that executes a program.
type Machine struct {
	Dom     Domain
	Buffers []*Buffer
	Musts   []Must

	prog    *Program
	args    []Arg
	threads []*thread
	shared  map[uint64]*place
	one     Value // the bit 1
	zero    Value
	at      *thread // that executes now
	epoch   int     // block barriers so far
	warps   []int   // warp barriers so far
}

// Arg is the value of a kernel's parameter: a scalar, or a pointer to Buffer.
type Arg struct {
	Scalar Value
	Buffer *Buffer
}

// NewMachine prepares a block of threads for program p with arguments in the
// order of its parameters.
func NewMachine(p *Program, d Domain, threads int, args []Arg) (*Machine, error) {
	m := &Machine{Dom: d, prog: p, args: args, shared: map[uint64]*place{}, one: d.Const(1, 1), zero: d.Const(1, 0)}
	if len(args) != len(p.Kernel.Params) {
		return nil, fmt.Errorf("kernel %s has %d parameters, want %d", p.Kernel.Name, len(p.Kernel.Params), len(args))
	}
	for i, a := range args {
		bits := 64
		if a.Buffer != nil {
			m.Buffers = append(m.Buffers, a.Buffer)
			a.Buffer.base = uint64(len(m.Buffers)) << 32
		} else {
			bits = a.Scalar.Width()
		}
		if v := p.Kernel.Params[i]; v.Size*8 != bits {
			return nil, fmt.Errorf("kernel %s: parameter %s has %d bytes, want %d", p.Kernel.Name, v.Name, v.Size, bits/8)
		}
	}
	blank := make([]Cell, len(p.widths))
	for i, w := range p.widths {
		blank[i] = Cell{d.Const(w, 0), m.zero}
	}
	for i := range threads {
		t := &thread{m: m, id: i, regs: append([]Cell(nil), blank...)}
		m.threads = append(m.threads, t)
	}
	m.warps = make([]int, (threads+shflgen.WarpSize-1)/shflgen.WarpSize)
	return m, nil
}

// Run executes until every thread has ended. The error is a *Fault.
func (m *Machine) Run() (err error) {
	defer func() {
		if r := recover(); r != nil {
			s, ok := r.(Stop)
			if !ok {
				panic(r)
			}
			err = m.fault(m.at, s.Why)
		}
	}()
	for {
		for _, t := range m.threads {
			for n := 0; !t.exited && !t.waits && t.step(); n++ {
				if n == maxSteps {
					return m.fault(t, fmt.Sprintf("more than %d steps", maxSteps))
				}
			}
		}
		moved := false
		for w := range m.warps {
			moved = m.meetWarp(w) || moved
		}
		if moved {
			continue
		}
		done, err := m.meetBlock()
		if done || err != nil {
			return err
		}
	}
}

func (m *Machine) fault(t *thread, why string) *Fault {
	f := &Fault{File: m.prog.file, Why: why}
	if t != nil {
		f.Thread = t.id
		if t.pc < len(m.prog.instrs) {
			f.Line, f.Opcode = m.prog.instrs[t.pc].line, m.prog.instrs[t.pc].opcode
		}
	}
	return f
}

// and is the conjunction of two bits, most often both known to be 1.
func (m *Machine) and(a, b Value) Value {
	if a == m.one || b == m.zero {
		return b
	}
	if b == m.one || a == m.zero {
		return a
	}
	return m.Dom.Int(And, a, b)
}

// must notes that bit has to be 1, and stops at once where it never is.
func (m *Machine) must(t *thread, bit Value, format string, args ...any) {
	x, ok := m.Dom.Known(bit)
	if ok && x == 1 {
		return
	}
	why := fmt.Sprintf(format, args...)
	if ok {
		m.at = t
		panic(Stop{why})
	}
	m.Musts = append(m.Musts, Must{m.prog.instrs[t.pc].line, t.id, why, bit})
}

// meetBlock lets a block barrier go, when every thread waits at the same one.
func (m *Machine) meetBlock() (done bool, err error) {
	var first *thread
	var gone *thread
	for _, t := range m.threads {
		switch {
		case t.exited:
			gone = t
		case first == nil:
			first = t
		}
	}
	if first == nil {
		return true, nil
	}
	for _, t := range m.threads {
		if t.exited {
			continue
		}
		in := m.prog.instrs[t.pc]
		if in.form.sync == warpSync {
			return false, m.fault(t, m.stuck(t))
		}
		if t.pc != first.pc {
			return false, m.fault(t, fmt.Sprintf("divergent barrier: thread %d waits at line %d", first.id, m.prog.instrs[first.pc].line))
		}
	}
	if gone != nil {
		return false, m.fault(first, fmt.Sprintf("barrier that thread %d never reaches: it has ended", gone.id))
	}
	m.epoch++
	for _, t := range m.threads {
		t.waits = false
		t.pc++
	}
	return false, nil
}
