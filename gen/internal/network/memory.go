package network

import (
	"errors"
	"fmt"

	"github.com/shflgen/shflgen"
)

// Store is the block's shared memory after the first thread of each warp has stored its
// element X there.
type Store struct{ X *Node }

func (e Store) row() row {
	return row{
		sort:     Memory,
		operands: elements(e.X),
		with:     func(to []*Node) Expr { return Store{to[0]} },
		reads: func(_ shflgen.Spec, thread int, read readFunc) error {
			read(e.X, thread)
			if thread%shflgen.WarpSize != 0 {
				return errors.New("which only the first thread of a warp stores")
			}
			return nil
		},
		requires: ofBlock,
		value: func(a at) value {
			if a.lane%shflgen.WarpSize != 0 {
				return nil
			}
			return a.of(e.X)
		},
		text: func() string { return "store %s of each warp" },
	}
}

// Barrier is X, an element or memory, once all threads of the block, or all lanes of the
// warp, have reached it.
type Barrier struct{ X *Node }

func (e Barrier) row() row {
	sort := Element
	if e.X != nil && e.X.Expr != nil {
		sort = SortOf(e.X)
	}
	return row{
		sort:     sort,
		operands: []operand{{e.X, sort, unpacked}},
		with:     func(to []*Node) Expr { return Barrier{to[0]} },
		requires: sharesMemory,
		value:    func(a at) value { return a.of(e.X) },
		text:     func() string { return "%s after a barrier" },
		cost:     func(shflgen.Spec, int) Cost { return Cost{Barriers: 1} },
	}
}

// Load is the element that the first thread of a warp has stored. What it loads from has
// to be a [Barrier] after the [Store].
type Load struct {
	From *Node
	Warp int
}

func (e Load) row() row {
	return row{
		operands: []operand{{e.From, Memory, unpacked}},
		with:     func(to []*Node) Expr { return Load{to[0], e.Warp} },
		reads: func(_ shflgen.Spec, _ int, read readFunc) error {
			read(e.From, e.Warp*shflgen.WarpSize)
			return nil
		},
		requires: func(s shflgen.Spec) error {
			if e.Warp < 0 || e.Warp*shflgen.WarpSize >= s.Lanes() {
				return fmt.Errorf("loads the element of warp %d, which the block does not have", e.Warp)
			}
			if _, ok := e.From.Expr.(Barrier); !ok {
				return errors.New("loads before a barrier")
			}
			return ofBlock(s)
		},
		value: func(a at) value { return a.from(e.From, e.Warp*shflgen.WarpSize) },
		text:  func() string { return fmt.Sprintf("load of warp %d from %%s", e.Warp) },
		cost:  func(shflgen.Spec, int) Cost { return Cost{Loads: 1} },
	}
}

// ofBlock says why a network for s has no shared memory.
func ofBlock(s shflgen.Spec) error {
	if !s.Pattern.Block() {
		return errors.New("needs a block, but a warp makes the call")
	}
	return nil
}

// sharesMemory says why a network for s has no barrier.
func sharesMemory(s shflgen.Spec) error {
	if s.TakesMemory() {
		return nil
	}
	return ofBlock(s)
}

// settled checks that what a block or warp gives comes after a barrier, if anything was
// loaded: else the next call could store before a thread has loaded.
func settled(n *Network) error {
	loads := false
	for _, s := range n.Steps {
		for _, node := range s.Nodes {
			switch node.Expr.(type) {
			case Load, Gather:
				loads = true
			}
		}
	}
	if _, ok := n.Result().Expr.(Barrier); loads && !ok {
		return errors.New("no barrier between the loads and the next call")
	}
	return nil
}
