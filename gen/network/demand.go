package network

// Demand gives, for each node, the lanes in which the result depends on it:
// everywhere else its value is of no matter.
func Demand(n *Network) map[*Node]Lanes {
	lanes := n.Spec.Lanes()
	demand := map[*Node]Lanes{}
	add := func(node *Node, where Lanes) { demand[node] = demand[node].or(where) }
	for _, s := range n.Steps {
		for _, node := range s.Nodes {
			demand[node] = LanesWhere(lanes, func(int) bool { return false })
		}
	}
	for _, out := range n.Outs() {
		add(out.Result, out.Gives)
	}
	if n.Pred != nil {
		add(n.Pred, LanesWhere(lanes, func(int) bool { return true }))
	}
	if n.Lane != nil {
		add(n.Lane, n.Gives)
	}
	for i := len(n.Steps) - 1; i >= 0; i-- {
		for j := len(n.Steps[i].Nodes) - 1; j >= 0; j-- {
			node := n.Steps[i].Nodes[j]
			where := demand[node]
			switch e := node.Expr.(type) {
			case Shuffle:
				add(e.X, sources(e.By, where))
			case Whole:
				add(e.X, LanesWhere(lanes, func(int) bool { return true }))
			case OfRank, Fetch, Leap: // of which lanes, only a call tells
				for _, used := range Uses(e) {
					add(used, LanesWhere(lanes, func(int) bool { return true }))
				}
			case First:
				add(e.Best, segmentsOf(n.Spec.Width, where))
			case Select:
				add(e.If, where)
				add(e.Then, where.filter(func(lane int) bool { return !never(e.If, lane) }))
				add(e.Else, where.filter(func(lane int) bool { return !always(e.If, lane) }))
			default:
				for _, used := range Uses(e) {
					add(used, where)
				}
			}
		}
	}
	return demand
}

// sources is the set of lanes that some lane of where reads.
func sources(by Route, where Lanes) Lanes {
	read := make([]bool, where.Len())
	for i := range read {
		if where.Has(i) {
			source, _ := by.Source(i)
			read[source] = true
		}
	}
	return Lanes{read}
}

// Prune drops what no lane of the contract needs: a select that takes the same
// arm in every lane that matters becomes that arm, and nodes that nothing uses
// go. A tree over a power of two needs no select at all.
func Prune(n *Network) (*Network, error) {
	demand := Demand(n)
	is := map[*Node]*Node{} // what a node became
	now := func(n *Node) *Node {
		if to, ok := is[n]; ok {
			return to
		}
		return n
	}
	out := &Network{Spec: n.Spec, Gives: n.Gives, Faster: n.Faster, nodes: n.nodes}
	for _, s := range n.Steps {
		kept := Step{Title: s.Title}
		for _, node := range s.Nodes {
			if sel, ok := node.Expr.(Select); ok {
				if arm := onlyArm(sel, demand[node]); arm != nil {
					is[node] = now(arm)
					continue
				}
			}
			made := &Node{ID: node.ID, Wide: node.Wide, Name: node.Name, Expr: replaceUses(node.Expr, now)}
			is[node] = made
			kept.Nodes = append(kept.Nodes, made)
		}
		out.Steps = append(out.Steps, kept)
	}
	out.Result = now(n.Result)
	for _, o := range n.More {
		out.More = append(out.More, Out{now(o.Result), o.Gives})
	}
	if n.Pred != nil {
		out.Pred = now(n.Pred)
	}
	if n.Lane != nil {
		out.Lane = now(n.Lane)
	}
	if n.Partial != nil {
		out.Partial = now(n.Partial)
	}
	return sweep(out), nil
}

// onlyArm is the arm that a select takes in every lane of where, or nil.
func onlyArm(s Select, where Lanes) *Node {
	then, els := true, true
	for i := range where.Len() {
		if where.Has(i) {
			then = then && always(s.If, i)
			els = els && never(s.If, i)
		}
	}
	switch {
	case then:
		return s.Then
	case els:
		return s.Else
	}
	return nil
}

func replaceUses(e Expr, now func(*Node) *Node) Expr {
	switch e := e.(type) {
	case All:
		var of []*Node
		for _, term := range e.Of {
			of = append(of, now(term))
		}
		return All{of}
	case Shuffle:
		return Shuffle{now(e.X), e.By}
	case Select:
		return Select{now(e.If), now(e.Then), now(e.Else)}
	case Combine:
		return Combine{now(e.Left), now(e.Right)}
	case Whole:
		return Whole{now(e.X)}
	case Pack:
		var of []*Node
		for _, x := range e.Of {
			of = append(of, now(x))
		}
		return Pack{of}
	case Field:
		return Field{now(e.X), e.At}
	case Pick:
		made := Pick{A: now(e.A), B: now(e.B), Then: e.Then, Else: e.Else}
		if e.If != nil {
			made.If = now(e.If)
		}
		return made
	case OfRank:
		return OfRank{now(e.X)}
	case Leap:
		return Leap{now(e.P)}
	case Found:
		return Found{now(e.P)}
	case Fetch:
		return Fetch{now(e.X), now(e.P)}
	case First:
		return First{now(e.Best)}
	case Input, Identity, IsMember, InLanes, SameKey, OfGroup, Ranked, IsFirst, Neighbour, Lowest:
		return e
	}
	panic("network: unexpected expression") // the set of expressions is closed
}

// sweep drops the nodes that nothing uses, and the steps that are left empty.
func sweep(n *Network) *Network {
	used := map[*Node]bool{n.Result: true, n.Pred: true, n.Lane: true, n.Partial: true}
	for _, o := range n.More {
		used[o.Result] = true
	}
	out := *n
	out.Steps = nil
	for i := len(n.Steps) - 1; i >= 0; i-- {
		kept := Step{Title: n.Steps[i].Title}
		for j := len(n.Steps[i].Nodes) - 1; j >= 0; j-- {
			node := n.Steps[i].Nodes[j]
			if !used[node] {
				continue
			}
			for _, u := range Uses(node.Expr) {
				used[u] = true
			}
			kept.Nodes = append([]*Node{node}, kept.Nodes...)
		}
		if kept.Nodes != nil {
			out.Steps = append([]Step{kept}, out.Steps...)
		}
	}
	return &out
}
