package network

import "github.com/shflgen/shflgen/spec"

// WinnerLane is the number of the first lane of the segment that is a member and has Best as its element; -1 where
// there is none. With OfWarp, of the thread's warp alone.
type WinnerLane struct {
	Best   *Node
	OfWarp bool
}

func (e WinnerLane) row() row {
	return row{
		sort:     Number,
		operands: elements(e.Best),
		reads: func(s spec.Spec, lane int, read readFunc) error {
			for from, end := e.among(s, lane); from < end; from++ {
				read(e.Best, from)
			}
			return nil
		},
		value: func(a at) value {
			first, end := e.among(a.spec, a.lane)
			for _, m := range a.members() {
				if m < first || m >= end {
					continue
				}
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
		cost: func(s spec.Spec, _ int) Cost {
			if s.Shape().Width == 1 {
				return Cost{}
			}
			return Cost{Votes: 1}
		},
	}
}

// among are the lanes that are asked, up to end.
func (e WinnerLane) among(s spec.Spec, lane int) (first, end int) {
	if e.OfWarp {
		return warpOf(lane, s)
	}
	segment := segmentsOf(s)
	return segment.Base(lane), segment.Last(lane) + 1
}

// buildWinner is the network of an op that gives a lane: every lane of a segment
// gets the winning key, and the first member that has it is the winner. It takes
// the shuffles of one reduction; pairs of element and lane would take twice as many.
// down-reduce needs the key in every lane too, since every lane votes.
func buildWinner(b *builder) {
	s := b.net.Spec
	if s.Shape().Width == 1 { // a single lane
		b.step("A %s by itself wins, if it is a member.", b.who())
		b.result = b.node(Input{})
		b.won = b.node(WinnerLane{Best: b.result})
		b.lanes = segmentsOf(s).Segments()
		return
	}
	switch {
	case s.Pattern.Block():
		buildBlockReduce(b)
		x := b.net.Outs[0].Node
		b.net.Outs = nil
		if !s.All {
			b.step("Every thread takes thread 0's value.")
			x = b.node(Shuffle{x, b.ofBlock(Idx, 0, s.Block)})
		}
		b.result, b.lanes = x, b.blockLanes()
	case s.Width > s.Warp()/2 && s.Width < s.Warp():
		b.overWarp()
	default:
		buildReduce(b)
	}
	b.winner()
	if s.Pattern == spec.DownReduce {
		b.lanes = b.lanes.filter(func(i int) bool { return i%s.Width == 0 })
	}
}

// winner appends the step that finds the lane of the result.
func (b *builder) winner() {
	b.step("The first member that has the winning key is the winner.")
	b.won = b.node(WinnerLane{Best: b.result})
}
