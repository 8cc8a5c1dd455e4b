package cuda

import (
	"fmt"

	"github.com/shflgen/shflgen/gen/internal/network"
)

// rakingByWarps prints a block with first warps that rake and leave their combinations for thread 0, for the first
// warp, or for all. Of elements of several registers, those that rake return what they have combined, so that their
// own elements need no registers meanwhile.
type rakingByWarps struct {
	*block
	steps  []step
	inside []step // of the threads that rake, not printed yet
	last   []step // of the first warp, which combines what those leave
	own    expr   // what the thread has stored
}

// rakedByWarps are the steps of such a block. The steps of the threads that rake stand together
// under one condition, up to the barrier.
func (b *block) rakedByWarps() []step {
	r := &rakingByWarps{block: b}
	rakes, combines := false, false
	for _, s := range b.net.Steps {
		var lines []string
		loads := false
		for _, n := range s.Nodes {
			switch e := n.Expr.(type) {
			case network.Spread:
				r.own = b.element(e.X)
				lines = append(lines, b.spread(e)...)
			case network.Rake:
				if _, partial := e.From.Expr.(network.Barrier).X.Expr.(network.Store); partial {
					lines, combines = append(lines, r.partial(n, modulo(name("thread"), e.Pieces))), true
					break
				}
				lines, rakes = append(lines, r.rake(n, e)...), true
			case network.Store:
				r.inside = append(r.inside, step{Title: s.Title, Lines: r.leave(e)})
			case network.Barrier:
				if _, stored := e.X.Expr.(network.Store); stored {
					r.close(e.X.Expr.(network.Store))
					rakes = false
					break
				}
				lines = append(lines, "__syncthreads();")
			case network.LeaveEvery:
				lines = append(lines, b.leaveEvery(e)...)
			case network.WarpBarrier:
				lines = append(lines, b.warpBarrier(n, e))
			default:
				if _, ok := e.(network.Load); ok {
					loads = true
				}
				lines = append(lines, b.lines([]*network.Node{n})...)
			}
		}
		switch {
		case lines == nil:
		case rakes:
			r.inside = append(r.inside, step{Title: s.Title, Lines: lines})
		case combines:
			r.last = append(r.last, step{Title: s.Title, Lines: lines})
		case loads && b.shape.Array() && !b.spec.All:
			r.steps = append(r.steps, step{Title: s.Title, Lines: b.forThread0(lines, r.own, held(b.net.Result()))})
		case loads && !b.spec.All:
			r.steps = append(r.steps, step{Title: s.Title, Lines: b.toAll(thread0, lines, held(b.net.Result()))})
		default:
			r.steps = append(r.steps, step{Title: s.Title, Lines: lines})
		}
	}
	if r.last != nil {
		r.steps = append(r.steps, step{Title: r.last[0].Title, Lines: b.toAll(b.firstThreads(warpSize), together(r.last),
			held(b.net.Result()))})
	}
	if b.left {
		return r.steps
	}
	return append(r.steps, b.returned())
}

// close ends the steps of the threads that rake.
func (r *rakingByWarps) close(e network.Store) {
	threads := e.Warps * warpSize
	lines := together(r.inside)
	returns := !r.spec.All && !r.shape.Array()
	if returns && r.spec.Words() > 1 {
		lines = append(lines, fmt.Sprintf("all = %s;", r.element(e.Of[0])))
	}
	if threads < r.spec.Block {
		lines = ofThreads(r.firstThreads(threads), lines)
	}
	if returns {
		lines = append([]string{r.all(r.own)}, lines...)
	}
	r.steps = append(r.steps,
		step{Title: "What the threads that rake leave.",
			Lines: []string{fmt.Sprintf("alignas(16) __shared__ %s partial[%d];", r.ctype.name,
				wholeVectors(e.Slots(), r.spec.Bits()))}},
		step{Title: r.inside[0].Title, Lines: append(lines, "__syncthreads();")})
}

// rake loads an element of a thread's piece, the first one after it has found the piece.
func (r *rakingByWarps) rake(n *network.Node, e network.Rake) []string {
	local := fmt.Sprintf("x%d", r.made)
	r.made++
	r.names[n] = name(local)
	line := fmt.Sprintf("%s %s = %s;", r.ctype.name, local, name("piece").entry(e.At*max(e.Apart, 1)))
	if e.At > 0 {
		return []string{line}
	}
	return []string{r.found(e), line}
}

// modulo is x modulo a number.
func modulo(x expr, n int) expr { return x.op("%", mulBinds, number(n)) }

// leave stores what the first lanes of the warps that rake have combined.
func (r *rakingByWarps) leave(e network.Store) []string {
	thread := name("thread")
	lane, warp := thread, number(0)
	if e.Warps > 1 {
		lane, warp = modulo(thread, warpSize), thread.over(number(warpSize))
	}
	firsts := max(e.Firsts, 1)
	when, at := lane.less(number(firsts)), lane
	if e.Warps > 1 {
		at = lane.times(number(e.Warps)).plus(warp)
	}
	if firsts == 1 {
		when, at = lane.equal(number(0)), warp
	}
	return []string{fmt.Sprintf("if (%s)", when), fmt.Sprintf("    partial[%s] = %s;", at, r.element(e.Of[0]))}
}
