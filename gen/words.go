package gen

import (
	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/spec"
)

// lowerWords lowers a load or a store of elements in global memory: lanes exchange the words of
// elements by the network of a transpose, which the target chooses as it does for that pattern.
func (t target) lowerWords(s spec.Spec) (lowered, error) {
	inner, err := t.lower(network.WordsSpec(s))
	if err != nil {
		return lowered{}, err
	}
	words := network.Words{Type: s.GlobalWord(), Count: s.GlobalWords(), Across: inner.net}
	return lowered{
		net: &network.Network{Spec: s, Words: &words, Choice: inner.net.Choice},
		chosen: lowering{name: "words side by side", builds: "lanes access words side by side, and exchange them: " +
			inner.chosen.builds},
		rejected: inner.rejected,
	}, nil
}
