package cuda

import (
	"fmt"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/gen/network"
)

// block prints a function that a block calls: each warp reduces by shuffles, then the
// warps' results are combined through shared memory.
type block struct {
	*printer
	warps  int
	last   int           // threads of a short last warp, 0 if it is none
	shared *network.Node // what the warps leave in shared memory, nil if there is one warp
}

func newBlock(p *printer) *block {
	b := &block{printer: p, warps: p.shape.MaskWords(), last: p.shape.Lanes % shflgen.WarpSize, shared: p.net.SharedNode()}
	switch {
	case b.last == 0:
	case b.warps == 1:
		p.threads = func() expr { return hex(8, lanes(b.last)) }
	default:
		p.threads = func() expr { return name("threads") }
	}
	return b
}

// partial is the node of a warp's own result.
func (b *block) partial() *network.Node { return b.shared.Expr.(network.Shared).X }

func (b *block) steps() []step {
	var steps []step
	for _, s := range b.net.Steps {
		if b.shared != nil {
			if _, done := b.names[b.partial()]; done {
				break // the rest combines warps
			}
		}
		if lines := b.lines(s.Nodes); lines != nil {
			steps = append(steps, step{Title: s.Title, Lines: lines})
		}
	}
	if b.shared == nil {
		steps = append(steps, step{Title: "The result.", Lines: []string{fmt.Sprintf("return %s;", b.element(b.net.Result()))}})
	} else {
		steps = append(steps, b.acrossWarps()...)
	}
	steps = b.withIdentity(steps)
	if where := b.whereLines(); where != nil {
		steps = append([]step{{Title: "The thread, by its number in the block, its warp and its lane.", Lines: where}}, steps...)
	}
	return steps
}

// whereLines define the thread's number and what follows from it.
func (b *block) whereLines() []string {
	if b.warps == 1 && !b.at.usesLane {
		return nil
	}
	lines := []string{
		"unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);",
	}
	if b.warps > 1 {
		lines = append(lines, "unsigned warp = thread / 32u;")
	}
	lines = append(lines, "unsigned lane = thread % 32u;")
	if b.warps > 1 && b.last > 0 {
		threads := name("warp").equal(number(b.warps-1)).choose(hex(8, 1<<b.last-1), everyone)
		lines = append(lines, fmt.Sprintf("unsigned threads = %s; // that exist in the warp", threads))
	}
	return lines
}

// acrossWarps combines the warps' results: the first lane of each warp leaves
// its own in shared memory, and thread 0 (-all: every thread) reads them all.
func (b *block) acrossWarps() []step {
	partial := b.element(b.partial())
	a := &across{block: b, memo: map[acrossKey]expr{}}
	result := a.value(b.net.Result(), 0)
	typ := b.ctype.name
	steps := []step{{Title: "The first lane of each warp leaves its warp's result for all to read.", Lines: []string{
		fmt.Sprintf("__shared__ %s partial[%d];", typ, b.warps),
		"if (lane == 0u)",
		fmt.Sprintf("    partial[warp] = %s;", partial),
		"__syncthreads();",
	}}}
	if b.spec.EveryLane() {
		return append(steps,
			step{Title: "Every thread combines the warps' results.", Lines: a.lines},
			step{Title: "No thread writes the next call's results before all have read these.", Lines: []string{"__syncthreads();", fmt.Sprintf("return %s;", result)}})
	}
	lines := []string{fmt.Sprintf("%s all = %s;", typ, partial), "if (thread == 0u) {"}
	for _, l := range a.lines {
		lines = append(lines, "    "+l)
	}
	lines = append(lines, fmt.Sprintf("    all = %s;", result), "}")
	return append(steps,
		step{Title: "Thread 0 combines the warps' results.", Lines: lines},
		step{Title: "No thread writes the next call's results before thread 0 has read these.", Lines: []string{"__syncthreads();", "return all;"}})
}

// across computes the steps that combine warps in one thread: the value of a
// node in the first thread of a warp, from the warps' results.
type across struct {
	*block
	memo  map[acrossKey]expr
	lines []string
}

type acrossKey struct {
	node *network.Node
	at   int // thread
}

func (a *across) value(n *network.Node, at int) expr {
	key := acrossKey{n, at}
	e, ok := a.memo[key]
	if !ok {
		e = a.compute(n, at)
		a.memo[key] = e
	}
	return e
}

// define is a new local.
func (a *across) define(local string, e expr) expr {
	a.lines = append(a.lines, fmt.Sprintf("%s %s = %s;", a.ctype.name, local, e))
	return name(local)
}

func (a *across) compute(n *network.Node, at int) expr {
	if n == a.shared {
		warp := at / shflgen.WarpSize
		return a.define(fmt.Sprintf("warp%d", warp), name("partial").entry(warp))
	}
	switch e := n.Expr.(type) {
	case network.Shuffle:
		source, ok := e.By.Source(at)
		if !ok {
			a.report("thread %d reads out of range", at)
		}
		return a.value(e.X, source)
	case network.Select:
		set, ok := e.If.Expr.(network.InLanes)
		switch {
		case !ok:
			a.report("unexpected condition %T across warps", e.If.Expr)
			return expr{}
		case set.Set.Has(at):
			return a.value(e.Then, at)
		}
		return a.value(e.Else, at)
	case network.Combine:
		both := a.op(a.value(e.Left, at), a.value(e.Right, at))
		a.combines, a.made = true, a.made+1
		return a.define(fmt.Sprintf("x%d", a.made-1), both)
	}
	a.report("unexpected node %T across warps", n.Expr)
	return expr{}
}
