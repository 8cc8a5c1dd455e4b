package network

import "github.com/shflgen/shflgen/spec"

// Grid is how the threads of a grid share an array: a block takes whole chunks.
type Grid struct {
	spec.GridOrder

	// Across combines what the threads of a block have: their parts of a chunk, or the chunks. With an op that gives
	// an index, every thread receives the winning key, and Places is the least place with it.
	Across, Places *Network
}

// GridOf is how threads share an array of s.
func GridOf(s spec.Spec) Grid { return Grid{GridOrder: s.GridOrder()} }

// AcrossSpec is the spec by which the threads of a block combine what they have.
func (g Grid) AcrossSpec(s spec.Spec) spec.Spec {
	across := g.across(s)
	across.Type, across.Op, across.Name = s.Type, s.Op, s.FileName()+"_threads"
	if s.HasLane() {
		across.Type, across.Op, across.All = KeyType(s.Type), extreme(s), true
	}
	return across
}

// PlacesSpec is the spec by which the threads of a block find the least place.
func (g Grid) PlacesSpec(s spec.Spec) spec.Spec {
	across := g.across(s)
	across.Type, across.Op, across.All, across.Name = spec.Uint32, spec.Min, true, s.FileName()+"_places"
	return across
}

func (g Grid) across(s spec.Spec) spec.Spec {
	across := spec.NewSpec(spec.BlockReduce)
	across.Block, across.Mask, across.Arch = g.Threads, spec.Full, s.Arch
	return across
}
