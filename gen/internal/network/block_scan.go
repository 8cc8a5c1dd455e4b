package network

import (
	"fmt"

	"github.com/shflgen/shflgen/spec"
)

// buildBlockScan doubles the pieces that are scanned: of each two neighbours, every thread of
// the upper one takes in the last thread of the lower one. So thread i gets the tree of order
// near over the threads 0..i, the same that a reduction of these gives: Sklansky, "Conditional-Sum
// Addition Logic" (1960).
func buildBlockScan(b *builder) {
	s := b.net.Spec
	x := b.contribution()
	if b.chain {
		x = b.chained(x)
	} else {
		x = b.scanPieces(x, s.Block().Threads)
	}
	if s.Block().Total {
		b.step("Every thread takes the last thread's value.")
		b.total = b.node(Shuffle{x, b.ofBlock(Idx, s.Block().Threads-1, max(s.Block().Threads, s.Warp()))})
	}
	if exclusive(s) {
		x = b.movedUp(x, s.Block().Threads)
	}
	b.result, b.lanes = x, allThreads(s)
}

// BlockScan is the network of a scan of a block of several warps as hardware runs it: each warp by
// shuffles, then every thread reads the results of the warps before its own.
func BlockScan(s spec.Spec) (*Network, error) {
	b := newBuilder(s)
	own := b.contribution()
	x := b.scanPieces(own, s.Warp())
	b.step("The last thread of each warp leaves its warp's result for all to read.")
	leave := s.Block().Threads / s.Warp()
	if s.Block().Total {
		leave = s.Warps()
	}
	memory := b.node(Barrier{X: b.leaveLasts(x, leave, s.Warps())})
	b.step("Each thread reads the results of the warps before its own.")
	var before []*Node
	for d := 1; d < s.Warps(); d *= 2 {
		before = append(before, b.near(d, func(i int) *Node { return b.loadBefore(memory, d, i) }))
	}
	if s.Block().Total {
		b.step("Each thread reads the results of all warps.")
		b.total = b.acrossWarps(memory, 0, s.Warps())
	}
	b.step("No thread writes the next call's results before these are read.")
	before[0] = b.node(Barrier{X: before[0]})
	if exclusive(s) {
		if b.undo = undo(s); b.undo == nil {
			x = b.movedUp(x, s.Warp())
		}
	}
	for k, sum := range before {
		warps := 1 << k
		b.step("Distance %d: of each %d warps, the upper half take in the lower half.", warps*s.Warp(), 2*warps)
		if exclusive(s) && s.KeepsWithoutMembers() {
			x = b.takeInWhere(sum, x, warps*s.Warp())
		} else {
			x = b.takeIn(sum, x, warps*s.Warp())
		}
	}
	if exclusive(s) && s.KeepsWithoutMembers() {
		b.step("Thread 0 has none before it, and keeps its element.")
		x = b.node(Select{b.above(-1), x, b.node(Input{})})
	}
	if b.undo != nil {
		x = b.withoutOwn(x, own)
	}
	b.result, b.lanes = x, allThreads(s)
	return b.done(), nil
}

// RejectBlockScan says why [BlockScan] does not build s; nothing if it does.
func RejectBlockScan(s spec.Spec) string {
	if !s.Pattern.Block() || !s.Pattern.Scans() {
		return fmt.Sprintf("%s is no scan of a block", s.Pattern)
	}
	return rejectOneWarp(s)
}

// scanPieces scans pieces of so many threads.
func (b *builder) scanPieces(x *Node, size int) *Node {
	s := b.net.Spec
	for d := 1; d < min(size, s.Block().Threads); d *= 2 {
		b.step("Distance %d: of each %d threads, the upper half take in the last of the lower half.", d, 2*d)
		x = b.takeIn(b.node(Shuffle{x, b.ofBlock(Idx, d-1, 2*d)}), x, d)
	}
	return x
}

// takeIn is the op of the value before and x, in the threads with a bit set in their number.
func (b *builder) takeIn(before, x *Node, bit int) *Node {
	return b.node(Select{b.above(bit), b.node(Combine{b.fn, before, x}), x})
}

// takeInWhere is [builder.takeIn] of a scan by an op without an identity that was moved up in each warp: a
// thread holds something if one of the bits below this one is set in its number.
func (b *builder) takeInWhere(before, x *Node, bit int) *Node {
	return b.node(Select{b.above(bit), b.node(Join{b.fn, before, x, nil, b.above(bit - 1)}), x})
}

// above is the condition that one of some bits is set in the thread's number.
func (b *builder) above(bits int) *Node {
	return b.node(InLanes{LanesWhere(b.net.Spec.Lanes(), func(i int) bool { return i&bits != 0 })})
}

// movedUp is the scan of the thread before, within groups of so many. The first one has the identity or,
// of an op without one, in a group that is the whole block, its element; in others what it has is undefined.
func (b *builder) movedUp(x *Node, width int) *Node {
	s := b.net.Spec
	by := b.ofBlock(Up, 1, width)
	switch whole := width >= s.Block().Threads; {
	case s.KeepsWithoutMembers() && whole:
		b.step("A thread takes the scan of the thread before it; the first one keeps its element.")
	case s.KeepsWithoutMembers():
		b.step("A thread takes the scan of the thread before it in its warp.")
		return b.node(Shuffle{x, by})
	case whole:
		b.step("A thread takes the scan of the thread before it, the first one the identity.")
	default:
		b.step("A thread takes the scan of the thread before it, the first one of a warp the identity.")
	}
	return b.node(Select{b.inRange(by), b.node(Shuffle{x, by}), b.nobody()})
}

// near is the tree of order near over n elements, a power of two.
func (b *builder) near(n int, element func(i int) *Node) *Node {
	if n == 1 {
		return element(0)
	}
	half := n / 2
	lower := b.near(half, element)
	upper := b.near(half, func(i int) *Node { return element(half + i) })
	return b.node(Combine{b.fn, lower, upper})
}

// exclusive reports whether a scan leaves the lane's own element out.
func exclusive(s spec.Spec) bool {
	return s.Pattern == spec.ExclusiveScan || s.Pattern == spec.BlockExclusiveScan
}

// allThreads are the threads of a block.
func allThreads(s spec.Spec) Lanes {
	return LanesWhere(s.Block().Threads, func(int) bool { return true })
}

// leaveLasts is the shared memory in which the last thread of each of the first warps has left its value. Threads load
// those of groups of warps, a power of two: slots are as many, so that one instruction loads several.
func (b *builder) leaveLasts(x *Node, warps, all int) *Node {
	s := b.net.Spec
	by := LanesWhere(min(warps*s.Warp(), s.Block().Threads), func(i int) bool { return i == lastThread(i/s.Warp(), s) })
	return b.node(Store{Of: []*Node{x}, Puts: []Put{{Array{Partial, enclosing(all), true},
		Place{Terms: []Term{{1, s.Warp(), 0}}}, by}}})
}

// loadBefore is what warp at has left, of so many warps, a power of two, that come before the group of as many that a
// thread belongs to. A thread without warps before it loads something else.
func (b *builder) loadBefore(memory *Node, warps, at int) *Node {
	of := 2 * warps
	return b.node(Load{From: memory, In: Partial,
		At: Place{Terms: []Term{{of, of * b.net.Spec.Warp(), 0}}, First: at}})
}

// lastThread is the last thread of a warp.
func lastThread(warp int, s spec.Spec) int {
	return min(warp*s.Warp()+s.Warp(), s.Block().Threads) - 1
}
