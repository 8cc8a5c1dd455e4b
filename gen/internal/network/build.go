package network

import (
	"fmt"

	"github.com/shflgen/shflgen/spec"
)

// builders holds one row for each pattern that reduces: how it is unrolled. Patterns that
// move elements once have a row in moves, those that move registers one in movements.
var builders = map[spec.Pattern]func(*builder){
	spec.Reduce:             buildReduce,
	spec.XorReduce:          buildXorReduce,
	spec.DownReduce:         buildDownReduce,
	spec.InclusiveScan:      buildInclusiveScan,
	spec.ExclusiveScan:      buildExclusiveScan,
	spec.BlockReduce:        buildBlockReduce,
	spec.BlockInclusiveScan: buildBlockScan,
	spec.BlockExclusiveScan: buildBlockScan,
	spec.BatchReduce:        buildBatchReduce,
	spec.KeyedReduce:        buildGroups,
	spec.Sort:               buildSort,
	spec.Compact:            buildCompact,
	spec.Rank:               buildRank,
	spec.TopK:               buildPick,
	spec.Load:               buildCopy,
	spec.Store:              buildCopy,
	spec.Select:             buildPick,
}

// Build unrolls the pattern of s, which must be valid.
func Build(s spec.Spec) (*Network, error) {
	build := builders[s.Pattern]
	if _, ok := moves[s.Pattern]; ok {
		build = buildShuffle
	}
	if movements[s.Pattern] != nil {
		build = buildMovement
	}
	if build == nil {
		return nil, fmt.Errorf("network: pattern %s has no builder", s.Pattern)
	}
	if s.HasLane() {
		build = buildWinner
	}
	b := newBuilder(s)
	b.unroll(build)
	return b.done(), nil
}

// unroll builds, with the additions of the mask mode.
func (b *builder) unroll(build func(*builder)) {
	s := b.net.Spec
	// argmin and argmax: the target reads members only
	if s.Mask == spec.Active && s.Pattern.Reduces() && !s.Pattern.Keyed() && !s.HasLane() {
		buildActive(b, build)
	} else {
		build(b)
	}
}

// builder appends steps, and nodes to the last of them.
type builder struct {
	net *Network
	fn  *Fn // of the spec's op

	// Results of the network: the element in the lanes of a set, the number of the winner's lane, and whether a
	// source was read; nil for those that it lacks.
	result *Node
	total  *Node // of all elements, in register 1
	mine   *Node // what the lane contributes
	lanes  Lanes
	won    *Node
	pred   *Node

	chain   bool  // scans as a chain
	scanned *Node // what a scan begins with
	undo    *Fn   // takes a lane's own element out of an inclusive scan; nil: the scan of the lane before is taken

	members bool // only members take part, each with its element

	byMemory bool // shared memory gives every lane the elements of ranks

	conditions map[string]*Node // that elements are there, by which

	// For a batch: elements to a register, whether a lane contributes its own (nil: it does), and its contribution
	// otherwise.
	fields         int
	member, absent *Node
	late           bool // membership may be tested after the first exchange
}

func newBuilder(s spec.Spec) *builder {
	return &builder{net: &Network{Spec: s}, fn: opOf(s), fields: 1}
}

// done is the network with its outputs.
func (b *builder) done() *Network {
	if b.result != nil {
		b.net.Outs = nil
	}
	b.give(spec.ElementRole, b.lanes, b.result, b.total)
	b.give(spec.IndexRole, b.lanes, b.won)
	b.give(spec.PredRole, b.everywhere(), b.pred)
	return b.net
}

// give makes nodes outputs of a role, by register, in the lanes of a set; none of a nil.
func (b *builder) give(role spec.Role, lanes Lanes, of ...*Node) {
	for r, x := range of {
		if x != nil {
			b.net.Outs = append(b.net.Outs, Out{role, r, x, lanes})
		}
	}
}

// isMember is the condition that the lane is a member.
func (b *builder) isMember() *Node { return b.node(IsMember{Itself(b.net.Spec.Lanes())}) }

// everywhere are all lanes, and segments those that belong to a segment.
func (b *builder) everywhere() Lanes {
	return LanesWhere(b.net.Spec.Lanes(), func(int) bool { return true })
}

func (b *builder) segments() Lanes { return b.route(Own, 0).Segments() }

func (b *builder) step(title string, args ...any) {
	b.net.Steps = append(b.net.Steps, Step{Title: fmt.Sprintf(title, args...)})
}

func (b *builder) node(e Expr) *Node {
	b.net.nodes++
	n := &Node{ID: b.net.nodes, Expr: e}
	last := &b.net.Steps[len(b.net.Steps)-1]
	last.Nodes = append(last.Nodes, n)
	return n
}

// route is a move within the spec's segments.
func (b *builder) route(mode Mode, dist int) Route {
	return Route{Mode: mode, Dist: dist, Width: b.net.Spec.Width, Lanes: b.net.Spec.Lanes()}
}

// contribution is what each lane brings to a reduction or a scan: its element,
// or the identity where it is no member.
func (b *builder) contribution() *Node {
	b.mine = b.ownOrIdentity()
	return b.mine
}

func (b *builder) ownOrIdentity() *Node {
	if b.net.Spec.Mask == spec.Full {
		b.step("Every %s contributes its %s.", b.who(), map[bool]string{true: "element",
			false: "registers"}[b.net.Spec.Brings() == 1])
		return b.node(Input{})
	}
	if b.members {
		b.step("Every member contributes its element; nobody else makes the call.")
		return b.node(Input{})
	}
	if byRank(b.net.Spec) {
		past := "the identity"
		if b.net.Spec.KeepsWithoutMembers() {
			past = "nothing"
		}
		b.step("The members of a segment, lined up by rank; past the last, %s.", past)
		return b.node(Ranked{})
	}
	if b.optional() {
		b.step("Every lane brings its element; that of a lane that is no member is left out.")
		return b.node(Input{})
	}
	what := "the identity"
	if b.net.Spec.HasLane() {
		what = "a key that loses"
	}
	b.step("A %s that is no member contributes %s.", b.who(), what)
	return b.node(Select{b.isMember(), b.node(Input{}), b.node(Identity{})})
}

// contributions are those of every register.
func (b *builder) contributions() []*Node {
	all := []*Node{b.contribution()}
	for r := 1; r < b.net.Spec.Brings(); r++ {
		own := b.node(Input{r})
		if member, ok := all[0].Expr.(Select); ok {
			own = b.node(Select{member.If, own, member.Else})
		}
		all = append(all, own)
	}
	return all
}

// who takes part: a lane or a thread.
func (b *builder) who() string { return whoCalls(b.net.Spec) }

// inRange is true in the lanes that by gives a source.
func (b *builder) inRange(by Move) *Node { return b.node(InLanes{by.InRange()}) }

// distances are the distances of a tree over n values in the spec's order:
// ascending powers of two below n, or the same descending.
func distances(order spec.Order, n int) []int {
	var d []int
	for at := 1; at < n; at *= 2 {
		if order == spec.Near {
			d = append(d, at)
		} else {
			d = append([]int{at}, d...)
		}
	}
	return d
}
