package network

import (
	"fmt"

	"github.com/shflgen/shflgen/spec"
)

// buildReduce is the butterfly where segments are powers of two, else the tree, after which every lane takes the
// first lane's value.
func buildReduce(b *builder) {
	s := b.net.Spec
	if s.Width&(s.Width-1) == 0 && b.fn.Laws.Commutative {
		buildXorReduce(b)
		return
	}
	x := b.tree()
	if s.Width > 1 {
		b.step("Every lane takes the value of its segment's first lane.")
		x = b.node(Shuffle{x, b.route(Idx, 0).Move()})
	}
	b.result = b.kept(x, b.whole(), 0)
	b.lanes = b.segments()
}

// Butterfly is the network of a reduction of 17 to 31 lanes as a butterfly over
// the whole warp, to which the lanes past the segment bring the identity: five
// shuffles and one select, where the tree needs a select a step and a shuffle
// more. Each lane's op over the identity changes nothing, so the tree is the same.
func Butterfly(s spec.Spec) (*Network, error) {
	b := newBuilder(s)
	b.overWarp()
	return b.done(), nil
}

// RejectButterfly says why [Butterfly] does not build s; nothing if it does.
func RejectButterfly(s spec.Spec) string {
	switch {
	case s.Pattern != spec.Reduce:
		return fmt.Sprintf("%s prescribes its network; reduce leaves it open", s.Pattern)
	case s.HasLane():
		return fmt.Sprintf("the network of %s is a butterfly already", s.Op)
	case s.KeepsWithoutMembers():
		return fmt.Sprintf("no identity of %s stands for lanes past the segment", s.OpWord())
	case !s.Laws().Commutative:
		return fmt.Sprintf("%s does not commute, and partners would have to tell left from right", s.OpWord())
	case s.Width == s.Warp():
		return "the segment is the whole warp"
	case s.Width <= s.Warp()/2:
		return fmt.Sprintf("the warp has several segments of %d lanes", s.Width)
	case s.Mask == spec.Active:
		return "members alone make the call, so no lane can contribute the identity for others"
	}
	return ""
}

// overWarp is the reduction of one segment by a butterfly over the whole warp.
func (b *builder) overWarp() {
	s := b.net.Spec
	segment := b.segments()
	what := "the identity"
	if s.HasLane() {
		what = "a key that loses"
	}
	b.step("A lane that is no member, or past the segment, contributes %s.", what)
	here := b.node(InLanes{segment})
	if s.Mask != spec.Full {
		here = b.node(All{[]*Node{here, b.isMember()}})
	}
	b.mine = b.node(Select{here, b.node(Input{}), b.node(Identity{})})
	b.result, b.lanes = b.butterfly(b.mine, s.Warp()), segment
}

// buildXorReduce is the butterfly over the lanes of each segment.
func buildXorReduce(b *builder) {
	b.result = b.kept(b.butterfly(b.contribution(), b.net.Spec.Width), b.whole(), 0)
	b.lanes = b.segments()
}

// butterfly combines partners over segments of a power of two: after the step at
// distance d both hold the op over the lanes that either held.
func (b *builder) butterfly(x *Node, width int) *Node {
	s, has := b.net.Spec, b.own()
	for _, d := range distances(s.Order, width) {
		b.step("Distance %d: lane i and lane i^%d combine.", d, d)
		by := Route{Mode: Xor, Dist: d, Width: width, Lanes: s.Lanes()}.Move()
		from := has.moved(by)
		x = b.meet(x, b.node(Shuffle{x, by}), d, has, from)
		has = has.and(from)
	}
	return x
}

// buildDownReduce is the tree towards the first lane of each segment.
func buildDownReduce(b *builder) {
	s := b.net.Spec
	b.result = b.kept(b.tree(), b.whole(), 0)
	segments := b.route(Own, 0)
	b.lanes = LanesWhere(s.Lanes(), func(i int) bool {
		return segments.InSegment(i) && segments.Base(i) == i
	})
}

// tree is the tree towards the first lane of each segment.
func (b *builder) tree() *Node {
	s := b.net.Spec
	x, has := b.contribution(), b.own()
	for _, d := range distances(s.Order, s.Width) {
		x, has = b.combineDown(x, has, d, b.route(Down, d).Move())
	}
	return x
}

// combineDown appends one step of a tree: a lane combines with the lane d after
// it, if that is in range.
func (b *builder) combineDown(x *Node, has presence, d int, by Move) (*Node, presence) {
	b.step("Distance %d: %[2]s i takes in %[2]s i+%[1]d.", d, b.who())
	return b.combineAfter(x, has, by)
}

// combineAfter is a step of a tree without its title.
func (b *builder) combineAfter(x *Node, has presence, by Move) (*Node, presence) {
	both := b.join(x, b.node(Shuffle{x, by}), has, has.moved(by))
	if has.always() { // else what is out of range is absent
		both = b.node(Select{b.inRange(by), both, x})
	}
	return both, has.and(has.moved(by))
}
