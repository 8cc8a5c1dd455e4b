package cuda

import (
	"fmt"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/gen/internal/network"
)

// raked are the steps of a block whose first warp rakes. The steps in which that warp combines
// stand together under one condition.
func (b *block) raked() []step {
	var steps, combining []step
	var own expr // what the thread has stored
	for _, s := range b.net.Steps {
		var lines []string
		combines := false
		for _, n := range s.Nodes {
			switch e := n.Expr.(type) {
			case network.Spread:
				own = b.element(e.X)
				lines = append(lines, b.spread(e)...)
			case network.Rake:
				lines = append(lines, b.rake(n, e)...)
			case network.Store: // by thread 0, what the first warp has combined
				steps, combining = append(steps, b.firstWarp(combining, own, e.X)), nil
				lines = append(lines, fmt.Sprintf("__shared__ %s whole;", b.ctype.name), "if (thread == 0u)", "    whole = all;")
				b.names[n] = name("whole")
			case network.Barrier:
				lines = append(lines, "__syncthreads();")
				b.names[n] = b.names[e.X]
			case network.Load:
				b.names[n] = b.names[e.From]
			default:
				combines = combines || !own.none()
				lines = append(lines, b.lines([]*network.Node{n})...)
			}
		}
		switch {
		case combines:
			combining = append(combining, step{Title: s.Title, Lines: lines})
		case lines != nil:
			steps = append(steps, step{Title: s.Title, Lines: lines})
		}
	}
	if combining != nil {
		steps = append(steps, b.firstWarp(combining, own, b.net.Result()))
	}
	last := &steps[len(steps)-1]
	last.Lines = append(last.Lines, fmt.Sprintf("return %s;", b.decoded(b.net.Result())))
	return steps
}

// firstWarp is a step of several that the first warp alone takes. Its result is named all,
// which every other thread has as well: its own element.
func (b *block) firstWarp(steps []step, own expr, result *network.Node) step {
	var lines []string
	for i, s := range steps {
		if i > 0 {
			lines = append(lines, "", "// "+s.Title)
		}
		lines = append(lines, s.Lines...)
	}
	lines = append(lines, fmt.Sprintf("all = %s;", b.element(result)))
	b.names[result] = name("all")
	return step{
		Title: steps[0].Title,
		Lines: append([]string{fmt.Sprintf("%s all = %s;", b.ctype.name, own)}, ofFirstWarp(lines)...),
	}
}

// ofFirstWarp are statements for the first warp alone.
func ofFirstWarp(lines []string) []string {
	guarded := []string{"if (thread < 32u) {"}
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
	lines := []string{
		fmt.Sprintf("alignas(16) __shared__ %s slots[%d];", b.ctype.name, place.size(e.Slots)),
		fmt.Sprintf("slots[%s] = %s;", place.of(name("thread")), b.element(e.X)),
	}
	if e.Fill != nil {
		past := name("thread").plus(number(b.spec.Block))
		lines = append(lines,
			fmt.Sprintf("if (thread < %du)", e.Slots-b.spec.Block),
			fmt.Sprintf("    slots[%s] = %s;", place.of(past), b.element(e.Fill)))
	}
	return lines
}

// rake loads an element of a lane's piece, the first one after it has found the piece.
func (b *block) rake(n *network.Node, e network.Rake) []string {
	b.names[n] = name("mine").entry(e.At)
	if e.At > 0 {
		return nil
	}
	first := name("thread")
	if e.Pieces < shflgen.WarpSize {
		first = name("(thread % " + number(e.Pieces).text + ")")
	}
	lines := []string{fmt.Sprintf("const %s *piece = &slots[%s];", b.ctype.name, b.layout().of(first.times(number(e.Piece))))}
	for i := range e.Piece {
		lines = append(lines, fmt.Sprintf("mine[%d] = piece[%d];", i, i))
	}
	return append([]string{fmt.Sprintf("%s mine[%d];", b.ctype.name, e.Piece)}, ofFirstWarp(lines)...)
}

// layout is where slots lie in shared memory: after each run of slots come some that nobody
// uses.
type layout struct{ run, gap int }

// layout leaves 16 bytes free after each 128 bytes, or after each piece if that is longer.
// Shared memory serves 128 bytes a clock in banks of 4 bytes. Pieces of 2^k bytes that begin in
// the same bank would be served one after the other; so the eight lanes that load 16 bytes
// each in a clock begin in eight different places of 16 bytes.
func (b *block) layout() layout {
	size := b.combined.Type.Bits() / 8
	return layout{max(128/size, b.piece), 16 / size}
}

// of is the index of a slot.
func (l layout) of(slot expr) expr {
	return slot.plus(slot.over(number(l.run)).times(number(l.gap)))
}

// size is the length of an array of so many slots.
func (l layout) size(slots int) int { return slots + (slots-1)/l.run*l.gap }
