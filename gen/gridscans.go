package gen

import (
	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/gen/internal/network"
)

// lowerScan lowers the scan of an array, whose order alone says what combines with what.
func lowerScan(s shflgen.Spec) lowered {
	return lowered{
		net:    &network.Network{Spec: s},
		chosen: lowering{name: "tiles", builds: "each block scans a tile, then takes in what is before it by a tree over tiles"},
	}
}
