package weak

import (
	"fmt"

	"github.com/shflgen/shflgen/internal/prover/ptx/exec"
	"github.com/shflgen/shflgen/spec"
)

// Fault is what is wrong with a kernel, or cannot be followed.
type Fault struct {
	Line int
	Why  string
}

// Error is the fault in one line.
func (f *Fault) Error() string {
	if f.Line == 0 {
		return f.Why
	}
	return fmt.Sprintf("line %d: %s", f.Line, f.Why)
}

func faultAt(line int, format string, args ...any) error {
	return &Fault{line, fmt.Sprintf(format, args...)}
}

// Check checks a kernel of an array for launches of some blocks on an array of so many chunks. The parameters are the
// arrays, n, out and workspace.
func Check(s spec.Spec, p *exec.Program, blocks, chunks int) error {
	o := s.GridOrder()
	n := chunks * o.Rounds * o.Accumulators()
	chunk := o.Rounds * o.Accumulators()
	if chunks == 1 {
		n, chunk = o.Accumulators(), o.Alone*o.Accumulators()
	} else if chunks*o.Rounds <= o.Alone {
		return faultAt(0, "%d chunks: an array of so many rounds is one", chunks)
	}
	c := config{Blocks: blocks, Chunks: chunks, threads: o.Threads, elements: uint64(n), chunk: chunk,
		initially: func(int) value { return constant(64, 0) }}
	for _, port := range s.Shape().In {
		c.input(port.Bits / 8)
	}
	outs := s.Shape().Out
	for _, port := range outs {
		align, size := port.Bits/8, port.Bits/8
		if port.Elem != nil {
			align, size = port.Elem.Align(), port.Elem.Size()
		}
		c.output(align, size)
	}
	return check(c, p, reduction{outs})
}

// reduction is what has to hold of launches of the kernel of a reduction.
type reduction struct{ results []spec.Port }

// holds checks an execution of all blocks.
func (r reduction) holds(m *model, x *execution) error {
	var collected uint64
	for _, e := range x.events {
		if e.reads && e.old.chunks != 0 {
			if own := list(e.old.chunks); len(own) != 1 || own[0] != e.thread {
				return faultAt(e.line, "thread %d gets the result of chunks %v", e.thread, own)
			}
			collected |= e.old.chunks
		}
	}
	stored := map[resultByte]int{}
	for _, t := range x.chosen {
		for _, b := range t.stores.bytes {
			stored[b]++
		}
		collected |= t.stores.chunks
	}
	for k, port := range r.results {
		for _, l := range port.Leaves() {
			for i := range l.Type.Bits() / 8 {
				if n := stored[resultByte{k, l.Offset + i}]; n != 1 {
					return faultAt(0, "%d stores of the result%s, want one", n, l.Path)
				}
			}
		}
	}
	if collected != 1<<m.config.Chunks-1 {
		return faultAt(0, "chunks %v are in the result, want %d", list(collected), m.config.Chunks)
	}
	return x.leaves(func(int) (value, string) { return constant(64, 0), "the workspace is not zero at the end" })
}
