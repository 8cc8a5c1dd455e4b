package gen

import (
	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/spec"
)

// lowerGrid lowers an array: the threads of a block combine what they have by the network of a block, which the target
// chooses as it does for that pattern. With a user's function they combine by separate steps, as some threads may have
// nothing.
func (t target) lowerGrid(s spec.Spec) (lowered, error) {
	grid, of := network.GridOf(s), t
	made := lowered{
		net: &network.Network{Spec: s, Grid: &grid},
		chosen: lowering{name: "chunks",
			builds: "each block combines whole chunks, then one block combines what the chunks have"},
	}
	if s.User != nil {
		return t.lowerFrame(made)
	}
	if network.ByShuffles(s) {
		of = t.everywhere()
	}
	inner, err := of.lower(grid.AcrossSpec(s))
	if err != nil {
		return lowered{}, err
	}
	grid.Across = inner.net
	for _, n := range grid.Across.Variants() {
		n.Kernel, n.Linear = s.FileName(), true
	}
	if s.HasLane() {
		places, err := t.lower(grid.PlacesSpec(s))
		if err != nil {
			return lowered{}, err
		}
		grid.Places = places.net
		for _, n := range grid.Places.Variants() {
			n.Linear = true
		}
	}
	made.variant, made.rejected = inner.variant, inner.rejected
	return t.lowerFrame(made)
}

// lowerFrame adds the program of an array to the networks of its blocks.
func (t target) lowerFrame(made lowered) (_ lowered, err error) {
	made.net.Program, err = t.grid(made.net.Spec, *made.net.Grid)
	return made, err
}
