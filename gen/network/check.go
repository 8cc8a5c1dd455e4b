package network

import "fmt"

// Check returns n if it is well formed: every node comes after what it uses,
// elements, conditions and places are not mixed, the result is an element, and no
// lane that the contract names depends on a shuffle that is out of range, or on
// what is nowhere.
func Check(n *Network) (*Network, error) {
	seen := map[*Node]bool{}
	for _, s := range n.Steps {
		for _, node := range s.Nodes {
			if err := wellFormed(n, node, seen); err != nil {
				return nil, err
			}
			seen[node] = true
		}
	}
	if err := checkOutputs(n, seen); err != nil {
		return nil, err
	}
	if err := somewhere(n); err != nil {
		return nil, err
	}
	return n, defined(n)
}

// wellFormed checks a node by the row of its expression.
func wellFormed(n *Network, node *Node, seen map[*Node]bool) error {
	if node.ID < 0 || node.ID > n.MaxID() {
		return fmt.Errorf("node %d has an ID that is no node's", node.ID)
	}
	row := node.Expr.row()
	for i, o := range row.operands {
		if !seen[o.node] {
			return fmt.Errorf("node %d uses a node that does not come before it", node.ID)
		}
		if has := SortOf(o.node); has != o.sort {
			return fmt.Errorf("node %d takes node %d, %s for %s", node.ID, o.node.ID, has, o.sort)
		}
		if o.node.Wide != row.packedBy(node, i) {
			return fmt.Errorf("node %d takes node %d, a word for an element or the reverse", node.ID, o.node.ID)
		}
	}
	if row.requires != nil {
		if err := row.requires(n.Spec); err != nil {
			return fmt.Errorf("node %d %w", node.ID, err)
		}
	}
	return nil
}

// checkOutputs checks the results against what the spec gives.
func checkOutputs(n *Network, seen map[*Node]bool) error {
	for r, out := range n.Outs() {
		switch {
		case out.Result == nil || !seen[out.Result] || SortOf(out.Result) != Element || out.Result.Wide:
			return fmt.Errorf("the result of register %d is no element of the network", r)
		case out.Gives.Len() != n.Spec.Lanes():
			return fmt.Errorf("the contract names %d lanes of %d", out.Gives.Len(), n.Spec.Lanes())
		}
	}
	switch {
	case len(n.Outs()) > n.Spec.Registers():
		return fmt.Errorf("results of %d registers of %d", len(n.Outs()), n.Spec.Registers())
	case n.Spec.Pattern.HasPred() && (n.Pred == nil || !seen[n.Pred] || SortOf(n.Pred) != Condition):
		return fmt.Errorf("the pred is no condition of the network")
	case n.Spec.HasLane() != (n.Lane != nil) || n.Lane != nil && (!seen[n.Lane] || SortOf(n.Lane) != Winner):
		return fmt.Errorf("the lane is none of the network")
	}
	return nil
}

// defined checks that no named lane depends on a shuffle out of range. It walks
// from each result towards the inputs, through the arms that can be taken.
func defined(n *Network) error {
	lanes := n.Spec.Lanes()
	done := make([]bool, (n.MaxID()+1)*lanes)
	rows := map[*Node]row{}
	for _, s := range n.Steps {
		for _, node := range s.Nodes {
			rows[node] = node.Expr.row()
		}
	}
	var walk func(n *Node, lane int) error
	walk = func(node *Node, lane int) error {
		if done[node.ID*lanes+lane] {
			return nil
		}
		done[node.ID*lanes+lane] = true
		row := rows[node]
		var found error
		err := row.eachRead(n.Spec, lane, func(operand, from int) {
			if found == nil {
				found = walk(row.operands[operand].node, from)
			}
		})
		if err != nil {
			return fmt.Errorf("lane %d depends on node %d, %w", lane, node.ID, err)
		}
		return found
	}
	for _, out := range n.Outs() {
		for lane := range lanes {
			if !out.Gives.Has(lane) {
				continue
			}
			if err := walk(out.Result, lane); err != nil {
				return err
			}
			if n.Lane == nil {
				continue
			}
			if err := walk(n.Lane, lane); err != nil {
				return err
			}
		}
	}
	return nil
}
