package network

import "github.com/shflgen/shflgen"

// WinnerLane is the number of the first lane of the segment that is a member and whose
// own element is Best; -1 where there is none.
type WinnerLane struct{ Best *Node }

func (e WinnerLane) row() row {
	return row{
		sort:     Number,
		operands: elements(e.Best),
		with:     func(to []*Node) Expr { return WinnerLane{to[0]} },
		reads:    throughout(e.Best),
		value: func(a at) value {
			for _, m := range a.members() {
				switch best := a.from(e.Best, m); {
				case best == nil:
					return nil
				case best[0] == a.Elements[0][m]:
					return value{uint64(m)}
				}
			}
			return value{^uint64(0)}
		},
		text: func() string { return "first member that has %s" },
		cost: func(s shflgen.Spec, _ int) Cost {
			if s.Width == 1 {
				return Cost{}
			}
			return Cost{Votes: 1}
		},
	}
}

// buildWinner is the network of an op that gives a lane: every lane of a segment
// gets the winning key, and the first member that has it is the winner. It takes
// the shuffles of one reduction; pairs of element and lane would take twice as many.
// down-reduce needs the key in every lane too, since every lane votes.
func buildWinner(b *builder) {
	s := b.net.Spec
	if s.Width == 1 { // a single lane
		b.step("A lane by itself wins, if it is a member.")
		b.result = b.node(Input{})
		b.won = b.node(WinnerLane{b.result})
		b.lanes = b.route(Own, 0).Segments()
		return
	}
	if s.Width > shflgen.WarpSize/2 && s.Width < shflgen.WarpSize {
		b.overWarp()
	} else {
		buildReduce(b)
	}
	b.winner()
	if s.Pattern == shflgen.DownReduce {
		b.lanes = b.lanes.filter(func(i int) bool { return i%s.Width == 0 })
	}
}

// winner appends the step that finds the lane of the result.
func (b *builder) winner() {
	b.step("The first member that has the winning key is the winner.")
	b.won = b.node(WinnerLane{b.result})
}
