package network

import (
	"fmt"

	"github.com/shflgen/shflgen/spec"
)

// buildInclusiveScan doubles the reach of every lane at each step: Hillis and
// Steele, "Data Parallel Algorithms" (1986).
func buildInclusiveScan(b *builder) {
	x, has := b.scan()
	b.result = b.keptScan(x, has)
	b.lanes = b.segments()
}

// buildExclusiveScan is the inclusive scan moved up by one lane; the first lane
// of a segment gets the identity.
func buildExclusiveScan(b *builder) {
	x, has := b.scan()
	b.lanes = b.segments()
	if b.undo != nil {
		b.result = b.withoutOwn(x, b.scanned)
		return
	}
	by := b.route(Up, 1).Move()
	if b.net.Spec.KeepsWithoutMembers() {
		b.step("A lane takes the scan of the lane before it; without one it keeps its element.")
		from := b.node(Shuffle{x, by})
		if b.optional() {
			b.result = b.kept(from, has.moved(by), 0)
		} else {
			b.result = b.node(Select{b.inRange(by), from, b.scanned})
		}
	} else {
		b.step("A lane takes the scan of the lane before it, the first one the identity.")
		first := b.node(Identity{})
		b.result = b.node(Select{b.inRange(by), b.node(Shuffle{x, by}), first})
	}
}

// withoutOwn is an exclusive scan: the inclusive one without a lane's own element.
func (b *builder) withoutOwn(x, own *Node) *Node {
	b.step("Of its scan, a lane takes its own element out again.")
	return b.node(Combine{b.undo, x, own})
}

// Undone is the network of an exclusive scan that takes each lane's element out of the inclusive one, which needs no
// further shuffle, for an op under which elements form a group.
func Undone(s spec.Spec) (*Network, error) {
	b := newBuilder(s)
	b.undo = undo(s)
	b.unroll(buildExclusiveScan)
	return b.done(), nil
}

// RejectUndone says why [Undone] does not build s; nothing if it does.
func RejectUndone(s spec.Spec) string {
	switch {
	case s.Pattern != spec.ExclusiveScan:
		return fmt.Sprintf("%s has every lane's own element in its result", s.Pattern)
	case undo(s) == nil:
		return fmt.Sprintf("no operand can be taken out of what %s has combined", s.OpWord())
	case s.Width <= 2 || enclosing(s.Width-1) == s.Width-1: // measured, int32, width 5: 107 cycles, moved 100
		return "no lane needs the last distance if the scan is moved, which so takes no more shuffles"
	}
	return ""
}

// keptScan is a scan, or the lane's element where nothing was scanned.
func (b *builder) keptScan(x *Node, has presence) *Node {
	if b.optional() {
		return b.kept(x, has, 0)
	}
	return x // in every lane that anybody reads something was
}

// scan is the inclusive scan of what lanes contribute.
func (b *builder) scan() (*Node, presence) {
	s := b.net.Spec
	x, has := b.contribution(), b.own()
	b.scanned = x
	if b.chain {
		return b.chained(x), has
	}
	for _, d := range distances(s.Order, s.Width) {
		by := b.route(Up, d).Move()
		b.step("Distance %d: lane i takes in lane i-%d.", d, d)
		both := b.join(b.node(Shuffle{x, by}), x, has.moved(by), has)
		if has.always() { // else what is out of range is absent
			both = b.node(Select{b.inRange(by), both, x})
		}
		x, has = both, has.and(has.moved(by))
	}
	return x, has
}

// Serial is the network of a scan as a chain, each lane taking in the finished
// lane before it: one op a lane instead of one a lane and step, for a target
// that pays for every lane's ops. It uses associativity.
func Serial(s spec.Spec) (*Network, error) {
	b := newBuilder(s)
	b.chain = true
	b.unroll(builders[s.Pattern])
	return b.done(), nil
}

// RejectSerial says why [Serial] does not build s; nothing if it does.
func RejectSerial(s spec.Spec) string {
	switch {
	case !s.Pattern.Scans():
		return fmt.Sprintf("%s is no scan", s.Pattern)
	case s.Op == spec.User:
		return fmt.Sprintf("the order of %s is fixed", s.OpWord())
	case !s.Laws().Associative:
		return fmt.Sprintf("%s on %s is not associative, so its order is fixed", s.Op, s.Type)
	}
	return ""
}

func (b *builder) chained(x *Node) *Node {
	shape := b.net.Spec.Shape()
	by, who := Route{Mode: Up, Dist: 1, Width: shape.Width,
		Lanes: shape.Lanes}.Move(), "Lane %d of a segment takes in lane %d."
	if shape.Block() {
		who = "Thread %d takes in thread %d."
	}
	for p := 1; p < shape.Width; p++ {
		b.step(who, p, p-1)
		both := b.node(Combine{b.fn, b.node(Shuffle{x, by}), x})
		here := LanesWhere(shape.Lanes, func(i int) bool { _, whole := shape.Segment(i); return whole && i%shape.Width == p })
		x = b.node(Select{b.node(InLanes{here}), both, x})
	}
	return x
}
