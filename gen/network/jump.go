package network

import "github.com/shflgen/shflgen"

// byRank reports whether the order in which the members are combined shows: then
// they are lined up by rank first. Otherwise who is no member may bring the
// identity to a network over lanes, which gives the same.
func byRank(s shflgen.Spec) bool {
	l := s.Laws()
	return s.Mask == shflgen.Active && !(l.Associative && l.Commutative)
}

// buildActive makes the network that builds lanes side by side one of members
// side by side: lined up by rank before it where that shows, and taken back to
// their lanes after it. Who is no member keeps its element.
func buildActive(b *builder, build func(*builder)) {
	s := b.net.Spec
	build(b)
	x, first := b.result, s.Pattern == shflgen.DownReduce
	segments := b.route(Own, 0).Segments()
	scan := s.Pattern == shflgen.InclusiveScan || s.Pattern == shflgen.ExclusiveScan
	switch {
	case scan && byRank(s):
		b.step("Every member takes the value of its rank.")
		x = b.node(OfRank{x})
	case first:
		b.step("The lowest member of a segment takes the value of its first lane.")
		x = b.node(Shuffle{x, b.route(Idx, 0).Move()})
	}
	own := Itself(s.Lanes())
	who := b.node(IsMember{own})
	if first {
		who = b.node(IsFirst{})
	}
	b.result = b.node(Select{who, x, b.node(Input{})})
	b.lanes = segments
}

// Jump is the network of a call that only members make: nobody can bring the
// identity for the others, so a member combines with the member 1, 2, 4, … ranks
// further, to which it finds the way by pointer jumping: Wyllie, "The Complexity
// of Parallel Computations" (1979).
func Jump(s shflgen.Spec) (*Network, error) {
	if s.Pattern.Keyed() {
		return jumpKeyed(s), nil
	}
	b := newBuilder(s)
	scan := s.Pattern == shflgen.InclusiveScan || s.Pattern == shflgen.ExclusiveScan
	b.step("The member %s the lane, within its segment.", map[bool]string{true: "before", false: "after"}[scan])
	next := b.node(Neighbour{Before: scan})
	one := next
	x := b.climb(b.node(Input{}), next, scan)
	switch {
	case s.Width == 1 && s.Pattern == shflgen.ExclusiveScan:
		b.step("The only member has none before it.")
		x = b.node(Identity{})
	case s.Width == 1: // has it
	case s.Pattern == shflgen.Reduce:
		b.step("Every member takes the value of the lowest one.")
		x = b.node(Fetch{x, b.node(Lowest{})})
	case s.Pattern == shflgen.ExclusiveScan:
		b.step("A member takes the scan of the one before it, the lowest the identity.")
		x = b.node(Select{b.node(Found{one}), b.node(Fetch{x, one}), b.node(Identity{})})
	}
	b.result, b.lanes = x, b.route(Own, 0).Segments()
	if s.HasLane() {
		b.winner()
	}
	return b.done(), nil
}

// RejectJump says why [Jump] does not build s; nothing if it does.
func RejectJump(s shflgen.Spec) string {
	if !s.Pattern.Keyed() && s.Mask != shflgen.Active {
		return "every lane makes the call, so lanes that are no member can bring the identity"
	}
	return ""
}

// climb takes in the elements of the places 1, 2, 4, … ranks from the lane, of which
// next is the first.
func (b *builder) climb(x, next *Node, before bool) *Node {
	s := b.net.Spec
	reaches, towards := distances(s.Order, s.Width), map[bool]string{true: "back", false: "further"}[before]
	for i, d := range reaches {
		b.step("%d %s %s: a member takes in the one there, if there is one.", d, plural(d, "rank"), towards)
		x = b.jump(x, next, before)
		if i+1 < len(reaches) {
			next = b.node(Leap{next})
		}
	}
	return x
}

// jump takes the element at a place into x, on its left if it comes before; where
// the place is nowhere, x stays: of itself, if the op may take in again what it has. A double waits longer for an op than for what it is
// combined with, so there the choice is made of the operand; so it is for the least and
// greatest of 64 bits, which nvcc would make one choice with whether there is any.
func (b *builder) jump(x, place *Node, before bool) *Node {
	s := b.net.Spec
	from := b.node(Fetch{x, place})
	if l := s.Laws(); l.Associative && l.Commutative && l.Idempotent {
		return b.node(Combine{b.fn, x, from})
	}
	found := b.node(Found{place})
	early := s.Type == shflgen.Float64 || s.Type.Bits() == 64 && (s.Op == shflgen.Min || s.Op == shflgen.Max || s.HasLane())
	if early {
		from = b.node(Select{found, from, b.node(Identity{})})
	}
	both := Combine{b.fn, x, from}
	if before {
		both = Combine{b.fn, from, x}
	}
	if early {
		return b.node(both)
	}
	return b.node(Select{found, b.node(both), x})
}

// HasPlaces reports whether the network fetches from places.
func HasPlaces(n *Network) bool {
	for _, s := range n.Steps {
		for _, node := range s.Nodes {
			if SortOf(node) == Place {
				return true
			}
		}
	}
	return false
}

func plural(n int, word string) string {
	if n == 1 {
		return word
	}
	return word + "s"
}
