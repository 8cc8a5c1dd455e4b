package network

import (
	"fmt"

	"github.com/shflgen/shflgen/spec"
)

// buildPick gives every lane the elements of some ranks by the bitonic network of
// [buildSort]. It keeps only the runs of the first ranks: it sorts runs as long as the
// ranks, and keeps the half of each two runs that sorts first.
func buildPick(b *builder) {
	s := b.net.Spec
	width, run := sortedWidth(s, s.Width), enclosing(s.Sort().K)
	x := b.unsorted(width)
	if run < len(x) {
		x = b.keepWithin(x, run)
	} else {
		b.sortBlocks(x, width, min(run, width*len(x)))
	}
	for size := max(run, len(x)); size < width*len(x); size *= 2 {
		b.keepFirst(x, width, size+run-1)
		b.merge(x, width, run)
	}
	b.giveRanks(x)
}

// PickByMemory is [buildPick] through shared memory, at its end.
func PickByMemory(s spec.Spec) (*Network, error) {
	b := newBuilder(s)
	b.byMemory = true
	buildPick(b)
	return b.done(), nil
}

// RejectPickByMemory says why [PickByMemory] does not build s; nothing if it does.
func RejectPickByMemory(s spec.Spec) string {
	switch {
	case s.Pattern != spec.TopK:
		return s.Pattern.String() + " gives no lane the elements of the first ranks"
	case !s.TakesMemory():
		return "-memory " + s.Memory().String()
	}
	return ""
}

// keepWithin are the first registers of each lane, so many, which get what sorts first of
// all of them, in order.
func (b *builder) keepWithin(x []*Node, run int) []*Node {
	for size := 2; size <= run; size *= 2 {
		b.exchangeWithin(x, size-1)
		b.mergeWithin(x, size/2)
	}
	first, _ := b.orders()
	for len(x) > run {
		half := len(x) / 2
		b.step("Of each two registers of runs of %d the one is kept that sorts first.", run)
		for r := range x {
			if other := r ^ (run + run - 1); other > r {
				x[r] = b.node(Combine{first, x[r], x[other]})
			}
		}
		kept := make([]*Node, 0, half)
		for r := range x {
			if r%(2*run) < run {
				kept = append(kept, x[r])
			}
		}
		x = kept
		b.mergeWithin(x, run)
	}
	return x
}

// mergeWithin is [builder.merge] within the registers of each lane.
func (b *builder) mergeWithin(x []*Node, size int) {
	for d := size / 2; d > 0; d /= 2 {
		b.exchangeWithin(x, d)
	}
}

// keepFirst leaves in each two positions p and p^by of a segment what sorts first of
// both.
func (b *builder) keepFirst(x []*Node, width, by int) {
	b.step("The lanes at positions p and p^%d of a segment both keep what sorts first.", by/len(x))
	first, _ := b.orders()
	b.withPartners(x, width, by, func(own, other *Node) *Node { return b.node(Combine{first, own, other}) })
}

// giveByMemory ends the network: every lane stores its elements. Those of a segment's first positions are the ranks
// in order, and every lane loads them.
func (b *builder) giveByMemory(x []*Node) {
	s := b.net.Spec
	bytes := max(s.Type.Bits(), registerBits) / 8
	layout := &Layout{
		Store: Access{Lanes: s.Warp(), Terms: []Term{{len(x) * bytes, 1, 0}}, Size: bytes, Vector: vectorOf(len(x), bytes)},
		Load: Access{Lanes: s.Warp(), Terms: terms(s.Warp(), Term{s.Width * len(x) * bytes, s.Width, 0}), Size: bytes,
			Vector: vectorOf(s.Sort().K, bytes)},
	}
	for r := range x {
		layout.Store.Offsets = append(layout.Store.Offsets, r*bytes)
	}
	for rank := range s.Sort().K {
		layout.Load.Offsets = append(layout.Load.Offsets, rank*bytes)
	}
	for layout.settle(bytes) != nil { // a segment may begin where no vector does
		layout.Load.Vector /= 2
	}
	b.step("Each lane stores its elements; those of a segment's first positions are in order.")
	memory := b.node(Scatter{x, layout})
	b.step("When all have stored, every lane loads the elements of the first ranks.")
	memory = b.node(Barrier{X: memory})
	ranks := make([]*Node, s.Sort().K)
	for rank := range ranks {
		ranks[rank] = b.node(Gather{memory, layout, rank})
	}
	b.settles(ranks)
	b.give(spec.ElementRole, b.segments(), ranks...)
}

// vectorOf is how many of n neighbours one instruction stores or loads.
func vectorOf(n, bytes int) int {
	v := MemoryAlign / bytes
	for n%v > 0 {
		v /= 2
	}
	return v
}

// giveRanks ends the network: every lane takes the elements of its ranks from the lanes of a
// segment's first positions, which have them in order.
func (b *builder) giveRanks(x []*Node) {
	s := b.net.Spec
	if b.byMemory {
		b.giveByMemory(x)
		return
	}
	everywhere := s.Sort().K <= len(x) && s.Width&(s.Width-1) == 0 // each lane has all that it needs
	if !everywhere {
		b.step("Every lane takes %s.", map[bool]string{true: "the elements of the first ranks",
			false: fmt.Sprintf("the element of rank %d", s.Sort().K-1)}[s.Pattern == spec.TopK])
	}
	var ranks []*Node
	for rank := s.Sort().K - s.Results(); rank < s.Sort().K; rank++ {
		one := x[rank%len(x)]
		if !everywhere {
			one = b.node(Shuffle{one, b.route(Idx, rank/len(x)).Move()})
		}
		ranks = append(ranks, one)
	}
	b.give(spec.ElementRole, b.segments(), ranks...)
}

