package network

import "github.com/shflgen/shflgen/spec"

// buildGroups is keyed-reduce lane by lane, each by itself.
func buildGroups(b *builder) {
	s := b.net.Spec
	if s.Width == 1 || s.AnyTree() {
		b.combineAround()
	} else {
		b.byRankOfGroup()
	}
	if s.Mask == spec.Active {
		b.result = b.node(Select{b.isMember(), b.result, b.node(Input{})})
	}
	b.lanes = b.segments()
}

// combineAround combines the members that have the lane's key, in the order of a rotation through its segment: for
// ops that give the same bits in any order.
func (b *builder) combineAround() {
	s := b.net.Spec
	for d := range s.Width {
		at, who := b.route(Rotate, d).Move(), "a member"
		if s.Mask == spec.Full {
			who = "a lane"
		}
		if d == 0 {
			b.step("A lane begins with its own element%s.",
				map[bool]string{false: ", if it is a member", true: ""}[s.Mask == spec.Full])
			at = Itself(s.Lanes())
		} else {
			b.step("%d %s further, round the segment: %s of the same key is taken in.", d, plural(d, "lane"), who)
		}
		from := b.node(Input{})
		var in []*Node
		if s.Mask != spec.Full {
			in = append(in, b.node(IsMember{at}))
		}
		if d > 0 {
			from = b.node(Shuffle{from, at})
			in = append(in, b.node(SameKey{at}))
		}
		if in != nil {
			from = b.node(Select{b.node(All{in}), from, b.nobody()})
		}
		if d > 0 {
			from = b.node(Combine{b.fn, b.result, from})
		}
		b.result = from
	}
}

// byRankOfGroup is the tree over the members that have the lane's key.
func (b *builder) byRankOfGroup() {
	s, past := b.net.Spec, "the identity"
	if s.KeepsWithoutMembers() {
		past = "nothing"
	}
	b.step("The members that have the lane's key, lined up by rank; past the last, %s.", past)
	var x []*Node
	has := make([]presence, s.Width)
	for r := range s.Width {
		x = append(x, b.node(OfGroup{r}))
		if s.KeepsWithoutMembers() {
			own := b.route(Own, 0)
			has[r] = b.slots(GroupWord, func(lane int) int { return own.Base(lane) + r })
		}
	}
	for d := 1; d < len(x); d *= 2 {
		b.step("%d %s further: the tree over them.", d, plural(d, "rank"))
		for p := 0; p+d < len(x); p += 2 * d {
			x[p] = b.join(x[p], x[p+d], has[p], has[p+d])
			has[p] = has[p].and(has[p+d])
		}
	}
	b.result = b.kept(x[0], has[0], 0)
}

// jumpWithinGroups is the network of all groups of equal keys at once: each lane looks
// for the next member that has its key, and for the one after that, by pointer
// jumping; see [PointerJumping]. The lowest of a group ends with its result.
func jumpWithinGroups(s spec.Spec) *Network {
	b := newBuilder(s)
	if s.Width == 1 {
		b.step("A lane by itself is its group, if it is a member.")
		b.result = b.node(Input{})
		if s.Mask == spec.Member {
			b.result = b.node(Select{b.isMember(), b.result, b.nobody()})
		}
		b.lanes = b.segments()
		return b.done()
	}
	b.step("The member after the lane, within its group.")
	next := b.node(Successor{})
	x := b.climb(b.node(Input{}), next, false)
	b.step("Every lane takes the value of the lowest member of its group.")
	lowest := b.node(Lowest{})
	from := b.node(Fetch{x, lowest})
	if s.Mask == spec.Member {
		from = b.node(Select{b.node(Exists{lowest}), from, b.nobody()})
	}
	b.result, b.lanes = from, b.segments()
	return b.done()
}
