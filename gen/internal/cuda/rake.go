package cuda

import (
	"fmt"

	"github.com/shflgen/shflgen/gen/internal/network"
)

// raking prints a block with a first warp that rakes.
type raking struct {
	*block
	steps   []step
	group   []step // of the first warp alone, under one condition
	own     expr   // what the thread has stored
	defined bool   // the local all
	alone   bool   // of the first warp, lanes with a piece alone have read
	pieces  int    // that they have read
}

// raked are the steps of a block with a first warp that rakes. The steps in which that warp combines stand together
// under one condition, up to a barrier.
func (b *block) raked() []step {
	r := &raking{block: b}
	for _, s := range b.net.Steps {
		r.step(s)
	}
	r.close(held(b.net.Result()))
	if b.left {
		return r.steps
	}
	last := &r.steps[len(r.steps)-1]
	last.Lines = append(last.Lines, fmt.Sprintf("return %s;", b.element(b.net.Result())))
	return r.steps
}

// step prints a step of the network.
func (r *raking) step(s network.Step) {
	var lines []string
	combines := false
	alone := r.alone // the step combines what lanes with a piece have read
	var combined *network.Node
	other := r.own
	for _, n := range s.Nodes {
		switch e := n.Expr.(type) {
		case network.Spread:
			r.own = r.element(e.X)
			lines = append(lines, r.spread(e)...)
		case network.Rake:
			read := r.rake(n, e)
			if r.early == nil && read != nil {
				combines = true
			}
			lines = append(lines, read...)
			r.alone, r.pieces = e.Alone, e.Pieces
		case network.Barrier:
			if network.SortOf(n) == network.Element && n != r.early {
				r.close(e.X)
			}
			lines = append(lines, "__syncthreads();")
			r.names[n] = r.names[e.X]
		case network.LeaveEvery:
			combines = true
			lines = append(lines, r.leaveEvery(e)...)
		case network.WarpBarrier:
			combines = true
			lines = append(lines, r.warpBarrier(n, e))
		default:
			if choice, ok := e.(network.Select); ok && alone {
				r.names[n], other = r.element(choice.Then), r.element(choice.Else)
			} else {
				combines = combines || !r.own.none()
				lines = append(lines, r.lines([]*network.Node{n})...)
			}
			combined = n
		}
	}
	switch {
	case lines == nil:
	case alone && combined != nil:
		r.group = append(r.group, step{Title: s.Title, Lines: lines})
		r.group = []step{{Title: r.group[0].Title, Lines: r.whereRead(combined, other)}}
		r.alone = false
	case combines:
		r.group = append(r.group, step{Title: s.Title, Lines: lines})
	default:
		r.steps = append(r.steps, step{Title: s.Title, Lines: lines})
	}
}

// whereRead are the statements of the steps so far for the lanes that read a piece. They leave x in a local, where the
// others have another value.
func (r *raking) whereRead(x *network.Node, other expr) []string {
	local := fmt.Sprintf("x%d", r.made)
	r.made++
	read := append(together(r.group), fmt.Sprintf("%s = %s;", local, r.element(x)))
	pieces := ofFirst(r.pieces, read)
	r.names[x] = name(local)
	return append([]string{fmt.Sprintf("%s %s = %s;", r.ctype.name, local, other)}, pieces...)
}

