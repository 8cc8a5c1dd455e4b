package cuda

import (
	"fmt"

	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/spec"
)

// rakedWinner are the steps of a block with a first warp that rakes to find the winner. That warp alone finds the
// number, the local first.
func (b *block) rakedWinner() []step {
	r := &raking{block: b}
	var steps, group []step
	for _, s := range b.net.Steps {
		var lines []string
		inside := true
		for _, n := range s.Nodes {
			switch e := n.Expr.(type) {
			case network.Spread:
				r.own, inside = b.element(e.X), false
				lines = append(lines, b.spread(e)...)
			case network.Rake:
				lines = append(lines, r.rake(n, e)...)
			case network.WinnerOfPiece:
				lines = append(lines, b.firstOfPiece(e)...)
			case network.WinnerOfWarps:
				lines = append(lines, b.leastWinner(e)...)
			case network.Barrier:
				if inside {
					steps, inside = append(steps, b.ofRaking(group, r.own, e.X)), false
				}
				lines = append(lines, "__syncthreads();")
				b.names[n] = b.names[e.X]
			default:
				inside = inside && !r.own.none()
				lines = append(lines, b.lines([]*network.Node{n})...)
			}
		}
		switch made := (step{Title: s.Title, Lines: lines}); {
		case lines == nil:
		case inside:
			group = append(group, made)
		default:
			steps = append(steps, made)
		}
	}
	return append(steps, b.winnerReturned())
}

// ofRaking are the steps of the first warp in one, under one condition. The other threads have their own element and
// number after them.
func (b *block) ofRaking(group []step, own expr, best *network.Node) step {
	lines := append([]string{b.all(own), "unsigned first = thread;"},
		b.toAll(b.together(warpSize), together(group), best)...)
	return step{Title: group[0].Title, Lines: lines}
}

// firstOfPiece finds the first element of a lane's piece that is its best: each that is better than all before it.
func (b *block) firstOfPiece(e network.WinnerOfPiece) []string {
	first := mine(network.Rake{Piece: e.Piece, Pieces: e.Pieces}).times(number(e.Piece))
	lines := []string{fmt.Sprintf("first = %s;", first)}
	for i := 1; i < e.Piece; i++ {
		x, best := b.element(e.Of[i]), b.element(e.Bests[i-1])
		if b.spec.Op == spec.ArgMax {
			x, best = best, x
		}
		lines = append(lines, fmt.Sprintf("first = %s;", x.less(best).choose(first.plus(number(i)), name("first"))))
	}
	return lines
}
