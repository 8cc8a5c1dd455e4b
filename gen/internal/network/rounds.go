package network

import (
	"fmt"

	"github.com/shflgen/shflgen/spec"
)

// IsFirst is true in the lowest lane of the warp with Best as X. Best is one value for all lanes.
type IsFirst struct{ X, Best *Node }

func (e IsFirst) row() row {
	return row{
		sort:     Condition,
		operands: elements(e.X, e.Best),
		reads: func(s spec.Spec, lane int, read readFunc) error {
			for from := range s.Lanes() {
				read(e.X, from)
			}
			read(e.Best, lane)
			return nil
		},
		value: func(a at) value {
			best := a.of(e.Best)
			for lane := range a.spec.Lanes() {
				switch x := a.from(e.X, lane); {
				case x == nil || best == nil:
					return nil
				case x[0] == best[0]:
					return truth(lane == a.lane)
				}
			}
			return truth(false)
		},
		text: func() string { return "lane is the first whose %s is %s" },
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
		x = b.keepWithin(x, min(len(x), powerOfTwoFrom(s.K)))
	}
	first, _ := b.orders()
	segments := b.route(Own, 0).Segments()
	for rank := range s.K {
		b.step("Rank %d: what sorts first of the elements that are left.", rank)
		best := b.node(WarpReduce{first, x[0]})
		if register := rank - (s.K - s.Results()); register >= 0 {
			b.net.Outs = append(b.net.Outs, b.element(register, best, segments))
		}
		if rank == s.K-1 {
			break
		}
		b.step("The first lane that has it leaves it out.")
		won := b.node(IsFirst{x[0], best})
		won.Name = fmt.Sprintf("first%d", rank)
		x = x[:min(len(x), s.K-rank)] // as many as can still be asked for
		next := make([]*Node, 0, len(x))
		for r := range x {
			after := b.node(Identity{})
			if r+1 < len(x) {
				after = x[r+1]
			}
			if s.K >= productRanks && Multiplies(s.Type) {
				next = append(next, b.node(Product{won, after, x[r]}))
			} else {
				next = append(next, b.node(Select{won, after, x[r]}))
			}
		}
		x = next[:min(len(next), s.K-rank-1)]
	}
	return b.done(), nil
}

// powerOfTwoFrom is the least power of two that is n or more.
func powerOfTwoFrom(n int) int {
	p := 1
	for p < n {
		p *= 2
	}
	return p
}

// productRanks is the number of ranks from which products leave elements out, where these are of 32 bits:
// comparisons, votes and selects go through one pipe of an SM, which binds the rounds otherwise. On an
// H200 products find the first 8 of 32 at 1.15 times the rate of selects, of 256 at 1.21 times, at 1.12
// and 1.09 times the latency; the first 4 of 32 at 1.04 times, at 1.11 times the latency.
const productRanks = 5

// The costs of instructions by which [RejectRounds] chooses, in cycles of an SM a warp: the
// throughputs of the CUDA C++ Programming Guide, "Arithmetic Instructions", for compute
// capabilities 8.0 and 9.0, of which a shuffle takes one.
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
	rounds := float64(s.K)*words*reduxCycles + float64(s.K-1)*voteCycles
	if shuffles := float64(made.Cost().Shuffles); rounds > shuffles {
		return fmt.Sprintf("%d rounds take %.1f cycles, and its %.0f shuffles %.1f", s.K, rounds, shuffles, shuffles)
	}
	return ""
}

// RoundsSave says what [Rounds] takes in place of the shuffles of another network.
func RoundsSave(n *Network) string {
	s := n.Spec
	words := max(1, s.Type.Bits()/registerBits)
	votes := ""
	if s.K > 1 {
		votes = fmt.Sprintf(" and %d %s", s.K-1, plural(s.K-1, "vote"))
	}
	return fmt.Sprintf("redux.sync, which finds one rank a round: %d %s%s stand for %d shuffles", s.K*words,
		plural(s.K*words, "reduction"), votes, n.Cost().Shuffles)
}
