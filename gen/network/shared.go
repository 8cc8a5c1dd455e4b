package network

import (
	"errors"

	"github.com/shflgen/shflgen"
)

// Shared is the element X of the first thread of each warp, left in the block's shared
// memory and read after a barrier. In other threads of a warp it is unspecified.
type Shared struct{ X *Node }

func (e Shared) row() row {
	return row{
		operands: elements(e.X),
		with:     func(to []*Node) Expr { return Shared{to[0]} },
		reads: func(_ shflgen.Spec, thread int, read readFunc) error {
			read(e.X, thread)
			if thread%shflgen.WarpSize != 0 {
				return errors.New("which only the first thread of a warp stores")
			}
			return nil
		},
		requires: func(s shflgen.Spec) error {
			if !s.Pattern.Block() {
				return errors.New("stores to shared memory, but a warp makes the call")
			}
			return nil
		},
		value: func(a at) value {
			if a.lane%shflgen.WarpSize != 0 {
				return nil
			}
			return a.of(e.X)
		},
		text: func() string { return "%s of each warp, through shared memory" },
		cost: func(shflgen.Spec, int) Cost { return Cost{Barriers: 2} },
	}
}

// SharedNode is the node that is in shared memory, nil if none is.
func (n *Network) SharedNode() *Node {
	for _, s := range n.Steps {
		for _, node := range s.Nodes {
			if _, ok := node.Expr.(Shared); ok {
				return node
			}
		}
	}
	return nil
}