// IsFirst is true in the lowest lane of the warp with Best as X. Best is one value for all lanes.
type IsFirst struct{ X, Best *Node }

func (e IsFirst) row() row {
	return row{
		sort:     Condition,
		operands: elements(e.X, e.Best),
		reads:    reach(ofAll).reads([]*Node{e.X}, e.Best),
		value: func(a at) value {
			best := a.of(e.Best)
			for lane := range a.spec.Lanes() {
				if a.from(e.X, lane)[0] == best[0] {
					return truth(lane == a.lane)
				}
			}
			return truth(false)
		},
		text: func() string { return "lane is the first with %s equal to %s" },
		cost: func(spec.Spec, int) Cost { return Cost{Votes: 1} },
	}
}

// Rounds is the network that finds one rank a round by the instruction redux.sync: what is
// best of the elements that are left is of the next rank, and the lowest lane that has it
// leaves it out from then on. A lane with several elements holds them in order, so that
// its first one is the best that it has left.
func Rounds(s spec.Spec) (*Network, error) {
	b := newBuilder(s)
	x := b.unsorted(s.Warp())
	if len(x) > 1 {
		x = b.keepWithin(x, min(len(x), enclosing(s.Sort().K)))
	}
	first, _ := b.orders()
	ranks := make([]*Node, s.Results())
	for rank := range s.Sort().K {
		b.step("Rank %d: what sorts first of the elements that are left.", rank)
		best := b.node(WarpReduce{first, x[0]})
		if register := rank - (s.Sort().K - s.Results()); register >= 0 {
			ranks[register] = best
		}
		if rank == s.Sort().K-1 {
			break
		}
		b.step("The first lane that has it leaves it out.")
		won := b.node(IsFirst{x[0], best})
		won.Name = fmt.Sprintf("first%d", rank)
		x = x[:min(len(x), s.Sort().K-rank)] // as many as can still be asked for
		next := make([]*Node, 0, len(x))
		for r := range x {
			after := b.node(Identity{})
			if r+1 < len(x) {
				after = x[r+1]
			}
			if s.Sort().K >= productRanks && Multiplies(s.Type) {
				next = append(next, b.node(Product{won, after, x[r]}))
			} else {
				next = append(next, b.node(Select{won, after, x[r]}))
			}
		}
		x = next[:min(len(next), s.Sort().K-rank-1)]
	}
	b.give(spec.ElementRole, b.segments(), ranks...)
	return b.done(), nil
}

// productRanks is the number of ranks from which products leave elements out, where these are of 32 bits:
// comparisons, votes and selects go through one pipe of an SM, which binds the rounds otherwise. On an
// H200 products find the first 8 of 32 at 1.15 times the rate of selects, of 256 at 1.21 times, at 1.12
// and 1.09 times the latency; the first 4 of 32 at 1.04 times, at 1.11 times the latency.
const productRanks = 5

// The costs of instructions by which [RejectRounds] chooses, in cycles of an SM a warp: the
// throughputs of the CUDA C++ Programming Guide, "Arithmetic Instructions", for compute
// capabilities 8.0 and 9.0. A shuffle takes one cycle.
const (
	reduxCycles = 2.0
	voteCycles  = 0.5
)

// RejectRounds says why [Rounds] does not build s; nothing if it does.
func RejectRounds(s spec.Spec) string {
	switch {
	case !s.Pattern.Picks():
		return fmt.Sprintf("%s gives no lane the elements of single ranks", s.Pattern)
	case s.TakesMemory():
		return "its function takes memory"
	case s.Width <= s.Warp()/2:
		return fmt.Sprintf("the instruction combines the whole warp, and segments have %d lanes", s.Width)
	}
	n := newBuilder(s)
	buildPick(n)
	made, err := Prune(n.done())
	if err != nil {
		return err.Error()
	}
	words := float64(max(1, s.Type.Bits()/registerBits))
	rounds := float64(s.Sort().K)*words*reduxCycles + float64(s.Sort().K-1)*voteCycles
	if shuffles := float64(made.Cost().Shuffles); rounds > shuffles {
		return fmt.Sprintf("%d rounds take %.1f cycles, and its %.0f shuffles %.1f", s.Sort().K, rounds, shuffles, shuffles)
	}
	return ""
}

// RoundsSave says what [Rounds] takes in place of the shuffles of another network.
func RoundsSave(n *Network) string {
	s := n.Spec
	words := max(1, s.Type.Bits()/registerBits)
	votes := ""
	if s.Sort().K > 1 {
		votes = fmt.Sprintf(" and %d %s", s.Sort().K-1, plural(s.Sort().K-1, "vote"))
	}
	return fmt.Sprintf("redux.sync, which finds one rank a round: %d %s%s stand for %d shuffles", s.Sort().K*words,
		plural(s.Sort().K*words, "reduction"), votes, n.Cost().Shuffles)
}
