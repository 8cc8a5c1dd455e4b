package network

import (
	"fmt"
	"math/bits"

	"github.com/shflgen/shflgen/spec"
)

// SideBySide is the network of a reduction with its last two distances as one step of shuffles that do not wait for
// each other. A segment is cut into pieces of a power of two lanes, the greatest that leaves three or four of them;
// the last piece may be short. After the steps within the pieces, every lane reads the pieces' values and combines
// them as the tree of order near does.
//
// Of three pieces, every lane reads all. Of four, it holds its own and reads the three
// others: the op is commutative, so the lower piece need not be on the left.
//
// The model: a shuffle and the op after it take 28 clocks of sm_90, a shuffle beside
// another one two more. Taking the steps one after the other needs ⌈log2 width⌉ distances and
// a shuffle of the result to all lanes. This takes as many shuffles, two fewer of them one after
// the other.
func SideBySide(s spec.Spec) (*Network, error) {
	b := newBuilder(s)
	piece := pieceOf(s.Width)
	if 3*piece < s.Width {
		b.ofFour(piece)
	} else {
		b.ofThree(piece)
	}
	b.lanes = b.segments()
	if s.HasLane() {
		b.winner()
	}
	return b.done(), nil
}

// pieceOf is the lanes of a piece of a segment, the greatest power of two that leaves three
// or four.
func pieceOf(width int) int { return 1 << (bits.Len(uint(width-1)) - 2) }

// RejectSideBySide says why [SideBySide] does not build s; nothing if it does.
func RejectSideBySide(s spec.Spec) string {
	laws := s.Laws()
	switch {
	case s.Pattern != spec.Reduce:
		return fmt.Sprintf("%s prescribes its network; reduce leaves it open", s.Pattern)
	case s.Width&(s.Width-1) == 0:
		return fmt.Sprintf("a butterfly of %d lanes takes fewer shuffles", s.Width)
	case s.Width > s.Warp()/2:
		return "a butterfly over the whole warp takes fewer shuffles"
	case s.Mask == spec.Active:
		return "members alone make the call, so no lane can contribute the identity for others"
	case s.KeepsWithoutMembers() && s.Mask != spec.Full:
		return fmt.Sprintf("no identity of %s stands for lanes that are no member", s.OpWord())
	case s.Order == spec.Far && !(laws.Associative && laws.Commutative):
		return "order far combines the greatest distance first"
	case !laws.Commutative && 3*pieceOf(s.Width) < s.Width:
		return fmt.Sprintf("%s does not commute, and a lane would read four pieces", s.Op)
	}
	return ""
}

// ofThree combines each piece as a tree, which leaves the piece's value in its first lane. The
// last piece may be short. Its value is read after the step that completes it, so it passes
// through no select.
func (b *builder) ofThree(piece int) {
	width := b.net.Spec.Width
	after := []*Node{b.contribution()} // each step, the first lane of its pieces is right
	for d := 1; d < piece; d *= 2 {
		x, _ := b.combineDown(after[len(after)-1], presence{}, d, b.route(Down, d).Move())
		after = append(after, x)
	}
	b.step("Every lane reads the values of lanes 0, %d and %d of its segment and combines them.", piece, 2*piece)
	var values []*Node
	for first := 0; first < width; first += piece {
		complete := bits.Len(uint(min(piece, width-first) - 1))
		values = append(values, b.node(Shuffle{after[complete], b.route(Idx, first).Move()}))
	}
	b.result = b.node(Combine{b.fn, b.node(Combine{b.fn, values[0], values[1]}), values[2]})
}

// ofFour is the butterfly within each piece, after which each of its lanes holds the
// piece's value.
func (b *builder) ofFour(piece int) {
	x := b.contribution()
	for d := 1; d < piece; d *= 2 {
		who := "lanes"
		if d > 1 {
			who = fmt.Sprintf("pieces of %d lanes", d)
		}
		b.step("Distance %d: %s combine in pairs.", d, who)
		by := b.other(d, d)
		both := b.node(Combine{b.fn, x, b.node(Shuffle{x, by})})
		x = b.node(Select{b.inRange(by), both, x})
	}
	b.step("Distances %d and %d: every lane reads the values of the other three pieces of %d lanes.", piece, 2*piece,
		piece)
	var others []*Node
	for _, d := range []int{piece, 2 * piece, 3 * piece} {
		others = append(others, b.node(Shuffle{x, b.other(d, piece)}))
	}
	b.result = b.node(Combine{b.fn, b.node(Combine{b.fn, x, others[0]}), b.node(Combine{b.fn, others[1], others[2]})})
}

// other is the move by which each lane reads the first lane of a piece: of the piece that holds the lane at its
// position xor d. It is xor itself where that is never out of the segment.
func (b *builder) other(d, piece int) Move {
	s := b.net.Spec
	if s.Width%(2*d) == 0 && piece == d {
		return b.route(Xor, d).Move()
	}
	return WithinSegments(s.Width, s.Lanes(), func(at int) int { return (at ^ d) &^ (piece - 1) })
}
