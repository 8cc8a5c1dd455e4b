package network

import (
	"fmt"

	"github.com/shflgen/shflgen/spec"
)

// buildBlockReduce is the tree of every warp, then the tree of the warps' first
// threads. Threads are lanes here; the last warp may be short.
func buildBlockReduce(b *builder) {
	s := b.net.Spec
	x := b.withinWarps()
	for _, d := range distances(s.Order, (s.Block().Threads+s.Warp()-1)/s.Warp()) {
		b.combineEachDown(x, d*s.Warp(), s.Block().Threads)
	}
	for _, d := range distances(s.Order, s.ClusterBlocks()) {
		b.combineEachDown(x, d*s.Block().Threads, s.Lanes())
	}
	if s.All() {
		b.step("Every thread takes thread 0's %s.", map[bool]string{true: "value", false: "values"}[len(x) == 1])
		for r := range x {
			x[r] = b.node(Shuffle{x[r], b.ofBlock(Idx, 0, s.Lanes())})
		}
	}
	b.giveRegisters(x)
}

// Block is the network of a block of several warps as hardware runs it: each warp by
// shuffles, then the warps' results through shared memory.
func Block(s spec.Spec) (*Network, error) {
	b := newBuilder(s)
	x := b.withinWarps()
	b.step("The first lane of each warp leaves its warp's %s for all to read.",
		map[bool]string{true: "result", false: "results"}[len(x) == 1])
	in := partials(len(x)*s.Warps(), s)
	if len(x) == 1 {
		in = Array{Name: Partial, Slots: s.Warps()}
	}
	memory := b.node(Barrier{X: b.leaveFirsts(x, s.Warps(), 1, in)})
	who, readers := "Thread 0", "thread 0 has"
	if s.All() {
		who, readers = "Every thread", "all have"
	}
	b.step("%s combines the warps' results.", who)
	for r := range x {
		x[r] = b.acrossWarps(memory, r, s.Warps())
	}
	b.step("No thread writes the next call's results before %s read these.", readers)
	x[0] = b.node(Barrier{X: x[0]})
	b.giveRegisters(x)
	return b.done(), nil
}

// giveRegisters ends the network with the result of each register.
func (b *builder) giveRegisters(x []*Node) { b.give(spec.ElementRole, b.blockLanes(), x...) }

// RejectBlock says why [Block] does not build s; nothing if it does.
func RejectBlock(s spec.Spec) string {
	switch {
	case s.Pattern.Block() && s.Pattern.Scans():
		return fmt.Sprintf("%s gives every thread another result", s.Pattern)
	case s.HasLane():
		return fmt.Sprintf("%s needs the number of a thread beside its element", s.Op)
	}
	return rejectOneWarp(s)
}

// rejectOneWarp says why a network for several warps does not build s.
func rejectOneWarp(s spec.Spec) string {
	switch {
	case !s.Pattern.Block():
		return "a warp makes the call"
	case s.Warps() == 1:
		return "the block is one warp"
	}
	return ""
}

// withinWarps is the tree of every warp, of each register.
func (b *builder) withinWarps() []*Node {
	x := b.contributions()
	for _, d := range distances(b.net.Spec.Order, min(b.net.Spec.Block().Threads, b.net.Spec.Warp())) {
		b.combineEachDown(x, d, b.net.Spec.Warp())
	}
	return x
}

// combineEachDown is a step of the trees of all registers, within groups of so many threads.
func (b *builder) combineEachDown(x []*Node, d, width int) {
	b.step("Distance %d: thread i takes in thread i+%[1]d.", d)
	by := b.ofBlock(Down, d, width)
	for r := range x {
		x[r], _ = b.combineAfter(x[r], presence{}, by)
	}
}

// acrossWarps is the tree over what the warps have stored of a register, in one thread. Each
// value is made when it is first needed.
func (b *builder) acrossWarps(memory *Node, register, warps int) *Node {
	reaches := distances(b.net.Spec.Order, warps)
	type slot struct{ stage, warp int }
	made := map[slot]*Node{}
	var value func(stage, warp int) *Node
	value = func(stage, warp int) *Node {
		at := slot{stage, warp}
		if made[at] != nil {
			return made[at]
		}
		if stage == 0 {
			made[at] = b.node(Load{From: memory, In: Partial, At: Place{First: register*warps + warp}})
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
	return Route{Mode: mode, Dist: d, Width: width, Lanes: b.net.Spec.Lanes(), Short: true}.Move()
}

// blockLanes are the threads that get the result.
func (b *builder) blockLanes() Lanes {
	s := b.net.Spec
	return LanesWhere(s.Lanes(), func(i int) bool { return s.All() || i == 0 })
}

// OfBlock is the spec of one block of a cluster that makes a call of s.
func OfBlock(s spec.Spec) spec.Spec {
	s.Name = s.FuncName() + "Block"
	s = s.With("cluster", spec.AutoCluster)
	return s
}
