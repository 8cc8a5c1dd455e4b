package network

import "github.com/shflgen/shflgen"

// buildInclusiveScan doubles the reach of every lane at each step: Hillis and
// Steele, "Data Parallel Algorithms" (1986).
func buildInclusiveScan(b *builder) {
	b.result = b.scan()
	b.lanes = b.route(Own, 0).Segments()
}

// buildExclusiveScan is the inclusive scan moved up by one lane; the first lane
// of a segment gets the identity.
func buildExclusiveScan(b *builder) {
	x := b.scan()
	by := b.route(Up, 1).Move()
	b.step("A lane takes the scan of the lane before it, the first one the identity.")
	first := b.node(Identity{})
	b.result = b.node(Select{b.inRange(by), b.node(Shuffle{x, by}), first})
	b.lanes = b.route(Own, 0).Segments()
}

func (b *builder) scan() *Node {
	s := b.net.Spec
	x := b.contribution()
	if b.chain {
		return b.chained(x)
	}
	for _, d := range distances(s.Order, s.Width) {
		by := b.route(Up, d).Move()
		b.step("Distance %d: lane i takes in lane i-%d.", d, d)
		both := b.node(Combine{b.fn, b.node(Shuffle{x, by}), x})
		x = b.node(Select{b.inRange(by), both, x})
	}
	return x
}

// Serial is the network of a scan as a chain, each lane taking in the finished
// lane before it: one op a lane instead of one a lane and step, for a target
// that pays for every lane's ops. It uses associativity; a scan whose op lacks
// it, and any other pattern, come back as they are.
func Serial(n *Network) (*Network, error) {
	scan := n.Spec.Pattern == shflgen.InclusiveScan || n.Spec.Pattern == shflgen.ExclusiveScan
	if !scan || !n.Spec.Laws().Associative {
		return n, nil
	}
	b := newBuilder(n.Spec)
	b.chain = true
	b.unroll(builders[n.Spec.Pattern])
	return b.done(), nil
}

func (b *builder) chained(x *Node) *Node {
	by := b.route(Up, 1).Move()
	for p := 1; p < b.net.Spec.Width; p++ {
		b.step("Lane %d of a segment takes in lane %d.", p, p-1)
		both := b.node(Combine{b.fn, b.node(Shuffle{x, by}), x})
		here := b.places(func(position int) bool { return position == p })
		x = b.node(Select{b.node(InLanes{here}), both, x})
	}
	return x
}
