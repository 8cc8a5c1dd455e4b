package gen

import (
	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/spec"
)

// lowerScan lowers the scan of an array. Its order alone decides which elements combine.
func (t target) lowerScan(s spec.Spec) (made lowered, err error) {
	made = lowered{
		net: &network.Network{Spec: s},
		chosen: lowering{name: "tiles",
			builds: "each block scans a tile, then takes in what is before it by a tree over tiles"},
	}
	made.net.Program, err = t.scan(s, s.ScanOrder())
	return made, err
}
