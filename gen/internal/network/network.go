// Package network holds the unrolled form of a pattern: a straight-line program
// that every lane runs, in which all that differs between lanes is known at
// generation time. Targets print it lane by lane (Go) or once for all (CUDA).
package network

import (
	"iter"

	"github.com/shflgen/shflgen/gen/internal/ir"
	"github.com/shflgen/shflgen/spec"
)

// Network is a pattern unrolled for one spec. Every lane runs all the steps in
// order; a shuffle reads what its source lane computed in an earlier node.
type Network struct {
	Spec  spec.Spec
	Steps []Step

	// Outs are what the network gives: first the elements by register, from 0 on, then
	// the other ports of the spec's shape. Registers past them keep their input.
	Outs []Out

	// Faster computes the same with instructions of newer architectures; nil if there is
	// none, or if the spec names the architecture. Choice then says why it is this one.
	Faster *Faster
	Choice string

	// Row and Grid are the frames of the networks of a row and an array, which have no steps; nil for
	// others.
	Row  *Row
	Grid *Grid

	// Program is the kernels of an array, and the functions that they call; nil for others.
	Program *ir.Program

	// Block is the network of each block of a cluster. The blocks combine its results. It is nil for others.
	Block *Network

	// Words is how elements in global memory are loaded or stored, of a network without steps; nil for others.
	Words *Words

	// Kernel is the function that shares a file with this one, by its name in Go: both call the same helpers. Empty
	// for a function of its own.
	Kernel string

	// Linear: the block that makes the call has one dimension, so threadIdx.x numbers its threads.
	Linear bool

	// Keys are what nodes hold in place of elements, see [Represent]; nil where none does.
	Keys *Keys

	nodes int // made so far
}

// Faster is another network for the same contract.
type Faster struct {
	Net  *Network
	Arch int    // least compute capability, times ten
	Why  string // what it is, by which laws it computes the same, what it saves
}

// All are the nodes of n, step by step.
func (n *Network) All() iter.Seq[*Node] {
	return func(yield func(*Node) bool) {
		for _, s := range n.Steps {
			for _, node := range s.Nodes {
				if !yield(node) {
					return
				}
			}
		}
	}
}

// Count is how many nodes of n an expression is of a kind for.
func (n *Network) Count(is func(Expr) bool) (total int) {
	for node := range n.All() {
		if is(node.Expr) {
			total++
		}
	}
	return total
}

// Is reports whether an expression is of a kind.
func Is[E Expr](e Expr) bool { _, ok := e.(E); return ok }

// Variants are n and the network that replaces it on newer architectures, if there is one.
func (n *Network) Variants() []*Network {
	if n.Faster == nil {
		return []*Network{n}
	}
	return []*Network{n, n.Faster.Net}
}

// Out is what the lanes of a set end with in a register of a port. Every other lane keeps
// its element.
type Out struct {
	Role     spec.Role
	Register int
	Node     *Node
	Lanes    Lanes
}

// Elements are the outputs of elements, by register.
func (n *Network) Elements() []Out {
	var elements []Out
	for _, o := range n.Outs {
		if o.Role == spec.ElementRole {
			elements = append(elements, o)
		}
	}
	return elements
}

// Result is the element of register 0, nil if there is none.
func (n *Network) Result() *Node { return n.output(spec.ElementRole) }

// Index is the number of the winner's lane, a [WinnerLane]; nil if no winner is asked for.
func (n *Network) Index() *Node { return n.output(spec.IndexRole) }

// Pred is true in the lanes that read a source; nil if that is not asked for.
func (n *Network) Pred() *Node { return n.output(spec.PredRole) }

func (n *Network) output(r spec.Role) *Node {
	for _, o := range n.Outs {
		if o.Role == r {
			return o.Node
		}
	}
	return nil
}

// MaxID is the greatest ID of a node, for tables by node.
func (n *Network) MaxID() int { return n.nodes }

// Step is what a reader sees as one step: a title and the nodes it adds.
type Step struct {
	Title string
	Nodes []*Node // in an order in which each comes after what it uses

	// Halves is the distance at which a lane keeps one of each two registers and lane i^Halves takes the other; 0 for
	// other steps.
	Halves int

	// Aside: the step converts what lanes hold, or names it; it is none of the pattern.
	Aside bool
}

// Node is one value of the network: per lane, an element or a truth value.
type Node struct {
	ID     int    // unique within the network, ascending
	Packed bool   // a packed register: several elements in 32 bits
	Key    bool   // a key of an element, or of each of a packed register
	Name   string // of a condition that is worth a local of emitted code; else empty
	Expr   Expr
}
