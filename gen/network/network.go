// Package network holds the unrolled form of a pattern: a straight-line program
// that every lane runs, in which all that differs between lanes is known at
// generation time. Targets print it lane by lane (Go) or once for all (CUDA).
package network

import "github.com/shflgen/shflgen"

// Network is a pattern unrolled for one spec. Every lane runs all the steps in
// order; a shuffle reads what its source lane computed in an earlier node.
type Network struct {
	Spec  shflgen.Spec
	Steps []Step

	// Result is the value that a lane of Gives ends with. Every other lane
	// keeps its input.
	Result *Node
	Gives  Lanes

	// More are the results of the other registers: More[r-1] is that of register
	// r. A register past them keeps its input in every lane.
	More []Out

	// Pred, of patterns that have one, is true in the lanes that read a source.
	Pred *Node

	// Faster gives the same where hardware has more to offer; nil if nothing does,
	// or if the spec's architecture settles which network it is. Choice then says
	// why it is this one.
	Faster *Faster
	Choice string

	// Lane, of an op that gives one, is a [First]: the winner's number.
	Lane *Node

	// Partial, of block patterns of several warps, holds a warp's result in the
	// warp's first thread. What comes after combines warps.
	Partial *Node

	nodes int // made so far
}

// Faster is another network for the same contract.
type Faster struct {
	Net  *Network
	Arch int    // compute capability from which the hardware can, times ten
	Why  string // what it is, by which laws it may stand for the other, what it saves
}

// Out is the value that the lanes of Gives end with in one register.
type Out struct {
	Result *Node
	Gives  Lanes
}

// Outs are the results by register, [Network.Result] the first.
func (n *Network) Outs() []Out { return append([]Out{{n.Result, n.Gives}}, n.More...) }

// MaxID is the greatest ID of a node, for tables by node.
func (n *Network) MaxID() int { return n.nodes }

// Step is what a reader sees as one step: a title and the nodes it adds.
type Step struct {
	Title string
	Nodes []*Node // in an order in which each comes after what it uses
}

// Node is one value of the network: per lane, an element or a truth value.
type Node struct {
	ID   int    // unique within the network, ascending
	Wide bool   // a word of several elements
	Name string // of a condition that is worth a local of emitted code; else empty
	Expr Expr
}

// Expr is what a node computes. The set is closed: [Input], [Identity],
// [IsMember], [InLanes], [All], [Shuffle], [Select], [Combine], [Whole] and [First];
// of registers in words [Pack], [Field] and [Pick];
// of keys [SameKey] and [OfGroup];
// and of calls that only members make [Ranked], [OfRank] and [IsFirst], or instead
// of these the places [Neighbour], [Leap] and [Lowest], with [Found] and [Fetch].
type Expr interface{ expr() }

// Input is the lane's own element, as the caller gave it, in a register; where the
// op gives a lane, a key in its place: what the op orders by, equal for equals alone.
type Input struct{ Register int }

// Identity is the identity of the spec's op; where the op gives a lane, a key to
// which every other is preferred.
type Identity struct{}

// IsMember is true in lane i if lane Of.Source(i) is in the mask.
type IsMember struct{ Of Route }

// InLanes is true in the lanes of a set that is known at generation time.
type InLanes struct{ Set Lanes }

// All is true where all of its terms are; empty, it is true.
type All struct{ Of []*Node }

// Shuffle is the element X of lane By.Source(i). Where By is out of range it is
// unspecified: a target may give any value, and no result may depend on it.
type Shuffle struct {
	X  *Node
	By Route
}

// Select is Then where If is true, else Else.
type Select struct{ If, Then, Else *Node }

// Combine is the spec's op on two elements, in this order.
type Combine struct{ Left, Right *Node }

// Whole is the spec's op over X of every lane of the warp, in no order that can
// be told. Only an op that is associative and commutative has it.
type Whole struct{ X *Node }

// First is the number of the first lane of the segment that is a member and whose
// own element is Best; -1 where there is none.
type First struct{ Best *Node }

// Ranked is, in lane base+r of a segment, the element of the member of rank r;
// past the last member, the identity.
type Ranked struct{}

// OfRank is, in a member of rank r, the element X of lane base+r of its segment.
// In other lanes it is unspecified.
type OfRank struct{ X *Node }

// IsFirst is true in the lowest member of a segment.
type IsFirst struct{}

// Neighbour is the place of the next member after the lane in its segment, or of
// the last before it; of patterns that take keys, in its group, which is those of the
// segment that have the lane's key. If there is none the place is nowhere.
type Neighbour struct{ Before bool }

// Leap is the place that the lane at place P has for P; nowhere if P is.
type Leap struct{ P *Node }

// Lowest is the place of the lowest member of the segment, or of the lane's group,
// which may have none in mask mode member.
type Lowest struct{}

// Found is true where P is a place, not nowhere.
type Found struct{ P *Node }

// Fetch is the element X of the lane at place P. Where P is nowhere it is the lane's
// own or that of one that it has taken in: no harm to an idempotent op, and to others
// as unspecified as a [Shuffle] that is out of range.
type Fetch struct{ X, P *Node }

func (Input) expr()    {}
func (Identity) expr() {}
func (IsMember) expr() {}
func (InLanes) expr()  {}
func (All) expr()      {}
func (Shuffle) expr()  {}
func (Select) expr()   {}
func (Combine) expr()  {}
func (Whole) expr()    {}
func (First) expr()    {}

func (Ranked) expr()    {}
func (OfRank) expr()    {}
func (IsFirst) expr()   {}
func (Neighbour) expr() {}
func (Leap) expr()      {}
func (Lowest) expr()    {}
func (Found) expr()     {}
func (Fetch) expr()     {}

// Uses lists the nodes that e reads.
func Uses(e Expr) []*Node {
	switch e := e.(type) {
	case All:
		return e.Of
	case Shuffle:
		return []*Node{e.X}
	case Select:
		return []*Node{e.If, e.Then, e.Else}
	case Combine:
		return []*Node{e.Left, e.Right}
	case Whole:
		return []*Node{e.X}
	case Pack:
		return e.Of
	case Field:
		return []*Node{e.X}
	case Pick:
		if e.If == nil {
			return []*Node{e.A, e.B}
		}
		return []*Node{e.If, e.A, e.B}
	case OfRank:
		return []*Node{e.X}
	case Leap:
		return []*Node{e.P}
	case Found:
		return []*Node{e.P}
	case Fetch:
		return []*Node{e.X, e.P}
	case First:
		return []*Node{e.Best}
	case Input, Identity, IsMember, InLanes, SameKey, OfGroup, Ranked, IsFirst, Neighbour, Lowest:
		return nil
	}
	panic("network: unexpected expression") // the set of expressions is closed
}
