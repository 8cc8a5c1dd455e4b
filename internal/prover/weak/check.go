package weak

import (
	"github.com/shflgen/shflgen/internal/prover/ptx/parse"
	"github.com/shflgen/shflgen/spec"
)

// Check checks a kernel of an array for launches of some blocks on an array of so many chunks. The
// parameters are the arrays, n, out and workspace. Functions that are known to touch no memory, such as a user's
// map, stay calls.
func Check(s spec.Spec, module *parse.Module, k *parse.Kernel, stays func(callee string) bool, blocks,
	chunks int) error {
	p, err := load(module, k, stays)
	if err != nil {
		return err
	}
	o, size := s.GridOrder(), s.InType().Bits()/8
	n := chunks * o.Rounds * o.Accumulators()
	chunk := o.Rounds * o.Accumulators()
	if chunks == 1 {
		n, chunk = o.Accumulators(), o.Alone*o.Accumulators()
	} else if chunks*o.Rounds <= o.Alone {
		return faultAt(0, "%d chunks: an array of so many rounds is one", chunks)
	}
	c := config{
		Blocks: blocks, Chunks: chunks, threads: o.Threads, bytes: uint64(n * size), chunk: uint64(chunk * size),
	}
	arrays := "in"
	for i, p := range s.Shape().In {
		c.params = append(c.params, inAt+uint64(i)*nextArray)
		if p.Role.Input() {
			arrays = "an array for each input of the map"
		}
	}
	c.params = append(c.params, uint64(n))
	outs := s.Shape().Out
	for i := range outs {
		c.params = append(c.params, outAt+uint64(i)*nextArray)
	}
	c.params = append(c.params, workspaceAt)
	if len(k.Params) != len(c.params) {
		return faultAt(0, "%d parameters: want %s, n, %d results and workspace", len(k.Params), arrays, len(outs))
	}
	c.initially = func(uint64) value { return constant(0) }
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
	if err := races(x.stores()); err != nil {
		return err
	}
	stores := map[uint64]int{} // of each byte of the result
	for _, e := range x.stores() {
		for i := range uint64(e.size) {
			stores[e.at+i-outAt]++
		}
		collected |= e.new.chunks
	}
	for k, port := range r.results {
		for _, l := range port.Leaves() {
			for i := range l.Type.Bits() / 8 {
				if n := stores[uint64(k)*nextArray+uint64(l.Offset+i)]; n != 1 {
					return faultAt(0, "%d stores of the result%s, want one", n, l.Path)
				}
			}
		}
	}
	if collected != 1<<m.config.Chunks-1 {
		return faultAt(0, "chunks %v are in the result, want %d", list(collected), m.config.Chunks)
	}
	return x.leaves(func(at uint64) (value, string) { return constant(0), "the workspace is not zero at the end" })
}
