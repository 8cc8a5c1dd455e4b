package gen

import (
	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/spec"
)

// lowerCluster lowers what the blocks of a cluster do: each combines its threads by the network of a block,
// which the target chooses as it does for that pattern; then the blocks combine what they have.
func (t target) lowerCluster(s spec.Spec) (lowered, error) {
	of := t
	if network.ByShuffles(s) { // floats that were combined as integers would be converted between blocks
		of = t.everywhere()
	}
	made, err := of.lower(network.OfBlock(s))
	if err != nil {
		return lowered{}, err
	}
	made.net.Kernel = s.FileName()
	made.net = &network.Network{Spec: s, Block: made.net}
	return made, nil
}
