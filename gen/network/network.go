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
