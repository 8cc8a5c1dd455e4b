package network

import (
	"fmt"
	"strings"

	"github.com/shflgen/shflgen/spec"
)

// Raked is the network of a block of several warps in which the first warp does the work, the raking of CUB: every
// thread stores its element in shared memory, then each lane of the first warp reads a piece of neighbouring elements
// and combines them as a tree, and the lanes combine the pieces' values by shuffles, or by two distances of shuffles
// and shared memory. The tree is that of order near. Where no order shows, a lane reads every 32nd element, see
// [strides].
//
// The model, in clocks of sm_90: a distance within a piece is an op, 4; a distance between lanes is a shuffle and an
// op, 28; two distances of shuffles side by side are 36, for one shuffle and one op more. Every warp of [Block] takes
// five shuffles, and an SM begins one in a clock; here every warp takes one store, and one warp loads each warp's
// elements in one clock. A warp takes 2.1 clocks of an SM at each barrier, so two barriers alone bound 128 threads by
// 15.3 10^9 blocks a second, and 512 by 3.9.
func Raked(s spec.Spec) (*Network, error) {
	b := newBuilder(s)
	b.rake(rakedBy(s), b.acrossLanes)
	return b.done(), nil
}

// RejectRaked says why [Raked] does not build s; nothing if it does.
func RejectRaked(s spec.Spec) string {
	if why := rejectRaking(s); why != "" {
		return why
	}
	if s.N > 0 {
		return "threads bring several registers"
	}
	return rejectPieces(s, rakedBy(s))
}

// rejectRaking says why threads may not combine pieces of neighbouring elements.
func rejectRaking(s spec.Spec) string {
	if why := RejectBlock(s); why != "" {
		return why
	}
	switch {
	case s.Pattern != spec.BlockReduce:
		return "a scan gives every thread a value of its own"
	case s.Order == spec.Far:
		return "order far does not combine neighbours first"
	}
	return ""
}

// rejectPieces says why threads may not rake so: nothing fills slots past the block, or the elements
// of a piece do not fit a thread's registers.
func rejectPieces(s spec.Spec, r raking) string {
	switch {
	case s.KeepsWithoutMembers() && r.slots() != r.stored(s):
		return fmt.Sprintf("no identity of %s fills the slots past the block", s.OpWord())
	case !r.fits(s):
		return fmt.Sprintf("%d elements of %d bytes do not fit a thread's registers", r.piece, s.Bits()/8)
	}
	return ""
}

// settles is the title of the step with the barrier that makes the next call safe.
const settles = "No thread writes the next call's elements before these are read."

// rake builds the network around the combination of the lanes.
func (b *builder) rake(r raking, across func(x *Node, r raking) *Node) {
	s := b.net.Spec
	x := b.contribution()
	b.step("%s leaves its element for the first warp to read.",
		map[bool]string{false: "Every thread", true: "Every thread of the other warps"}[r.keeps])
	memory := b.leave(x, r)
	piece := b.combinedPiece(x, memory, r)
	if r.alone && r.past(s) {
		other := x
		if !absorbs(s) {
			other = b.node(Identity{})
		}
		piece = b.node(Select{b.node(InLanes{b.firstLanes(r.pieces)}), piece, other})
	}
	b.result = across(piece, r)
	switch {
	case s.All():
		b.step("Thread 0 leaves the result for all to read.")
		memory := b.node(Barrier{X: b.leaveFirsts([]*Node{b.result}, 1, 1, partials(1, s))})
		b.step("Every thread takes the result.")
		b.result = b.node(Load{From: memory, In: Partial})
	case !r.early:
		b.step(settles)
		b.result = b.node(Barrier{X: b.result})
	}
	b.lanes = b.blockLanes()
}

// combinedPiece is the tree over the piece of each lane of the first warp.
func (b *builder) combinedPiece(x, memory *Node, r raking) *Node {
	s := b.net.Spec
	rakes := func(from, n int) (level []*Node) {
		for i := range n {
			level = append(level, b.node(r.load(memory, from+i, s)))
		}
		return level
	}
	if group := r.atOnce(s); group < r.piece {
		b.step("Each lane of the first warp combines %d elements in a row. It reads %d at a time: the barriers of the "+
			"warp keep further ones out of registers.", r.piece, group)
		var combined func(from, n int) *Node
		combined = func(from, n int) *Node {
			if n <= group {
				return b.neighbours(rakes(from, n))
			}
			first := b.node(Barrier{X: combined(from, n/2), OfWarp: true})
			return b.node(Combine{b.fn, first, combined(from+n/2, n-n/2)})
		}
		return combined(0, r.piece)
	}
	switch {
	case r.alone:
		b.step("Each of the first %d lanes reads %d elements in a row; the others have %s.", r.pieces, r.piece, r.without(s))
	case r.beside > 1:
		b.step("Each %d neighbouring lanes of the first warp read %d elements in a row.", r.beside, r.piece)
	case r.piece == 1:
		b.step("Each lane of the first warp reads an element.")
	case r.every:
		b.step("Each lane of the first warp reads %d elements, %d apart.", r.piece, r.interval())
	default:
		b.step("Each lane of the first warp reads %d elements in a row.", r.piece)
	}
	mine := rakes(0, r.piece)
	if r.early && !s.All() {
		b.step(settles)
		mine[0] = b.node(Barrier{X: mine[0]})
	}
	b.step("Each lane of the first warp combines its elements.")
	if r.keeps {
		mine = append([]*Node{x}, mine...)
	}
	return b.neighbours(mine)
}

