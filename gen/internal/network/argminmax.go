package network

import "github.com/shflgen/shflgen/spec"

// WinnerLane is the number of the first lane of the segment that makes the call and has contributed Best: as its X,
// where If holds, or everywhere without If. It is -1 where there is none. With OfWarp, of the thread's warp alone.
type WinnerLane struct {
	Best, X, If *Node
	OfWarp      bool
}

func (e WinnerLane) row() row {
	r, of := row{sort: Number, operands: operandsOf(Element, unpacked, e.Best, e.X)}, []*Node{e.Best, e.X}
	text := "first lane that has %s as %s"
	if e.If != nil {
		of = append(of, e.If)
		r.operands, text = append(r.operands, operandsOf(Condition, unpacked, e.If)...), text+", of those where %s"
	}
	among := reach(ofSegment)
	if e.OfWarp {
		among = ofWarp
	}
	r.reads = among.reads(of)
	r.value = func(a at) value {
		for lane, end := among(a.spec, a.lane); lane < end; lane++ {
			if !a.calls(lane) || e.If != nil && a.from(e.If, lane)[0] == 0 {
				continue
			}
			if a.from(e.Best, lane)[0] == a.from(e.X, lane)[0] {
				return value{uint64(lane)}
			}
		}
		return value{^uint64(0)}
	}
	r.text = func() string { return text }
	r.cost = func(s spec.Spec, _ int) Cost {
		if s.Shape().Width == 1 {
			return Cost{}
		}
		return Cost{Votes: 1}
	}
	return r
}

// buildWinner is the network of an op that gives a lane: every lane of a segment
// gets the winning key, and the first member that has it is the winner. It takes
// the shuffles of one reduction; pairs of element and lane would take twice as many.
// down-reduce needs the key in every lane too, since every lane votes.
func buildWinner(b *builder) {
	s := b.net.Spec
	if s.Shape().Width == 1 { // a single lane
		b.step("A %s by itself wins, if it is a member.", b.who())
		b.result, b.lanes = b.node(Input{}), segmentsOf(s).Segments()
		won := WinnerLane{Best: b.result, X: b.result}
		if s.Mask == spec.Member {
			won.If = b.isMember()
		}
		b.won = b.node(won)
		return
	}
	switch {
	case s.Pattern.Block():
		buildBlockReduce(b)
		x := b.net.Outs[0].Node
		b.net.Outs = nil
		if !s.All() {
			b.step("Every thread takes thread 0's value.")
			x = b.node(Shuffle{x, b.ofBlock(Idx, 0, s.Block().Threads)})
		}
		b.result, b.lanes = x, b.blockLanes()
	case s.Width > s.Warp()/2 && s.Width < s.Warp():
		b.overWarp()
	default:
		buildReduce(b)
	}
	b.winner()
	if s.Pattern == spec.DownReduce {
		inside := b.lanes
		b.lanes = LanesWhere(s.Lanes(), func(i int) bool { return inside.Has(i) && i%s.Width == 0 })
	}
}

// winner appends the step that finds the lane of the result.
func (b *builder) winner() {
	b.step("The first member that has the winning key is the winner.")
	b.won = b.winnerLane(b.result, false)
}

// winnerLane is the first lane that has contributed the best element. A lane that is no member contributes one that
// loses, as members may.
func (b *builder) winnerLane(best *Node, ofWarp bool) *Node {
	won := WinnerLane{Best: best, X: b.mine, OfWarp: ofWarp}
	if e, chosen := b.mine.Expr.(Select); chosen && b.net.Spec.Mask == spec.Member {
		won.If = e.If
	} else if chosen { // lanes past the segment are not asked
		won.X = e.Then
	}
	return b.node(won)
}
