package network

import "github.com/shflgen/shflgen"

// Grid is how the threads of a grid share an array: a block takes whole chunks.
type Grid struct {
	shflgen.GridOrder

	// Across combines what the threads of a block have: their parts of a chunk, or the chunks.
	Across *Network
}

// GridOf is how threads share an array of s.
func GridOf(s shflgen.Spec) Grid { return Grid{GridOrder: s.GridOrder()} }

// AcrossSpec is the spec by which the threads of a block combine what they have.
func (g Grid) AcrossSpec(s shflgen.Spec) shflgen.Spec {
	across := shflgen.NewSpec(shflgen.BlockReduce)
	across.Block, across.Mask, across.Arch = g.Threads, shflgen.Full, s.Arch
	across.Type, across.Op, across.Name = s.Type, s.Op, s.FuncName()+"Threads"
	return across
}
