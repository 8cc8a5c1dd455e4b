package golang

import (
	"fmt"
	"slices"

	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/spec"
)

// value is one thing that the emitted function computes: an expression of the
// network at one lane. Equal values are one value (value numbering, as in
// Cocke and Schwartz, "Programming Languages and Their Compilers", 1970), which
// is what leaves w-1 ops of a butterfly's w·log2 w.
type value struct {
	id   int
	kind kind
	set  laneSet // bit lane of it chooses
	lane int     // of an element or member: its lane
	dist int     // of a move
	reg  int     // of an element: its register
	op   spec.Op // of a combine
	a, b *value  // operands

	hasA, hasB truth // of a join: an operand is there

	step int    // of the network, in which it first appears
	at   int    // lane that first needs it
	any  uint64 // of a choice: it is by any bit of set in this word
	nth  int    // of values that share step and lane, as those of several registers do
}

type kind uint8

const (
	element  kind = iota // lane's element, as the caller gave it
	enter                // lane's element if it is a member, else the identity
	identity             // of the op
	choose               // a if lane is a member, else b
	combine              // op of a and b
	join                 // op of a and b, of those that are there

	bits     // of lane's element
	moveDown // bits a, which come from dist lanes above, if the move is made, else bits b
	fill     // bits a if there is a member of the rank, else the identity
	bitsOf   // of a
	moveUp   // the reverse of moveDown

	read // what lane reads at an index that the call computes
)

// truth is a condition at one lane: known, or that bit member of a word is set or, with any, one
// of these bits.
type truth struct {
	known, value bool
	set          laneSet
	member       int
	any          uint64
}

// expansion is a network computed lane by lane.
type expansion struct {
	net    *network.Network
	shape  spec.Shape
	values map[value]*value // by content, with id, step, at and nth zero
	order  []*value
	memo   []*value // of node n at a lane: at n.ID*lanes + lane
	step   int
	result []*value       // by element: register, then lane; nil where it keeps its input
	when   []truth        // by element: it keeps its input too where this is false
	made   map[origin]int // values so far

	by network.Given // of a spec with a distance that the caller gives

	compacts bool // a lane reads the member of its rank
}

// origin is where a value first appears.
type origin struct{ step, at int }

// expand computes the lanes that the contract names, and what they need.
func expand(n *network.Network) (*expansion, error) {
	x := &expansion{net: n, shape: n.Spec.Shape(), values: make(map[value]*value, 16*(n.MaxID()+1)),
		made: map[origin]int{}}
	lanes := x.shape.Lanes
	x.memo = make([]*value, (n.MaxID()+1)*lanes)
	if x.combinesGroups() {
		return x, x.expandGroup()
	}
	if err := x.expandLanes(lanes); err != nil {
		return nil, err
	}
	for _, out := range n.Elements() {
		for lane := range lanes {
			var v *value
			when := truth{known: true, value: true}
			if out.Lanes.Has(lane) {
				v = x.memo[out.Node.ID*lanes+lane]
				if e, ok := out.Node.Expr.(network.Select); ok && keepsElse(n.Spec, e) {
					v = x.memo[e.Then.ID*lanes+lane]
					var err error
					if when, err = x.truth(e.If, lane); err != nil {
						return nil, err
					}
				}
				if _, ok := out.Node.Expr.(network.ReadIf); ok && !x.runTime() { // no other lane makes the call
					when = truth{member: lane}
				}
				if v != nil && !when.known && x.byIndex(v) {
					v, when = x.kept(v, when, len(x.result)/lanes, lane), truth{known: true, value: true}
				}
			}
			x.result, x.when = append(x.result, v), append(x.when, when)
		}
	}
	return x, nil
}

// expandLanes computes the nodes at the first lanes.
func (x *expansion) expandLanes(lanes int) error {
	for i, s := range x.net.Steps {
		x.step = i
		for _, node := range s.Nodes {
			switch node.Expr.(type) {
			case network.IsMember, network.InLanes, network.SameKey, network.All, network.IsLowest, network.WinnerLane,
				network.InReach, network.MemberCount, network.RankInGroup, network.AnyOf, network.WasIn,
				network.Follows:
				continue
			}
			for lane := range lanes {
				v, err := x.at(node, lane)
				if err != nil {
					return err
				}
				x.memo[node.ID*x.shape.Lanes+lane] = v
			}
		}
	}
	return nil
}

// keepsElse reports whether what a select chooses is stored where its condition holds, and
// nothing else is.
func keepsElse(s spec.Spec, e network.Select) bool {
	_, member := e.If.Expr.(network.IsMember)
	_, own := e.Else.Expr.(network.Input)
	return s.Pattern.Sorts() && member && own || s.Map != nil && s.KeepsWithoutMembers() && own || s.Mask == spec.Active &&
		!s.HasLane()
}