// neighbours combines neighbours, level by level.
func (b *builder) neighbours(level []*Node) *Node {
	for len(level) > 1 {
		var next []*Node
		for i := 0; i+1 < len(level); i += 2 {
			next = append(next, b.node(Combine{b.fn, level[i], level[i+1]}))
		}
		level = append(next, level[2*len(next):]...)
	}
	return level[0]
}

// atOnce is how many elements of its piece a lane holds in registers at once: of long pieces of structs 32 bytes.
// Measured on an H200, 16 bytes, 256 threads: 387 cycles and 2.46 10^9 blocks a second in 32 registers, 64 bytes at
// once 421 and 2.44, all 374 and 2.06 in 44 registers. Of floats it is behind from 1000 threads on: float64 645 and
// 0.72, 631 and 0.73. So are 32 floats, where the last warp is whole: float32, 640 threads 351 and 1.91 in 32
// registers, all at once 337 and 1.44 in 33; 1024 threads 380 and 1.25, 401 and 1.16; 777 threads 436 and 1.07, 411 and
// 1.08.
func (r raking) atOnce(s spec.Spec) int {
	bytes := s.Bits() / 8
	switch {
	case r.alone || r.early || r.every || r.piece*bytes <= maxPieceBytes:
		return r.piece
	case wide(s) && r.pieces == s.Warp(), bytes == 4 && s.Block().Threads%s.Warp() == 0:
		return max(1, maxPieceBytes/2/bytes)
	}
	return r.piece
}

// joins reports whether a barrier of the warp stands before the shuffles of its lanes. Where the last warp is short
// and no vote says that the lanes of the condition are a warp, compilers keep each step's registers apart for lanes
// that come later. Measured on an H200, float64, 180 threads, with and without: 333 cycles and 3.77 10^9 blocks a
// second, 353 and 3.71; with a vote, 512 threads 389 and 2.06, 388 and 2.08. It changes nothing for one register, and
// for distances one after the other.
func (r raking) joins(s spec.Spec) bool {
	return s.Block().Threads%s.Warp() != 0 && s.Words() > 1 && s.Elem == nil && !r.apart &&
		r.piece*s.Bits() <= 2*8*maxPieceBytes
}

// past reports whether thread 0 takes in lanes without a piece, see [builder.acrossLanes]. They have the identity then,
// or any element of the block if the op may take one in twice.
func (r raking) past(s spec.Spec) bool {
	return enclosing(r.pieces) != r.pieces && !r.thirds() && !r.byMemory && !s.KeepsWithoutMembers()
}

// thirds reports whether the pieces are three times a power of two.
func (r raking) thirds() bool { return r.pieces%3 == 0 && enclosing(r.pieces/3) == r.pieces/3 }

// without says what a lane without a piece has.
func (r raking) without(s spec.Spec) string {
	if r.past(s) && !absorbs(s) {
		return "the identity"
	}
	return "their own"
}

// firstLanes are the first lanes of each warp.
func (b *builder) firstLanes(n int) Lanes {
	return LanesWhere(b.net.Spec.Block().Threads, func(i int) bool { return i%b.net.Spec.Warp() < n })
}

// leave is shared memory in which every thread has left its element, in the step that says so.
// The slots past the block hold the identity, or first elements again.
func (b *builder) leave(x *Node, r raking) *Node {
	s, title := b.net.Spec, &b.net.Steps[len(b.net.Steps)-1].Title
	var fill *Node
	what := ""
	switch {
	case r.slots() == r.stored(s):
	case absorbs(s):
		fill, what = x, "the first ones fill"
	default:
		fill, what = b.node(Identity{}), "the identity fills"
	}
	if what != "" {
		*title = fmt.Sprintf("%s; %s up to %d.", strings.TrimSuffix(*title, "."), what, r.slots())
	}
	return b.node(Barrier{X: b.leaveEach(x, fill, r.slots(), s.Block().Threads-r.stored(s))})
}