// close ends the steps that the first warp alone takes. Their result is named all, which every
// other thread has as well: its own element.
func (r *raking) close(result *network.Node) {
	if r.group == nil {
		return
	}
	if r.shape.Array() {
		r.left = true
		lines := ofThreads(r.firstThreads(warpSize), append(together(r.group), r.returned().Lines...))
		r.steps, r.group = append(r.steps, step{Title: r.group[0].Title, Lines: lines}), nil
		return
	}
	lines := r.toAll(r.firstThreads(warpSize), together(r.group), result)
	if !r.defined {
		lines = append([]string{r.all(r.own)}, lines...)
	}
	r.steps = append(r.steps, step{Title: r.group[0].Title, Lines: lines})
	r.defined, r.group = true, nil
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

// firstThreads is the condition of the first threads, which are whole warps. By a vote all lanes of a warp take one
// way, and compilers see that; else they guard shuffles under the condition against lanes that are elsewhere. Where
// redux.sync combines the lanes of the first warp after short pieces, compilers skip no instruction of the other warps
// by such a branch, and they wait for each. Measured on an H200 with and without the vote, cycles of a call in a chain
// and 10^9 calls a second: float32, 64 threads, one distance after the other, 222 and 15.0, 228 and 14.8; 256 threads
// 228 and 6.3, 234 and 6.1; float64, 1024 threads 600 and 0.76, 630 and 0.73; int32, 128 threads, by redux.sync 133 and
// 13.1, 143 and 13.6; 256 threads 162 and 7.01, 166 and 6.99; 1024 threads, by redux.sync of several warps, 271 and
// 1.37, 280 and 1.36.
func (b *block) firstThreads(n int) string {
	if b.redux && !b.leaves && b.piece < minVote {
		return fmt.Sprintf("thread < %du", n)
	}
	return b.together(n)
}

// minVote is the least piece before redux.sync for which lanes vote.
const minVote = 8

// together is the condition of the first threads, by a vote where every warp is whole.
func (b *block) together(n int) string {
	own := name("thread").less(number(n))
	if b.shape.Lanes%warpSize != 0 {
		return own.text
	}
	return call("__any_sync", everyone, own).text
}

// Who runs statements.
const (
	firstWarp = "thread < 32u"
	thread0   = "thread == 0u"
)

// ofFirst are statements for the first threads alone.
func ofFirst(threads int, lines []string) []string {
	return ofThreads(fmt.Sprintf("thread < %du", threads), lines)
}

// ofThreads are statements for some threads alone.
func ofThreads(who string, lines []string) []string {
	guarded := []string{fmt.Sprintf("if (%s) {", who)}
	for _, l := range lines {
		if l != "" {
			l = "    " + l
		}
		guarded = append(guarded, l)
	}
	return append(guarded, "}")
}

// spread stores every thread's element, and the identity in the slots past the block.
func (b *block) spread(e network.Spread) []string {
	place := b.layout()
	lines := []string{fmt.Sprintf("alignas(16) __shared__ %s slots[%d];", b.ctype.name, place.size(e.Slots))}
	if e.First > 0 {
		slot := name("thread").minus(number(e.First))
		return append(lines,
			fmt.Sprintf("if (thread >= %du)", e.First),
			fmt.Sprintf("    slots[%s] = %s;", place.of(slot), b.element(e.X)))
	}
	lines = append(lines, fmt.Sprintf("slots[%s] = %s;", place.of(name("thread")), b.element(e.X)))
	if e.Fill != nil {
		past := name("thread").plus(number(b.spec.Block))
		lines = append(lines,
			fmt.Sprintf("if (thread < %du)", e.Slots-b.spec.Block),
			fmt.Sprintf("    slots[%s] = %s;", place.of(past), b.element(e.Fill)))
	}
	return lines
}

// mine is the number of the piece that a lane of the first warp reads.
func mine(e network.Rake) expr {
	switch {
	case e.Beside > 1:
		return name("thread").over(number(e.Beside))
	case e.Pieces >= warpSize, e.Alone:
		return name("thread")
	case powerOfTwo(e.Pieces):
		return name("(thread % " + number(e.Pieces).text + ")")
	}
	return name("thread").less(number(e.Pieces)).choose(name("thread"), number(0)).grouped()
}

// rake loads an element of a lane's piece, the first one after it has found the piece. If the last barrier comes early,
// the first one loads all.
func (r *raking) rake(n *network.Node, e network.Rake) []string {
	r.names[n] = name("mine").entry(e.At)
	load := func(at int) string { return fmt.Sprintf("mine[%d] = piece[%d];", at, at*max(e.Apart, 1)) }
	var lines []string
	if e.At == 0 {
		lines = []string{r.found(e)}
	}
	array := fmt.Sprintf("%s mine[%d];", r.ctype.name, e.Piece)
	switch {
	case r.early == nil && e.At == 0:
		return append([]string{array}, append(lines, load(0))...)
	case r.early == nil:
		return []string{load(e.At)}
	case e.At > 0:
		return nil
	}
	for at := range e.Piece {
		lines = append(lines, load(at))
	}
	return append([]string{array}, ofThreads(firstWarp, lines)...)
}

// found is the declaration of the piece that a thread reads.
func (b *block) found(e network.Rake) string {
	at := b.layout().piece(e)
	switch {
	case e.Apart == e.Pieces:
		at = name("thread")
	case e.Apart > 1:
		every := e.Piece*e.Apart + b.layout().gap
		at = name("thread").over(number(e.Apart)).times(number(every)).plus(modulo(name("thread"), e.Apart))
	}
	return fmt.Sprintf("const %s *piece = &slots[%s];", b.ctype.name, at)
}

// leaveEvery stores the value of every so many lanes of the first warp, or of all.
func (b *block) leaveEvery(e network.LeaveEvery) []string {
	if e.Firsts > 0 {
		return []string{
			fmt.Sprintf("alignas(16) __shared__ %s left[%d];", b.ctype.name, warpSize),
			fmt.Sprintf("left[%s] = %s;", sideBySide(e), b.element(e.X)),
		}
	}
	who, at := modulo(name("thread"), e.Apart).equal(number(0)), name("thread").over(number(e.Apart))
	return []string{
		fmt.Sprintf("alignas(16) __shared__ %s left[%d];", b.ctype.name, e.Slots(warpSize)),
		fmt.Sprintf("if (%s)", who),
		fmt.Sprintf("    left[%s] = %s;", at, b.element(e.X)),
	}
}

// sideBySide is the slot of a thread if the values of its first neighbours are adjacent.
func sideBySide(e network.LeaveEvery) expr {
	thread := name("thread")
	if e.Apart == warpSize {
		return thread
	}
	part, register := thread.over(number(e.Apart)), modulo(thread, e.Firsts)
	others := modulo(thread.over(number(e.Firsts)), e.Apart/e.Firsts)
	return part.times(number(e.Firsts)).plus(register).plus(others.times(number(e.Slots(warpSize))))
}

// warpBarrier is the barrier of the warps that rake; an element that has passed it keeps its name.
func (b *block) warpBarrier(n *network.Node, e network.WarpBarrier) string {
	if network.SortOf(n) == network.Element {
		b.names[n] = b.element(e.X)
	}
	return "__syncwarp();"
}