// at is the value of an element node at a lane; its operands are in the memo.
func (x *expansion) at(n *network.Node, lane int) (*value, error) {
	get := func(n *network.Node, lane int) *value { return x.memo[n.ID*x.shape.Lanes+lane] }
	if by, ok := givenOf(n.Expr); ok {
		return x.given(by, lane), nil
	}
	switch e := n.Expr.(type) {
	case network.Input:
		return x.number(value{kind: element, lane: lane, reg: e.Register}, lane), nil
	case network.Identity:
		return x.number(value{kind: identity}, lane), nil
	case network.OfGroup: // of lane 0, which has a segment
		return x.ranked(x.segments().Base(lane)+e.Rank, groupBits), nil
	case network.Ranked:
		return x.ranked(lane, 0), nil
	case network.Compacted:
		return x.compacted(e.Register, lane), nil
	case network.FromRank:
		return x.ofRank(lane, func(lane int) *value { return get(e.X, lane) }), nil
	case network.Shuffle:
		source, _ := e.By.(network.Move).Source(lane)
		return get(e.X, source), nil
	case network.Combine:
		return x.combine(e.Fn, get(e.Left, lane), get(e.Right, lane), lane), nil
	case network.Join:
		return x.joined(e, get(e.Left, lane), get(e.Right, lane), lane)
	case network.Exchange:
		upper, err := x.truth(e.Upper, lane)
		if err != nil || !upper.known {
			return nil, fmt.Errorf("golang: an exchange by %v that is not known: %w", e.Upper.Expr, err)
		}
		f := e.First
		if upper.value {
			f = e.Last
		}
		return x.combine(f, get(e.X, lane), get(e.Y, lane), lane), nil
	case network.ReadIf:
		source, _ := e.By.(network.Move).Source(lane)
		return x.choice(e.If, get(e.X, source), get(e.X, lane), lane)
	case network.Select:
		if _, ok := givenOf(e.Then.Expr); ok { // which chooses by itself
			return get(e.Then, lane), nil
		}
		return x.choice(e.If, get(e.Then, lane), get(e.Else, lane), lane)
	}
	return nil, fmt.Errorf("golang: unexpected node %T", n.Expr)
}

// choice is one of two values by a condition.
func (x *expansion) choice(by *network.Node, then, els *value, lane int) (*value, error) {
	c, err := x.truth(by, lane)
	switch {
	case err != nil:
		return nil, err
	case c.known && c.value, then == els:
		return then, nil
	case c.known:
		return els, nil
	case c.set%groupBits == memberBits && then.kind == element && then.lane == c.member && els.kind == identity:
		return x.number(value{kind: enter, set: c.set, lane: c.member, reg: then.reg}, lane), nil
	}
	return x.number(value{kind: choose, set: c.set, lane: c.member, any: c.any, a: then, b: els}, lane), nil
}

// combine numbers f(a, b), with the operands of a commutative op in one order and the identity left out. In the order
// of a sort, the identity is the last.
func (x *expansion) combine(f *network.Fn, a, b *value, lane int) *value {
	s := x.net.Spec
	keepsIdentity := s.Pattern.Sorts() && f.Op != s.Best()
	switch {
	case a.kind == identity && !keepsIdentity, b.kind == identity && keepsIdentity:
		return b
	case b.kind == identity && !keepsIdentity, a.kind == identity && keepsIdentity:
		return a
	}
	if f.Laws.Commutative && a.id > b.id {
		a, b = b, a
	}
	return x.number(value{kind: combine, op: f.Op, a: a, b: b}, lane)
}

// truth is the condition of a node at a lane.
func (x *expansion) truth(n *network.Node, lane int) (truth, error) {
	switch e := n.Expr.(type) {
	case network.InLanes:
		return truth{known: true, value: e.Set.Has(lane)}, nil
	case network.IsMember:
		source, _ := e.Of.(network.Move).Source(lane)
		return truth{member: source}, nil
	case network.SameKey:
		source, _ := e.Of.Source(lane)
		return truth{set: memberBits + groupBits, member: source}, nil
	case network.AnyOf:
		return anyOf(e, lane), nil
	case network.IsLowest:
		return truth{set: lowestBits, member: lane}, nil
	case network.All:
		all := truth{known: true, value: true}
		for _, term := range e.Of {
			t, err := x.truth(term, lane)
			switch {
			case err != nil:
				return truth{}, err
			case t.known && !t.value, all.known && !all.value:
				all = truth{known: true}
			case t.known:
			case all.known:
				all = t
			case t != all:
				return truth{}, fmt.Errorf("golang: lane %d depends on two members, %d and %d", lane, all.member, t.member)
			}
		}
		return all, nil
	}
	return truth{}, fmt.Errorf("golang: unexpected condition %T", n.Expr)
}

func (x *expansion) number(v value, lane int) *value {
	if old, ok := x.values[v]; ok {
		return old
	}
	made := v
	made.id, made.step, made.at = len(x.order)+1, x.step, lane
	if (v.kind == combine || v.kind == join || v.kind == choose || v.kind == moveUp || v.kind == bitsOf) &&
		(x.shape.Array() || x.shape.Keyed()) {
		at := origin{x.step, lane}
		made.nth = x.made[at]
		x.made[at]++
	}
	x.values[v] = &made
	x.order = append(x.order, &made)
	return &made
}

// live lists, step by step, the values that a stored result needs.
func (x *expansion) live() [][]*value {
	var stored []*value
	for i, v := range x.result {
		if !x.keeps(i) {
			stored = append(stored, v)
		}
	}
	return x.stepsOf(stored)
}

// stepsOf lists, step by step, values and what they are computed from.
func (x *expansion) stepsOf(values []*value) [][]*value {
	steps := make([][]*value, len(x.net.Steps))
	for _, v := range x.needed(values) {
		steps[v.step] = append(steps[v.step], v)
	}
	return steps
}

// needed are values and what they are computed from, in order.
func (x *expansion) needed(values []*value) []*value {
	need := map[*value]bool{}
	var mark func(v *value)
	mark = func(v *value) {
		if v == nil || need[v] {
			return
		}
		need[v] = true
		if x.byIndex(v) {
			return
		}
		mark(v.a)
		mark(v.b)
	}
	for _, v := range values {
		mark(v)
	}
	return slices.DeleteFunc(slices.Clone(x.order), func(v *value) bool { return !need[v] })
}

// keeps reports whether an element ends as it came.
func (x *expansion) keeps(i int) bool {
	v := x.result[i]
	return v == nil || x.net.Spec.Map == nil && v.kind == element && v.reg*x.shape.Lanes+v.lane == i ||
		x.when[i] == truth{known: true}
}
