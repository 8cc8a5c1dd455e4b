package cuda

import (
	"fmt"

	"github.com/shflgen/shflgen/gen/internal/network"
)

// combinedTwice are the steps of a block in which the hardware combines each warp, then the first warp
// what these have left.
func (b *block) combinedTwice() []step {
	var steps []step
	var own expr // what the thread's warp has combined
	for _, s := range b.net.Steps {
		var lines []string
		reads := false
		for _, n := range s.Nodes {
			switch e := n.Expr.(type) {
			case network.Store:
				own = b.element(e.Of[0])
				lines = append(lines, b.store(e)...)
			case network.Barrier:
				lines = append(lines, "__syncthreads();")
				b.names[n] = b.names[e.X]
			case network.Rake:
				reads = true
				at := name("lane")
				if e.Pieces < warpSize {
					at = at.less(number(e.Pieces)).choose(at, number(0))
				}
				lines = append(lines, b.partial(n, at))
			default:
				lines = append(lines, b.lines([]*network.Node{n})...)
			}
		}
		if reads {
			result := s.Nodes[len(s.Nodes)-1]
			guarded := []string{fmt.Sprintf("%s all = %s;", b.ctype.name, own), "if (warp == 0u) {"}
			for _, l := range append(lines, fmt.Sprintf("all = %s;", b.element(result))) {
				guarded = append(guarded, "    "+l)
			}
			lines = append(guarded, "}")
			b.names[result] = name("all")
		}
		if lines != nil {
			steps = append(steps, step{Title: s.Title, Lines: lines})
		}
	}
	last := &steps[len(steps)-1]
	last.Lines = append(last.Lines, b.returned().Lines...)
	return steps
}

// partial loads what a warp has left.
func (b *block) partial(n *network.Node, warp expr) string {
	local := fmt.Sprintf("x%d", b.made)
	b.made++
	b.names[n] = name(local)
	return fmt.Sprintf("%s %s = partial[%s];", b.ctype.name, local, warp)
}
