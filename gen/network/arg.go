package network

import "github.com/shflgen/shflgen"

// buildWinner is the network of an op that gives a lane: every lane of a segment
// gets the winning key, and the first member that has it is the winner. It takes
// the shuffles of one reduction, where pairs of element and lane take twice as
// many. down-reduce needs the key in every lane too, each of which must be asked.
func buildWinner(b *builder) {
	s := b.net.Spec
	if s.Width == 1 { // nobody to compare with
		b.step("A lane by itself wins, if it is a member.")
		b.net.Result = b.node(Input{})
		b.net.Lane = b.node(First{b.net.Result})
		b.net.Gives = b.route(Own, 0).Segments()
		return
	}
	if s.Width > shflgen.WarpSize/2 && s.Width < shflgen.WarpSize {
		b.overWarp()
	} else {
		buildReduce(b)
	}
	b.winner()
	if s.Pattern == shflgen.DownReduce {
		b.net.Gives = b.net.Gives.filter(func(i int) bool { return i%s.Width == 0 })
	}
}

// winner appends the step that finds the lane of the result.
func (b *builder) winner() {
	b.step("The first member that has the winning key is the winner.")
	b.net.Lane = b.node(First{b.net.Result})
}

// segmentsOf is the set of the lanes that share a segment with one of where.
func segmentsOf(width int, where Lanes) Lanes {
	return LanesWhere(where.Len(), func(i int) bool {
		for j := range where.Len() {
			if where.Has(j) && j/width == i/width {
				return true
			}
		}
		return false
	})
}
