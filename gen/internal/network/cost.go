package network

import (
	"fmt"
	"strings"
)

// Cost is what a network takes on a GPU, counted in instructions that every lane runs.
// Arithmetic that finds sources, conditions and elements of packed registers is left out.
type Cost struct {
	Shuffles int // of 32 bits
	Redux    int
	Votes    int
	Matches  int // of keys
	Selects  int
	Products int // in place of selects
	Ops      int // on elements, or on packed registers
	Stores   int // to shared memory, of up to 16 bytes
	Loads    int // from shared memory, likewise
	Barriers int // of a block or warp
}

// Cost is the sum over the nodes of n.
func (n *Network) Cost() Cost {
	if n.Words != nil {
		return n.Words.Across.Cost()
	}
	var sum Cost
	for _, s := range n.Steps {
		sum.add(n.stepCost(s))
	}
	return sum
}

// stepCost is the sum over the nodes of one step.
func (n *Network) stepCost(s Step) Cost {
	var sum Cost
	for _, node := range s.Nodes {
		row := node.Expr.row()
		if row.cost == nil {
			continue
		}
		words := n.Spec.Words()
		if node.Packed {
			words = 1
		}
		sum.add(row.cost(n.Spec, words))
	}
	return sum
}

func (c *Cost) add(d Cost) {
	c.Shuffles += d.Shuffles
	c.Redux += d.Redux
	c.Votes += d.Votes
	c.Matches += d.Matches
	c.Selects += d.Selects
	c.Products += d.Products
	c.Ops += d.Ops
	c.Stores += d.Stores
	c.Loads += d.Loads
	c.Barriers += d.Barriers
}

// String lists what is not zero, such as "5 shuffles, 1 select".
func (c Cost) String() string {
	var terms []string
	for _, kind := range []struct {
		n    int
		name string
	}{{c.Shuffles, "shuffle"}, {c.Redux, "redux"}, {c.Votes, "vote"}, {c.Matches, "match"}, {c.Selects, "select"},
		{c.Products, "product"}, {c.Ops, "op"}, {c.Stores, "store"}, {c.Loads, "load"}, {c.Barriers, "barrier"}} {
		if kind.n > 0 {
			name := kind.name
			if name != "redux" && name != "match" {
				name = plural(kind.n, name)
			}
			terms = append(terms, fmt.Sprintf("%d %s", kind.n, name))
		}
	}
	if terms == nil {
		return "nothing"
	}
	return strings.Join(terms, ", ")
}
