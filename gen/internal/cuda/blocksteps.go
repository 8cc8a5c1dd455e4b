package cuda

import (
	"fmt"

	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/spec"
)

func (b *block) steps() []step {
	if b.shape.HasIndex() && b.shape.Lanes == 1 {
		return []step{b.onlyWinner()}
	}
	for _, s := range b.net.Steps {
		b.needs = append(b.needs, s.Nodes...)
	}
	for _, s := range b.net.Steps {
		b.step(s)
	}
	b.ends()
	steps := b.withIdentity(append(b.registers.steps(b.printer), b.printed...))
	if where := b.whereLines(); where != nil {
		title := "The thread, by its number in the block, its warp and its lane."
		if b.rakes && !b.scansByWarps() {
			title = "The thread, by its number in the block."
		}
		steps = append([]step{{Title: title, Lines: where}}, steps...)
	}
	return steps
}

// ends prints what is left, and the last step. The result of a block that ends with a barrier is returned behind it.
func (b *block) ends() {
	if b.group != nil {
		b.close(b.firstThreads(warpSize), held(b.net.Result()))
	}
	_, barrier := held(b.net.Result()).Expr.(network.Barrier)
	switch {
	case b.left:
	case b.shape.HasIndex():
		b.printed = append(b.printed, b.winnerReturned())
	case !b.shape.Array() && !b.leaves && b.scans == 0 && (barrier || b.rakes || b.twice):
		last := &b.printed[len(b.printed)-1]
		last.Lines = append(last.Lines, b.returned().Lines...)
	default:
		b.printed = append(b.printed, b.returned())
	}
}

// step prints a step of the network.
func (b *block) step(s network.Step) {
	if s.Aside {
		b.needs, b.now = b.needs[len(s.Nodes):], b.lines(s.Nodes)
		b.flush(s.Title)
		return
	}
	few, combined, other := b.few, (*network.Node)(nil), b.own
	for _, n := range s.Nodes {
		b.needs = b.needs[1:]
		if b.memory(s.Title, n) {
			continue
		}
		if choice, ok := n.Expr.(network.Select); ok && few > 0 {
			b.names[n], other = b.element(choice.Then), b.element(choice.Else)
		} else {
			b.alone = b.alone || b.rakesAlone() && !b.own.none()
			b.now = append(b.now, b.lines([]*network.Node{n})...)
		}
		combined = n
	}
	loaded := b.loads && !b.spec.EveryLane()
	b.loads = false
	if b.now == nil {
		return
	}
	b.flush(s.Title)
	switch {
	case few > 0 && combined != nil:
		b.group = []step{{Title: b.group[0].Title, Lines: b.whereRead(combined, other)}}
		b.few = 0
	case loaded: // where thread 0 alone gets the results, it alone loads and combines what the warps have stored
		last := &b.printed[len(b.printed)-1]
		b.group, b.printed = []step{*last}, b.printed[:len(b.printed)-1]
		b.close(thread0, s.Nodes[len(s.Nodes)-1])
	}
}

// rakesAlone reports whether the first warp rakes, and up to the next barrier alone runs what comes behind the first.
func (b *block) rakesAlone() bool { return b.rakes && !b.leaves && b.scans == 0 }

// flush ends the statements of a step so far.
func (b *block) flush(title string) {
	if made := (step{Title: title, Lines: b.now}); b.now == nil {
		return
	} else if b.alone {
		b.group = append(b.group, made)
	} else {
		b.printed = append(b.printed, made)
	}
	b.now = nil
}

// memory prints a node that has to do with shared memory, or with a winner; false if it is no such node.
func (b *block) memory(title string, n *network.Node) bool {
	add := func(lines ...string) { b.now = append(b.now, lines...) }
	switch e := n.Expr.(type) {
	case network.Store:
		b.stores(title, n, e)
	case network.Barrier:
		if !e.OfWarp {
			b.barrier(title, n, e)
			break
		}
		b.alone = b.alone || b.rakesAlone()
		if network.SortOf(n) == network.Element { // which keeps its name
			b.names[n] = b.element(e.X)
		}
		add("__syncwarp();")
	case network.Load:
		add(b.loadLines(n, e)...)
	case network.WinnerLane:
		add(b.firstOfWarp(e)...)
	case network.WinnerOfWarps:
		add(b.leastWinner(e)...)
	case network.WinnerOfPiece:
		add(b.firstOfPiece(e)...)
	default:
		return false
	}
	return true
}

// barrier prints a barrier of the block. Some threads alone run nothing behind it.
func (b *block) barrier(title string, n *network.Node, e network.Barrier) {
	stored, isStore := e.X.Expr.(network.Store)
	switch {
	case !b.alone || n == b.early:
	case b.leaves && isStore && b.scans == 0:
		b.flush(title)
		b.closeRaking(stored)
		return
	case b.scans > 0: // up to what they leave, more steps are theirs
		b.flush(title)
		b.closeScan()
		b.alone = true
	case b.shape.HasIndex() && b.rakes:
		b.close(b.together(warpSize), e.X, "unsigned first = thread;")
	case b.rakes:
		b.close(b.firstThreads(warpSize), e.X)
	default:
		b.close("warp == 0u", e.X)
	}
	b.names[n] = b.names[e.X]
	if b.scans > 0 && b.now == nil { // behind the step before
		last := &b.printed[len(b.printed)-1]
		last.Lines = append(last.Lines, "__syncthreads();")
		return
	}
	b.now = append(b.now, "__syncthreads();")
}

// close ends the statements of some threads alone. They leave result in the local all, which every other thread has as
// well, with a value of its own; in a function of registers the results in these.
func (b *block) close(who string, result *network.Node, defines ...string) {
	if b.group == nil {
		return
	}
	lines := together(b.group)
	if b.shape.Array() {
		b.left = true
		lines = ofThreads(who, append(lines, b.returned().Lines...))
	} else {
		lines = ofThreads(who, append(lines, fmt.Sprintf("all = %s;", b.element(result))))
		if lines = append(defines, lines...); !b.defined {
			lines = append([]string{b.all(b.own)}, lines...)
		}
		b.names[result], b.defined = name("all"), true
	}
	b.printed = append(b.printed, step{Title: b.group[0].Title, Lines: lines})
	b.group, b.alone = nil, false
}

// together are the statements of steps that stand under one title, that of the first one.
func together(steps []step) []string {
	var lines []string
	for i, s := range steps {
		if i > 0 {
			lines = append(lines, "", "// "+s.Title)
		}
		lines = append(lines, s.Lines...)
	}
	return lines
}

// all defines the local of the result, with a thread's own value.
func (b *block) all(own expr) string { return fmt.Sprintf("%s all = %s;", b.ctype.name, own) }

// returned is the last step: it returns the result, or leaves the results in the registers.
func (b *block) returned() step {
	if !b.shape.Array() {
		return step{Title: "The result.", Lines: []string{fmt.Sprintf("return %s;", b.element(b.net.Result()))}}
	}
	var lines []string
	for i, out := range b.net.Elements() {
		if barrier, ok := held(out.Node).Expr.(network.Barrier); ok { // which stands after this step
			b.names[held(out.Node)] = b.element(barrier.X)
		}
		lines = append(lines, fmt.Sprintf("%s = %s;", b.scope.param(spec.ElementRole).entry(i), b.element(out.Node)))
	}
	return step{Title: "The results.", Lines: lines}
}
