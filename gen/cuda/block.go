package cuda

import (
	"fmt"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/gen/network"
)

// blockContract says what a block function needs and how it is safe.
func blockContract(s shflgen.Spec) []string {
	lines := []string{
		fmt.Sprintf("All %d threads of the block must make the call; the block may have 1, 2 or 3 dimensions.", s.Block),
	}
	if !s.All && s.Block > 1 {
		lines = append(lines, "What the other threads get is unspecified.")
	}
	if s.MaskWords() > 1 {
		lines = append(lines, "No thread returns early, both barriers are reached by all, and the second one makes",
			"the next call safe: it may follow at once.")
	}
	return lines
}

// blockSteps are the steps of a block function: each warp by shuffles, then the
// warps' results through shared memory.
func (p *printer) blockSteps() ([]step, error) {
	warps := p.spec.MaskWords()
	last := p.spec.Block % shflgen.WarpSize // threads of a short last warp
	switch {
	case last == 0:
	case warps == 1:
		p.threads = fmt.Sprintf("0x%08xu", uint32(1)<<last-1)
	default:
		p.threads = "threads"
	}
	var steps []step
	for _, s := range p.net.Steps {
		if shared := p.net.SharedNode(); shared != nil && p.names[shared.Expr.(network.Shared).X] != "" {
			break // the rest combines warps
		}
		lines, err := p.lines(s.Nodes)
		if err != nil {
			return nil, err
		}
		if lines != nil {
			steps = append(steps, step{Title: s.Title, Lines: lines})
		}
	}
	if warps == 1 {
		value, err := p.element(p.net.Result())
		if err != nil {
			return nil, err
		}
		steps = append(steps, step{Title: "The result.", Lines: []string{fmt.Sprintf("return %s;", value)}})
	} else {
		across, err := p.acrossWarps(warps)
		if err != nil {
			return nil, err
		}
		steps = append(steps, across...)
	}
	steps, err := p.withIdentity(steps)
	if err != nil {
		return nil, err
	}
	if where := p.whereLines(warps, last); where != nil {
		steps = append([]step{{Title: "The thread, by its number in the block, its warp and its lane.", Lines: where}}, steps...)
	}
	return steps, nil
}

// whereLines define the thread's number and what follows from it.
func (p *printer) whereLines(warps, last int) []string {
	if warps == 1 && !p.usesLane {
		return nil
	}
	lines := []string{
		"unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);",
	}
	if warps > 1 {
		lines = append(lines, "unsigned warp = thread / 32u;")
	}
	if warps > 1 || p.usesLane {
		lines = append(lines, "unsigned lane = thread % 32u;")
	}
	if p.threads == "threads" {
		lines = append(lines, fmt.Sprintf("unsigned threads = warp == %du ? 0x%08xu : 0xffffffffu; // that exist in the warp",
			warps-1, uint32(1)<<last-1))
	}
	return lines
}

// blockCondition is a condition of the stage within warps: that a lane has
// another one d further on. A short last warp among others has fewer.
func (p *printer) blockCondition(n *network.Node) (string, error) {
	set, ok := n.Expr.(network.InLanes)
	if !ok {
		return p.condition(n)
	}
	p.usesLane = true
	everywhere := network.LanesWhere(p.count, func(int) bool { return true })
	for _, care := range []network.Lanes{everywhere, p.demand[n]} {
		for d := 1; d < shflgen.WarpSize; d++ {
			switch {
			case agree(set.Set, care, func(i int) bool { return i%shflgen.WarpSize+d < min(shflgen.WarpSize, p.count) }):
				return fmt.Sprintf("(lane < %du)", min(shflgen.WarpSize, p.count)-d), nil
			case agree(set.Set, care, func(i int) bool { return i%shflgen.WarpSize+d < shflgen.WarpSize && i+d < p.count }):
				return fmt.Sprintf("((threads >> lane >> %d & 1u) != 0u)", d), nil
			}
		}
	}
	return "", fmt.Errorf("cuda: node %d is no condition of a block", n.ID)
}

// acrossWarps combines the warps' results: the first lane of each warp leaves
// its own in shared memory, and thread 0 (-all: every thread) reads them all.
func (p *printer) acrossWarps(warps int) ([]step, error) {
	shared := p.net.SharedNode()
	partial := p.names[shared.Expr.(network.Shared).X]
	a := &across{printer: p, shared: shared, memo: map[acrossKey]string{}}
	result, err := a.value(p.net.Result(), 0)
	if err != nil {
		return nil, err
	}
	steps := []step{{Title: "The first lane of each warp leaves its warp's result for all to read.", Lines: []string{
		fmt.Sprintf("__shared__ %s partial[%d];", p.ctype.name, warps),
		"if (lane == 0u)",
		fmt.Sprintf("    partial[warp] = %s;", partial),
		"__syncthreads();",
	}}}
	if p.spec.All {
		steps = append(steps,
			step{Title: "Every thread combines the warps' results.", Lines: a.lines},
			step{Title: "No thread writes the next call's results before all have read these.", Lines: []string{"__syncthreads();", fmt.Sprintf("return %s;", result)}})
		return steps, nil
	}
	lines := []string{fmt.Sprintf("%s all = %s;", p.ctype.name, partial), "if (thread == 0u) {"}
	for _, l := range a.lines {
		lines = append(lines, "    "+l)
	}
	lines = append(lines, fmt.Sprintf("    all = %s;", result), "}")
	return append(steps,
		step{Title: "Thread 0 combines the warps' results.", Lines: lines},
		step{Title: "No thread writes the next call's results before thread 0 has read these.", Lines: []string{"__syncthreads();", "return all;"}}), nil
}

// across computes the steps that combine warps in one thread: the value of a
// node in the first thread of a warp, from the warps' partial results.
type across struct {
	*printer
	shared *network.Node // what the warps leave
	memo   map[acrossKey]string
	lines  []string
}

type acrossKey struct {
	node *network.Node
	at   int // thread
}

func (a *across) value(n *network.Node, at int) (string, error) {
	key := acrossKey{n, at}
	if name, ok := a.memo[key]; ok {
		return name, nil
	}
	name, err := a.compute(n, at)
	a.memo[key] = name
	return name, err
}

func (a *across) compute(n *network.Node, at int) (string, error) {
	if n == a.shared {
		name := fmt.Sprintf("warp%d", at/shflgen.WarpSize)
		a.lines = append(a.lines, fmt.Sprintf("%s %s = partial[%d];", a.ctype.name, name, at/shflgen.WarpSize))
		return name, nil
	}
	switch e := n.Expr.(type) {
	case network.Shuffle:
		source, ok := e.By.Source(at)
		if !ok {
			return "", fmt.Errorf("cuda: thread %d reads out of range", at)
		}
		return a.value(e.X, source)
	case network.Select:
		set, ok := e.If.Expr.(network.InLanes)
		if !ok {
			return "", fmt.Errorf("cuda: unexpected condition %T across warps", e.If.Expr)
		}
		if set.Set.Has(at) {
			return a.value(e.Then, at)
		}
		return a.value(e.Else, at)
	case network.Combine:
		x, err := a.value(e.Left, at)
		if err != nil {
			return "", err
		}
		y, err := a.value(e.Right, at)
		if err != nil {
			return "", err
		}
		name := fmt.Sprintf("x%d", a.made)
		a.made++
		a.lines = append(a.lines, fmt.Sprintf("%s %s = %s;", a.ctype.name, name, fmt.Sprintf(a.op, x, y)))
		return name, nil
	}
	return "", fmt.Errorf("cuda: unexpected node %T across warps", n.Expr)
}
