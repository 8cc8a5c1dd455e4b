package network

import (
	"fmt"

	"github.com/shflgen/shflgen"
)

// buildReduce is the butterfly where segments are powers of two, else the tree,
// of which every lane then takes the first lane's value.
func buildReduce(b *builder) {
	s := b.net.Spec
	if s.Width&(s.Width-1) == 0 {
		buildXorReduce(b)
		return
	}
	buildDownReduce(b)
	b.step("Every lane takes the value of its segment's first lane.")
	b.result = b.node(Shuffle{b.result, b.route(Idx, 0).Move()})
	b.lanes = b.route(Own, 0).Segments()
}

// Butterfly is the network of a reduction of 17 to 31 lanes as a butterfly over
// the whole warp, to which the lanes past the segment bring the identity: five
// shuffles and one select, where the tree needs a select a step and a shuffle
// more. Each lane's op over the identity changes nothing, so the tree is the same.
func Butterfly(s shflgen.Spec) (*Network, error) {
	b := newBuilder(s)
	b.overWarp()
	return b.done(), nil
}

// RejectButterfly says why [Butterfly] does not build s; nothing if it does.
func RejectButterfly(s shflgen.Spec) string {
	switch {
	case s.Pattern != shflgen.Reduce:
		return fmt.Sprintf("%s prescribes its network; reduce leaves it open", s.Pattern)
	case s.HasLane():
		return fmt.Sprintf("the network of %s is a butterfly already", s.Op)
	case s.Width == shflgen.WarpSize:
		return "the segment is the whole warp"
	case s.Width <= shflgen.WarpSize/2:
		return fmt.Sprintf("the warp has several segments of %d lanes", s.Width)
	case s.Mask == shflgen.Active:
		return "members alone make the call, so no lane can contribute the identity for others"
	}
	return ""
}

// overWarp is the reduction of one segment by a butterfly over the whole warp.
func (b *builder) overWarp() {
	s := b.net.Spec
	segment := b.route(Own, 0).Segments()
	what := "the identity"
	if s.HasLane() {
		what = "a key that loses"
	}
	b.step("A lane that is no member, or past the segment, contributes %s.", what)
	here := b.node(InLanes{segment})
	if s.Mask != shflgen.Full {
		own := Itself(s.Lanes())
		here = b.node(All{[]*Node{here, b.node(IsMember{own})}})
	}
	x := b.node(Select{here, b.node(Input{}), b.node(Identity{})})
	b.result, b.lanes = b.butterfly(x, shflgen.WarpSize), segment
}

// buildXorReduce is the butterfly over the lanes of each segment.
func buildXorReduce(b *builder) {
	b.result = b.butterfly(b.contribution(), b.net.Spec.Width)
	b.lanes = b.route(Own, 0).Segments()
}

// butterfly combines partners over segments of a power of two: after the step at
// distance d both hold the op over the lanes that either held. The op is
// commutative, so that both may put their own value on the left and still compute
// the same bits.
func (b *builder) butterfly(x *Node, width int) *Node {
	s := b.net.Spec
	for _, d := range distances(s.Order, width) {
		b.step("Distance %d: lane i and lane i^%d combine.", d, d)
		by := Route{Mode: Xor, Dist: d, Width: width, Lanes: s.Lanes()}.Move()
		x = b.node(Combine{b.fn, x, b.node(Shuffle{x, by})})
	}
	return x
}

// buildDownReduce is the tree towards the first lane of each segment.
func buildDownReduce(b *builder) {
	s := b.net.Spec
	x := b.contribution()
	for _, d := range distances(s.Order, s.Width) {
		x = b.combineDown(x, d, b.route(Down, d).Move())
	}
	b.result = x
	segments := b.route(Own, 0)
	b.lanes = LanesWhere(s.Lanes(), func(i int) bool {
		return segments.InSegment(i) && segments.Base(i) == i
	})
}

// combineDown appends one step of a tree: a lane combines with the lane d after
// it, if that is in range.
func (b *builder) combineDown(x *Node, d int, by Move) *Node {
	b.step("Distance %d: %[2]s i takes in %[2]s i+%[1]d.", d, b.who())
	both := b.node(Combine{b.fn, x, b.node(Shuffle{x, by})})
	return b.node(Select{b.inRange(by), both, x})
}