// upTo is x in the first lanes of the first warp, of so many that take part; the identity in the others.
func (b *builder) upTo(x *Node, n, lanes int) *Node {
	if s := b.net.Spec; n == lanes || absorbs(s) { // the others have read the first piece again
		return x
	}
	return b.node(Select{b.node(InLanes{b.firstLanes(n)}), x, b.node(Identity{})})
}

// acrossLanes is the tree over the pieces' values. More than two distances go through memory, see [builder.takeLeft],
// unless lanes are to shuffle to the end: then two distances at a time. One at a time takes fewer instructions:
// measured on an H200, float32, 64 threads, 13.9 and 12.4 10^9 blocks a second, but 220 and 186 cycles; 128 threads
// 10.9 and 10.6, 249 and 215; from 256 threads on it is behind in both.
//
// After the least pieces, elements of several words are taken one at a time as well, and lanes without a piece do not
// load: measured, float64, 64 threads 255 cycles and 9.9 10^9 blocks a second, two at a time 258 and 7.7; 128 threads
// 298 and 7.0, 300 and 6.5. Of longer pieces it is behind: 180 threads 397 and 4.2, 339 and 3.8.
//
// Of three times a power of two, the last step takes in two thirds at once, and no lane needs the identity: measured,
// float32, 96 threads 199 cycles and 12.2, with the identity and a distance more 220 and 11.5.
func (b *builder) acrossLanes(x *Node, r raking) *Node {
	lanes, neighbours := enclosing(r.pieces), max(r.beside, 1)
	if r.byMemory {
		return b.takeLeft(b.shuffledDown(x, neighbours, 4*neighbours, true), 4*neighbours, r.pieces/4)
	}
	if r.joins(b.net.Spec) {
		b.step("The lanes of the first warp go on together.")
		x = b.node(Barrier{X: x, OfWarp: true})
	}
	switch {
	case r.thirds():
		return b.thirds(b.shuffledDown(x, 1, r.pieces/3, r.apart), r.pieces/3)
	case lanes > r.pieces && b.net.Spec.KeepsWithoutMembers():
		return b.shuffledUpTo(x, r.pieces)
	case lanes > r.pieces && !absorbs(b.net.Spec) && !r.alone:
		b.step("A lane without a piece has the identity.")
		x = b.upTo(x, r.pieces, lanes)
	}
	return b.shuffledDown(x, neighbours, lanes*neighbours, r.apart)
}

// thirds is the tree over three groups of so many lanes, in the first lane.
func (b *builder) thirds(x *Node, lanes int) *Node {
	b.step("The first lane takes in lanes %d and %d, the first ones of the other groups of %d.", lanes, 2*lanes, lanes)
	from := func(d int) *Node { return b.node(Shuffle{x, b.ofBlock(Down, d, b.net.Spec.Warp())}) }
	one, two := from(lanes), from(2*lanes)
	return b.node(Combine{b.fn, b.node(Combine{b.fn, x, one}), two})
}

// shuffledDown is a tree over lanes from distance d on, two distances at a time unless they are to
// be apart.
func (b *builder) shuffledDown(x *Node, d, lanes int, apart bool) *Node {
	from := func(d int) *Node { return b.node(Shuffle{x, b.ofBlock(Down, d, b.net.Spec.Warp())}) }
	for ; !apart && 4*d <= lanes; d *= 4 {
		b.step("Distances %[1]d and %[2]d: lane i takes in lanes i+%[1]d, i+%[2]d and i+%[3]d.", d, 2*d, 3*d)
		one, two, three := from(d), from(2*d), from(3*d)
		x = b.node(Combine{b.fn, b.node(Combine{b.fn, x, one}), b.node(Combine{b.fn, two, three})})
	}
	for ; d < lanes; d *= 2 {
		b.step("Distance %d: lane i takes in lane i+%[1]d.", d)
		x = b.node(Combine{b.fn, x, from(d)})
	}
	return x
}

// shuffledUpTo is a tree over the first lanes of each warp. The other lanes have nothing.
func (b *builder) shuffledUpTo(x *Node, lanes int) *Node {
	for d := 1; d < lanes; d *= 2 {
		b.step("Distance %d: lane i takes in lane i+%[1]d, of the first %d.", d, lanes)
		here := LanesWhere(b.net.Spec.Block().Threads, func(i int) bool { return i%b.net.Spec.Warp()+d < lanes })
		from := b.node(Shuffle{x, b.ofBlock(Down, d, b.net.Spec.Warp())})
		x = b.node(Select{b.node(InLanes{here}), b.node(Combine{b.fn, x, from}), x})
	}
	return x
}
