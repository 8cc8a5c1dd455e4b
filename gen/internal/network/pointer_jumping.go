package network

import "github.com/shflgen/shflgen/spec"

// PointerJumping is the network of a call that only members make. A member combines with
// the member 1, 2, 4, … ranks away, which it finds by pointer jumping: Wyllie, "The
// Complexity of Parallel Computations" (1979).
func PointerJumping(s spec.Spec) (*Network, error) {
	if s.Pattern.Keyed() {
		return jumpWithinGroups(s), nil
	}
	b := newBuilder(s)
	scan := s.Pattern == spec.InclusiveScan || s.Pattern == spec.ExclusiveScan
	b.step("The member %s the lane, within its segment.", map[bool]string{true: "before", false: "after"}[scan])
	next := b.node(Successor{Before: scan})
	one := next
	b.mine = b.node(Input{})
	x := b.climb(b.mine, next, scan)
	switch {
	case s.Width == 1 && s.Pattern == spec.ExclusiveScan:
		b.step("The only member has none before it.")
		x = b.nobody()
	case s.Width == 1: // x is its own
	case s.Pattern == spec.Reduce:
		b.step("Every member takes the value of the lowest one.")
		x = b.node(Fetch{x, b.node(Lowest{})})
	case s.Pattern == spec.ExclusiveScan:
		lowest := "the lowest the identity"
		if s.KeepsWithoutMembers() {
			lowest = "the lowest keeps its element"
		}
		b.step("A member takes the scan of the one before it, %s.", lowest)
		x = b.node(Select{b.node(Exists{one}), b.node(Fetch{x, one}), b.nobody()})
	}
	b.result, b.lanes = x, b.route(Own, 0).Segments()
	if s.HasLane() {
		b.winner()
	}
	return b.done(), nil
}

// RejectPointerJumping says why [PointerJumping] does not build s; nothing if it does.
func RejectPointerJumping(s spec.Spec) string {
	if !s.Pattern.Keyed() && s.Mask != spec.Active {
		return "all lanes make the call, so a lane that is no member can contribute the identity"
	}
	if !s.Pattern.Reduces() {
		return s.Pattern.String() + " combines nothing"
	}
	return ""
}

// climb combines x with the elements of the members 1, 2, 4, … ranks away; next points to
// the first of them.
func (b *builder) climb(x, next *Node, before bool) *Node {
	s := b.net.Spec
	reaches, towards := distances(s.Order, s.Width), map[bool]string{true: "back", false: "further"}[before]
	for i, d := range reaches {
		b.step("%d %s %s: a member takes in the one there, if there is one.", d, plural(d, "rank"), towards)
		x = b.jump(x, next, before)
		if i+1 < len(reaches) {
			next = b.node(Jump{next})
		}
	}
	return x
}

// jump combines x with the element that p points to, on its left if that comes before.
// Where p is none, x stays: by a select, or without one if the op is idempotent.
//
// The select is on the operand for float64, since an op on doubles has a longer latency than
// a select, and for min and max of 64 bits, since nvcc merges the selects. Else it is on the
// result.
func (b *builder) jump(x, p *Node, before bool) *Node {
	s := b.net.Spec
	from := b.node(Fetch{x, p})
	if absorbs(s) {
		return b.node(Combine{b.fn, x, from})
	}
	found := b.node(Exists{p})
	early := s.Type == spec.Float64 || s.Type.Bits() == 64 && (s.Op == spec.Min || s.Op == spec.Max || s.HasLane())
	early = early && !s.KeepsWithoutMembers()
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

// absorbs reports whether an element may be combined again with what it is in already.
func absorbs(s spec.Spec) bool {
	return s.AnyTree() && s.Laws().Idempotent
}

// HasPointers reports whether the network finds members by pointers.
func HasPointers(n *Network) bool {
	for _, s := range n.Steps {
		for _, node := range s.Nodes {
			if SortOf(node) == Pointer {
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
