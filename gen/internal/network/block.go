package network

import (
	"fmt"

	"github.com/shflgen/shflgen"
)

// buildBlockReduce is the tree of every warp, then the tree of the warps' first
// threads. Threads are lanes here; the last warp may be short.
func buildBlockReduce(b *builder) {
	s := b.net.Spec
	x := b.withinWarps()
	for _, d := range distances(s.Order, s.MaskWords()) {
		x, _ = b.combineDown(x, presence{}, d*shflgen.WarpSize, b.ofBlock(Down, d*shflgen.WarpSize, s.Block))
	}
	if s.All {
		b.step("Every thread takes thread 0's value.")
		x = b.node(Shuffle{x, b.ofBlock(Idx, 0, s.Block)})
	}
	b.result, b.lanes = x, b.blockLanes()
}

// Block is the network of a block of several warps as hardware runs it: each warp by
// shuffles, then the warps' results through shared memory.
func Block(s shflgen.Spec) (*Network, error) {
	b := newBuilder(s)
	x := b.withinWarps()
	b.step("The first lane of each warp leaves its warp's result for all to read.")
	memory := b.node(Barrier{b.node(Store{X: x, Warps: s.MaskWords()})})
	who, readers := "Thread 0", "thread 0 has"
	if s.All {
		who, readers = "Every thread", "all have"
	}
	b.step("%s combines the warps' results.", who)
	x = b.acrossWarps(memory)
	b.step("No thread writes the next call's results before %s read these.", readers)
	b.result, b.lanes = b.node(Barrier{x}), b.blockLanes()
	return b.done(), nil
}

// RejectBlock says why [Block] does not build s; nothing if it does.
func RejectBlock(s shflgen.Spec) string {
	if s.Pattern.Block() && s.Pattern.Scans() {
		return fmt.Sprintf("%s gives every thread another result", s.Pattern)
	}
	return rejectOneWarp(s)
}

// rejectOneWarp says why a network for several warps does not build s.
func rejectOneWarp(s shflgen.Spec) string {
	switch {
	case !s.Pattern.Block():
		return "a warp makes the call"
	case s.MaskWords() == 1:
		return "the block is one warp"
	}
	return ""
}

// withinWarps is the tree of every warp.
func (b *builder) withinWarps() *Node {
	s := b.net.Spec
	x := b.contribution()
	for _, d := range distances(s.Order, min(s.Block, shflgen.WarpSize)) {
		x, _ = b.combineDown(x, presence{}, d, b.ofBlock(Down, d, shflgen.WarpSize))
	}
	return x
}

// acrossWarps is the tree over what the warps have stored, in one thread. Each value is
// made when it is first needed.
func (b *builder) acrossWarps(memory *Node) *Node {
	s := b.net.Spec
	warps, reaches := s.MaskWords(), distances(s.Order, s.MaskWords())
	type slot struct{ stage, warp int }
	made := map[slot]*Node{}
	var value func(stage, warp int) *Node
	value = func(stage, warp int) *Node {
		at := slot{stage, warp}
		if made[at] != nil {
			return made[at]
		}
		if stage == 0 {
			made[at] = b.node(Load{memory, warp})
			return made[at]
		}
		x := value(stage-1, warp)
		if other := warp + reaches[stage-1]; other < warps {
			x = b.node(Combine{b.fn, x, value(stage-1, other)})
		}
		made[at] = x
		return x
	}
	return value(len(reaches), 0)
}

// ofBlock is a move within groups of width threads. The last group may be short.
func (b *builder) ofBlock(mode Mode, d, width int) Move {
	return Route{Mode: mode, Dist: d, Width: width, Lanes: b.net.Spec.Block, Short: true}.Move()
}

// blockLanes are the threads that get the result.
func (b *builder) blockLanes() Lanes {
	s := b.net.Spec
	return LanesWhere(s.Block, func(i int) bool { return s.All || i == 0 })
}
