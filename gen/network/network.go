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

	// Faster gives the same where hardware has more to offer; nil if nothing does.
	Faster *Faster

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
// [IsMember], [InLanes], [All], [Shuffle], [Select], [Combine], [Whole], [Pack],
// [Field] and [Pick].
type Expr interface{ expr() }

// Input is the lane's own element, as the caller gave it, in a register.
type Input struct{ Register int }

// Identity is the identity of the spec's op.
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

func (Input) expr()    {}
func (Identity) expr() {}
func (IsMember) expr() {}
func (InLanes) expr()  {}
func (All) expr()      {}
func (Shuffle) expr()  {}
func (Select) expr()   {}
func (Combine) expr()  {}
func (Whole) expr()    {}

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
	case Input, Identity, IsMember, InLanes:
		return nil
	}
	panic("network: unexpected expression") // the set of expressions is closed
}
