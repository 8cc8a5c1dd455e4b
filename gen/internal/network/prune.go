package network

import (
	"slices"
)

// Prune drops what no lane of the contract needs: a select that takes the same
// arm in every lane that matters becomes that arm, an exchange that is of one side there a
// combination, and nodes that nothing uses go. A tree over a power of two needs no select at all.
func Prune(n *Network) (*Network, error) {
	demand := Demand(n)
	is := map[*Node]*Node{} // what a node became
	now := func(n *Node) *Node {
		if to, ok := is[n]; ok {
			return to
		}
		return n
	}
	out := *n
	out.Steps, out.Outs = nil, nil
	for _, s := range n.Steps {
		kept := s
		kept.Nodes = nil
		for _, node := range s.Nodes {
			if sel, ok := node.Expr.(Select); ok {
				if arm := onlyArm(sel, demand[node]); arm != nil {
					is[node] = now(arm)
					continue
				}
			}
			made := &Node{ID: node.ID, Packed: node.Packed, Key: node.Key, Name: node.Name,
				Expr: replaceUses(oneSide(node.Expr, demand[node]), now)}
			is[node] = made
			kept.Nodes = append(kept.Nodes, made)
		}
		out.Steps = append(out.Steps, kept)
	}
	for _, o := range n.Outs {
		o.Node = now(o.Node)
		out.Outs = append(out.Outs, o)
	}
	return sweep(&out), nil
}

// onlyArm is the arm that a select takes in every lane of where, or nil.
func onlyArm(s Select, where Lanes) *Node {
	switch always, never := settledIn(s.If, where); {
	case always:
		return s.Then
	case never:
		return s.Else
	}
	return nil
}

// oneSide is an exchange as the side that it is of in every lane of where.
func oneSide(e Expr, where Lanes) Expr {
	exchange, ok := e.(Exchange)
	if !ok {
		return e
	}
	switch always, never := settledIn(exchange.Upper, where); {
	case always:
		return Combine{exchange.Last, exchange.X, exchange.Y}
	case never:
		return Combine{exchange.First, exchange.X, exchange.Y}
	}
	return e
}

// settledIn reports whether a condition is known to hold, or not to, in every lane of
// where.
func settledIn(condition *Node, where Lanes) (always, never bool) {
	always, never = true, true
	known := knownOf(condition)
	for i := range where.Len() {
		if where.Has(i) {
			holds, ok := known(i)
			always = always && ok && holds
			never = never && ok && !holds
		}
	}
	return always, never
}

// sweep drops the nodes that nothing uses, and the steps that are left empty.
func sweep(n *Network) *Network {
	used := map[*Node]bool{}
	for _, o := range n.Outs {
		used[o.Node] = true
	}
	out := *n
	out.Steps = nil
	for i := len(n.Steps) - 1; i >= 0; i-- {
		kept := n.Steps[i]
		kept.Nodes = nil
		for j := len(n.Steps[i].Nodes) - 1; j >= 0; j-- {
			node := n.Steps[i].Nodes[j]
			if !used[node] {
				continue
			}
			for _, u := range Uses(node.Expr) {
				used[u] = true
			}
			kept.Nodes = append(kept.Nodes, node)
		}
		if kept.Nodes != nil {
			slices.Reverse(kept.Nodes)
			out.Steps = append(out.Steps, kept)
		}
	}
	slices.Reverse(out.Steps)
	return &out
}

// Demand gives, for each node, the lanes in which the result depends on it:
// its value in other lanes is not used.
func Demand(n *Network) map[*Node]Lanes {
	spec, lanes := n.Spec, n.Spec.Lanes()
	demand := make(map[*Node]Lanes, n.MaxID()+1)
	for node := range n.All() {
		demand[node] = Lanes{make([]bool, lanes)}
	}
	add := func(node *Node, where Lanes) {
		for i, in := range where.in {
			demand[node].in[i] = demand[node].in[i] || in
		}
	}
	for _, out := range n.Outs {
		add(out.Node, out.Lanes)
	}
	read := func(operand *Node, from int) { demand[operand].in[from] = true }
	for i := len(n.Steps) - 1; i >= 0; i-- {
		for j := len(n.Steps[i].Nodes) - 1; j >= 0; j-- {
			node := n.Steps[i].Nodes[j]
			row := node.Expr.row()
			for lane, in := range demand[node].in {
				if in {
					_ = row.eachRead(spec, lane, read)
				}
			}
		}
	}
	return demand
}
