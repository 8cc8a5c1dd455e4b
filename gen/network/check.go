package network

import "fmt"

// Check returns n if it is well formed: every node comes after what it uses,
// conditions and elements are not mixed, the result is an element, and no lane
// that the contract names depends on a shuffle that is out of range.
func Check(n *Network) (*Network, error) {
	seen := map[*Node]bool{}
	for _, s := range n.Steps {
		for _, node := range s.Nodes {
			if node.ID < 0 || node.ID > n.MaxID() {
				return nil, fmt.Errorf("node %d has an ID that is no node's", node.ID)
			}
			for i, used := range Uses(node.Expr) {
				if !seen[used] {
					return nil, fmt.Errorf("node %d uses a node that does not come before it", node.ID)
				}
				if IsCondition(used) != wantsCondition(node.Expr, i) {
					return nil, fmt.Errorf("node %d takes node %d, a condition for an element or the reverse", node.ID, used.ID)
				}
				if used.Wide != wantsWord(node, i) {
					return nil, fmt.Errorf("node %d takes node %d, a word for an element or the reverse", node.ID, used.ID)
				}
			}
			seen[node] = true
		}
	}
	for r, out := range n.Outs() {
		switch {
		case out.Result == nil || !seen[out.Result] || IsCondition(out.Result) || out.Result.Wide:
			return nil, fmt.Errorf("the result of register %d is no element of the network", r)
		case out.Gives.Len() != n.Spec.Lanes():
			return nil, fmt.Errorf("the contract names %d lanes of %d", out.Gives.Len(), n.Spec.Lanes())
		}
	}
	switch {
	case len(n.Outs()) > n.Spec.Registers():
		return nil, fmt.Errorf("results of %d registers of %d", len(n.Outs()), n.Spec.Registers())
	case n.Spec.Pattern.HasPred() && (n.Pred == nil || !seen[n.Pred] || !IsCondition(n.Pred)):
		return nil, fmt.Errorf("the pred is no condition of the network")
	}
	return n, defined(n)
}

// IsCondition reports whether a node is a truth value, not an element.
func IsCondition(n *Node) bool {
	switch n.Expr.(type) {
	case IsMember, InLanes, All:
		return true
	}
	return false
}

// wantsCondition reports whether the i-th use of an expression is a condition.
func wantsCondition(e Expr, i int) bool {
	switch e := e.(type) {
	case All:
		return true
	case Select:
		return i == 0
	case Pick:
		return i == 0 && e.If != nil
	}
	return false
}

// defined checks that no named lane depends on a shuffle out of range. It walks
// from each result towards the inputs, through the arms that can be taken.
func defined(n *Network) error {
	lanes, spec := n.Gives.Len(), n.Spec
	done := make([]bool, (n.MaxID()+1)*lanes)
	var walk func(n *Node, lane int) error
	walk = func(n *Node, lane int) error {
		if done[n.ID*lanes+lane] {
			return nil
		}
		done[n.ID*lanes+lane] = true
		switch e := n.Expr.(type) {
		case Shuffle:
			source, ok := e.By.Source(lane)
			if !ok {
				return fmt.Errorf("lane %d depends on node %d, a shuffle that is out of range there", lane, n.ID)
			}
			return walk(e.X, source)
		case Combine:
			if err := walk(e.Left, lane); err != nil {
				return err
			}
			return walk(e.Right, lane)
		case Whole:
			if l := spec.Laws(); !l.Associative || !l.Commutative {
				return fmt.Errorf("node %d reduces the whole warp at once by an op whose order shows", n.ID)
			}
			for every := range lanes {
				if err := walk(e.X, every); err != nil {
					return err
				}
			}
			return nil
		case Select:
			if never(e.If, lane) {
				return walk(e.Else, lane)
			}
			if err := walk(e.Then, lane); err != nil {
				return err
			}
			if always(e.If, lane) {
				return nil
			}
			return walk(e.Else, lane)
		case Pack, Field:
			for _, x := range Uses(e) {
				if err := walk(x, lane); err != nil {
					return err
				}
			}
			return nil
		case Pick:
			if err := walk(e.A, lane); err != nil {
				return err
			}
			return walk(e.B, lane)
		case Input:
			if e.Register < 0 || e.Register >= spec.Registers() {
				return fmt.Errorf("node %d reads register %d of %d", n.ID, e.Register, spec.Registers())
			}
			return nil
		case Identity:
			return nil
		}
		return fmt.Errorf("unexpected element %T", n.Expr)
	}
	for _, out := range n.Outs() {
		for lane := range lanes {
			if !out.Gives.Has(lane) {
				continue
			}
			if err := walk(out.Result, lane); err != nil {
				return err
			}
		}
	}
	return nil
}

// never reports whether a condition is known to be false in a lane.
func never(n *Node, lane int) bool {
	switch e := n.Expr.(type) {
	case InLanes:
		return !e.Set.Has(lane)
	case All:
		for _, term := range e.Of {
			if never(term, lane) {
				return true
			}
		}
	}
	return false
}

// always reports whether a condition is known to be true in a lane.
func always(n *Node, lane int) bool {
	switch e := n.Expr.(type) {
	case InLanes:
		return e.Set.Has(lane)
	case All:
		for _, term := range e.Of {
			if !always(term, lane) {
				return false
			}
		}
		return true
	}
	return false
}
