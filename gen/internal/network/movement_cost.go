package network

import (
	"fmt"

	"github.com/shflgen/shflgen/spec"
)

// Movement is the network of a movement in few instructions: that of [Scheduled]; of a
// transpose, [Turned] or [Butterflies] if they are cheaper.
//
// A shuffle counts for two selects: an SM of sm_70 to sm_90 begins the shuffles of 32 lanes
// and the selects of 64 in a clock (CUDA C++ Programming Guide, "Arithmetic Instructions").
// Butterflies take more shuffles, one after the other, and fewer selects. Shuffles and selects
// go through different pipes, so that the busier one bounds the throughput; butterflies are
// taken where they save a seventh of that.
func Movement(s spec.Spec) (*Network, error) {
	best, err := Scheduled(s)
	if err != nil || s.Pattern != spec.Transpose {
		return best, err
	}
	turned, err := Turned(s)
	if err != nil {
		return nil, err
	}
	if turned.Cost().Products > 0 {
		turned.Choice += fmt.Sprintf(" Half of the selects are products, %d in all, which go through another pipe of an SM.",
			turned.Cost().Products)
	}
	if shuffles, selects := halfClocks(turned); shuffles+selects < sum(halfClocks(best)) {
		best = turned
	}
	if !rejectsWord(s) {
		if one, err := OneWord(s); err != nil || packedHalfClocks(one) < packedHalfClocks(best) {
			return one, err
		}
	}
	if rejectsButterflies(s) {
		return best, nil
	}
	split, err := Butterflies(s)
	if err != nil {
		return nil, err
	}
	if max(halfClocks(split))*7 > max(halfClocks(best))*6 {
		return best, nil
	}
	split.Choice += fmt.Sprintf(" %s would take %d selects; this takes %d.",
		quantity(best.Cost().Shuffles, "shuffle"), pruned(best).Cost().Selects, pruned(split).Cost().Selects)
	return split, nil
}

func sum(a, b int) int { return a + b }

// halfClocks are the half clocks of an SM that the shuffles and the selects of a warp take.
func halfClocks(n *Network) (shuffles, selects int) {
	c := pruned(n).Cost()
	words := n.Spec.Words()
	return 2 * c.Shuffles, words * c.Selects
}

// packedHalfClocks is the sum of both, with what it takes to pack registers as selects.
func packedHalfClocks(n *Network) int {
	total := sum(halfClocks(n))
	for _, s := range pruned(n).Steps {
		for _, node := range s.Nodes {
			switch e := node.Expr.(type) {
			case Pack:
				total += min(len(e.Of), n.Spec.N) - 1
			case Unpack:
				total++
			}
		}
	}
	return total
}

// pruned is n as it is printed.
func pruned(n *Network) *Network {
	if p, err := Prune(n); err == nil {
		return p
	}
	return n
}

// clocks are the clocks of an SM that a warp takes: those of the busier pipe.
func clocks(n *Network) int { return (max(halfClocks(n)) + 1) / 2 }
