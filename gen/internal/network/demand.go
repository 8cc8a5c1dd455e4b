package network

// Demand gives, for each node, the lanes in which the result depends on it:
// its value in other lanes is not used.
func Demand(n *Network) map[*Node]Lanes {
	spec, lanes := n.Spec, n.Spec.Lanes()
	demand := make(map[*Node]Lanes, n.MaxID()+1)
	for _, s := range n.Steps {
		for _, node := range s.Nodes {
			demand[node] = Lanes{make([]bool, lanes)}
		}
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
