package network

import "github.com/shflgen/shflgen"

// SameKey is true in lane i if its key equals that of lane Of.Source(i).
type SameKey struct{ Of Route }

func (SameKey) expr() {}

// buildKeyed is keyed-reduce lane by lane: each takes in the members of its
// segment that have its key, as it comes by them on a round through the segment.
// That is no order, and so for ops of which none shows.
func buildKeyed(b *builder) {
	s := b.net.Spec
	var x *Node
	for d := range s.Width {
		at := b.route(Turn, d)
		if d == 0 {
			b.step("A lane begins with its own element, if it is a member.")
			at = Route{Mode: Own, Width: 1, Lanes: s.Lanes()}
		} else {
			b.step("%d %s further, round the segment: a member of the same key is taken in.", d, plural(d, "lane"))
		}
		from := b.node(Input{})
		var in []*Node
		if s.Mask != shflgen.Full {
			in = append(in, b.node(IsMember{at}))
		}
		if d > 0 {
			from = b.node(Shuffle{from, at})
			in = append(in, b.node(SameKey{at}))
		}
		if in != nil {
			from = b.node(Select{b.node(All{in}), from, b.node(Identity{})})
		}
		if x == nil {
			x = from
		} else {
			x = b.node(Combine{x, from})
		}
	}
	if s.Mask == shflgen.Active {
		own := Route{Mode: Own, Width: 1, Lanes: s.Lanes()}
		x = b.node(Select{b.node(IsMember{own}), x, b.node(Input{})})
	}
	b.net.Result, b.net.Gives = x, b.route(Own, 0).Segments()
}

// jumpKeyed is the network of all groups of equal keys at once: each lane looks
// for the next member that has its key, and for the one after that, by pointer
// jumping; see [Jump]. The lowest of a group ends with its result.
func jumpKeyed(s shflgen.Spec) *Network {
	b := &builder{net: &Network{Spec: s}}
	if s.Width == 1 {
		b.step("A lane by itself is its group, if it is a member.")
		b.net.Result = b.node(Input{})
		if s.Mask == shflgen.Member {
			own := Route{Mode: Own, Width: 1, Lanes: s.Lanes()}
			b.net.Result = b.node(Select{b.node(IsMember{own}), b.net.Result, b.node(Identity{})})
		}
		b.net.Gives = b.route(Own, 0).Segments()
		return b.net
	}
	b.step("The member after the lane, within its group.")
	next := b.node(Neighbour{})
	x := b.climb(b.node(Input{}), next, false)
	b.step("Every lane takes the value of the lowest member of its group.")
	lowest := b.node(Lowest{})
	from := b.node(Fetch{x, lowest})
	if s.Mask == shflgen.Member {
		from = b.node(Select{b.node(Found{lowest}), from, b.node(Identity{})})
	}
	b.net.Result, b.net.Gives = from, b.route(Own, 0).Segments()
	return b.net
}
